#include "codegen/common/naming.h"

#include <gtest/gtest.h>

#include "compiler/support/digest.h"
#include "tests/support/cpp_keywords.h"

namespace meshc::codegen {
namespace {

TEST(Naming, KeywordsAndMacrosGetATrailingUnderscore) {
  for (const char* word : test::kCppKeywords) EXPECT_EQ(CppIdentifier(word), std::string(word) + "_");
  for (const char* word : {"NULL", "errno", "stdin", "linux", "_Bool", "__int128", "_Atomic"}) {
    EXPECT_EQ(CppIdentifier(word), std::string(word) + "_");
  }
  for (const char* name : {"text", "classes", "override", "final", "import", "module", "std"}) {
    EXPECT_EQ(CppIdentifier(name), name);
  }
}

TEST(Naming, UpperCamelJoinsTheWords) {
  EXPECT_EQ(UpperCamel("rate_limited"), "RateLimited");
  EXPECT_EQ(UpperCamel("a"), "A");
  EXPECT_EQ(UpperCamel("x_1_y"), "X1Y_");
  EXPECT_EQ(UpperCamel("__x__"), "X");
  EXPECT_EQ(UpperCamel("_1"), "_1");
  EXPECT_EQ(UpperCamel("EOF"), "EOF_");
}

TEST(Naming, NamesOfGeneratedCodeAreLeftToIt) {
  EXPECT_EQ(CppTypeName("errors"), "errors_");
  EXPECT_EQ(CppTypeName("Order"), "Order");
  EXPECT_EQ(CppActorClass("input"), "Input_");
  EXPECT_EQ(CppActorClass("inputs"), "Inputs");
  EXPECT_EQ(CppActorClass("handler"), "Handler_");
  for (const char* name : {"Tag", "Variant", "Listed", "Make", "Get", "value", "tag", "Entries"}) {
    EXPECT_EQ(CppTypeName(name), std::string(name) + "_");
  }
}

TEST(Naming, MembersDoNotBearTheNameOfTheirStruct) {
  EXPECT_EQ(CppMember("Handler", "Handler"), "Handler_");
  EXPECT_EQ(CppMember("handler", "Handler"), "handler");
  EXPECT_EQ(CppErrorField("message", "Busy"), "message_");
  EXPECT_EQ(CppErrorField("class", "Busy"), "class_");
  EXPECT_EQ(CppErrorField("Busy", "Busy"), "Busy_");
}

TEST(Naming, WhatMayBeAMacroGetsATrailingUnderscore) {
  for (const char* name : {"EIO", "EAGAIN", "EXIT_SUCCESS", "RAND_MAX", "BUFSIZ", "INT8_MAX", "_IOFBF"}) {
    EXPECT_EQ(CppIdentifier(name), std::string(name) + "_");
  }
  for (const char* name : {"I", "Io", "X1", "eIO"}) EXPECT_EQ(CppIdentifier(name), name);
}

TEST(Naming, MeshIdentifierIsAFolder) {
  EXPECT_EQ(MeshIdentifier("shop.support"), "shop_support");
  EXPECT_EQ(MeshIdentifier("std"), "std_");
  EXPECT_EQ(MeshIdentifier("mesh"), "mesh_");
  EXPECT_EQ(MeshIdentifier("class"), "class_");
  EXPECT_EQ(MeshIdentifier("clock"), "clock");
}

TEST(Naming, MeshNamespaceIsNoNameOfC) {
  EXPECT_EQ(MeshNamespace("shop.support"), "shop_support");
  EXPECT_EQ(MeshNamespace("fallback_model"), "fallback_model");
  for (const char* mesh :
       {"clock", "time", "main", "index", "anything", "rand_r", "size.t", "pthread.create"}) {
    EXPECT_EQ(MeshNamespace(mesh), MeshIdentifier(mesh) + "_") << mesh;
  }
  EXPECT_EQ(MeshNamespace("std"), "std_") << "it is no name of C any more";
}

TEST(Naming, KebabCaseLowersSplitsAndCollapses) {
  EXPECT_EQ(KebabCase("rate_limited"), "rate-limited");
  EXPECT_EQ(KebabCase("fetchPage"), "fetch-page");
  EXPECT_EQ(KebabCase("HTTPServer"), "http-server");
  EXPECT_EQ(KebabCase("__a__b__"), "a-b");
  EXPECT_EQ(KebabCase("v2Beta"), "v2-beta");
  EXPECT_EQ(KebabCase("shop.support"), "shop-support");
  EXPECT_EQ(KebabCase("_"), "x");
}

TEST(Naming, FilesOfNamesOf225CharactersAndMoreHaveNamesThatFileSystemsTake) {
  EXPECT_EQ(FileStem("order_lookup"), "order_lookup");
  const std::string fits(160, 'a');
  EXPECT_EQ(FileStem(fits), fits);
  for (const std::size_t size : {161U, 225U, 240U, 200'000U}) {
    const std::string name(size, 'a');
    EXPECT_EQ(FileStem(name), std::string(147, 'a') + "-" + Digest(name, 12));
    EXPECT_NE(FileStem(name), FileStem(name + "a"));
    EXPECT_LE(MeshIdentifier(name).size(), 160U);
    EXPECT_EQ(MeshIdentifier(name).find('-'), std::string::npos);
  }
}

TEST(Naming, QueueNameKeepsShortNamesAndHashesLongOnes) {
  EXPECT_EQ(QueueName("shop.support", "order_lookup"), "shop-support-order-lookup");
  const std::string fits(54 - 5, 'a');
  EXPECT_EQ(QueueName("mesh", fits), "mesh-" + fits);
  const std::string name = QueueName("mesh", fits + "b");
  EXPECT_EQ(name.size(), 54U);
  EXPECT_EQ(name, "mesh-" + std::string(42, 'a') + "-" + Digest("mesh-" + fits + "b", 6));
  EXPECT_NE(name, QueueName("mesh", fits + "c"));
}

/// A Service of Kubernetes is a name of DNS (RFC 1035).
TEST(Naming, QueueNameBeginsWithALetter) {
  EXPECT_EQ(QueueName("_1.m", "answer"), "x1-m-answer");
  EXPECT_EQ(QueueName("__", "_2"), "x-2");
  EXPECT_EQ(QueueName("_1", std::string(60, 'a')).size(), 54U);
}

TEST(Naming, QueueNameNeverDoublesItsLastDash) {
  const std::string actor = std::string(41, 'a') + "_" + std::string(20, 'b');
  const std::string name = QueueName("mesh", actor);
  EXPECT_EQ(name.find("--"), std::string::npos);
  EXPECT_LE(name.size(), 54U);
}

}  // namespace
}  // namespace meshc::codegen
