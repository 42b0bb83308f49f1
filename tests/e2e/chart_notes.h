// What helm tells whoever installs a chart.
#pragma once

#include <string>
#include <vector>

namespace meshc::test {

/// The notes of the chart in `folder`, which is given one template more: a release is needed to see them
/// otherwise, and a cluster for that. `words`: more for helm. Fails the test where it cannot be rendered.
std::string NotesOf(const std::string& helm, const std::string& folder,
                    const std::vector<std::string>& words);

}  // namespace meshc::test
