// Where the document of an owner lies on a NATS server.
//
// What stays until somebody removes it lies in one bucket, what is only remembered for a time in another one,
// whose server forgets it. Where both have a document of an owner the first one counts.
//
// While nothing stays of an owner the second bucket decides between all who write, also those who write what
// stays: it is set there, which succeeds for one of them, and then comes into the first one. Else one who
// writes what stays and one who writes what is remembered would both succeed. Whoever finds that it has not
// come brings it. Who brings it late, when all is over, brings what does not count: until somebody has
// written it there, it counts only while the second bucket still has the revision as which it came.
//
// A server that is killed may bring back what was removed, and, alone, what that had replaced. So what is
// removed has gone to the second bucket before: what that has gone on from does not count when it is back.
// Whoever reads after such a start looks there, too, until one process has looked through all that there is.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_document.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_publisher.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

std::int64_t SteadyNs();

/// Thread rule: every function may be called from any thread, but not by listeners: they wait for the server,
/// except Look, WriteFirst and TookFirst.
class NatsBuckets {
 public:
  NatsBuckets(NatsConnection& connection, NatsPublisher& publisher, const NatsNames& names, bool direct);

  enum class Place : std::uint8_t { kNone, kState, kEnded };
  struct Found {
    NatsDocument document = {};
    Place place = Place::kNone;
    std::uint64_t revision = 0;     ///< Within its bucket.
    std::int64_t seen_ns = 0;       ///< Of the steady clock, when it was asked for.
    std::uint64_t run = 0;          ///< In which it was seen: see Run. 0: nobody knows.
    NatsDocument::Writing by = {};  ///< What had made it when it was seen.
  };
  /// As the server has it. None: closed, or of a version that is not known here.
  std::optional<Found> Find(const std::string& key) const;
  enum class Looked : std::uint8_t {
    kFound,
    kUnclear,  ///< Find knows.
    kClosed,
  };
  using Told = std::function<void(Looked looked, Found found)>;
  /// As Find, without waiting, where nothing has to be mended on the way. `told` is called once: at once, by
  /// the thread of arrivals, or by who closes the publisher.
  void Look(const std::string& key, Told told) const;
  enum class Written : std::uint8_t { kDone, kConflict, kClosed, kTooLarge };
  /// A document that was signed, if nobody else has written since it was found; it becomes what is there
  /// then.
  Written Write(const std::string& key, Found& found);
  /// What is written where nothing was found, and is only remembered: a signed document.
  struct FirstWriting {
    std::string key;
    Found found;
    std::uint64_t run = 0;
  };
  /// As Write, without waiting: what is `told` is for TookFirst.
  void WriteFirst(const std::shared_ptr<FirstWriting>& writing, NatsPublisher::Told told);
  /// None: LookForFirst knows.
  std::optional<Written> TookFirst(FirstWriting& writing, const NatsConfirmation& stored);
  Written LookForFirst(FirstWriting& writing);

  /// Counts the starts of servers that this process has met. What was seen before may be there again though
  /// it was replaced.
  std::uint64_t Run() const;
  /// There may be documents that a server that was killed has brought back.
  bool Doubts() const { return mended_ != Run(); }
  /// Looks whether somebody has looked through all since the server was started.
  void LookForMending();
  /// Looks through all, unless somebody has: what was brought back goes, and what somebody was moving who has
  /// died is moved. That takes a while.
  void Mend();
  /// Those of a bucket that `filter` covers. None: closed.
  std::optional<std::vector<std::string>> Subjects(const std::string& bucket,
                                                   const std::string& filter) const;

  struct Newest {
    std::uint64_t revision = 0;  ///< 0: there is nothing.
    std::string bytes = {};
  };
  /// The last message of a subject. None: closed.
  std::optional<Newest> Read(const std::string& bucket, const std::string& subject) const;
  /// Until somebody answers. None: closed.
  std::optional<NatsReply> Ask(const std::string& subject, const std::string& body) const;
  /// Whoever waits here is told that there is no answer.
  void Close() { closed_ = true; }

 private:
  /// Asks until it is told something, or that there is no such message. None: closed.
  std::optional<nlohmann::json> AskLeader(const std::string& subject, const std::string& body) const;
  std::string BucketOf(Place place) const;
  /// What one bucket has; revision 0: nothing. None: closed, or of a version that is not known here.
  std::optional<Found> Fetch(Place place, const std::string& key) const;
  void FetchSoon(Place place, const std::string& key, Told told) const;
  /// What was asked for at that time, in that run, in a bucket.
  std::optional<Found> FoundAs(Place place, const Newest& newest, std::int64_t asked_ns,
                               std::uint64_t run) const;
  /// If its last entry is the expected one; 0: if there is none.
  NatsConfirmation Put(const std::string& bucket, const std::string& key, const std::string& body,
                       std::uint64_t expected) const;
  static NatsMessage PutMessage(const std::string& bucket, const std::string& key, std::string body,
                                std::uint64_t expected);
  /// What writes it into a bucket, if it stands there as it was found.
  NatsMessage Into(Place place, const std::string& key, Found& found) const;
  Written WriteInto(Place place, const std::string& key, Found& found);
  Written TookInto(Place place, std::uint64_t run, const NatsConfirmation& stored, Found& found) const;
  /// What became of a writing that was refused, as it seems, or stored.
  Written WhatBecameOf(const NatsDocument::Writing& writing, const std::string& key, Found& found);
  /// What stays, and has not come to where that lies: brings it there, unless something else is there.
  Written Bring(const std::string& key, Found& found) const;
  void MoveToEnded(const std::string& key, Found& found) const;
  /// What the first bucket has, made by that writing, has gone on from there to the second one.
  static bool IsLate(const NatsDocument& document, const NatsDocument::Writing& by, const Found& ended);
  /// What the first bucket has of a subject, by a walk through all that it has. None: closed.
  std::optional<std::vector<Newest>> Hidden(const std::string& key) const;
  /// What the first bucket has, though it says that it has nothing, goes to the second one. Done: there was
  /// nothing.
  Written Uncover(const std::string& key, const Found& ended) const;
  /// It was written on from what had ended, because a server that was killed had brought that back.
  bool WentOnLate(const std::string& key, const NatsDocument::Writing& by, const Found& found) const;
  std::string MendingMark(const std::string& server) const;
  /// What stands there up to that revision. False: something newer stands there, or nobody knows.
  bool Remove(const std::string& key, std::uint64_t revision) const;
  /// One value, wherever the server thinks that the last one is.
  void Drop(std::uint64_t revision) const;

  NatsConnection& connection_;
  NatsPublisher& publisher_;
  const NatsNames& names_;
  const bool direct_;
  /// Else one of them may have been killed without this process's knowing.
  const bool one_server_;
  std::atomic<bool> closed_ = false;

  mutable std::mutex mutex_;
  mutable std::string server_;
  mutable std::uint64_t run_ = 0;
  std::mutex mending_;
  std::atomic<std::uint64_t> mended_ = 0;  ///< A run.
};

}  // namespace mesh::transport
