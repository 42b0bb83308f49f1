#include "sentiment.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "complaint.h"
#include "escalation.h"
#include "lexicons.h"
#include "text.h"
#include "urgency.h"

namespace shop_support::rules {
namespace {

using Words = std::span<const std::string>;

bool AnyOf(Words words, std::span<const std::string_view> lexicon) { return CountTokens(words, lexicon) > 0; }

/// What the token at `index` adds to the score; 0 if it is in neither lexicon.
double Weigh(Words tokens, std::size_t index) {
  const bool positive = IsOneOf(tokens[index], PositiveWords());
  if (!positive && !IsOneOf(tokens[index], NegativeWords())) return 0;
  const std::size_t first = index < 2 ? 0 : index - 2;
  const Words before = tokens.subspan(first, index - first);
  const double weight = AnyOf(before, Intensifiers()) ? 1.5 : 1.0;
  return positive != AnyOf(before, Negations()) ? weight : -weight;
}

SentimentLabel LabelOf(double score) {
  if (score > 0.5) return SentimentLabel::positive;
  return score < -0.5 ? SentimentLabel::negative : SentimentLabel::neutral;
}

}  // namespace

Sentiment AnalyzeSentiment(std::string_view message) {
  const std::vector<std::string> tokens = Tokens(message);
  double score = 0;
  int hits = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const double weight = Weigh(tokens, i);
    score += weight;
    if (weight != 0) ++hits;
  }
  Sentiment sentiment;
  sentiment.label = LabelOf(score);
  sentiment.score = score;
  sentiment.confidence = hits == 0 ? 0.0 : std::min(std::abs(score) / hits, 1.0);
  sentiment.urgency = FindUrgency(message);
  sentiment.complaint = FindComplaint(message);
  sentiment.escalation = FindEscalation(message);
  return sentiment;
}

double Intensity(const Sentiment& sentiment) { return std::min(std::abs(sentiment.score) / 3, 1.0); }

}  // namespace shop_support::rules
