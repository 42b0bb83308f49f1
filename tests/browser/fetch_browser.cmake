# A driver for a browser, and Mermaid itself, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the folder of
# the scripts that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../tools/npm_install.cmake)
npm_install(${CACHE}/browser playwright-core@1.65.1 mermaid@11.9.0)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
