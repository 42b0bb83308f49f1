// What a script is to do, as it reads it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mesh/transport/ledger.h"

namespace mesh::transport {

/// The last argument of RedisApply, for the process by whose name leases are made: MessagePack, which a
/// server reads faster than arguments of its own. An order is a list: keys; what they are to have, or false
/// for nothing; changes. A change is a list of what to do and of its arguments. A value has its head already.
std::string PackRedisOrders(const std::vector<const Transition*>& orders, std::string_view holder);

}  // namespace mesh::transport
