#include "compiler/syntax/parse/doc_comments.h"
#include "compiler/diagnostics/diagnostics_1_syntax.h"

#include <algorithm>
#include <string>

namespace meshc::syntax {

namespace diag = diagnostics::diag;

DocComments::DocComments(const std::vector<Comment>& comments, Reporter& reporter,
                         llvm::BumpPtrAllocator& arena)
    : reporter_(reporter), arena_(arena) {
  for (const Comment& comment : comments) {
    if (comment.kind == CommentKind::kDoc) docs_.push_back({comment.range});
  }
}

llvm::StringRef DocComments::Take(std::uint32_t begin, std::uint32_t end) {
  if (docs_.empty()) return {};
  const auto before = [](const Doc& doc, std::uint32_t offset) { return doc.range.begin < offset; };
  const auto first = std::lower_bound(docs_.begin(), docs_.end(), begin, before);
  const auto last = std::lower_bound(first, docs_.end(), end, before);
  if (first == last) return {};
  for (auto doc = first; doc != last; ++doc) doc->taken = true;
  if (last - first == 1) return TextOf(*first);
  std::string joined;
  for (auto doc = first; doc != last; ++doc) {
    if (doc != first) joined += '\n';
    joined += TextOf(*doc).str();
  }
  return llvm::StringRef(joined).copy(arena_);
}

llvm::StringRef DocComments::TextOf(const Doc& doc) const {
  llvm::StringRef text(reporter_.Text(doc.range).data(), doc.range.end - doc.range.begin);
  text = text.drop_front(3);
  text.consume_front(" ");
  return text.rtrim(" \t\r");
}

void DocComments::ReportDangling() const {
  for (std::size_t first = 0; first < docs_.size();) {
    std::size_t last = first + 1;
    if (docs_[first].taken) {
      first = last;
      continue;
    }
    diagnostics::Fix fix{
        "make it a plain comment", {Unmark(docs_[first])}, diagnostics::Applicability::kMachine};
    for (; last < docs_.size() && Adjoin(docs_[last - 1], docs_[last]); ++last)
      fix.edits.push_back(Unmark(docs_[last]));
    reporter_.Report(diag::DanglingDoc, reporter_.Range(docs_[first].range.begin, docs_[last - 1].range.end))
        .AddFix(fix.help, fix.edits, fix.applicability);
    first = last;
  }
}

// True if nothing but blanks stands between them.
bool DocComments::Adjoin(const Doc& before, const Doc& after) const {
  const std::string_view gap = reporter_.Text(reporter_.Range(before.range.end, after.range.begin));
  return gap.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

diagnostics::Edit DocComments::Unmark(const Doc& doc) const {
  return {reporter_.Range(doc.range.begin, doc.range.begin + 3), "//"};
}

}  // namespace meshc::syntax
