# VS Code's server and a driver for a browser, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the
# folder of the scripts that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${PACKAGE}/find_node.cmake)
set(tree ${CACHE}/vscode)
function(run folder)
  execute_process(COMMAND ${NPM} install --silent --ignore-scripts --no-audit --no-fund --no-package-lock ${ARGN}
    WORKING_DIRECTORY ${folder} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
if(NOT EXISTS ${tree}/fetched)
  file(MAKE_DIRECTORY ${tree}/node_modules)
  run(${tree} code-server@4.100.3 playwright-core@1.65.1)
  run(${tree}/node_modules/code-server/lib/vscode --omit=dev)
  file(TOUCH ${tree}/fetched)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
