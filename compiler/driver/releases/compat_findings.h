// What a comparison found, as findings at places of the sources.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/releases/version_loader.h"

namespace meshc::driver {

/// Fills in codes and places of `report`, and adds to `current` what stands in the way of a required
/// direction. `versions` are those of the report; `current_places` are in the sources of `current`.
void ReportFindings(const std::vector<std::unique_ptr<LoadedVersion>>& versions,
                    const versions::Places& current_places, versions::Report& report, Compilation& current);

/// Exceptions that have run out by `today`, or that match no finding, are findings themselves; the former are
/// taken out of `exceptions`.
void DropExpired(const std::string& today, std::vector<versions::Exception>& exceptions,
                 Compilation& current);
void ReportUnused(const std::vector<versions::Exception>& exceptions, const versions::Report& report,
                  Compilation& current);

/// The day that `--today` or SOURCE_DATE_EPOCH tells; empty: neither is given. meshc never asks a clock.
/// None: SOURCE_DATE_EPOCH tells no day, which has been said.
std::optional<std::string> TodayOf(const std::string& option, World& world);

/// Says that nothing expires where no day is given.
void NoteUnknownDay(const std::string& today, const std::vector<versions::Exception>& exceptions,
                    World& world);

}  // namespace meshc::driver
