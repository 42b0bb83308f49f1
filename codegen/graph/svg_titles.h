// The titles of an SVG picture, which browsers show and screen readers say.
#pragma once

#include <string>

namespace meshc::codegen::graph {

/// Gives each part the text of its tooltip as title. The graph library writes names of program points there,
/// which are ids and nobody's words. What is no XML is given back as it is.
std::string TitleByWords(const std::string& svg);

}  // namespace meshc::codegen::graph
