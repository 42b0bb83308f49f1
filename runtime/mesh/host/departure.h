// How an envelope leaves an actor: onward, back to the same mailbox for another attempt, or into
// a sink. The input is acknowledged only after what follows from it is safe.
#pragma once

#include <string>

#include "mesh/envelope/envelope.h"
#include "mesh/host/course.h"
#include "mesh/host/services.h"
#include "mesh/host/station.h"
#include "mesh/host/tables.h"
#include "mesh/route/router.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// The exits from one visit; each is taken with the delivery that the visit was about.
struct Departure {
  const Services& services;
  Station& station;
  const ServedTable& table;

  /// The envelope was advanced to `step`.
  void Onward(transport::Delivery&& delivery, const route::Step& step, Aside&& aside) const;
  /// The handler has failed: another attempt after its delay, or the error clauses.
  void Failed(transport::Delivery&& delivery, Error&& error, Aside&& aside) const;
  /// The handler has failed and shall not be tried again.
  void FailedForGood(transport::Delivery&& delivery, Error&& error, Aside&& aside) const;
  /// Nobody wants its branch any more.
  void GivenUp(transport::Delivery&& delivery, Aside&& aside) const;
  /// The handler was not called.
  void Refused(transport::Delivery&& delivery, Error&& error, Aside&& aside) const;

 private:
  void SendBack(transport::Delivery&& delivery, const Error& error, Aside&& aside) const;
  void TellFailed(const Envelope& envelope, const Error& error) const;
};

/// Nobody can serve the envelope: no clause can run, it ends at once.
void EndUnroutable(const Services& services, Station& station, transport::Delivery delivery, std::string why);

}  // namespace mesh::host
