#include "complaint.h"

#include "lexicons.h"
#include "text.h"

namespace shop_support::rules {
namespace {

constexpr std::string_view kComplaintPhrases[] = {
    "want to complain|file a complaint",      "this is (terrible|awful|horrible)",
    "not satisfied|unsatisfied|disappointed", "want (a )?(refund|money back|return)",
    "something is wrong|there is a problem",  "very (frustrated|angry|upset)",
};

constexpr std::string_view kKindWords =
    R"(\b(thank you|thanks|grateful|appreciate|excellent|wonderful|great|amazing|fantastic|happy|pleased|satisfied|love)\b)";

}  // namespace

Complaint FindComplaint(std::string_view message) {
  Complaint complaint;
  const int score =
      CountTokens(Tokens(message), ComplaintWords()) + 3 * CountPatterns(message, kComplaintPhrases);
  complaint.score = score;
  complaint.is_complaint = score >= (Found(message, kKindWords) ? 4 : 2);
  return complaint;
}

}  // namespace shop_support::rules
