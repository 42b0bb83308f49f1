#include "compiler/language_server/refresh.h"

#include <gtest/gtest.h>

namespace meshc::language_server {
namespace {

using Json = nlohmann::json;

const Json kAll = {{"workspace",
                    {{"semanticTokens", {{"refreshSupport", true}}},
                     {"inlayHint", {{"refreshSupport", true}}},
                     {"codeLens", {{"refreshSupport", false}}},
                     {"diagnostics", {{"refreshSupport", true}}}}}};

class Refreshing : public testing::Test {
 protected:
  explicit Refreshing(bool pulls = false) : refresh_(kAll, pulls) {}

  void Tell(const std::vector<std::string>& open) {
    refresh_.Tell(
        open, [](const std::string& a, const std::string& b) { return a.front() == b.front(); }, ask_);
  }

  std::vector<std::string> asked_;
  Refresh::Ask ask_ = [this](const std::string& method) {
    asked_.push_back(method);
    return "id-" + std::to_string(asked_.size());
  };
  Refresh refresh_;
};

TEST_F(Refreshing, WhatTheEditorCanAskAgainIsAskedForAfterAChangeOfAnotherFile) {
  refresh_.Changed("shop/part");
  Tell({"shop/part", "shop/root"});
  EXPECT_EQ(asked_,
            (std::vector<std::string>{"workspace/semanticTokens/refresh", "workspace/inlayHint/refresh"}));
}

TEST_F(Refreshing, TheChangedFileItselfIsAskedForByTheEditor) {
  refresh_.Changed("shop/root");
  Tell({"shop/root"});
  EXPECT_TRUE(asked_.empty());
}

TEST_F(Refreshing, FilesOfOtherMeshesStayAsTheyAre) {
  refresh_.Changed("shop/root");
  Tell({"shop/root", "bank/root"});
  EXPECT_TRUE(asked_.empty());
}

TEST_F(Refreshing, OfTwoChangedFilesTheFirstMayShowWhatWasBeforeTheSecond) {
  refresh_.Changed("shop/root");
  refresh_.Changed("shop/part");
  Tell({"shop/part", "shop/root"});
  EXPECT_EQ(asked_.size(), 2U);
}

TEST_F(Refreshing, NothingNewIsAskedForOnce) {
  refresh_.AllChanged();
  Tell({"shop/root"});
  refresh_.Answered("id-1", ask_);
  refresh_.Answered("id-2", ask_);
  Tell({"shop/root"});
  EXPECT_EQ(asked_.size(), 2U);
}

TEST_F(Refreshing, WhileTheEditorHasNotAnsweredItIsNotAskedAgain) {
  refresh_.AllChanged();
  Tell({"shop/root"});
  refresh_.AllChanged();
  Tell({"shop/root"});
  refresh_.Answered("id-1", ask_);
  refresh_.Answered("of somebody else", ask_);
  refresh_.Answered(7, ask_);
  EXPECT_EQ(asked_.size(), 2U);
  refresh_.Answered("id-2", ask_);
  EXPECT_EQ(asked_.size(), 4U) << "what has changed meanwhile is due";
}

class RefreshingOfPulled : public Refreshing {
 protected:
  RefreshingOfPulled() : Refreshing(true) {}
};

TEST_F(RefreshingOfPulled, FindingsAreAskedForBesides) {
  refresh_.AllChanged();
  Tell({"shop/root"});
  EXPECT_EQ(asked_.back(), "workspace/diagnostic/refresh");
}

TEST(RefreshingOfNobody, AnEditorThatCannotIsAskedNothing) {
  Refresh refresh(Json::object(), true);
  refresh.AllChanged();
  refresh.Tell(
      {"root"}, [](const std::string&, const std::string&) { return true; },
      [](const std::string&) -> std::string { throw std::logic_error("asked"); });
}

}  // namespace
}  // namespace meshc::language_server
