# What reads schemas in JavaScript, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the folder of the scripts
# that make packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${CACHE})
file(LOCK ${CACHE}/lock GUARD PROCESS)
include(${PACKAGE}/find_node.cmake)
set(tree ${CACHE}/validators)
if(NOT EXISTS ${tree}/fetched)
  file(MAKE_DIRECTORY ${tree}/node_modules)
  execute_process(COMMAND ${NPM} install --silent --ignore-scripts --no-audit --no-fund --no-package-lock
      ajv@8.20.0 @asyncapi/parser@3.6.3 @modelcontextprotocol/sdk@1.32.2
    WORKING_DIRECTORY ${tree} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(TOUCH ${tree}/fetched)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
