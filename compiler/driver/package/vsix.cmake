# The extension of VS Code with the server inside. Run as a script:
# -DEXTENSION=, its sources; -DSERVER=, the tree of the portable archive; -DLICENSE= -DVERSION=
# -DFOLDER=, the folder of the packages; -DCACHE=, where what npm brings stays
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/find_node.cmake)
set(tree ${CACHE}/vsix)
function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${tree} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(READ ${SERVER}/package.json manifest)
string(JSON cpu GET "${manifest}" cpu 0)
file(MAKE_DIRECTORY ${tree})
file(COPY ${EXTENSION}/ DESTINATION ${tree})
file(COPY ${LICENSE} DESTINATION ${tree})
file(REMOVE_RECURSE ${tree}/server)
file(COPY ${SERVER}/ DESTINATION ${tree}/server)

file(SHA256 ${tree}/package.json wanted)
if(NOT EXISTS ${tree}/node_modules/${wanted})
  run(${NPM} install --silent --ignore-scripts --no-audit --no-fund --no-package-lock)
  file(TOUCH ${tree}/node_modules/${wanted})
endif()
run(${NODE} node_modules/typescript/bin/tsc --noEmit)
run(${NODE} node_modules/esbuild/bin/esbuild src/extension.ts --bundle --platform=node --external:vscode
  --log-level=warning --outfile=out/extension.js)
run(${NODE} node_modules/@vscode/vsce/vsce package ${VERSION} --no-update-package-json --no-git-tag-version
  --no-dependencies --target linux-${cpu} --allow-missing-repository -o ${FOLDER}/meshflow-${VERSION}.vsix)
