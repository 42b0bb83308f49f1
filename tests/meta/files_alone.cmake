# Builds all of SOURCE in BUILD by the preset `dev`, which compiles each file by itself.
execute_process(COMMAND ${CMAKE_COMMAND} --preset dev -B ${BUILD} -S ${SOURCE} WORKING_DIRECTORY ${SOURCE}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} COMMAND_ERROR_IS_FATAL ANY)
