#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {
namespace {

void WritePattern(Writer& writer, const syntax::Pattern& pattern) {
  pattern.rest ? writer.Word("_") : WriteExpression(writer, *pattern.value);
}

void WriteArmBody(Writer& writer, const syntax::Statement& body) {
  writer.NextWord("=>");
  writer.Blank();
  WriteStatement(writer, body);
}

template <typename Arms, typename WriteArm>
void WriteArms(Writer& writer, const Arms& arms, WriteArm write_arm) {
  writer.Blank();
  WriteBlockOf(writer, Break::kAlways, [&](auto next_item) {
    for (const auto& arm : arms) {
      next_item();
      write_arm(arm);
      WriteArmBody(writer, *arm.body);
    }
  });
}

void WriteIfArm(Writer& writer, const syntax::IfArm& arm) {
  if (arm.condition != nullptr) {
    writer.Word("if");
    writer.Blank();
    WriteExpression(writer, *arm.condition);
    writer.Blank();
  }
  WriteBlock(writer, arm.body);
}

}  // namespace

void WriteIf(Writer& writer, const syntax::IfStatement& statement) {
  WriteIfArm(writer, statement.arms.front());
  for (const syntax::IfArm& arm : statement.arms.drop_front()) {
    writer.NextWord("else");
    writer.Blank();
    WriteIfArm(writer, arm);
  }
}

void WriteMatch(Writer& writer, const syntax::MatchStatement& match) {
  writer.Word("match");
  writer.Blank();
  WriteExpression(writer, *match.subject);
  WriteArms(writer, match.arms, [&](const syntax::MatchArm& arm) {
    WriteFilled(writer, arm.patterns, [&](const syntax::Pattern& pattern) { WritePattern(writer, pattern); });
  });
}

void WriteRoute(Writer& writer, const syntax::RouteStatement& route) {
  writer.Word("route");
  writer.Blank();
  WriteCall(writer, route.router);
  WriteArms(writer, route.arms, [&](const syntax::RouteArm& arm) { WriteNames(writer, arm.labels); });
}

}  // namespace meshc::format
