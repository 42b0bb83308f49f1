#include "codegen/helm/waves.h"

#include <fmt/format.h>

#include "codegen/helm/render.h"

namespace meshc::codegen {

ArtifactSet RenderWaves(const std::vector<Wave>& waves, const std::string& target) {
  using namespace helm;
  ArtifactSet files;
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const Wave& wave = waves[i];
    List former;
    for (const std::string& actor : wave.former) former.push_back(Text(actor));
    ValuesFile file{.name = fmt::format("values-wave-{}.yaml", i + 1),
                    .about = fmt::format("Wave {} of {}. {}", i + 1, waves.size(), wave.about),
                    .values = {{"routes", {Map{{"wave", Text(target)}, {"current", Text(wave.current)}}}},
                               {"former", {Map{{"actors", {std::move(former)}}}}}}};
    files[file.name].content = RenderValues(file);
  }
  return files;
}

}  // namespace meshc::codegen
