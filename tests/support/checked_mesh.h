// Source text through all stages up to the analysis, in memory.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/loading/load_files.h"
#include "compiler/lower/lower.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::test {

struct CheckedMesh {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  sema::TypedProgram program;
  ir::Mesh mesh;  ///< Empty if earlier stages reported errors.
  analysis::Facts facts;

  /// `MC4050@3: message`, in source order; the number is the line. Lints on the AST are left out.
  std::vector<std::string> Reports() const {
    std::vector<diagnostics::Diagnostic> sorted = diagnostics.all();
    diagnostics::SortBySource(sorted);
    std::vector<std::string> reports;
    for (const diagnostics::Diagnostic& one : sorted) {
      const auto code = static_cast<int>(one.code);
      if (code >= 5000 && code < 5050) continue;
      reports.push_back(fmt::format("{}@{}: {}", diagnostics::PrintCode(one.code),
                                    sources.Locate(one.range.file, one.range.begin).line, one.message));
    }
    return reports;
  }

  /// Errors alone, without their messages: `MC4050@3`.
  std::vector<std::string> Errors() const {
    std::vector<std::string> errors;
    for (const std::string& report : Reports()) {
      if (report.compare(0, 3, "MC5") != 0) errors.push_back(report.substr(0, report.find(':')));
    }
    return errors;
  }

  /// The diagnostic with this code, printed as `MC4050`; null: there is none.
  const diagnostics::Diagnostic* Find(std::string_view code) const {
    for (const diagnostics::Diagnostic& one : diagnostics.all()) {
      if (diagnostics::PrintCode(one.code) == code) return &one;
    }
    return nullptr;
  }

  /// The point of this name; null: there is none.
  const ir::Point* Point(std::string_view name) const {
    for (const ir::Point& point : mesh.points) {
      if (point.name == name) return &point;
    }
    return nullptr;
  }

  std::vector<std::string> PointNames() const {
    std::vector<std::string> names;
    for (const ir::Point& point : mesh.points) names.push_back(point.name);
    return names;
  }
};

inline CheckedMesh CheckText(std::string text) {
  CheckedMesh checked;
  source::MemoryFileSystem files;
  source::FileId root = checked.sources.Add("test.flow", std::move(text));
  checked.program = sema::Check(loading::LoadFiles(checked.sources, root, files, {}, checked.diagnostics),
                                checked.sources, files, checked.diagnostics);
  if (checked.diagnostics.HasErrors()) return checked;
  checked.mesh = lower::LowerFlows(checked.program, checked.sources);
  checked.facts = analysis::Analyze(checked.mesh, checked.diagnostics);
  return checked;
}

/// `path > of > a > witness`
inline std::string PathText(const diagnostics::Diagnostic& diagnostic) {
  return fmt::format("{}", fmt::join(diagnostic.path, " > "));
}

}  // namespace meshc::test
