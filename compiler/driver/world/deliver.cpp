#include "compiler/driver/world/deliver.h"

#include <ostream>
#include <utility>

#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {

int Deliver(Changes changes, World& world) {
  std::string printed;
  std::erase_if(changes.writes, [&](const FileWrite& write) {
    if (write.path != kStandardOutput) return false;
    printed += write.content;
    return true;
  });
  const auto reason = changes.empty() ? std::nullopt : world.output.Commit(changes);
  if (reason) {
    world.err << "meshc: " << *reason << "\n";
    return kUsage;
  }
  world.out << printed;
  return kClean;
}

int Rewrite(Changes changes, World& world) {
  for (const FileWrite& write : changes.writes) {
    if (world.files.Exists(write.path)) continue;
    world.err << "meshc: " << write.path << ": is no regular file, so it cannot be written anew\n";
    return kUsage;
  }
  return Deliver(std::move(changes), world);
}

int Deliver(const std::string& path, std::string content, World& world) {
  return Deliver({{{path, std::move(content)}}, {}}, world);
}

}  // namespace meshc::driver
