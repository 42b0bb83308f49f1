# Readers of schemas in JavaScript, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the folder of the scripts
# that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../tools/npm_install.cmake)
npm_install(${CACHE}/validators ajv@8.20.0 @asyncapi/parser@3.6.3 @modelcontextprotocol/sdk@1.32.2)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
