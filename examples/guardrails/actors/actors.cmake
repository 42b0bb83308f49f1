target_sources(desk_assistant_actors PRIVATE ${CMAKE_CURRENT_LIST_DIR}/text.cpp)
