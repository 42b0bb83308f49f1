// Whether a Redis server keeps what it is given.
#pragma once

#include <string>
#include <string_view>

namespace mesh::transport {

/// What speaks against a server. Empty: nothing.
struct RedisFitness {
  std::string fatal = {};    ///< It will not do, whatever its operators change while it runs.
  std::string unfit = {};    ///< Everything waits until that is over.
  std::string warning = {};  ///< What they should know.
};

/// `info` is its answer to `INFO`.
RedisFitness JudgeRedis(std::string_view info);

}  // namespace mesh::transport
