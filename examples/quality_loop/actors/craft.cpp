#include "craft.h"

#include <re2/re2.h>

namespace studio_slogans::craft {
namespace {

constexpr const char* kFiller = R"(\b(really|very|a lot|good)\b,? ?)";

}  // namespace

bool Mentions(std::string_view draft, std::string_view topic) {
  return draft.find(topic) != std::string_view::npos;
}

int CountFiller(std::string_view draft) {
  std::string text(draft);
  return re2::RE2::GlobalReplace(&text, kFiller, "");
}

std::string DropFiller(std::string_view draft) {
  std::string text(draft);
  re2::RE2::GlobalReplace(&text, kFiller, "");
  return text;
}

std::string Shorten(std::string_view draft, std::string_view topic) {
  const std::size_t colon = draft.rfind(": ");
  const std::string_view rest = colon == std::string_view::npos ? topic : draft.substr(colon + 2);
  return "Buy " + std::string(rest.substr(0, kBrief - 4));
}

}  // namespace studio_slogans::craft
