// Which files import which, and from which roots a file is reached.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/loading/load_files.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/file_system.h"

namespace meshc::pipeline {

/// What a file says before anything of it is checked.
struct FileHead {
  bool has_mesh = false;  ///< It starts with a `mesh` line.
  bool has_scenarios = false;
  std::vector<std::string>
      imports;  ///< Names of the files that its path imports mean, as `LoadFiles` names them.
};

FileHead ReadHead(const std::string& name, std::string text, const source::FileSystem& files,
                  const loading::ImportOptions& options);
/// Of a file that is parsed already.
FileHead HeadOf(const std::string& name, const syntax::File& file, const source::FileSystem& files,
                const loading::ImportOptions& options);

/// A value; by names as `LoadFiles` spells them.
class ImportGraph {
 public:
  void Put(const std::string& name, FileHead head) { heads_[name] = std::move(head); }
  void Remove(const std::string& name) { heads_.erase(name); }
  bool Contains(const std::string& name) const { return heads_.contains(name); }

  /// The roots that reach the file, sorted: files with a `mesh` line that no other such file reaches. None
  /// reaches it: the file itself.
  std::vector<std::string> RootsOf(const std::string& name) const;
  /// Those, and all that reach the file and have scenarios, sorted: what names its declarations. Scenarios
  /// are judged with their own file as the root.
  std::vector<std::string> JudgesOf(const std::string& name) const;

 private:
  /// Those that import a file, by its name.
  std::map<std::string, std::vector<std::string>> Importers() const;
  bool IsMesh(const std::string& name) const;

  std::map<std::string, FileHead> heads_;
};

}  // namespace meshc::pipeline
