#include "compiler/types/type.h"

#include <gtest/gtest.h>

#include "compiler/types/declarations.h"

namespace meshc::types {
namespace {

TEST(TypeStore, GivesEqualTypesOneId) {
  TypeStore types;
  Constraint bounds;
  bounds.min = 1;
  const TypeId a = types.List(types.Basic(TypeKind::kString), bounds);
  EXPECT_EQ(a, types.List(types.Basic(TypeKind::kString), bounds));
  EXPECT_NE(a, types.List(types.Basic(TypeKind::kString)));
  EXPECT_EQ(types.Unconstrained(a), types.List(types.Basic(TypeKind::kString)));
}

TEST(TypeStore, KnowsItsBasicTypes) {
  const TypeStore types;
  EXPECT_EQ(types[types.invalid()].kind, TypeKind::kInvalid);
  EXPECT_EQ(types[types.null()].kind, TypeKind::kNull);
  EXPECT_EQ(types[types.Basic(TypeKind::kJson)].kind, TypeKind::kJson);
}

TEST(TypeStore, CollapsesOptionalOfOptional) {
  TypeStore types;
  const TypeId once = types.Optional(types.Basic(TypeKind::kInt));
  EXPECT_EQ(types.Optional(once), once);
  EXPECT_EQ(types.Present(once), types.Basic(TypeKind::kInt));
  EXPECT_TRUE(types.IsOptional(once));
}

TEST(PrintType, WritesTypesAsTheUserWould) {
  Declarations d;
  const RecordId order = d.records.Add({"Order", {}, {}, {}});
  Constraint length;
  length.max = 50;
  EXPECT_EQ(PrintType(d, d.types.List(d.types.Basic(TypeKind::kString), length)), "[string](..50)");
  EXPECT_EQ(PrintType(d, d.types.Optional(d.types.Record(order))), "Order?");
  EXPECT_EQ(PrintType(d, d.types.Map(d.types.Basic(TypeKind::kFloat))), "{float}");

  Type share{TypeKind::kFloat, {}, 0, {}};
  share.constraint.float_min = 0.0;
  share.constraint.float_max = 0.5;
  EXPECT_EQ(PrintType(d, d.types.Intern(share)), "float(0.0..0.5)");

  Type email{TypeKind::kString, {}, 0, {}};
  email.constraint.pattern = "[^\"]+";
  EXPECT_EQ(PrintType(d, d.types.Intern(email)), R"x(string(pattern "[^\"]+"))x");
}

/// `any`, then a recoverable root with a retriable and a fatal child.
struct Family {
  Declarations d;
  ErrorId any, root, child, fatal;

  Family() {
    any = Add("any", {}, ErrorClass::kFatal);
    root = Add("model_error", any, ErrorClass::kRecoverable);
    child = Add("rate_limited", root, ErrorClass::kRetriable);
    fatal = Add("model_gone", root, ErrorClass::kFatal);
  }
  ErrorId Add(const char* name, ErrorId parent, ErrorClass error_class) {
    Error error;
    error.name = name;
    error.parent = parent;
    error.error_class = error_class;
    return d.errors.Add(std::move(error));
  }
};

TEST(Matches, FollowsAncestors) {
  const Family f;
  EXPECT_TRUE(Matches(f.d, f.child, f.root));
  EXPECT_TRUE(Matches(f.d, f.child, f.child));
  EXPECT_FALSE(Matches(f.d, f.root, f.child));
}

TEST(Matches, AnyCatchesWhatIsNotFatal) {
  const Family f;
  EXPECT_TRUE(Matches(f.d, f.child, f.any));
  EXPECT_FALSE(Matches(f.d, f.fatal, f.any));
  EXPECT_TRUE(Matches(f.d, f.fatal, f.root)) << "a named ancestor catches a fatal error";
}

TEST(DescendsFrom, EndsEvenIfParentsFormACycle) {
  Family f;
  f.d.errors[f.root].parent = f.child;
  EXPECT_FALSE(DescendsFrom(f.d, f.child, f.fatal));
}

}  // namespace
}  // namespace meshc::types
