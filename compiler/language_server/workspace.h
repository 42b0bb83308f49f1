// The texts of an editor over those of the disk, and what is known of them now.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/language_server/parsed_files.h"
#include "compiler/language_server/positions.h"
#include "compiler/loading/load_files.h"
#include "compiler/pipeline/import_graph.h"
#include "compiler/pipeline/warning_policy.h"
#include "compiler/queries/checked_root.h"
#include "compiler/source/overlay_files.h"

namespace meshc::language_server {

/// How files are checked.
struct CheckSettings {
  loading::ImportOptions imports;  ///< Absolute, or relative to the base folder.
  pipeline::WarningPolicy warnings;
};

/// Paths below a folder, given relative to it; absolute ones are taken as they are.
class FolderFiles final : public source::FileSystem {
 public:
  FolderFiles(const source::FileSystem& disk, std::string base) : disk_(disk), base_(std::move(base)) {}

  std::variant<std::string, source::ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override;
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override;
  /// The name of a file relative to the base folder, which may lead out of it.
  std::string NameOf(const std::string& path) const;
  std::string PathOf(const std::string& name) const;

 private:
  const source::FileSystem& disk_;
  std::string base_;
};

using Root = std::shared_ptr<const queries::CheckedRoot>;

/// Files have names relative to the base folder, as `meshc check` would print them there. Roots are checked
/// when they are asked for, and kept until a text that they reach changes. Not thread-safe.
class Workspace {
 public:
  Workspace(const source::FileSystem& disk, std::string base, std::vector<std::string> folders,
            CheckSettings settings);

  std::string NameOf(const std::string& path) const { return files_.NameOf(path); }
  std::string PathOf(const std::string& name) const { return files_.PathOf(name); }

  /// An editor has this text. The first one of a file opens it.
  void Put(const std::string& name, std::string text);
  void Close(const std::string& name);
  /// Null: it is not open.
  const std::string* TextOf(const std::string& name) const;
  /// Of that text; kept until the text changes. Null: it is not open.
  const LineIndex* LinesOf(const std::string& name);
  /// As an editor has it, or as it is on disk.
  std::optional<std::string> Read(const std::string& name) const;
  bool Exists(const std::string& name) const { return texts_.Exists(name); }
  /// Of the file's text, as `Read` gives it.
  std::vector<syntax::TextToken> TokensOf(const std::string& name, const std::string& text);
  /// Of the workspace's folders, whose names end so.
  std::vector<std::string> FilesBelow(std::string_view ending) const;
  /// Files on disk have come, gone or changed.
  void ReadDiskAgain();
  /// One file on disk has another text; of one that is no `.flow`, it may have come or gone, too. Only roots
  /// that have read it are checked again. False: nothing that is known hangs on it.
  bool ReadAgain(const std::string& name);
  /// True if some root reaches both files.
  bool AreTogether(const std::string& name, const std::string& other);
  /// The folders whose files are looked for; the base folder stays.
  void ChangeFolders(const std::vector<std::string>& added, const std::vector<std::string>& removed);
  void Reconfigure(CheckSettings settings);

  /// The roots that reach the file, checked as they are now, by name. Never empty.
  std::vector<Root> RootsOf(const std::string& name);
  /// Those, and the files as roots whose scenarios may name what the file declares.
  std::vector<Root> JudgesOf(const std::string& name);
  /// The root that says what stands there: the first that reaches the file, or of a scenario its own file.
  std::string RootOf(const std::string& name, std::uint32_t offset);
  /// The root itself, checked as it is now.
  Root RootNamed(const std::string& root) { return Check(root, Extent::kWhole).root; }
  /// The same roots as of `RootsOf`, whose findings and mentions are all known; of flows that stay as they
  /// were, paths and facts may not be.
  std::vector<Root> FindingsOf(const std::string& name);
  /// The root of the first place, checked as far as what stands between the places needs it; the whole one if
  /// that is known. Never null.
  Root FocusedRoot(const std::string& name, std::uint32_t begin, std::uint32_t end);
  /// Asked while roots are checked; true: `RootsOf` and others end with pipeline::Interrupted. Null: never.
  void GiveWayTo(std::function<bool()> others) { others_ = std::move(others); }
  /// All roots that reach a file of the folders or an open one.
  std::vector<Root> AllRoots();
  /// The root, checked with other texts over those that there are.
  std::unique_ptr<pipeline::Compilation> CheckWith(const std::string& root,
                                                   const std::map<std::string, std::string>& texts) const;
  /// The root as it was when it had no errors last; null: it had some ever since it is known.
  std::unique_ptr<pipeline::Compilation> LastSound(const std::string& root) const;
  /// The root up to its route table and scenarios, with other texts over those that there are.
  std::unique_ptr<pipeline::Compilation> RunToTable(
      const std::string& root, const std::map<std::string, std::string>& texts = {}) const;
  /// Lets go what no open file needs.
  void Trim();
  std::vector<std::string> OpenNames() const;
  std::uint64_t checks() const { return checks_; }
  /// How many flows and scenarios were not judged again, as nothing had changed for them.
  std::uint64_t taken_over() const { return taken_over_; }

 private:
  struct Checked {
    Root root;                                            ///< Null: a text that it reached has changed.
    std::shared_ptr<const pipeline::FormerCheck> former;  ///< What the next check may take over.
    std::map<std::string, std::string> sound;  ///< Texts of the last check without errors, by name.
    std::uint64_t at = 0;                      ///< When it was checked.
    std::vector<std::string> inputs;           ///< Names of the files that it reached, by their id.
    std::set<std::string> read;                ///< Names of all files that it read or looked for.
  };
  enum class Extent : std::uint8_t { kWhole, kFindings };
  const Checked& Check(const std::string& root, Extent extent);
  bool IsFresh(const Checked& checked) const;
  /// The text is one that `parsed_` keeps: an editor has the file.
  bool IsParsed(const std::string& name, const std::string& text) const;
  void Release(const std::string& name);
  /// Of the texts as they are now.
  const pipeline::ImportGraph& Graph();

  FolderFiles files_;
  source::OverlayFiles texts_;
  std::vector<std::string> folders_;
  CheckSettings settings_;
  pipeline::ImportGraph graph_;
  ParsedFiles parsed_;
  std::set<std::string> unlearned_;         ///< Files whose heads the graph does not know as they are.
  std::map<std::string, Checked> checked_;  ///< By root.
  std::map<std::string, LineIndex> lines_;  ///< By open file, of some.
  std::map<std::string, std::uint64_t> changed_at_;  ///< By file: an open one, or one that was read again.
  std::uint64_t all_changed_at_ = 0;
  std::uint64_t now_ = 1;
  std::uint64_t checks_ = 0;
  std::uint64_t taken_over_ = 0;
  std::function<bool()> others_;
};

}  // namespace meshc::language_server
