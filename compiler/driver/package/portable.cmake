# An archive that needs nothing but glibc: the program, the shared libraries that it is linked with, and
# Graphviz' plugins for layouts and SVG. Run as a script:
# -DPROGRAM= -DTEXTS= -DLICENSE= -DVERSION= -DPROCESSOR= -DFOLDER=, the folder of the packages
cmake_minimum_required(VERSION 3.25)
find_program(PATCHELF patchelf REQUIRED)
# What others call it.
set(cpu ${PROCESSOR})
string(REPLACE x86_64 x64 cpu ${cpu})
string(REPLACE aarch64 arm64 cpu ${cpu})
set(name meshc-${VERSION}-linux-${PROCESSOR})
set(tree ${FOLDER}/${name})
file(REMOVE_RECURSE ${tree})

# Of every system: those of glibc, and its loader.
set(of_glibc "^(ld-linux|lib(c|m|dl|rt|pthread|resolv|util)\\.so)")

# Graphviz finds its plugins beside its own library, by the list that `dot -c` has written.
file(GLOB plugin_folders /usr/lib/*/graphviz /usr/lib/graphviz /usr/lib64/graphviz)
list(GET plugin_folders 0 plugin_folder)
file(GLOB plugins ${plugin_folder}/libgvplugin_dot_layout.so.? ${plugin_folder}/libgvplugin_neato_layout.so.?
  ${plugin_folder}/libgvplugin_core.so.?)

# A file by the name that it is asked for, and no links: packages of npm hold none.
function(copy_library library folder)
  get_filename_component(asked ${library} NAME)
  file(REAL_PATH ${library} real)
  file(MAKE_DIRECTORY ${folder})
  file(COPY_FILE ${real} ${folder}/${asked})
endfunction()
foreach(plugin IN LISTS plugins)
  copy_library(${plugin} ${tree}/lib/graphviz)
endforeach()

file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM} LIBRARIES ${plugins}
  RESOLVED_DEPENDENCIES_VAR libraries PRE_EXCLUDE_REGEXES ${of_glibc} POST_EXCLUDE_REGEXES "/ld-linux[^/]*$")
foreach(library IN LISTS libraries)
  copy_library(${library} ${tree}/lib)
endforeach()
file(COPY ${PROGRAM} DESTINATION ${tree}/bin)
file(COPY ${LICENSE} DESTINATION ${tree})
file(COPY ${TEXTS}/man/ DESTINATION ${tree}/share/man/man1)
file(COPY ${TEXTS}/bash ${TEXTS}/zsh ${TEXTS}/fish DESTINATION ${tree}/share/completions)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# RPATH, not RUNPATH: it holds for the libraries of the libraries too.
get_filename_component(program ${PROGRAM} NAME)
run(strip ${tree}/bin/${program})
run(${PATCHELF} --force-rpath --set-rpath "$ORIGIN/../lib" ${tree}/bin/${program})
file(GLOB moved LIST_DIRECTORIES false ${tree}/lib/graphviz/*.so.*)
foreach(plugin IN LISTS moved)
  run(${PATCHELF} --force-rpath --set-rpath "$ORIGIN/.." ${plugin})
endforeach()
run(${CMAKE_COMMAND} -E env GVBINDIR=${tree}/lib/graphviz dot -c)

run(${CMAKE_COMMAND} -E chdir ${FOLDER} ${CMAKE_COMMAND} -E tar czf ${name}.tar.gz ${name})

# The same as a package of npm, whose program is the file itself.
file(WRITE ${tree}/package.json "{
  \"name\": \"meshc\",
  \"version\": \"${VERSION}\",
  \"description\": \"Compiler for meshes of actors joined by queues\",
  \"license\": \"MIT\",
  \"os\": [\"linux\"],
  \"cpu\": [\"${cpu}\"],
  \"bin\": {\"meshc\": \"bin/meshc\"},
  \"files\": [\"bin\", \"lib\", \"share\"]
}
")
find_program(NPM npm)
if(NPM)
  run(${CMAKE_COMMAND} -E chdir ${tree} ${NPM} pack --silent --pack-destination ${FOLDER})
endif()
