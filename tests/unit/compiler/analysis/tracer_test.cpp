// Who may follow whom, and why.
#include "compiler/analysis/trace/tracer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/ir/point_parts.h"
#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using analysis::Passage;
using analysis::PassageKind;
using analysis::Reason;
using analysis::Tracer;

/// The ways between the visits of a flow.
class Hops {
 public:
  explicit Hops(const std::string& body) : checked_(CheckBody(body)) {}

  /// Without what may go wrong on the way.
  std::vector<Passage> After(std::string_view name) const {
    return Of(PassageKind::kNext, tracer_.After(Find(name)));
  }
  std::vector<Passage> OnError(std::string_view name, types::BuiltinError error) const {
    return Of(PassageKind::kError, tracer_.OnError(Find(name), types::IdOf(error)));
  }
  std::string NameOf(const Passage& passage) const {
    return passage.point.has_value() ? checked_.mesh.points[passage.point].name : "";
  }
  ir::PointId Find(std::string_view name) const {
    for (const ir::PointId id : checked_.mesh.points.ids()) {
      if (checked_.mesh.points[id].name == name) return id;
    }
    ADD_FAILURE() << "no point " << name << " in\n" << ir::Print(checked_.mesh);
    return {};
  }

 private:
  static std::vector<Passage> Of(PassageKind kind, std::vector<Passage> passages) {
    passages.erase(std::remove_if(passages.begin(), passages.end(),
                                  [kind](const Passage& passage) { return passage.kind != kind; }),
                   passages.end());
    return passages;
  }

  CheckedMesh checked_;
  analysis::Openers openers_{checked_.mesh};
  Tracer tracer_{checked_.mesh, checked_.facts, openers_,
                 [this](ir::PointId id) { return ir::VisitAt(checked_.mesh.points[id]) != nullptr; },
                 Tracer::Depth::kHops};
};

TEST(Tracer, PassesWhatIsNoVisit) {
  const Hops hops("make_a; if flag { make_v; }");
  const std::vector<Passage> after = hops.After("f/make_a#1");
  std::vector<std::string> names;
  for (const Passage& passage : after) names.push_back(hops.NameOf(passage));
  EXPECT_EQ(names, (std::vector<std::string>{"f/if#1[then]/make_v#1", ""})) << "or the flow ends";
}

TEST(Tracer, SaysWhichLabelARouterChose) {
  const Hops hops("route pick { left => { make_a; } right => { make_b; } }");
  const std::vector<Passage> after = hops.After("f/route#1/pick#1");
  ASSERT_EQ(after.size(), 2U);
  for (std::uint32_t label = 0; label < 2; ++label) {
    ASSERT_EQ(after[label].reasons.size(), 1U);
    EXPECT_EQ(after[label].reasons[0], (Reason{Reason::Kind::kLabel, hops.Find("f/route#1/pick#1"), label}));
  }
  EXPECT_EQ(hops.NameOf(after[0]), "f/route#1[left]/make_a#1");
  EXPECT_EQ(hops.NameOf(after[1]), "f/route#1[right]/make_b#1");
}

TEST(Tracer, SaysWhichErrorLedToAClause) {
  const Hops hops("try { make_a; } on crash { make_v; }");
  const std::vector<Passage> caught = hops.OnError("f/try#1/make_a#1", types::BuiltinError::kCrash);
  ASSERT_EQ(caught.size(), 1U);
  EXPECT_EQ(hops.NameOf(caught[0]), "f/try#1[crash]/make_v#1");
  EXPECT_EQ(caught[0].reasons, (analysis::Reasons{Reason::Of(types::IdOf(types::BuiltinError::kCrash))}));
}

TEST(Tracer, TellsOfAFailureThatNobodyCaught) {
  const Hops hops("make_a;");
  const std::vector<Passage> left = hops.OnError("f/make_a#1", types::BuiltinError::kTimeout);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_FALSE(left[0].point.has_value());
  EXPECT_TRUE(left[0].failed);
}

}  // namespace
}  // namespace meshc::test
