#include "compiler/versions/lock_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "compiler/support/digest.h"
#include "mesh/compatibility/promises_data.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

constexpr std::string_view kHead = "meshc-lock";
constexpr int kFormat = 1;
constexpr std::array<std::string_view, 11> kFactKinds = {
    "actor", "call", "entry", "exit", "signal", "effect", "error", "type", "reserved", "was", "deploy"};

constexpr std::size_t kSealDigits = 12;

std::string PrintLongest(const std::optional<std::int64_t>& ns) {
  return ns ? mesh::PrintDuration(mesh::Duration{*ns}) : std::string("unbounded");
}

bool IsHex(std::string_view text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Takes words and quoted texts off the front of a line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view Next() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }

  /// None: no JSON text stands here.
  std::optional<std::string> Quoted() {
    if (!rest_.starts_with('"')) return std::nullopt;
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return std::nullopt;
    const auto parsed = nlohmann::json::parse(rest_.substr(0, end + 1), nullptr, false);
    rest_.remove_prefix(std::min(end + 2, rest_.size()));
    if (!parsed.is_string()) return std::nullopt;
    return parsed.get<std::string>();
  }

  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::string Quote(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class LockReader {
 public:
  std::variant<LockFile, LockProblem> Read(std::string_view text) {
    if (!text.ends_with('\n')) problem_.message = "the last line is not whole: the file was cut off";
    for (std::size_t at = 0; at < text.size() && problem_.message.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      Line(text.substr(at, end - at));
      at = end + 1;
    }
    if (problem_.message.empty() && line_ == 1) Wrong("the file is empty");
    if (problem_.message.empty() && lock_.mesh.empty()) Wrong("there is no line `mesh`");
    if (problem_.message.empty()) FindTwins();
    if (!problem_.message.empty()) return problem_;
    return std::move(lock_);
  }

 private:
  void Wrong(std::string message) { problem_.line = line_, problem_.message = std::move(message); }

  void Line(std::string_view line) {
    if (line.ends_with('\r'))
      return Wrong(
          "this line ends in CR LF, not in LF: write `mesh.lock text eol=lf` into .gitattributes, "
          "then check the file out anew");
    if (line_ == 1) return Head(line);
    if (line.empty() || line.starts_with('#')) return;
    for (const std::string_view mark : {"<<<<<<<", "=======", ">>>>>>>"}) {
      if (line.starts_with(mark)) return Wrong("a merge was left unfinished here");
    }
    Words words(line);
    const std::string_view kind = words.Next();
    if (kind == "mesh") return Mesh(words);
    if (kind == "version") return Version(words);
    if (kind == "seal") return Seal(words);
    if (kind == "accept") return Accept(words);
    const bool known = std::ranges::find(kFactKinds, kind) != kFactKinds.end();
    if (known && words.empty()) return Wrong(fmt::format("`{}` says nothing", kind));
    (known ? lock_.facts : lock_.kept).emplace_back(line);
  }

  /// Formats to come say behind their number who wrote them: `meshc-lock 2 meshc 1.0.0`.
  void Head(std::string_view line) {
    Words words(line);
    const bool lock = words.Next() == kHead;
    const std::string_view number = words.Next();
    int format = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), format);
    const bool whole = lock && error == std::errc() && end == number.data() + number.size();
    if (whole && format == kFormat && words.empty()) return;
    if (!whole || format <= kFormat)
      return Wrong(fmt::format("the first line is not `{} {}`", kHead, kFormat));
    problem_.newer = true;
    if (words.Next() == "meshc") problem_.writer = words.Next();
    Wrong(fmt::format("it has format {}, which {} wrote; this one reads format {}", number,
                      problem_.writer.empty() ? "a newer meshc" : "meshc " + problem_.writer, kFormat));
  }

  void Mesh(Words& words) {
    const std::string name(words.Next());
    if (!lock_.mesh.empty() && lock_.mesh != name)
      return Wrong(fmt::format("two meshes are locked here: `{}` and `{}`", lock_.mesh, name));
    if (name.empty() || !words.empty()) return Wrong("`mesh NAME` is expected");
    lock_.mesh = name;
  }

  void Version(Words& words) {
    LockedVersion version{.digest = std::string(words.Next()), .line = line_};
    bool good = IsHex(version.digest, 16);
    while (good && !words.empty()) good = TakePart(words, version);
    if (!good) return Wrong("`version DIGEST name \"NAME\" longest TIME` is expected");
    lock_.versions.push_back(std::move(version));
  }

  /// Of the nearest version of that digest before it.
  void Seal(Words& words) {
    const std::string_view digest = words.Next();
    const std::string_view seal = words.Next();
    if (!IsHex(digest, 16) || !IsHex(seal, kSealDigits) || !words.empty())
      return Wrong("`seal DIGEST SEAL` is expected");
    const auto sealed = std::find_if(lock_.versions.rbegin(), lock_.versions.rend(),
                                     [&](const LockedVersion& each) { return each.digest == digest; });
    if (sealed == lock_.versions.rend())
      return Wrong(fmt::format("the seal of version {} stands before it, or without it", digest));
    if (!sealed->seal.empty()) return Wrong(fmt::format("version {} has two seals", digest));
    sealed->seal = seal;
  }

  /// Versions of one digest are told apart by their seals.
  void FindTwins() {
    for (auto each = lock_.versions.begin(); each != lock_.versions.end(); ++each) {
      const bool twin = std::any_of(lock_.versions.begin(), each, [&](const LockedVersion& other) {
        const bool told_apart = !other.seal.empty() && !each->seal.empty() && other.seal != each->seal;
        return other.digest == each->digest && !told_apart;
      });
      if (!twin) continue;
      line_ = each->line;
      return Wrong(fmt::format("version {} stands here twice", each->digest));
    }
  }

  /// False: no part of a version stands here.
  static bool TakePart(Words& words, LockedVersion& version) {
    const std::string_view what = words.Next();
    if (what == "name") {
      const auto name = words.Quoted();
      version.names.push_back(name.value_or(""));
      // Reports print it.
      return name && !name->empty() &&
             std::ranges::none_of(*name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    }
    if (what != "longest") return false;
    const std::string_view text = words.Next();
    mesh::Duration longest;
    const bool bounded = mesh::ParseDuration(text, longest);
    if (bounded) version.longest_ns = longest.nanoseconds;
    return bounded || text == "unbounded";
  }

  void Accept(Words& words) {
    Exception exception;
    exception.line = line_;
    exception.fingerprint = words.Next();
    bool good = IsHex(exception.fingerprint, 12) && words.Next() == "until";
    exception.until = words.Next();
    good = good && IsDay(exception.until) && words.Next() == "because";
    const auto because = words.Quoted();
    if (!good || !because || !words.empty())
      return Wrong("`accept FINGERPRINT until YYYY-MM-DD because \"TEXT\"` is expected");
    exception.because = *because;
    lock_.exceptions.push_back(std::move(exception));
  }

  LockFile lock_;
  LockProblem problem_;
  std::uint32_t line_ = 1;
};

}  // namespace

