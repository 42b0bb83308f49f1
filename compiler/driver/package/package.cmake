# What `cmake --install` gives, and the package config by which generated projects find it, from an
# install as from the build tree: -Dmeshc_DIR=build/release.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_CURRENT_LIST_DIR})
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/meshc)

# Two parts: the program, and what programs are built with.
install(TARGETS meshc EXPORT meshc-program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)
install(DIRECTORY ${CMAKE_BINARY_DIR}/texts/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/texts/bash/meshc DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/texts/zsh/_meshc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/texts/fish/meshc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program)

install(TARGETS mesh mesh_base EXPORT mesh-library ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY runtime/mesh DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(EXPORT meshc-program NAMESPACE meshc:: FILE meshc-program.cmake DESTINATION ${package_folder} COMPONENT library)
install(EXPORT mesh-library NAMESPACE mesh:: FILE mesh-library.cmake DESTINATION ${package_folder} COMPONENT library)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/meshc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package}/meshc-config.cmake ${package}/meshc-add-mesh.cmake ${package}/meshc-compile.cmake ${CMAKE_BINARY_DIR}/meshc-config-version.cmake
  DESTINATION ${package_folder} COMPONENT library)

export(EXPORT meshc-program NAMESPACE meshc:: FILE ${CMAKE_BINARY_DIR}/meshc-program.cmake)
export(EXPORT mesh-library NAMESPACE mesh:: FILE ${CMAKE_BINARY_DIR}/mesh-library.cmake)
configure_file(${package}/meshc-config.cmake ${CMAKE_BINARY_DIR}/meshc-config.cmake COPYONLY)
configure_file(${package}/meshc-add-mesh.cmake ${CMAKE_BINARY_DIR}/meshc-add-mesh.cmake COPYONLY)
configure_file(${package}/meshc-compile.cmake ${CMAKE_BINARY_DIR}/meshc-compile.cmake COPYONLY)

# For builds without CMake: an install can be moved, unless its folders are fixed.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(mesh_pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(mesh_pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  set(mesh_pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
else()
  # Where libraries stand may be one folder or two.
  file(RELATIVE_PATH way_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  set(mesh_pc_prefix "\${pcfiledir}/${way_to_prefix}")
  set(mesh_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
  set(mesh_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
configure_file(${package}/mesh.pc.in ${CMAKE_BINARY_DIR}/mesh.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/mesh.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

# All packages of one build, in build/…/packages.
file(GLOB_RECURSE package_sources CONFIGURE_DEPENDS ${package}/*.cmake ${CMAKE_SOURCE_DIR}/grammar/editors/vscode/*)
set(packages ${CMAKE_BINARY_DIR}/packages)
add_custom_command(OUTPUT ${packages}/stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${packages}
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:meshc> -DTEXTS=${CMAKE_BINARY_DIR}/texts
    -DLICENSE=${CMAKE_SOURCE_DIR}/LICENSE -DVERSION=${PROJECT_VERSION} -DPROCESSOR=${CMAKE_SYSTEM_PROCESSOR}
    -DFOLDER=${packages} -P ${package}/portable.cmake
  COMMAND ${CMAKE_COMMAND} -DEXTENSION=${CMAKE_SOURCE_DIR}/grammar/editors/vscode
    -DSERVER=${packages}/meshc-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}
    -DLICENSE=${CMAKE_SOURCE_DIR}/LICENSE -DVERSION=${PROJECT_VERSION} -DFOLDER=${packages}
    -DCACHE=${CMAKE_BINARY_DIR}/npm -P ${package}/vsix.cmake
  COMMAND ${CMAKE_CPACK_COMMAND} -G DEB
  COMMAND ${CMAKE_COMMAND} -E touch ${packages}/stamp
  DEPENDS meshc mesh meshc_texts ${CMAKE_BINARY_DIR}/texts/stamp ${package_sources} WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
add_custom_target(packages DEPENDS ${packages}/stamp)
include(${package}/debian.cmake)
