// The examples of the repository, as an editor would open them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/pipeline/compilation.h"

namespace meshc::property {

/// Files that belong together, by path below "/".
using Texts = std::map<std::string, std::string>;

/// One entry per folder.
std::vector<Texts> Examples();

/// A root and all that it imports, checked as `meshc check` does.
std::unique_ptr<pipeline::Compilation> CheckTexts(const Texts& texts, const std::string& root);

/// The file of `texts` that starts with a `mesh` line; the first one, if none does.
std::string RootOf(const Texts& texts);

}  // namespace meshc::property
