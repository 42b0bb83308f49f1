# One run of `meshc compile` for a build: its depfile names the stamp, which is new after every run that found no error.
execute_process(COMMAND ${MESHC} compile @${ARGUMENTS} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "meshc found errors")
endif()
file(READ ${DEPFILE}.in depfile)
string(REGEX REPLACE "^[^\n]*mesh-manifest\\.json:" "${STAMP}:" depfile "${depfile}")
file(WRITE ${DEPFILE} "${depfile}")
file(TOUCH ${STAMP})
