// A small mesh for tests of versions: one actor, one flow.
#pragma once

namespace meshc::test {

inline constexpr const char* kOrdersFlow = R"(mesh shop.orders;

envelope Job {
  in text: string;
  out reply: string;
}

processor worker(text: string) -> (reply: string);

flow main on Job {
  worker;
}
)";

}  // namespace meshc::test