std::variant<LockFile, LockProblem> ReadLock(std::string_view text) { return LockReader().Read(text); }

std::string SealOf(const mesh::contract::Promises& promises, const std::optional<std::int64_t>& longest_ns) {
  return Digest(mesh::compatibility::AddPromises("{\n}", promises) + PrintLongest(longest_ns), kSealDigits);
}

std::string PrintLock(const LockFile& lock) {
  std::string text = fmt::format("{} {}\nmesh {}\n", kHead, kFormat, lock.mesh);
  for (const LockedVersion& version : lock.versions) {
    text += "version " + version.digest;
    for (const std::string& name : version.names) text += " name " + Quote(name);
    text += fmt::format(" longest {}\n", PrintLongest(version.longest_ns));
    if (!version.seal.empty()) text += fmt::format("seal {} {}\n", version.digest, version.seal);
  }
  for (const Exception& each : lock.exceptions) {
    text += fmt::format("accept {} until {} because {}\n", each.fingerprint, each.until, Quote(each.because));
  }
  text += "# what the newest version promises, sorted\n";
  for (const std::string& fact : lock.facts) text += fact + "\n";
  for (const std::string& line : lock.kept) text += line + "\n";
  return text;
}

bool IsDay(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  char rest = 0;
  const std::string copy(text);
  if (copy.size() != 10 || std::sscanf(copy.c_str(), "%4d-%2u-%2u%c", &year, &month, &day, &rest) != 3)
    return false;
  if (copy.find_first_not_of("0123456789-") != std::string::npos) return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day))
      .ok();
}

std::string DayOf(std::int64_t seconds_since_epoch) {
  const auto day = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(seconds_since_epoch)));
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

}  // namespace meshc::versions
