// What a step from one point to the next does to what is known.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include "compiler/analysis/known.h"
#include "compiler/analysis/places.h"

namespace meshc::analysis {

using EffectList = llvm::SmallVector<Effect, 8>;

/// Of evaluating the point's expressions: what was read is there.
void AddReadEffects(const ir::Mesh& mesh, const Places& places, const ir::Point& point, EffectList& effects);

/// Of the point's writes, once it has succeeded.
void AddWriteEffects(const ir::Mesh& mesh, const Places& places, const ir::Point& point, EffectList& effects);

/// Of a condition that has come out as `outcome`.
void AddConditionEffects(const ir::Mesh& mesh, const Places& places, ir::ExpressionId condition, bool outcome,
                         EffectList& effects);

/// Of an arm for `value`: a tag is known, or a bool subject has come out.
void AddCaseEffects(const ir::Mesh& mesh, const Places& places, const ir::Match& match,
                    const types::Constant& value, EffectList& effects);

/// Of the arm for the rest: of a bool subject, the value that no arm names has come out.
void AddRestEffects(const ir::Mesh& mesh, const Places& places, const ir::Match& match, EffectList& effects);

/// Of entering or leaving a clause: what was known of a caught error is of another one now.
void AddClauseEffects(const Places& places, EffectList& effects);

/// A field that is written at most once. One that is given at entry is not written at all.
bool IsWriteOnce(const types::Field& field);

}  // namespace meshc::analysis
