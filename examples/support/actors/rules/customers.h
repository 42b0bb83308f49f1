// The shop's customers: a small table in place of a database.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// Tier and orders; an unknown address is a standard customer without orders.
Customer FindCustomer(std::string_view email);

OrderHistory SumUp(const Customer& customer);

}  // namespace shop_support::rules
