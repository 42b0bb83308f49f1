#include <gtest/gtest.h>

#include "mesh/value/base64.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(CountCodePoints(""), 0U);
  EXPECT_EQ(CountCodePoints("plain ascii, longer than a block"), 32U);
  EXPECT_EQ(CountCodePoints("naïve €uro 🎭"), 12U);
}

TEST(Utf8, RejectsWhatIsNotUtf8) {
  for (const char* text : {"\x80", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                           "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "abc\xE2\x82", "12345678\xFF"}) {
    EXPECT_FALSE(CountCodePoints(text).has_value()) << text;
  }
}

TEST(Utf8, MendsWhatIsNotUtf8) {
  EXPECT_EQ(MendUtf8("naïve €uro 🎭"), "naïve €uro 🎭");
  EXPECT_EQ(MendUtf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(MendUtf8("abc\xE2\x82"), "abc\uFFFD\uFFFD") << "a sequence that was cut off";
  EXPECT_TRUE(CountCodePoints(MendUtf8("\xC0\xAF 12345678 \xED\xA0\x80")).has_value());
}

TEST(Base64, RoundTripsEveryLength) {
  std::string raw;
  for (int i = 0; i < 260; ++i) {
    EXPECT_EQ(DecodeBase64(EncodeBase64(raw)), raw);
    raw += static_cast<char>(i * 7);
  }
  EXPECT_EQ(EncodeBase64("foob"), "Zm9vYg==");
}

TEST(Base64, AcceptsOneSpellingOnly) {
  for (const char* text : {"Zg=", "Zg", "Zh==", "Z===", "====", "Zm9v\n", "Zm-_", "=Zm9"}) {
    EXPECT_FALSE(DecodeBase64(text).has_value()) << text;
  }
}

TEST(Timestamp, PrintsTheFewestDigits) {
  EXPECT_EQ(PrintTimestamp({0}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(PrintTimestamp({1, 500'000'000}), "1970-01-01T00:00:01.5Z");
  EXPECT_EQ(PrintTimestamp({-1, 999'999'999}), "1969-12-31T23:59:59.999999999Z");
}

TEST(Timestamp, ReadsOffsetsAndFractions) {
  Timestamp time;
  ASSERT_TRUE(ParseTimestamp("2024-02-29T12:00:00.25+02:00", time));
  EXPECT_EQ(PrintTimestamp(time), "2024-02-29T10:00:00.25Z");
  ASSERT_TRUE(ParseTimestamp("2016-12-31t23:59:60z", time));
  EXPECT_EQ(PrintTimestamp(time), "2017-01-01T00:00:00Z");
}

TEST(Timestamp, RoundTripsTheYears0001To9999ToTheNanosecond) {
  EXPECT_EQ(PrintTimestamp(kFirstTimestamp), "0001-01-01T00:00:00Z");
  EXPECT_EQ(PrintTimestamp(kLastTimestamp), "9999-12-31T23:59:59.999999999Z");
  for (const Timestamp each :
       {kFirstTimestamp, kLastTimestamp, Timestamp{-62'135'596'800, 1}, Timestamp::FromNanoseconds(INT64_MIN),
        Timestamp::FromNanoseconds(INT64_MAX)}) {
    Timestamp time;
    ASSERT_TRUE(ParseTimestamp(PrintTimestamp(each), time));
    EXPECT_EQ(time, each) << PrintTimestamp(each);
  }
}

TEST(Timestamp, EndsWhereItsYearsEndInUtc) {
  Timestamp time;
  for (const char* text : {"0000-12-31T23:59:59Z", "0001-01-01T00:30:00+01:00", "9999-12-31T23:59:60Z",
                           "9999-12-31T23:30:00-01:00", "10000-01-01T00:00:00Z"}) {
    EXPECT_FALSE(ParseTimestamp(text, time)) << text;
  }
  ASSERT_TRUE(ParseTimestamp("9999-12-31T23:59:59.999999999+00:01", time));
  EXPECT_EQ(PrintTimestamp(time), "9999-12-31T23:58:59.999999999Z");
}

TEST(Timestamp, TellsClocksOfTheMachine) {
  EXPECT_EQ(Timestamp::FromNanoseconds(-1), (Timestamp{-1, 999'999'999}));
  const std::chrono::sys_time<std::chrono::milliseconds> moment{std::chrono::milliseconds{-1'500}};
  EXPECT_EQ(Timestamp::FromChrono(moment), (Timestamp{-2, 500'000'000}));
  for (const std::int64_t each : {INT64_MIN, INT64_MIN + 1, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    EXPECT_EQ(NanosecondsSinceEpoch(Timestamp::FromNanoseconds(each)), each);
  }
  EXPECT_EQ(NanosecondsSinceEpoch(kLastTimestamp), std::nullopt);
  EXPECT_EQ(NanosecondsSinceEpoch(kFirstTimestamp), std::nullopt);
}

TEST(Timestamp, CarriesNanosecondsIntoSeconds) {
  EXPECT_EQ(Add({1, 999'999'999}, {1}), (Timestamp{2, 0}));
  EXPECT_EQ(Add({1, 0}, {-1}), (Timestamp{0, 999'999'999}));
  EXPECT_EQ(Subtract({0, 0}, {1'500'000'000}), (Timestamp{-2, 500'000'000}));
  EXPECT_EQ(Subtract(*Add(kFirstTimestamp, {INT64_MAX}), {INT64_MAX}), kFirstTimestamp);
  EXPECT_EQ(Add(*Subtract(kLastTimestamp, {INT64_MAX}), {INT64_MAX}), kLastTimestamp);
}

TEST(Timestamp, SumsStayWithinTheirYears) {
  EXPECT_EQ(Add(kLastTimestamp, {1}), std::nullopt);
  EXPECT_EQ(Subtract(kFirstTimestamp, {1}), std::nullopt);
  EXPECT_EQ(Subtract(kLastTimestamp, {INT64_MIN}), std::nullopt);
  EXPECT_EQ(Add(kLastTimestamp, {0}), kLastTimestamp);
}

TEST(Timestamp, RejectsWhatIsNoTime) {
  Timestamp time;
  for (const char* text : {"", "2024-02-30T00:00:00Z", "2024-01-01", "2024-01-01T24:00:00Z",
                           "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z",
                           "2024-01-01T00:00:00+2:00", "2024-01-01T00:00:00Zx"}) {
    EXPECT_FALSE(ParseTimestamp(text, time)) << text;
  }
}

TEST(Duration, RoundTrips) {
  for (const std::int64_t each : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1'500'000'000},
                                  std::int64_t{-500'000'000}, INT64_MAX, INT64_MIN}) {
    Duration span;
    ASSERT_TRUE(ParseDuration(PrintDuration({each}), span)) << each;
    EXPECT_EQ(span.nanoseconds, each);
  }
  EXPECT_EQ(PrintDuration({1'500'000'000}), "1.5s");
  EXPECT_EQ(PrintDuration({-500'000'000}), "-0.5s");
}

TEST(Duration, RejectsWhatIsNoDuration) {
  Duration span;
  for (const char* text : {"", "s", "1", "1.s", ".5s", "1m", "--1s", "1e3s", "99999999999s", "+1s"}) {
    EXPECT_FALSE(ParseDuration(text, span)) << text;
  }
}

TEST(Saturating, StopsAtTheExtremes) {
  EXPECT_EQ(AddSaturating(2, -5), -3);
  EXPECT_EQ(AddSaturating(INT64_MAX - 1, 2), INT64_MAX);
  EXPECT_EQ(AddSaturating(INT64_MIN + 1, -2), INT64_MIN);
}

TEST(Float, ShowsThatItIsOne) {
  EXPECT_EQ(PrintFloat(1), "1.0");
  EXPECT_EQ(PrintFloat(-0.0), "0.0");
  EXPECT_EQ(PrintFloat(0.1), "0.1");
  EXPECT_EQ(PrintFloat(1e300), "1e+300");
}

}  // namespace
}  // namespace mesh
