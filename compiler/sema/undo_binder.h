// Where the params of an undo come from, right after the call that it undoes.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

class UndoBinder {
 public:
  /// `done` has an undo and is what `call` calls.
  UndoBinder(Context& context, const EffectCall& call, const types::Actor& done);
  /// One source per param of the undo; reports params that find none.
  std::vector<ParamSource> Bind();

 private:
  ParamSource FindSource(const types::Member& param);
  ParamSource FindAround(const types::Member& param);
  void CheckType(const types::Member& param, std::string_view what, TypeId type);
  void ReportUnbound(const types::Member& param);

  Context& context_;
  const EffectCall& call_;
  const types::Actor& done_;
  const types::Actor& undo_;
  EnvelopeId envelope_;
};

}  // namespace meshc::sema
