// Where the params of an undo come from, right after the call that it undoes.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Whether a param or a result of a call is what a param of its undo may take.
bool UndoTakes(const types::TypeStore& types, const types::Member& given, const types::Member& param);
/// True unless all that bears the param's name there is of another type.
bool UndoCanTake(const types::TypeStore& types, const types::Actor& done, const types::Member& param);

class UndoBinder {
 public:
  /// `facts` are those of `call`, whose actor has an undo.
  UndoBinder(Context& context, const EffectCall& call, const CallFacts& facts);
  /// One source per param of the undo; reports params that find none.
  std::vector<ParamSource> Bind();

 private:
  ParamSource FindSource(const types::Member& param);
  std::optional<ParamSource> FindInCall(const types::Member& param) const;
  ParamSource FindAround(const types::Member& param);
  void CheckTaken(const types::Member& param, const types::Member& taken);
  void CheckType(const types::Member& param, std::string_view what, TypeId type);
  void ReportUnbound(const types::Member& param);

  Context& context_;
  const EffectCall& call_;
  const CallFacts& facts_;
  const types::Actor& done_;
  const types::Actor& undo_;
  EnvelopeId envelope_;
};

}  // namespace meshc::sema
