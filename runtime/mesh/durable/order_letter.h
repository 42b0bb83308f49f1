// What the mesh itself is told, as a message.
#pragma once

#include <string>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/records.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/mark.h"

namespace mesh::durable {

/// Two orders with the same words are two orders: each has an id, by which it is known where it comes twice.
inline transport::Sending OrderLetter(const ControlOrder& order) {
  return {.mailbox = std::string(kControl), .letter = {.id = transport::NewMark(), .body = Write(order)}};
}

}  // namespace mesh::durable
