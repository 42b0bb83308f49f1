#include "codegen/common/naming.h"
#include "codegen/helm/build_defaults.h"
#include "codegen/helm/build_routes.h"
#include "codegen/helm/build_settings.h"
#include "codegen/helm/build_transport.h"
#include "codegen/helm/build_workloads.h"
#include "codegen/helm/model.h"
#include "codegen/helm/quantities.h"
#include "compiler/ir/kept.h"
#include "compiler/types/store_of.h"

namespace meshc::codegen::helm {
namespace {

using types::Declarations;
using types::Deploy;

Map BuildImage(const std::string& chart) {
  return {{"repository", Text(chart)},
          {"tag", Text("", "Empty: the version of the app.")},
          {"digest", Text("", "Wins over the tag.")},
          {"pullPolicy", Text("IfNotPresent")}};
}

/// The release before this one, whose hosts serve what leaves and what a wave has not reached yet.
Map BuildFormer() {
  return {{"image",
           {Map{{"repository", Text("", "Empty: that of the image now.")},
                {"tag", Text("")},
                {"digest", Text("")}}}},
          {"actors", {List{}, "Those that still run the former image."}}};
}

/// None is made where every pod takes one that is there.
Map BuildAccount(const Deploy* deploy) {
  const bool given = deploy != nullptr && deploy->defaults.service_account;
  return {{"create", Flag(!given, given ? "default" : "")},
          {"name", Text("", "Of one for all; empty: each workload has its own.")},
          {"annotations", {Map{}}}};
}

Map BuildPodMonitor() {
  return {{"enabled", Text("auto", "True, false, or where the cluster has the operator of Prometheus.")},
          {"interval", Text("30s")},
          {"labels", {Map{}}}};
}

/// `mesh-shop-support`: names of actors begin with that of their mesh.
Map BuildControl(const std::string& mesh) {
  return {{"name", Text(QueueName("mesh", mesh))},
          {"scale", {Map{{"min", Number(1)}, {"max", Number(1)}}}},
          {"threads", Number(1)},
          {"terminationGracePeriodSeconds", Number(30)}};
}

/// The defaults of the chart, and over them those of the deploy.
Map BuildAllDefaults(const Deploy* deploy) {
  Map defaults = BuildDefaults();
  if (deploy == nullptr) return defaults;
  const Declarations none;
  Deploy alone;
  alone.defaults = deploy->defaults;
  const types::ActorSettings settled = types::SettingsOf(none, alone, types::ActorId{});
  Lay(defaults, BuildSettings({{&deploy->defaults, "default"}}, 0, settled));
  return defaults;
}

/// What the files of one chart have in common.
struct Sources {
  const Declarations& declarations;
  const HandlerTimes& times;
  const std::string& chart;
  const Map& routes;
  const Map& leaving;
  bool stateful = false;
};

/// The image of all who state none stands once, at the top, where people look for it.
void RaiseImage(Map& defaults, Map& image) {
  Value* const stated = Find(defaults, "image");
  if (stated == nullptr) return;
  Lay(image, std::get<Map>(std::move(stated->content)));
  std::erase_if(defaults, [](const Entry& entry) { return entry.key == "image"; });
}

Map BuildValues(const Sources& sources, const Deploy* deploy) {
  const auto& [declarations, times, chart, routes, leaving, stateful] = sources;
  Map values;
  values.push_back({"mesh", Text(declarations.mesh)});
  values.push_back({"stateful", Flag(stateful, "Beside a RabbitMQ broker such a mesh needs `state`.")});
  const bool placed = deploy != nullptr && !deploy->kube_namespace.empty();
  values.push_back({"namespace", placed ? Text(deploy->kube_namespace, "deploy " + deploy->name)
                                        : Text("", "Empty: that of the release.")});
  Map image = BuildImage(chart);
  Map defaults = BuildAllDefaults(deploy);
  RaiseImage(defaults, image);
  values.push_back({"image", {std::move(image)}});
  values.push_back({"imagePullSecrets", {List{}}});
  values.push_back({"routes", {routes}});
  values.push_back({"former", {BuildFormer()}});
  values.push_back({"transport", {BuildTransport(deploy, declarations, leaving)}});
  values.push_back({"state", {BuildState(deploy)}});
  if (Map lanes = BuildLanes(deploy); !lanes.empty()) values.push_back({"lanes", {std::move(lanes)}});
  values.push_back(
      {"keda", {Map{{"enabled", Flag(true, "Without it, `scale.min` and at least one replica run.")}}}});
  values.push_back({"network", {Map{{"enabled", Flag(true)}, {"egress", {List{}}}}}});
  values.push_back(
      {"provision",
       {Map{{"enabled", Flag(true, "A job makes streams, queues and consumers before pods start.")}}}});
  values.push_back({"podMonitor", {BuildPodMonitor()}});
  values.push_back({"serviceAccount", {BuildAccount(deploy)}});
  values.push_back({"podSecurityContext", {BuildPodSecurity()}});
  values.push_back({"securityContext", {BuildContainerSecurity()}});
  values.push_back({"defaults", {std::move(defaults)}});
  values.push_back({"control", {BuildControl(declarations.mesh)}});
  values.push_back({"actors", {BuildActors(declarations, times, deploy)}});
  if (Map pools = BuildPools(declarations, times, deploy); !pools.empty())
    values.push_back({"pools", {std::move(pools)}});
  const char* const about = leaving.empty() ? "Actors of former versions, until their tables are gone." : "";
  values.push_back({"leaving", {leaving, about}});
  return values;
}

ValuesFile BuildFile(const Sources& sources, const Deploy* deploy, const std::string& name) {
  const std::string of = deploy == nullptr ? "" : " and its deploy " + deploy->name;
  return {name,
          "Made by meshc from the mesh " + sources.declarations.mesh + of +
              "; override it with a values file of your own.\n"
              "What stands at an actor wins over what stands in `defaults`. Comments name the layer\n"
              "that gave a value; what has none comes from the chart.",
          BuildValues(sources, deploy)};
}

}  // namespace

ChartModel BuildModel(const ir::Mesh& mesh, const ChartOptions& options,
                      const std::vector<ChartTable>& tables, bool fit) {
  const Declarations& declarations = mesh.declarations;
  ChartModel model;
  model.place = options.place;
  model.mesh = declarations.mesh;
  model.chart = KebabCase(MeshIdentifier(model.mesh));
  const HandlerTimes times(mesh);
  const Map routes = BuildRoutes(tables, fit);
  const Map leaving = BuildLeaving(tables);
  const Sources sources{declarations, times, model.chart, routes, leaving, ir::FindKept(mesh).has_value()};
  if (options.deploy.empty()) model.files.push_back(BuildFile(sources, nullptr, "values.yaml"));
  for (const Deploy& deploy : declarations.deploys) {
    if (options.deploy.empty())
      model.files.push_back(BuildFile(sources, &deploy, "values-" + deploy.name + ".yaml"));
    else if (deploy.name == options.deploy) {
      model.files.push_back(BuildFile(sources, &deploy, "values.yaml"));
      if (deploy.transport) model.broker = deploy.transport->kind;
      if (deploy.transport && deploy.transport->redelivery_ns)
        model.redelivery_s = SecondsUp(deploy.transport->redelivery_ns->value);
      if (const auto store = types::StoreOf(deploy)) model.store = store->kind;
    }
  }
  return model;
}

}  // namespace meshc::codegen::helm
