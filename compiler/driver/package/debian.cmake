# Debian packages, by `cpack -G DEB`: `meshc`, the program, and `libmesh-dev`, what hosts are built with.
# The rules are those of Debian's policy; lintian reads the result in a test.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME meshc)
set(CPACK_PACKAGE_CONTACT "${PROJECT_NAME} maintainers <maintainers@meshc.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME meshc)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "compiler for meshes of actors joined by queues
Flow is a small language in which a team writes down the topology of an actor
mesh. This program checks every path of it and writes typed actor stubs, route
tables, charts, graphs and schemas.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libmesh-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
  "meshc (= ${PROJECT_VERSION}), libcpp-httplib-dev, libfmt-dev, libnats-dev, librabbitmq-dev, libhiredis-dev, nlohmann-json3-dev, libre2-dev, libsimdjson-dev, libsqlite3-dev, libssl-dev, pkg-config, prometheus-cpp-dev, zlib1g-dev")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS libjemalloc-dev)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "runtime of actor meshes that meshc compiles
A static library, its headers and the package for CMake and pkg-config: what
the hosts of a mesh are built with.")

# What Debian asks of a package beside its files.
find_program(MESHC_GZIP gzip)
if(MESHC_GZIP)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  foreach(name meshc libmesh-dev)
    set(folder ${CMAKE_BINARY_DIR}/debian/${name})
    file(WRITE ${folder}/changelog
      "${name} (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * What has changed stands in CHANGELOG.md of the sources.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    execute_process(COMMAND ${MESHC_GZIP} -9nf ${folder}/changelog)
  endforeach()
  install(FILES ${CMAKE_BINARY_DIR}/debian/meshc/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/meshc COMPONENT program)
  install(FILES ${CMAKE_BINARY_DIR}/debian/libmesh-dev/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libmesh-dev COMPONENT library)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libmesh-dev RENAME copyright COMPONENT library)
# The folder of libraries is the same wherever a prefix is, and that of one machine only in Debian's own.
file(WRITE ${CMAKE_BINARY_DIR}/debian/libmesh-dev/overrides
  "libmesh-dev: pkg-config-unavailable-for-cross-compilation [usr/lib/pkgconfig/mesh.pc]\n")
install(FILES ${CMAKE_BINARY_DIR}/debian/libmesh-dev/overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
  RENAME libmesh-dev COMPONENT library)
include(CPack)
