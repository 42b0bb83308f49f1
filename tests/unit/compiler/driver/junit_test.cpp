#include "compiler/driver/findings/junit.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>

namespace meshc::driver {
namespace {

TEST(Junit, CanBeReadBack) {
  const std::string text =
      PrintJunit({{"a.flow",
                   {{"an <answer>", "a.flow", 3, {{"MC2018", "first\nsecond \x01&"}}, ""},
                    {"b", "a.flow", 0, {}, "said"}}}});
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str())) << text;
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 2);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  const pugi::xml_node failed = suite.first_child();
  EXPECT_STREQ(failed.attribute("name").value(), "an <answer>");
  EXPECT_EQ(failed.attribute("line").as_int(), 3);
  EXPECT_STREQ(failed.child("failure").attribute("message").value(), "first");
  EXPECT_STREQ(failed.child("failure").text().get(), "first\nsecond &");
  const pugi::xml_node passed = suite.last_child();
  EXPECT_FALSE(passed.attribute("line"));
  EXPECT_FALSE(passed.child("failure"));
  EXPECT_STREQ(passed.child("system-out").text().get(), "said");
}

}  // namespace
}  // namespace meshc::driver
