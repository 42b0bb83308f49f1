// Deploys against each other.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Warnings: deploys whose hosts would take each other's messages.
void CheckBrokers(Context& context);

}  // namespace meshc::sema
