// Envelopes that a host gives up, by the root that they belong to.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "mesh/envelope/envelope.h"

namespace mesh::host {

/// Where an envelope stands.
struct Standing {
  std::string at = {};     ///< Name of its point; empty: not known.
  std::string actor = {};  ///< Who has it, or will; empty: nobody.
  std::string words = {};  ///< `it waits for the signal `go``
};

class Unfinished {
 public:
  /// A root, a child or a copy. What becomes of copies says nothing of their roots.
  void Add(std::unique_ptr<Envelope> envelope, Standing standing);
  /// It waits for its children, who say where it stands.
  void AddParent(const Envelope& parent);

  /// True if something of that root was added.
  bool Holds(const std::string& root_id) const { return families_.contains(root_id); }
  /// The roots, each with an error `unfinished` that says where it and its children stand; its detail is a
  /// list of `{"at", "curr"}`.
  std::vector<std::unique_ptr<Envelope>> TakeRoots();

 private:
  struct Root {
    std::unique_ptr<Envelope> envelope;  ///< Null: only others of its family were added.
    std::vector<Standing> standings;     ///< Different ones.
    std::size_t more = 0;                ///< That are not told.
  };
  static Error ErrorOf(const Root& root);

  std::map<std::string, Root> roots_;
  std::set<std::string> families_;
};

}  // namespace mesh::host
