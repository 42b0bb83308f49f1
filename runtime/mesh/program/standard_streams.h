// The three streams that every program is given, and what is wrong with them.
#pragma once

namespace mesh::program {

/// Where a standard stream is closed, something stands in for it that cannot be used: else the next file
/// that is opened would take its place. A reader that goes away, and a file that grows beyond what the
/// shell allows, are errors of the write, not signals.
/// To be called before anything is opened.
void GuardStandardStreams();

/// A descriptor for results alone. From now on whatever else is printed to standard output, by handlers
/// for instance, goes to standard error.
int TakeStandardOutput();

/// Writes out what was printed to `std::cout`. False: that failed, and standard error says why.
bool FlushStandardOutput();

}  // namespace mesh::program
