#include "tests/support/places.h"

namespace meshc::test {

std::filesystem::path SourceFolder() { return MESHC_SOURCE_DIR; }

std::filesystem::path BuildFolder() { return MESHC_BINARY_DIR; }

}  // namespace meshc::test
