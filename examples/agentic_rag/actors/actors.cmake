target_sources(people_handbook_actors PRIVATE ${CMAKE_CURRENT_LIST_DIR}/handbook.cpp)
