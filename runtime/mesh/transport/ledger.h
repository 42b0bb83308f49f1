// Messages as bytes, and what follows from one of them as one value that is carried out as a whole.
//
// A host that loses nothing works out a Transition for each message that it holds: what changes in the
// state, what is sent, when. The ledger carries it out together with the acknowledgement of the message,
// or not at all. So a crash at any instant leaves the message where it was, and nobody has seen anything.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/state/state.h"

namespace mesh::transport {

class Mailbox;

/// What travels where envelopes leave the process.
struct Letter {
  std::string id = {};    ///< Of MessageId.
  std::string body = {};  ///< An envelope, or what is said to the mesh itself.
  /// Somebody died while he held it, or it follows from such a one.
  bool suspect = false;
  /// When somebody first met it who could not serve it, nanoseconds; 0: nobody has.
  std::int64_t first_unserved_ns = 0;
  /// Tells copies of a message apart that have come by one sending each; empty: there are none, because each
  /// message is carried out once.
  std::string nonce = {};
  /// Where it waits, of several lanes; empty, or no lane: in the first one. Not kept: whoever takes it from a
  /// lane knows it.
  std::string lane = {};
  /// The mailbox of who waits for the end of its root; empty: nobody, or it is kept.
  std::string reply = {};
};

struct Sending {
  std::string mailbox;
  Letter letter;
  std::int64_t not_before_ns = 0;  ///< Of the transport's clock; 0: at once.
};

/// What follows from one input.
struct Transition {
  std::vector<state::Condition> conditions = {};  ///< What it was worked out from.
  std::vector<state::Change> changes = {};
  std::vector<Sending> sends = {};
  /// The input is a copy of what has gone on already. What that was to send goes first, if anybody doubts
  /// that it was sent; then the input is acknowledged.
  bool is_copy = false;
  /// The input, if it comes again, is planned to send the same: nobody need keep what it sends.
  bool sends_again = false;
};

/// Works a transition out from the state. Called once or more, from any thread; the last answer counts.
using Plan = std::function<Transition(const state::State& state)>;

/// A delivery that is not acknowledged yet.
struct Loan {
  Mailbox* mailbox = nullptr;
  std::uint64_t tag = 0;  ///< Delivery::tag
};

enum class Outcome : std::uint8_t {
  kDone,      ///< All of it, and it is safe.
  kGone,      ///< Nothing: the input is not on loan to this process any more.
  kClosed,    ///< Nothing: the transport is closed. The input comes again.
  kTooLarge,  ///< Nothing: what is to be kept or sent is more than the transport takes. The input stays on
              ///< loan.
};

/// Told once, from any thread; must not wait.
using Receipt = std::function<void(Outcome outcome)>;

/// Thread rule: every function may be called from any thread, but not from a plan, and from a receipt only
/// Carry.
class Ledger {
 public:
  virtual ~Ledger() = default;

  /// True if a message may come more than once, in copies: each letter has a nonce then.
  virtual bool repeats() const { return false; }
  /// True if a transition may change what belongs to several owners (state::OwnerOf) as one; else only what
  /// belongs to one of them is compared and changed together.
  virtual bool joins_owners() const { return true; }
  /// The state as it is now.
  virtual const state::State& state() const = 0;
  /// Carries out what `plan` makes of the state, and with it the acknowledgement of `input`, if there is
  /// one. Does not wait; `receipt` may be empty.
  virtual void Carry(std::optional<Loan> input, Plan plan, Receipt receipt) = 0;
  /// As Carry, of a root that enters. Nearly all are new: it may be planned on that nothing is known of the
  /// root before anybody is asked whether that is so.
  virtual void Enter(Plan plan, Receipt receipt) { Carry(std::nullopt, std::move(plan), std::move(receipt)); }
  /// True if Enter compares for many at a time what they rely on: then it is cheaper to expect it than to
  /// read it before.
  virtual bool enters_many() const { return false; }
  /// Waits until all that was given to Carry and Enter has its receipt.
  virtual void Flush() = 0;

  /// As Carry, and waits for the receipt.
  virtual Outcome CarryOut(std::optional<Loan> input, Plan plan);
};

}  // namespace mesh::transport
