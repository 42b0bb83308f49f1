#include "codegen/helm/build_settings.h"

#include <algorithm>
#include <cstdint>

#include "codegen/helm/build_defaults.h"
#include "codegen/helm/literal.h"
#include "codegen/helm/quantities.h"

namespace meshc::codegen::helm {
namespace {

using types::ActorSettings;
using types::Amount;

class SettingsBuilder {
 public:
  SettingsBuilder(const std::vector<Layer>& layers, std::size_t first, const ActorSettings& settled)
      : layers_(layers),
        below_(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(first)),
        above_(layers.begin() + static_cast<std::ptrdiff_t>(first), layers.end()),
        settled_(settled) {}

  Map Build() {
    AddImage();
    AddScale();
    AddResources();
    AddNode();
    AddVolumes();
    AddEnv();
    AddEgress();
    AddText("priorityClassName", [](const auto& layer) { return layer.priority; });
    AddText("serviceAccountName", [](const auto& layer) { return layer.service_account; });
    return std::move(map_);
  }

 private:
  static void Add(Map& map, const char* key, Value value) { map.push_back({key, std::move(value)}); }
  void AddMap(const char* key, Map map) {
    if (!map.empty()) Add(map_, key, {std::move(map)});
  }

  template <typename Read>
  void AddText(const char* key, Read read) {
    if (const auto text = LastOf(above_, read)) Add(map_, key, Text(text->value, text->layer));
  }

  /// `registry:5000/team/reader:1.0@sha256:...`
  void AddImage() {
    const auto image = LastOf(above_, [](const auto& layer) { return layer.image; });
    if (!image) return;
    std::string name = image->value;
    const std::size_t at = name.find('@');
    const std::string digest = at == std::string::npos ? "" : name.substr(at + 1);
    name = name.substr(0, at);
    const std::size_t colon = name.rfind(':');
    const bool tagged = colon != std::string::npos && name.find('/', colon) == std::string::npos;
    Map map;
    Add(map, "repository", Text(name.substr(0, tagged ? colon : std::string::npos), image->layer));
    Add(map, "tag", Text(tagged ? name.substr(colon + 1) : "", image->layer));
    Add(map, "digest", Text(digest, image->layer));
    AddMap("image", std::move(map));
  }

  void AddScale() {
    Map map;
    if (const auto replicas = LastOf(above_, [](const auto& layer) { return layer.scale.replicas; })) {
      Add(map, "min", Number(replicas->value.value.min, replicas->layer));
      Add(map, "max", Number(replicas->value.value.max, replicas->layer));
    }
    if (const auto per = LastOf(above_, [](const auto& layer) { return layer.scale.per; }))
      Add(map, "per", Number(per->value, per->layer));
    if (const auto activation = LastOf(above_, [](const auto& layer) { return layer.scale.activation; }))
      Add(map, "activation", Number(activation->value, activation->layer));
    if (const auto polling = LastOf(above_, [](const auto& layer) { return layer.scale.polling_ns; }))
      Add(map, "polling", Number(SecondsUp(polling->value), polling->layer));
    if (const auto cooldown = LastOf(above_, [](const auto& layer) { return layer.scale.cooldown_ns; }))
      Add(map, "cooldown", Number(SecondsUp(cooldown->value.value), cooldown->layer));
    AddMap("scale", std::move(map));
  }

  /// Request and limit together, as one follows from the other.
  void AddAmount(const char* key, Amount types::Resources::*amount, std::string (*write)(std::int64_t),
                 Map& requests, Map& limits) {
    std::string layer;
    for (const Layer& above : above_) {
      const Amount& stated = above.settings->resources.*amount;
      if (stated.request || stated.limit) layer = above.name;
    }
    if (layer.empty()) return;
    const Amount& settled = settled_.resources.*amount;
    if (settled.request) Add(requests, key, Text(write(settled.request->value), layer));
    if (settled.limit) Add(limits, key, Text(write(settled.limit->value), layer));
  }

  /// What volumes hold counts as the container's: a limit that nobody states grows with them. `least`:
  /// without.
  void AddRoom(const char* key, Amount types::Resources::*amount, types::VolumeKind kind, std::int64_t least,
               Map& limits) {
    const bool stated = std::any_of(layers_.begin(), layers_.end(), [&](const Layer& layer) {
      return (layer.settings->resources.*amount).limit.has_value();
    });
    if (stated || !IsAdded(&ActorSettings::volumes)) return;
    std::int64_t room = least;
    for (const types::Volume& volume : settled_.volumes) {
      if (volume.kind == kind && volume.size_bytes) room = AddUp(room, *volume.size_bytes);
    }
    // Said of none, too, where the layers below have some that it takes the place of.
    const bool below = std::any_of(below_.begin(), below_.end(), [&](const Layer& layer) {
      return std::any_of(layer.settings->volumes.begin(), layer.settings->volumes.end(),
                         [&](const types::Volume& volume) { return volume.kind == kind; });
    });
    if (room > least || below) Add(limits, key, Text(WriteBytes(room), "With what its volumes may hold."));
  }

  /// Sizes end where 64 bits do.
  static std::int64_t AddUp(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
  }

  /// Helm merges amounts by their names, so a device of the layers below is taken back.
  void AddGpu(Map& map) {
    const auto gpu = LastOf(above_, [](const auto& layer) { return layer.resources.gpu; });
    if (!gpu) return;
    const auto& [count, device] = gpu->value;
    const auto below = LastOf(below_, [](const auto& layer) { return layer.resources.gpu; });
    if (below && below->value.device != device) Add(map, below->value.device.c_str(), Text("0", gpu->layer));
    Add(map, device.c_str(), Text(std::to_string(count), gpu->layer));
  }

