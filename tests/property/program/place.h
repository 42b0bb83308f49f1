// Where in a program a statement is about to be written, and how control may leave what was written.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace meshc::property {

/// The `var` fields that statements write. Logs may be written anywhere, plain fields are told apart
/// by who writes them.
enum Var : std::uint8_t { kN, kM, kF, kT, kB, kMood, kSmall, kXs, kYs, kO, kPair, kDone, kVarCount };

class VarSet {
 public:
  VarSet() = default;
  VarSet(std::initializer_list<Var> members) {
    for (const Var member : members) bits_.set(member);
  }
  bool Has(Var member) const { return bits_.test(member); }
  bool Contains(const VarSet& other) const { return (other.bits_ & ~bits_).none(); }
  void Add(Var member) { bits_.set(member); }
  void Add(const VarSet& other) { bits_ |= other.bits_; }
  void Remove(Var member) { bits_.reset(member); }

 private:
  std::bitset<kVarCount> bits_;
};

/// How control leaves a piece of code, errors aside.
using Ways = unsigned;
inline constexpr Ways kFalls = 1;  ///< At its end.
inline constexpr Ways kBreaks = 2;
inline constexpr Ways kContinues = 4;
inline constexpr Ways kReturns = 8;

struct Code {
  std::string text;
  Ways ways = kFalls;
};

struct Place {
  int depth = 0;
  bool in_loop = false;    ///< `break` and `continue` may stand here.
  bool may_return = true;  ///< False in a `finally`, a branch and an `each` body.
  bool in_saga = false;    ///< Joins wait for all.
  std::string clause;      ///< Variable of the innermost clause; empty: not in a clause.
  VarSet writable;
  int each_depth = 0;
  std::vector<std::string> elements;           ///< Variables of the enclosing `each` that are ints.
  std::vector<std::string> optional_elements;  ///< Those that may be null.
  std::vector<std::string> present;            ///< Plain int fields that are there.

  Place Inner() const {
    Place inner = *this;
    ++inner.depth;
    return inner;
  }
};

}  // namespace meshc::property
