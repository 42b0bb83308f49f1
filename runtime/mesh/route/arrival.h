// Tells the arrivals of one line of descent at its points apart.
#pragma once

#include <string>

#include "mesh/envelope/envelope.h"

namespace mesh::route {

/// Where `route` stands, in a text that no other arrival of its line has: ids of children, and of waits, are
/// made of it.
///
/// That is the point and the hop. But only visits are hops: an envelope may come to a fork, a tap or a wait
/// again and again without one. Then the rounds of its loops, the calls of flows that it is in or the steps
/// that are left of its plans differ. Where there are none of these, the text is `POINT/HOP`.
std::string ArrivalOf(const Route& route);

}  // namespace mesh::route
