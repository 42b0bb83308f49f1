#include "tests/property/program/random_program.h"

#include <utility>

#include "tests/property/program/draft.h"
#include "tests/property/program/flow_writer.h"
#include "tests/property/program/preamble.h"

namespace meshc::property {

std::string Program::Text() const {
  std::string text = mesh + "\n";
  for (const std::string& declaration : declarations) text += "\n" + declaration + "\n";
  return text;
}

Program RandomProgram(std::uint64_t seed, const Features& features) {
  constexpr int kItemsOfAFlow = 2;
  constexpr int kMostCallees = 5;
  Draft draft(seed, features);
  for (const std::string_view declaration : Preamble()) draft.declarations.emplace_back(declaration);
  const int undoables = features.Has(Feature::kSaga) ? draft.random.Below(4) : 0;
  for (int i = 0; i < undoables; ++i)
    draft.undoables.push_back(DeclareUndoable(i, draft.random, draft.declarations));
  const int callees = draft.random.Below(draft.random.OneIn(3) ? kMostCallees + 1 : 3);
  for (int k = callees; k >= 1; --k) {
    const bool on_f = features.Has(Feature::kCall) && draft.random.OneIn(2);
    FlowWriter(draft, "callee" + std::to_string(k), on_f ? EnvelopeF() : EnvelopeE(), kItemsOfAFlow * k)
        .Write();
  }
  FlowWriter(draft, "main", EnvelopeE(), 0).Write();
  return {"mesh property.s" + std::to_string(seed) + ";", std::move(draft.declarations)};
}

Program Shuffled(Program program, std::uint64_t seed) {
  Random random(seed);
  auto& declarations = program.declarations;
  for (std::size_t left = declarations.size(); left > 1; --left) {
    std::swap(declarations[left - 1],
              declarations[static_cast<std::size_t>(random.Below(static_cast<int>(left)))]);
  }
  return program;
}

}  // namespace meshc::property
