# A consumer builds and runs against the build tree, and against an install of it.
# Run as a script: -DBUILD= -DSCRATCH= -DCONSUMER=
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(build_consumer name package_folder)
  run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/${name} -Dmeshc_DIR=${package_folder})
  run(${CMAKE_COMMAND} --build ${SCRATCH}/${name})
  run(${SCRATCH}/${name}/consumer)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
build_consumer(from_build_tree ${BUILD})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
file(GLOB_RECURSE config ${SCRATCH}/prefix/*/meshc-config.cmake)
cmake_path(GET config PARENT_PATH package_folder)
build_consumer(from_install ${package_folder})

file(GLOB_RECURSE texts ${SCRATCH}/prefix/*.cmake)
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines REGEX "${BUILD}")
  if(lines)
    message(FATAL_ERROR "${text} names the build tree: ${lines}")
  endif()
endforeach()
