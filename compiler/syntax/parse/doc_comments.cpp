#include "compiler/syntax/parse/doc_comments.h"
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/source/first_word.h"

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

llvm::MutableArrayRef<DocComments::Doc> DocComments::Within(std::uint32_t begin, std::uint32_t end) {
  const auto before = [](const Doc& doc, std::uint32_t offset) { return doc.range.begin < offset; };
  const auto first = std::lower_bound(docs_.begin(), docs_.end(), begin, before);
  const auto last = std::lower_bound(first, docs_.end(), end, before);
  return llvm::MutableArrayRef<Doc>(docs_).slice(static_cast<std::size_t>(first - docs_.begin()),
                                                 static_cast<std::size_t>(last - first));
}

llvm::StringRef DocComments::Take(std::uint32_t begin, std::uint32_t end) {
  const auto docs = Within(begin, end);
  if (docs.empty()) return {};
  for (Doc& doc : docs) doc.taken = true;
  if (docs.size() == 1) return TextOf(docs.front());
  std::string joined;
  for (const Doc& doc : docs) {
    if (&doc != docs.begin()) joined += '\n';
    joined += TextOf(doc).str();
  }
  return llvm::StringRef(joined).copy(arena_);
}

void DocComments::Attach(std::uint32_t begin, std::uint32_t end) {
  for (Doc& doc : Within(begin, end)) doc.taken = true;
}

bool DocComments::AreAttached(std::uint32_t begin, std::uint32_t end) {
  const auto docs = Within(begin, end);
  return std::all_of(docs.begin(), docs.end(), [](const Doc& doc) { return doc.taken; });
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
  return {source::FirstWord(doc.range, "///"), "//"};
}

}  // namespace meshc::syntax
