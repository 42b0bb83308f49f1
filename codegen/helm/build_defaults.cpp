#include "codegen/helm/build_defaults.h"

#include <utility>

#include "codegen/helm/quantities.h"

namespace meshc::codegen::helm {
namespace {

Value Amounts(const char* cpu, std::string memory, std::string disk) {
  return {Map{
      {"cpu", Text(cpu)}, {"memory", Text(std::move(memory))}, {"ephemeral-storage", Text(std::move(disk))}}};
}

Value Probe(const char* path, std::int64_t period, std::int64_t failures) {
  return {Map{{"httpGet", {Map{{"path", Text(path)}, {"port", Text("http")}}}},
              {"periodSeconds", Number(period)},
              {"timeoutSeconds", Number(5)},
              {"failureThreshold", Number(failures)}}};
}

/// Alive while its threads answer; ready while broker, store, mailboxes and table can be used.
Map BuildProbes() {
  return {{"startupProbe", Probe("/healthz", 2, 60)},
          {"readinessProbe", Probe("/readyz", 10, 3)},
          {"livenessProbe", Probe("/healthz", 30, 3)}};
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
       {Map{{"requests", Amounts("100m", "128Mi", "64Mi")},
            {"limits", Amounts("1000m", WriteBytes(kMemoryLimit), WriteBytes(kDiskLimit))}}}},
      {"threads", Number(1)},
      {"terminationGracePeriodSeconds", Number(45)},
      {"probes", {BuildProbes()}},
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
  // Said of the pod, too; some ask each container.
  return {{"runAsNonRoot", Flag(true)},
          {"allowPrivilegeEscalation", Flag(false)},
          {"readOnlyRootFilesystem", Flag(true)},
          {"capabilities", {Map{{"drop", {List{Text("ALL")}}}}}}};
}

}  // namespace meshc::codegen::helm
