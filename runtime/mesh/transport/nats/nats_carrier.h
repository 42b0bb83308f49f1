// The part of a transition that changes state on a NATS server. There is no transaction: the state is
// compared and set with what is to be sent beside it, then that is sent, then the input is acknowledged.
// Whoever gets the input again, or a copy of it, finds what may not have been sent, and sends it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mesh/transport/ledger.h"
#include "mesh/transport/nats/nats_document.h"
#include "mesh/transport/nats/nats_documents.h"
#include "mesh/transport/nats/nats_store.h"

namespace mesh::transport {

struct NatsWork {
  transport::Plan plan;
  Transition planned;     ///< What it yielded last.
  std::string nonce;      ///< Of the input; empty: there is none.
  std::uint64_t seq = 0;  ///< Of the very message that is the input.
  std::string message_id = {};
};

/// Thread rule: every function may be called from any thread, but not by listeners, except those that say so.
class NatsCarrier {
 public:
  explicit NatsCarrier(NatsStore& store) : store_(store) {}

  struct Result {
    Outcome outcome = Outcome::kDone;
    std::vector<NatsDocument::Post> posts = {};  ///< To be sent now.
    // By which Sent knows what was sent.
    std::string owner = {};
    std::vector<std::string> marks = {};
  };
  /// Works it out from those documents, whatever is missing in them. From what is here: for listeners, too.
  static void PlanOn(const NatsDocuments& documents, NatsWork& work);
  /// Works it out, from what this process has seen last.
  void Plan(NatsWork& work);
  /// The same of what has no input: if it relies on nothing that would be compared, from what is there now.
  void PlanAlone(NatsWork& work);
  /// Makes the changes of a transition that holds, which is worked out anew until one does.
  Result Change(NatsWork& work);
  /// What is written where nothing was, and is only remembered.
  struct First {
    std::string owner;
    std::shared_ptr<NatsStore::FirstWriting> writing;
    Result result;  ///< Once it is written.
  };
  /// Mostly a root ends so: then nobody has to wait. None: it takes Change. For listeners, too.
  std::optional<First> FirstOf(const NatsWork& work, const NatsDocuments& documents);
  /// Else it is the same whatever the state is, and leaves it as it is.
  static bool ReliesOnSomething(const Transition& transition);
  /// What follows from a transition without changes, which takes it out of the work. For listeners, too.
  static Result PostsOf(NatsWork& work);
  /// The posts of a result are safe: they need not be kept longer. For listeners, too.
  void Sent(const Result& result);

 private:
  /// Puts into the document of `result.owner` what changes there, and what is to be sent. True: it cancels a
  /// root.
  bool Apply(const NatsWork& work, NatsDocument& document, Result& result) const;
  Result Try(NatsWork& work, bool fresh, bool& again);
  Outcome MakeBeside(const Transition& transition, const std::string& main);
  Outcome WriteMain(NatsWork& work, NatsStore::Loaded& loaded, Result& result, bool& again);
  std::vector<std::string> TakeConfirmed(const std::string& owner) const;

  NatsStore& store_;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> confirmed_;  ///< Marks by owner.
};

}  // namespace mesh::transport
