# Turns files into a C++ function that returns their text, so that programs need no file beside
# them. Run as a script: -DOUTPUT= -DFUNCTION=a::b::Name -DROOT= -DFILES=a;b
# The function takes a path relative to ROOT and returns the text, or an empty view.
string(REGEX REPLACE "::[^:]+$" "" namespace ${FUNCTION})
string(REGEX REPLACE "^.*::" "" name ${FUNCTION})
set(rows "")
set(count 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH key ${ROOT} ${file})
  file(READ ${file} text)
  string(APPEND rows "    {\"${key}\", R\"MESHC(${text})MESHC\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
  set(rows "    {\"\", \"\"},\n")
  set(count 1)
endif()
file(WRITE ${OUTPUT} "// Made by embed_files.cmake.
#include <array>
#include <string_view>
#include <utility>

namespace ${namespace} {

std::string_view ${name}(std::string_view path);

std::string_view ${name}(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, ${count}> files{{
${rows}  }};
  for (const auto& [name, text] : files) {
    if (name == path) return text;
  }
  return {};
}

}  // namespace ${namespace}
")
