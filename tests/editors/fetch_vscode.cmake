# VS Code's server and a driver for a browser, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the
# folder of the scripts that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../tools/npm_install.cmake)
npm_install(${CACHE}/vscode code-server@4.100.3 playwright-core@1.65.1)
npm_install(${CACHE}/vscode/node_modules/code-server/lib/vscode --omit=dev)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
