// What follows from a step of an envelope: it is sent, ended, forked, joined or parked.
#pragma once

#include <memory>
#include <string>

#include "mesh/envelope/envelope.h"
#include "mesh/host/services.h"
#include "mesh/host/tables.h"
#include "mesh/route/router.h"

namespace mesh::host {

/// Does what `step` says with a new or advanced envelope, and with the children, copies and parents
/// that go on because of it. False: the transport is closed.
bool Forward(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> envelope,
             const route::Step& step);

/// A root has ended. Nothing is done if it has done so before.
void EndRoot(const Services& services, std::unique_ptr<Envelope> root);

/// Ends the branch of a child that nobody wants any more.
void GiveUp(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> child);

/// A value, as JSON text, for the `await` of that name in the envelope `root` or a child of it. It is
/// kept until somebody waits for it or the root ends. False: too much is kept for that root already.
bool Deliver(const Services& services, const std::string& root, const std::string& name, std::string value);

/// Raises `cancelled` in what is parked of that root.
void CancelParked(const Services& services, const std::string& root);

}  // namespace mesh::host
