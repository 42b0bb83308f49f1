# The rules stand in files of their own, so that their tests need no actor.
file(GLOB rules CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/rules/*.cpp)
target_sources(shop_support_actors PRIVATE ${rules})

option(SHOP_SUPPORT_TESTS "Build the tests of the rules" OFF)
if(SHOP_SUPPORT_TESTS)
  find_package(GTest REQUIRED)
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../tests/*.cpp)
  add_executable(support_rules_test ${tests})
  target_include_directories(support_rules_test PRIVATE ${CMAKE_CURRENT_LIST_DIR}/rules)
  target_link_libraries(support_rules_test PRIVATE shop_support_actors GTest::gtest GTest::gtest_main)
endif()
