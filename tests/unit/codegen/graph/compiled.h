// A flow text on its way to a picture.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "codegen/graph/build_model.h"
#include "compiler/analysis/analysis.h"
#include "compiler/diagnostics/render.h"
#include "compiler/loading/load_files.h"
#include "compiler/lower/lower.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::test {

/// The text must be free of errors.
struct Compiled {
  explicit Compiled(const std::string& text) {
    const source::MemoryFileSystem files;
    diagnostics::Diagnostics diagnostics;
    const source::FileId root = sources.Add("picture.flow", "mesh picture;\n" + text);
    auto loaded = loading::LoadFiles(sources, root, files, {}, diagnostics);
    const sema::TypedProgram program = sema::Check(std::move(loaded), sources, files, diagnostics);
    EXPECT_FALSE(diagnostics.HasErrors()) << diagnostics::RenderText(diagnostics.all(), sources, false);
    if (diagnostics.HasErrors()) return;
    mesh = lower::LowerFlows(program, sources);
    facts = analysis::Analyze(mesh, diagnostics);
    EXPECT_FALSE(diagnostics.HasErrors()) << diagnostics::RenderText(diagnostics.all(), sources, false);
  }

  codegen::graph::Model Picture(codegen::GraphLevel level = codegen::GraphLevel::kFlow) const {
    return codegen::graph::BuildModel(mesh, facts, level);
  }

  source::SourceManager sources;
  ir::Mesh mesh;
  analysis::Facts facts;
};

/// `a -> b [next: yes]`, one line for each edge, with labels of nodes in place of ids.
inline std::string Edges(const codegen::graph::Model& model) {
  std::string text;
  for (const auto& edge : model.edges) {
    text += model.nodes[edge.from].label + " -> " + model.nodes[edge.to].label + " [" +
            std::string(Name(edge.kind));
    text += edge.label.empty() ? "]\n" : ": " + edge.label + "]\n";
  }
  return text;
}

inline bool HasLine(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

/// How often `part` stands in `text`.
inline std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace meshc::test
