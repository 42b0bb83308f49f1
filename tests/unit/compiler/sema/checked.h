// Checks files that exist in memory only, for the tests of this folder.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/loading/load_files.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/memory_file_system.h"
#include "compiler/source/source_manager.h"

namespace meshc::sema::test {

/// A checked program with all that it refers to.
struct Checked {
  std::unique_ptr<source::SourceManager> sources;
  diagnostics::Diagnostics diagnostics;
  TypedProgram program;
};

/// Loads and checks `main.flow` of these files.
Checked CheckFiles(const std::map<std::string, std::string>& files,
                   const loading::ImportOptions& options = {});

/// What the files give, in source order: `MC2007:3 MC5001:4`, code and line; other files than
/// `main.flow` have their name before the line. Empty: nothing.
std::string CodesOfFiles(const std::map<std::string, std::string>& files,
                         const loading::ImportOptions& options = {});
/// The same for one file.
std::string CodesOf(const std::string& text);
/// The same of a mesh that is sound without `declarations`.
std::string With(const std::string& declarations);
/// The first message; empty: none.
std::string MessageOf(const std::string& text);

/// What `body` gives as the body of a flow amid declarations of most kinds (see checked.cpp), apart
/// from warnings about unused names. Lines count from 1.
std::string FlowCodes(std::string_view body);

}  // namespace meshc::sema::test
