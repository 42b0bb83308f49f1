// What there is to know of what the cursor is at, as Markdown.
#pragma once

#include <optional>
#include <string>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct Hover {
  source::SourceRange range;  ///< Of what it tells about.
  std::string markdown;
};

/// Of a name: its declaration, doc, owner and deprecation. Of a step also where its params come from and its
/// results go, which errors it may raise and who catches them, and what it takes. Of a flow also its budget.
/// Of a field in a flow also whether it is present there. Of a step, and of any other place in a flow, also
/// which fields are. None: nothing is known.
std::optional<Hover> FindHover(const CheckedRoot& root, Place place);

/// The parts, for other answers.
std::string DescribeDeclaration(const CheckedRoot& root, const Declared& declared);
std::string DescribeStep(const CheckedRoot& root, const syntax::Call& call);
std::string DescribeBudget(const CheckedRoot& root, types::FlowId flow);
/// The fields of the envelope that are present where the cursor is on its way, those that may be, and those
/// that the statement there writes.
std::string DescribeFields(const CheckedRoot& root, Place place);
std::string DescribePresence(const CheckedRoot& root, Place place, const Declared& field);

}  // namespace meshc::queries