  void AddResources() {
    Map requests;
    Map limits;
    AddAmount("cpu", &types::Resources::milli_cpu, WriteCpu, requests, limits);
    AddAmount("memory", &types::Resources::memory_bytes, WriteBytes, requests, limits);
    AddAmount("ephemeral-storage", &types::Resources::ephemeral_bytes, WriteBytes, requests, limits);
    AddRoom("memory", &types::Resources::memory_bytes, types::VolumeKind::kMemory, kMemoryLimit, limits);
    AddRoom("ephemeral-storage", &types::Resources::ephemeral_bytes, types::VolumeKind::kEmpty, kDiskLimit,
            limits);
    AddGpu(requests);
    AddGpu(limits);
    Map map;
    if (!requests.empty()) Add(map, "requests", {std::move(requests)});
    if (!limits.empty()) Add(map, "limits", {std::move(limits)});
    AddMap("resources", std::move(map));
  }

  /// True if a layer from `first` on adds to the list.
  template <typename Entries>
  bool IsAdded(Entries entries) const {
    return std::any_of(above_.begin(), above_.end(),
                       [&](const Layer& layer) { return !(layer.settings->*entries).empty(); });
  }

  void AddNode() {
    if (IsAdded(&ActorSettings::selectors)) {
      Map map;
      for (const types::NodeSelector& entry : settled_.selectors) {
        const auto same = [&](const types::NodeSelector& other) { return other.key == entry.key; };
        map.push_back({entry.key, Text(entry.value, LayerOf(layers_, &ActorSettings::selectors, same))});
      }
      AddMap("nodeSelector", std::move(map));
    }
    if (!IsAdded(&ActorSettings::tolerations)) return;
    List list;
    for (const types::Toleration& entry : settled_.tolerations) {
      const auto same = [&](const types::Toleration& other) {
        return other.key == entry.key && other.value == entry.value;
      };
      Map map;
      Add(map, "key", Text(entry.key, LayerOf(layers_, &ActorSettings::tolerations, same)));
      Add(map, "operator", Text(entry.value.empty() ? "Exists" : "Equal"));
      if (!entry.value.empty()) Add(map, "value", Text(entry.value));
      list.push_back({std::move(map)});
    }
    Add(map_, "tolerations", {std::move(list)});
  }

  void AddVolumes() {
    if (!IsAdded(&ActorSettings::volumes)) return;
    List list;
    for (const types::Volume& volume : settled_.volumes) {
      const auto same = [&](const types::Volume& other) { return other.name == volume.name; };
      list.push_back({BuildVolume(volume, LayerOf(layers_, &ActorSettings::volumes, same))});
    }
    Add(map_, "volumes", {std::move(list)});
  }

  static Map BuildVolume(const types::Volume& volume, const std::string& layer) {
    Map map;
    Add(map, "name", Text(volume.name, layer));
    if (volume.kind == types::VolumeKind::kClaim)
      Add(map, "claim", Text(volume.claim));
    else
      Add(map, "medium", Text(volume.kind == types::VolumeKind::kMemory ? "memory" : "disk"));
    if (volume.size_bytes) Add(map, "size", Text(WriteBytes(*volume.size_bytes)));
    if (volume.shared) Add(map, "shared", Flag(true));
    Add(map, "path", Text(volume.path));
    if (volume.read_only) Add(map, "readOnly", Flag(true));
    return map;
  }

  void AddEnv() {
    if (!IsAdded(&ActorSettings::env)) return;
    Map map;
    for (const types::EnvVariable& entry : settled_.env) {
      const auto same = [&](const types::EnvVariable& other) { return other.name == entry.name; };
      const std::string layer = LayerOf(layers_, &ActorSettings::env, same);
      map.push_back({entry.name, {BuildVariable(entry, layer)}});
    }
    AddMap("env", std::move(map));
  }

  /// A secret wins over a value where maps are merged, so a value says that there is none.
  static Map BuildVariable(const types::EnvVariable& entry, const std::string& layer) {
    // Handlers get what is written.
    if (entry.secret.empty()) return {{"value", Text(Literal(entry.value), layer)}, {"secret", Text("")}};
    return {{"secret", Text(entry.secret, layer)}, {"key", Text(entry.key)}};
  }

  void AddEgress() {
    if (!IsAdded(&ActorSettings::egress)) return;
    List list;
    for (const types::Egress& entry : settled_.egress) {
      const auto same = [&](const types::Egress& other) {
        return other.network == entry.network && other.port == entry.port;
      };
      const std::string layer = LayerOf(layers_, &ActorSettings::egress, same);
      list.push_back({Map{{"network", Text(entry.network.empty() ? "any" : entry.network, layer)},
                          {"port", Number(entry.port)}}});
    }
    Add(map_, "egress", {std::move(list)});
  }

  const std::vector<Layer>& layers_;
  const std::vector<Layer> below_;
  const std::vector<Layer> above_;
  const ActorSettings& settled_;
  Map map_;
};

}  // namespace

Map BuildSettings(const std::vector<Layer>& layers, std::size_t first, const ActorSettings& settled) {
  return SettingsBuilder(layers, first, settled).Build();
}

}  // namespace meshc::codegen::helm
