# Writes the tree, builds it beside PROJECT's tests, runs those. Stops at the first step that fails.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH}/tree)
run(${WRITER} ${SCRATCH}/tree)
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${SCRATCH}/build -G ${GENERATOR} -Dmeshc_DIR=${MESHC}
  -DTREE=${SCRATCH}/tree -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror ${FLAGS}")
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/try_generated ${SCRATCH}/tree)
