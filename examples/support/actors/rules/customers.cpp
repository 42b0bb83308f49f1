#include "customers.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shop_support::rules {
namespace {

Order MakeOrder(std::string number, std::string status, double total) {
  Order order;
  order.number = std::move(number);
  order.status = std::move(status);
  order.total = total;
  return order;
}

Customer MakeCustomer(Tier tier, std::vector<Order> orders) {
  Customer customer;
  customer.tier = tier;
  customer.orders = std::move(orders);
  return customer;
}

const std::map<std::string, Customer, std::less<>>& Table() {
  static const std::map<std::string, Customer, std::less<>> table = {
      {"john.doe@example.com", MakeCustomer(Tier::premium, {MakeOrder("ORD-JD0001", "delivered", 49.9),
                                                            MakeOrder("ORD-JD0002", "delivered", 120.0),
                                                            MakeOrder("ORD-JD0003", "shipped", 19.5)})},
      {"jane.smith@example.com",
       MakeCustomer(Tier::vip,
                    {MakeOrder("ORD-JS0001", "delivered", 210.0), MakeOrder("ORD-JS0002", "delivered", 75.5),
                     MakeOrder("ORD-JS0003", "returned", 89.0), MakeOrder("ORD-JS0004", "delivered", 310.0),
                     MakeOrder("ORD-JS0005", "delivered", 42.0), MakeOrder("ORD-JS0006", "shipped", 158.5),
                     MakeOrder("ORD-JS0007", "processing", 64.0)})},
      {"bob.wilson@example.com", MakeCustomer(Tier::standard, {MakeOrder("ORD-BW0001", "processing", 35.0)})},
  };
  return table;
}

}  // namespace

Customer FindCustomer(std::string_view email) {
  const auto found = Table().find(email);
  return found == Table().end() ? MakeCustomer(Tier::standard, {}) : found->second;
}

OrderHistory SumUp(const Customer& customer) {
  OrderHistory history;
  history.order_count = static_cast<std::int64_t>(customer.orders.size());
  history.total_spent = 0;
  for (const Order& order : customer.orders) {
    history.total_spent += order.total;
    if (order.status == "shipped" || order.status == "processing")
      history.open_orders.push_back(order.number);
  }
  return history;
}

}  // namespace shop_support::rules
