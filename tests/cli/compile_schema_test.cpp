#include <gtest/gtest.h>

#include "tests/support/memory_world.h"

namespace meshc::test {
namespace {

/// Of what each flow takes, with the scenarios' inputs as examples.
std::string EntrySchemaOf(const std::string& annotation) {
  MemoryWorld world;
  world.files.Put("mail.flow", R"(mesh demo.mail;
record Customer { )" + annotation + R"( email: string; }
envelope Mail { in customer: [Customer]; out sent: bool; }
processor sender(customer: [Customer]) -> (sent: bool);
flow mail on Mail { sender; }
scenario "one" for mail { given { customer: [{ email: "ann@home" }] }; expect visits sender; }
)");
  const auto outcome = world.Run({"compile", "mail.flow", "-o", "out"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return world.output.files.at("out/schema/mail.flow-entry.schema.json");
}

TEST(CompileSchema, GivesScenariosAsExamples) {
  EXPECT_NE(EntrySchemaOf("").find("ann@home"), std::string::npos);
}

TEST(CompileSchema, GivesNothingThatIsSensitiveHoweverDeep) {
  EXPECT_EQ(EntrySchemaOf("@sensitive").find("ann@home"), std::string::npos);
}

}  // namespace
}  // namespace meshc::test
