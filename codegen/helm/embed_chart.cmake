# Writes OUTPUT, a C++ source that holds every file below FOLDER with its path, sorted.
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
list(LENGTH files count)
set(text "// Made by embed_chart.cmake from templates/helm.
#include \"codegen/helm/chart_files.h\"

#include <array>

namespace meshc::codegen::helm {

std::span<const ChartFile> ChartFiles() {
  static constexpr std::array<ChartFile, ${count}> files{{
")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} content)
  string(APPEND text "      {\"${file}\", R\"~~(${content})~~\"},\n")
endforeach()
string(APPEND text "  }};\n  return files;\n}\n\n}  // namespace meshc::codegen::helm\n")
file(WRITE ${OUTPUT} "${text}")
