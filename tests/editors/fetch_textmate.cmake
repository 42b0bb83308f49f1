# The library that VS Code reads grammars with, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the
# folder of the scripts that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../tools/npm_install.cmake)
npm_install(${CACHE}/textmate vscode-textmate@9.3.2 vscode-oniguruma@2.0.1)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
