target_sources(studio_slogans_actors PRIVATE ${CMAKE_CURRENT_LIST_DIR}/craft.cpp)
