#include "codegen/route_table/program_builder.h"

#include <gtest/gtest.h>

#include <string>

#include "codegen/common/contract_names.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

using ir::Expression;
using ir::ExpressionId;
using ir::ExpressionKind;
using types::Constant;
using types::TypeId;
using types::TypeKind;

class ProgramBuilderTest : public testing::Test {
 protected:
  TypeId Int() { return types().Basic(TypeKind::kInt); }
  types::TypeStore& types() { return rich_.mesh.declarations.types; }

  ExpressionId Make(ExpressionKind kind, TypeId type, std::uint32_t index,
                    std::initializer_list<ExpressionId> operands) {
    Expression e;
    e.kind = kind;
    e.type = type;
    e.index = index;
    e.operands.assign(operands.begin(), operands.end());
    return rich_.mesh.expressions.Add(std::move(e));
  }
  ExpressionId Field(TypeId type, std::uint32_t slot = 0) {
    return Make(ExpressionKind::kField, type, slot, {});
  }
  ExpressionId IntConstant(std::int64_t value) {
    const ExpressionId id = Make(ExpressionKind::kConstant, Int(), 0, {});
    rich_.mesh.expressions[id].constant = Constant::Int(value);
    return id;
  }

  /// `kField 0; kMember 1`, constants by value.
  std::string Code(ExpressionId id, bool soft = false) {
    PoolBuilder pool(rich_.mesh.declarations);
    ProgramBuilder programs(rich_.mesh, pool);
    const contract::Index program = programs.Build(id, soft);
    const contract::Pool view = pool.pool().View();
    std::string text;
    for (const contract::Instruction& step : contract::Slice(view.code, view.programs[program].code)) {
      text += text.empty() ? "" : "; ";
      text += Spell(step.op).substr(sizeof("Op::k") - 1);
      text += " " + Operand(view, step);
    }
    return text;
  }

 private:
  static std::string Operand(const contract::Pool& pool, const contract::Instruction& step) {
    if (step.op != contract::Op::kConstant) return std::to_string(step.a);
    const contract::Constant& constant = pool.constants[step.a];
    if (constant.kind == contract::ConstantKind::kNull) return "null";
    if (constant.kind == contract::ConstantKind::kBool) return constant.boolean ? "true" : "false";
    return std::to_string(constant.integer);
  }

  test::RichMesh rich_ = test::MakeRichMesh();
};

TEST_F(ProgramBuilderTest, OperandsComeBeforeTheirOperation) {
  const auto sum = Make(ExpressionKind::kAdd, Int(), 0, {IntConstant(1), IntConstant(2)});
  EXPECT_EQ(Code(sum), "Constant 1; Constant 2; Add 0");
}

TEST_F(ProgramBuilderTest, AndAndOrSkipWhatTheyNeedNot) {
  const TypeId boolean = types().Basic(TypeKind::kBool);
  const auto a = Field(boolean, 1);
  const auto b = Field(boolean, 2);
  EXPECT_EQ(Code(Make(ExpressionKind::kAnd, boolean, 0, {a, b})),
            "Field 1; JumpIfFalse 4; Field 2; Jump 5; Constant false");
  EXPECT_EQ(Code(Make(ExpressionKind::kOr, boolean, 0, {a, b})),
            "Field 1; JumpIfFalse 4; Constant true; Jump 5; Field 2");
}

TEST_F(ProgramBuilderTest, ConditionalsJumpOverTheOtherBranch) {
  const auto condition = Field(types().Basic(TypeKind::kBool));
  EXPECT_EQ(Code(Make(ExpressionKind::kConditional, Int(), 0, {condition, IntConstant(1), IntConstant(2)})),
            "Field 0; JumpIfFalse 4; Constant 1; Jump 5; Constant 2");
}

TEST_F(ProgramBuilderTest, CoalesceSoftensEveryLinkButNotTheBrackets) {
  const auto list = Make(ExpressionKind::kMember, types().List(Int()), 3, {Field(types().Record({0}))});
  const auto element = Make(ExpressionKind::kIndex, Int(), 0, {list, Field(Int(), 7)});
  EXPECT_EQ(Code(Make(ExpressionKind::kCoalesce, Int(), 0, {element, IntConstant(5)})),
            "FieldSoft 0; MemberSoft 3; Field 7; IndexSoft 0; JumpIfPresent 6; Constant 5");
}

