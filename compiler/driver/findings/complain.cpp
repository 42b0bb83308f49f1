#include "compiler/driver/findings/complain.h"

#include <ostream>

#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {

int Complain(const std::string& message, World& world) {
  world.err << "meshc: " << message << "\n";
  return kUsage;
}

}  // namespace meshc::driver
