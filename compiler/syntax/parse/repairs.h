// Spellings of other languages that are known, and what Flow writes instead.
#pragma once

#include <map>

#include "compiler/syntax/parse/repair.h"

namespace meshc::syntax {

/// One kind of repair: true if it knew the mistake, reported it and changed the tokens.
using RepairKind = bool (*)(Repair& repair);

// repair_arms.cpp, repair_clauses.cpp and so on: each file has one family.
bool RepairArguments(Repair& repair);
bool RepairArms(Repair& repair);
bool RepairSigns(Repair& repair);
bool RepairOperators(Repair& repair);
bool RepairMethods(Repair& repair);
bool RepairStatements(Repair& repair);
bool RepairClauses(Repair& repair);
bool RepairTypes(Repair& repair);
bool RepairMembers(Repair& repair);
bool RepairDeclarations(Repair& repair);
bool RepairScenarios(Repair& repair);

/// Reads the arms in the brackets at `open` whatever their signs are: the tokens that are meant, and the
/// edits that give them. Returns the index behind the last arm that is understood. In repair_arms.cpp.
std::uint32_t MendArms(Repair& repair, std::uint32_t open, std::vector<Token>& tokens, Repair::Edits& edits);

/// `;` for each `,` between the members or steps in the brackets at `open`, and behind the last one; commas
/// within `reserved a, b` stay. `tokens` are those in the brackets. In repair_members.cpp.
void MendCommas(Repair& repair, std::uint32_t open, std::vector<Token>& tokens, Repair::Edits& edits);

/// `for x of xs {`, where a statement begins at `first`. In repair_loops.cpp.
bool RepairLoops(Repair& repair, std::uint32_t first);

/// Of one file.
class Repairs {
 public:
  Repairs(TokenWindow& window, Reporter& reporter, MeantTexts& meant)
      : window_(window), reporter_(reporter), meant_(meant) {}

  /// False: nothing is known of this mistake, or the file has had its share. True: the declaration is to
  /// be parsed again.
  bool Try(antlr4::Parser& parser, std::uint32_t at);
  /// How many there were.
  std::size_t count() const { return count_; }

 private:
  /// A declaration is parsed again after each repair, so large ones get few.
  static constexpr std::size_t kMostTokens = 4'000'000;
  static constexpr std::size_t kMostRepairs = 500;

  TokenWindow& window_;
  Reporter& reporter_;
  MeantTexts& meant_;
  /// A line with more mistakes is none that somebody meant.
  static constexpr std::size_t kMostOfLine = 8;
  std::map<std::uint32_t, std::size_t> of_line_;
  std::size_t tokens_parsed_ = 0;
  std::size_t count_ = 0;
};

}  // namespace meshc::syntax
