// The lines of a record, union, error or envelope. Included by write_*.cpp only.
#pragma once

#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {

/// `name: type = default`
template <typename Member>
void WriteTyped(Writer& writer, const Member& member) {
  WriteName(writer, member.name);
  writer.Attach(":");
  writer.Blank();
  WriteType(writer, *member.type);
  if (member.default_value == nullptr) return;
  writer.NextWord("=");
  writer.Blank();
  WriteExpression(writer, *member.default_value);
}

/// Modes in the order `in out var log`, whatever theirs in the source.
void WriteModes(Writer& writer, llvm::ArrayRef<syntax::Mode> modes);

/// `reserved a, b;`: those of `names` up to its end. Returns how many.
std::size_t WriteReserved(Writer& writer, llvm::ArrayRef<syntax::Identifier> names);

inline void WriteLine(Writer& writer, const syntax::MemberDeclaration& member) {
  WriteMember(writer, member);
  writer.Attach(";");
}

inline void WriteLine(Writer& writer, const syntax::FieldDeclaration& field) {
  WriteAnnotations(writer, field.leading);
  WriteModes(writer, field.modes);
  WriteTyped(writer, field);
  writer.Attach(";");
}

/// The members with the `reserved` lines between them.
template <typename Member>
void WriteMembers(Writer& writer, llvm::ArrayRef<Member> members, llvm::ArrayRef<syntax::Identifier> reserved,
                  Break how) {
  WriteBlockOf(writer, how, [&](auto next_item) {
    while (!members.empty() || !reserved.empty()) {
      next_item();
      const bool is_member = !members.empty() &&
                             (reserved.empty() || members.front().range.begin < reserved.front().range.begin);
      if (is_member) {
        WriteLine(writer, members.front());
        members = members.drop_front();
      } else {
        reserved = reserved.drop_front(WriteReserved(writer, reserved));
      }
    }
  });
}

/// A few members stand on one line if they fit.
template <typename Member>
Break ShortOrBroken(llvm::ArrayRef<Member> members, llvm::ArrayRef<syntax::Identifier> reserved) {
  constexpr std::size_t kFew = 3;
  return members.size() <= kFew && reserved.empty() ? Break::kBlank : Break::kAlways;
}

}  // namespace meshc::format
