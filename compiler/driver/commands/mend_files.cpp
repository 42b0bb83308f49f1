#include "compiler/driver/commands/mend_files.h"

#include <algorithm>
#include <filesystem>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/diagnostics/mend.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/findings.h"

namespace meshc::driver {
namespace {

/// Each round mends what the one before has brought to light; more are a circle.
constexpr int kMostRounds = 20;

std::string Normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().generic_string();
}

using Counts = std::map<std::string, std::size_t>;

/// Other errors may have been hidden until now.
std::ptrdiff_t SyntaxErrors(const Compilation& c) {
  const auto& all = c.diagnostics.all();
  return std::count_if(all.begin(), all.end(), [](const diagnostics::Diagnostic& diagnostic) {
    return diagnostics::IsOfSyntax(diagnostic.code);
  });
}

/// One root with all that it imports.
class Mender {
 public:
  Mender(const CommonOptions& options, std::string root, OverlayFiles& files)
      : options_(options), root_(std::move(root)), files_(files) {}

  void Run(Counts& counts) {
    auto now = Check(files_);
    for (int round = 0; round < kMostRounds; ++round) {
      OverlayFiles next = files_;
      const Counts mends = Mend(*now, next);
      if (mends.empty()) return;
      auto after = Check(next);
      if (SyntaxErrors(*after) > SyntaxErrors(*now)) return;
      for (const auto& [path, text] : next.above()) files_.Put(path, text);
      for (const auto& [path, count] : mends) counts[path] += count;
      now = std::move(after);
    }
  }

 private:
  std::unique_ptr<Compilation> Check(const source::FileSystem& files) const {
    auto c = Compile({root_, options_.imports, Stage::kFacts, sema::RootKind::kMeshOrLibrary}, files);
    Settle(options_, *c);
    return c;
  }

  /// Files of the standard library are in no file system: they stay.
  static Counts Mend(const Compilation& c, OverlayFiles& into) {
    Counts counts;
    for (auto& [id, mended] : diagnostics::ApplyMends(c.diagnostics.all(), c.sources)) {
      const std::string path = Normal(std::string(c.sources.Name(id)));
      const auto read = into.Read(path);
      const auto* text = std::get_if<std::string>(&read);
      if (text == nullptr || *text != c.sources.Text(id)) continue;
      into.Put(path, std::move(mended.text));
      counts[path] = mended.mends;
    }
    return counts;
  }

  const CommonOptions& options_;
  std::string root_;
  OverlayFiles& files_;
};

}  // namespace

std::map<std::string, std::size_t> MendFiles(const CommonOptions& options, OverlayFiles& files) {
  Counts counts;
  for (const std::string& root : options.files) Mender(options, root, files).Run(counts);
  return counts;
}

}  // namespace meshc::driver
