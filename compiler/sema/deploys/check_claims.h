// What pods mount against how many of them there may be.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Warnings: claims that are made for pods of one node, and that pods on several may mount.
void CheckClaims(Context& context);

}  // namespace meshc::sema
