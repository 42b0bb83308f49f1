// What an editor shows of texts that nobody edits, and asks for again only when it is told to.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace meshc::language_server {

/// Colours, hints and lenses of a text change with other texts of the same mesh. Of each kind that the editor
/// can ask for again, one request waits for its answer at most: whoever types is not talked to letter by
/// letter.
class Refresh {
 public:
  using Json = nlohmann::json;
  /// Sends a request of that method; returns its id.
  using Ask = std::function<std::string(const std::string& method)>;
  /// True if what is declared or said in one file may show in the other.
  using Together = std::function<bool(const std::string& file, const std::string& other)>;

  /// Nobody is asked anything.
  Refresh() = default;
  /// `pulls`: the editor asks for findings, too.
  Refresh(const Json& capabilities, bool pulls);

  void Changed(const std::string& file) { changed_.insert(file); }
  /// Files on disk or settings.
  void AllChanged() { all_changed_ = true; }
  /// Asks, if what has changed shows in an open file that the editor knows nothing new of.
  void Tell(const std::vector<std::string>& open, const Together& together, const Ask& ask);
  /// The editor has answered one of the requests, if that is its id.
  void Answered(const Json& id, const Ask& ask);

 private:
  void AskNow(const Ask& ask);

  std::vector<std::string> methods_;
  std::set<std::string> changed_;
  bool all_changed_ = false;
  std::set<std::string> waiting_;  ///< Ids of requests.
  bool due_ = false;               ///< Something has changed since these were sent.
};

}  // namespace meshc::language_server
