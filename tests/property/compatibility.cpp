// Asks whether the judge of types tells the truth: random pairs of types, documents with extremes, and what
// the decoder of the one really does with what the other writes.
//
//   compatibility_test [--seed FIRST] [--count N]
//
// No false safe: what fits is read, and written again equal. No false break but `kind` and `pattern`: what
// does not fit is shown by a document. And a judge without any one of the rules would be found out.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "mesh/compatibility/type_fit.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/value/json.h"
#include "tests/property/random.h"
#include "tests/property/schema/documents.h"
#include "tests/property/schema/judged_pairs.h"
#include "tests/property/schema/kept.h"
#include "tests/property/schema/random_tree.h"
#include "tests/property/schema/tree_pool.h"

namespace meshc::property {
namespace {

using mesh::compatibility::Misfit;
using mesh::compatibility::PrintType;
using mesh::compatibility::Rule;
using mesh::compatibility::Shape;
using mesh::compatibility::Side;
using mesh::compatibility::TypeFit;
using mesh::compatibility::Writer;
using mesh::contract::Index;
using nlohmann::json;

bool IsRead(const Side& reader, Index type, const json& document) {
  const auto parsed = mesh::ParseJson(document.dump());
  const auto read = mesh::FromJson(reader.schemas(), type, std::get<json>(parsed));
  if (!std::holds_alternative<mesh::Value>(read)) return false;
  const auto again = mesh::ToJson(reader.pool(), type, std::get<mesh::Value>(read));
  return Kept(Renamed(document, reader, type), json::parse(again));
}

bool IsBreak(const Misfit& misfit) {
  return RowOf(misfit.rule).severity == mesh::compatibility::Severity::kBreak;
}

/// Empty, or how the judge was wrong.
std::string Check(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  TreeMaker maker(random);
  const Tree from = maker.Make(3);
  const Tree to = random.OneIn(5) ? maker.Make(3) : maker.Mutate(from, 3);
  const bool outside = random.OneIn(2);
  const Pool writer(from);
  const Pool reader(to);
  TypeFit fit(writer.side(), reader.side(), outside ? Writer::kOutside : Writer::kInside, true);
  std::vector<Misfit> misfits =
      fit.Judge(Shape::Of(writer.side().pool(), writer.root()), reader.root(), {"", "root"});
  std::erase_if(misfits, [](const Misfit& each) { return !IsBreak(each); });
  const std::vector<json> documents = Documents(writer.side(), outside).Of(writer.root());
  if (documents.empty()) return "";
  const auto refused = std::ranges::find_if(
      documents, [&](const json& document) { return !IsRead(reader.side(), reader.root(), document); });
  if (misfits.empty()) {
    ++tally.fits;
    if (refused == documents.end()) return "";
    return fmt::format("false safe: {} is said to fit {}, which refuses {}",
                       PrintType(writer.side().pool(), writer.root()),
                       PrintType(reader.side().pool(), reader.root()), refused->dump());
  }
  ++tally.breaks;
  std::set<Rule> rules;
  for (const Misfit& misfit : misfits) rules.insert(misfit.rule);
  if (refused != documents.end()) {
    if (rules.size() == 1) tally.caught.insert(*rules.begin());
    return "";
  }
  if (rules.contains(Rule::kKind) || rules.contains(Rule::kPattern)) return "";
  // What a pattern lets through is nobody's to list: `a*` of length 1 is one text only.
  const auto has_pattern = [](const Misfit& each) {
    return each.writer_type.find("pattern") != std::string::npos;
  };
  if (std::ranges::any_of(misfits, has_pattern)) return "";
  return fmt::format("false break: `{}` of {} is said not to fit `{}`, but every document is read",
                     misfits.front().writer_type, misfits.front().subject, misfits.front().reader_type);
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  using mesh::compatibility::Rule;
  return meshc::property::CheckJudgedPairs(
      argc, argv,
      {.about = "Asks whether the judge of types tells the truth",
       .told = "{} pairs from seed {}: {} fit, {} do not",
       .rules = {Rule::kNarrowed, Rule::kPattern, Rule::kEnumValue, Rule::kEnumOpen, Rule::kUnionTag,
                 Rule::kMissing, Rule::kNull, Rule::kKind},
       .check = meshc::property::Check});
}
