#include "codegen/helm/build_defaults.h"

namespace meshc::codegen::helm {
namespace {

Value Amounts(const char* cpu, const char* memory, const char* disk) {
  return {Map{{"cpu", Text(cpu)}, {"memory", Text(memory)}, {"ephemeral-storage", Text(disk)}}};
}

/// Loads the binary and all its libraries, which is what can be asked of a host without a port.
Value Probe(std::int64_t period) {
  return {Map{{"exec", {Map{{"command", {List{Text("/mesh/bin/host"), Text("--version")}}}}}},
              {"periodSeconds", Number(period)},
              {"timeoutSeconds", Number(5)}}};
}

}  // namespace

Map BuildDefaults() {
  return {
      {"scale",
       {Map{{"min", Number(0)},
            {"max", Number(10)},
            {"per", Number(5, "Waiting messages for each replica.")},
            {"activation", Number(0)},
            {"polling", Number(15)},
            {"cooldown", Number(300)}}}},
      {"resources",
       {Map{{"requests", Amounts("100m", "128Mi", "64Mi")}, {"limits", Amounts("1000m", "256Mi", "128Mi")}}}},
      {"threads", Number(1)},
      {"terminationGracePeriodSeconds", Number(45)},
      {"probes", {Map{{"readinessProbe", Probe(10)}, {"livenessProbe", Probe(30)}}}},
  };
}

Map BuildPodSecurity() {
  return {{"runAsNonRoot", Flag(true)},
          {"runAsUser", Number(10001)},
          {"runAsGroup", Number(10001)},
          {"fsGroup", Number(10001)},
          {"seccompProfile", {Map{{"type", Text("RuntimeDefault")}}}}};
}

Map BuildContainerSecurity() {
  return {{"allowPrivilegeEscalation", Flag(false)},
          {"readOnlyRootFilesystem", Flag(true)},
          {"capabilities", {Map{{"drop", {List{Text("ALL")}}}}}}};
}

}  // namespace meshc::codegen::helm
