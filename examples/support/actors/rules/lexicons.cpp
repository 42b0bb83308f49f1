#include "lexicons.h"

namespace shop_support::rules {
namespace {

constexpr std::string_view kPositive[] = {"amazing", "excellent", "fantastic", "good",
                                          "great",   "happy",     "like",      "love",
                                          "quality", "satisfied", "thank",     "wonderful"};
constexpr std::string_view kNegative[] = {"bad",      "broken", "concerned", "delayed", "frustrated",
                                          "furious",  "hate",   "issue",     "late",    "problem",
                                          "terrible", "time",   "trouble",   "upset"};
constexpr std::string_view kIntensifiers[] = {"absolutely", "completely", "extremely",
                                              "quite",      "really",     "very"};
constexpr std::string_view kNegations[] = {"missing", "never", "not"};
constexpr std::string_view kUrgency[] = {"delayed", "expires", "immediately", "important",
                                         "last",    "late",    "missing",     "now",
                                         "soon",    "today",   "urgent",      "yesterday"};
constexpr std::string_view kComplaint[] = {"broken",   "cancel",     "complaint",    "defective", "delayed",
                                           "exchange", "frustrated", "furious",      "issue",     "late",
                                           "manager",  "missing",    "order",        "problem",   "refund",
                                           "return",   "terrible",   "unacceptable", "upset"};
constexpr std::string_view kEscalation[] = {"ceo",   "complaint", "lawyer",   "manager", "media",
                                            "never", "social",    "terrible", "twitter"};

}  // namespace

std::span<const std::string_view> PositiveWords() { return kPositive; }
std::span<const std::string_view> NegativeWords() { return kNegative; }
std::span<const std::string_view> Intensifiers() { return kIntensifiers; }
std::span<const std::string_view> Negations() { return kNegations; }
std::span<const std::string_view> UrgencyWords() { return kUrgency; }
std::span<const std::string_view> ComplaintWords() { return kComplaint; }
std::span<const std::string_view> EscalationWords() { return kEscalation; }

}  // namespace shop_support::rules
