# NODE and npm_install, for the scripts that fetch packages of npm. Included by a script that was run with
# -DCACHE=, the folder where packages stay, and -DPACKAGE=, the folder of the scripts that make packages. Until that
# script ends, others that share CACHE wait: tests run side by side.
file(MAKE_DIRECTORY ${CACHE})
file(LOCK ${CACHE}/lock GUARD PROCESS)
include(${PACKAGE}/find_node.cmake)

# Installs packages into the folder, once.
function(npm_install folder)
  if(NOT EXISTS ${folder}/fetched)
    file(MAKE_DIRECTORY ${folder}/node_modules)
    execute_process(COMMAND ${NPM} install --silent --ignore-scripts --no-audit --no-fund --no-package-lock ${ARGN}
      WORKING_DIRECTORY ${folder} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(TOUCH ${folder}/fetched)
  endif()
endfunction()
