#include "compiler/versions/lock_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

constexpr std::string_view kHead = "meshc-lock ";
constexpr int kFormat = 1;
constexpr std::array<std::string_view, 11> kFactKinds = {
    "actor", "call", "entry", "exit", "signal", "effect", "error", "type", "reserved", "was", "deploy"};

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
    if (!text.ends_with('\n')) problem_ = {0, "the last line is not whole: the file was cut off", false};
    for (std::size_t at = 0; at < text.size() && problem_.message.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      Line(text.substr(at, end - at));
      at = end + 1;
    }
    if (problem_.message.empty() && line_ == 1) Wrong("the file is empty");
    if (problem_.message.empty() && lock_.mesh.empty()) Wrong("there is no line `mesh`");
    if (!problem_.message.empty()) return problem_;
    return std::move(lock_);
  }

 private:
  void Wrong(std::string message) { problem_ = {line_, std::move(message), false}; }

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
    if (kind == "accept") return Accept(words);
    const bool known = std::ranges::find(kFactKinds, kind) != kFactKinds.end();
    if (known && words.empty()) return Wrong(fmt::format("`{}` says nothing", kind));
    (known ? lock_.facts : lock_.kept).emplace_back(line);
  }

  void Head(std::string_view line) {
    if (!line.starts_with(kHead)) return Wrong("the first line is not `meshc-lock 1`");
    const std::string_view number = line.substr(kHead.size());
    if (number == std::to_string(kFormat)) return;
    const bool digits = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
    Wrong(digits ? fmt::format("it has format {}, which a newer meshc wrote; this one reads format {}",
                               number, kFormat)
                 : "the first line is not `meshc-lock 1`");
    problem_.newer = digits;
  }

  void Mesh(Words& words) {
    const std::string name(words.Next());
    if (!lock_.mesh.empty() && lock_.mesh != name)
      return Wrong(fmt::format("two meshes are locked here: `{}` and `{}`", lock_.mesh, name));
    if (name.empty() || !words.empty()) return Wrong("`mesh NAME` is expected");
    lock_.mesh = name;
  }

  void Version(Words& words) {
    LockedVersion version{std::string(words.Next()), {}, {}};
    bool good = IsHex(version.digest, 16);
    while (good && !words.empty()) {
      const std::string_view what = words.Next();
      if (what == "name") {
        const auto name = words.Quoted();
        // Reports print it.
        good = name.has_value() &&
               std::ranges::none_of(*name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
        version.name = name.value_or("");
      } else if (what == "longest") {
        mesh::Duration longest;
        const std::string_view text = words.Next();
        good = text == "unbounded" || mesh::ParseDuration(text, longest);
        if (good && text != "unbounded") version.longest_ns = longest.nanoseconds;
      } else {
        good = false;
      }
    }
    if (!good) return Wrong("`version DIGEST name \"NAME\" longest TIME` is expected");
    const bool twice =
        std::ranges::any_of(lock_.versions, [&](auto& v) { return v.digest == version.digest; });
    if (twice) return Wrong(fmt::format("version {} stands here twice", version.digest));
    lock_.versions.push_back(std::move(version));
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

std::string PrintLock(const LockFile& lock) {
  std::string text = fmt::format("{}{}\nmesh {}\n", kHead, kFormat, lock.mesh);
  for (const LockedVersion& version : lock.versions) {
    text += "version " + version.digest;
    if (!version.name.empty()) text += " name " + Quote(version.name);
    text += fmt::format(" longest {}\n", version.longest_ns
                                             ? mesh::PrintDuration(mesh::Duration{*version.longest_ns})
                                             : std::string("unbounded"));
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