TEST_F(ProgramBuilderTest, CoalesceChainsStaySoftToTheLastLink) {
  const auto inner = Make(ExpressionKind::kCoalesce, Int(), 0, {Field(Int(), 1), Field(Int(), 2)});
  EXPECT_EQ(Code(Make(ExpressionKind::kCoalesce, Int(), 0, {Field(Int(), 0), inner})),
            "FieldSoft 0; JumpIfPresent 5; FieldSoft 1; JumpIfPresent 5; Field 2");
}

TEST_F(ProgramBuilderTest, TheValueOfACoalesceMayBeAbsentWhereItsPlaceTakesThat) {
  const auto widest = [this](TypeId type) {
    return Make(ExpressionKind::kCoalesce, type, 0, {Field(type, 0), Field(type, 1)});
  };
  EXPECT_EQ(Code(widest(Int()), /*soft=*/true), "FieldSoft 0; JumpIfPresent 3; FieldSoft 1");
  EXPECT_EQ(Code(widest(types().Optional(Int()))),
            "FieldSoft 0; JumpIfPresent 5; FieldSoft 1; JumpIfPresent 5; Constant null");
}

TEST_F(ProgramBuilderTest, HasAsksAPathSoftly) {
  const auto member = Make(ExpressionKind::kMember, Int(), 1, {Field(types().Record({0}))});
  EXPECT_EQ(Code(Make(ExpressionKind::kHas, types().Basic(TypeKind::kBool), 0, {member})),
            "FieldSoft 0; MemberSoft 1; IsPresent 0");
}

TEST_F(ProgramBuilderTest, SoftBindingsMayEndInNothing) {
  EXPECT_EQ(Code(Field(Int()), /*soft=*/true), "FieldSoft 0");
  EXPECT_EQ(Code(Field(Int()), /*soft=*/false), "Field 0");
}

TEST_F(ProgramBuilderTest, AnOptionalValueThatIsLeftOutIsNull) {
  const TypeId optional = types().Optional(Int());
  EXPECT_EQ(Code(Field(optional)), "FieldSoft 0; JumpIfPresent 3; Constant null");
  EXPECT_EQ(Code(Make(ExpressionKind::kParam, optional, 2, {})),
            "ParamSoft 2; JumpIfPresent 3; Constant null");
  EXPECT_EQ(Code(Make(ExpressionKind::kMember, optional, 1, {Field(types().Record({0}))})),
            "Field 0; MemberSoft 1; JumpIfPresent 4; Constant null");
}

TEST_F(ProgramBuilderTest, AnAbsentElementIsAnErrorEvenIfItsTypeIsOptional) {
  const auto list = Field(types().List(types().Optional(Int())));
  EXPECT_EQ(Code(Make(ExpressionKind::kIndex, types().Optional(Int()), 0, {list, IntConstant(0)})),
            "Field 0; Constant 0; Index 0");
}

TEST_F(ProgramBuilderTest, NothingIsNotMadeAFloat) {
  const TypeId number = types().Basic(TypeKind::kFloat);
  const auto widened = Make(ExpressionKind::kToFloat, number, 0, {Field(Int())});
  EXPECT_EQ(Code(widened), "Field 0; ToFloat 0");
  EXPECT_EQ(Code(widened, /*soft=*/true), "FieldSoft 0; JumpIfPresent 4; FieldSoft 0; Jump 5; ToFloat 0");
}

TEST_F(ProgramBuilderTest, ProgramsKnowTheTypeOfTheirResult) {
  const auto rich = test::MakeRichMesh();
  PoolBuilder pool(rich.mesh.declarations);
  ProgramBuilder programs(rich.mesh, pool);
  const contract::Index program = programs.Build(ExpressionId{0});
  const contract::Pool view = pool.pool().View();
  EXPECT_EQ(view.types[view.programs[program].result].name, "Everything");
  EXPECT_EQ(programs.Build({}), contract::kNone);
}

}  // namespace
}  // namespace meshc::codegen
