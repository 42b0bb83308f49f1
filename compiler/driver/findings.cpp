#include "compiler/driver/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "compiler/diagnostics/render.h"
#include "compiler/driver/allow.h"
#include "compiler/driver/exit_code.h"

namespace meshc::driver {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Severity;
using Compilations = std::vector<const Compilation*>;

std::string Plural(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// `2 errors, 1 warning`, or nothing.
std::string Summary(const Compilations& compilations) {
  std::size_t errors = 0;
  std::size_t all = 0;
  for (const Compilation* c : compilations) {
    errors += c->diagnostics.ErrorCount();
    all += c->diagnostics.all().size();
  }
  if (all == 0) return "";
  std::string text = errors > 0 ? Plural(errors, "error") : "";
  if (all > errors) text += (errors > 0 ? ", " : "") + Plural(all - errors, "warning");
  return text + "\n";
}

std::string RenderAllText(const Compilations& compilations, bool colour) {
  std::string text;
  for (const Compilation* c : compilations) {
    if (c->diagnostics.all().empty()) continue;
    text += diagnostics::RenderText(c->diagnostics.all(), c->sources, colour) + "\n";
  }
  return text + Summary(compilations);
}

std::string RenderAllJson(const Compilations& compilations) {
  std::vector<diagnostics::FoundIn> found;
  for (const Compilation* c : compilations) found.push_back({&c->diagnostics.all(), &c->sources});
  return diagnostics::RenderJson(found);
}

std::string RenderAll(FindingFormat format, const Compilations& compilations, bool colour) {
  switch (format) {
    case FindingFormat::kText: return RenderAllText(compilations, colour);
    case FindingFormat::kJson: return RenderAllJson(compilations);
  }
  return "";
}

bool WantsColour(const CommonOptions& options, const World& world) {
  return options.colour == ColourMode::kAlways ||
         (options.colour == ColourMode::kAuto && world.err_takes_colour);
}

}  // namespace

void Settle(const CommonOptions& options, Compilation& c) {
  ApplyAllows(c.Files(), c.diagnostics);
  diagnostics::Diagnostics settled;
  for (Diagnostic& diagnostic : c.diagnostics.all()) {
    if (!options.warnings.Shows(diagnostic)) continue;
    if (options.warnings.warnings_are_errors()) diagnostic.severity = Severity::kError;
    settled.Add(std::move(diagnostic));
  }
  settled.Sort();
  c.diagnostics = std::move(settled);
}

int Report(const CommonOptions& options, const Compilations& compilations, World& world) {
  int exit_code = kClean;
  for (const Compilation* c : compilations) {
    if (c->diagnostics.HasErrors()) exit_code = kFindings;
  }
  world.err << RenderAll(options.format, compilations, WantsColour(options, world));
  for (const FindingSink& sink : options.sinks) {
    if (const auto reason =
            world.output.Commit({{{sink.path, RenderAll(sink.format, compilations, false)}}, {}})) {
      world.err << "meshc: " << *reason << "\n";
      exit_code = kUsage;
    }
  }
  for (const Compilation* c : compilations) {
    if (!c->unreadable) continue;
    world.err << "meshc: " << *c->unreadable << "\n";
    exit_code = kUsage;
  }
  return exit_code;
}

}  // namespace meshc::driver
