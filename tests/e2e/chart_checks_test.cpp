// The table of checks in codegen/helm/README.md, row by row against what helm renders.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "chart_objects.h"
#include "helm_program.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "yaml_json.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;
using Objects = std::vector<Json>;

/// Two deploys' worth of switches: a secret, volumes, a variable, one replica, a range, a priority.
constexpr const char* kMesh = R"(mesh shop.desk;
envelope Ticket { in text: string; }
processor reader(text: string);
processor writer(text: string);
processor judge(text: string);
flow support on Ticket { reader -> writer -> judge; }
deploy production for shop.desk {
  transport nats { url "nats://nats.messaging:4222"; monitoring "nats.messaging:8222"; secret "nats-auth"; }
  actor reader { scale 1..1; volume "cache" claim "cache" size 1Gi at "/cache"; priority "high"; }
  actor writer { secret_env "API_KEY" from "keys" key "api"; env "MODEL" "small"; timeout 5s; }
  pool judges { actors judge; scale 2..4; }
}
)";

/// What a predicate finds wrong; empty: nothing.
using Problems = std::set<std::string>;

std::string NameOf(const Json& object) {
  return object.at("kind").get<std::string>() + " " + object.at("metadata").at("name").get<std::string>();
}

/// Deployments and jobs with their pods.
void ForEachPod(const Objects& objects,
                const std::function<void(const Json& owner, const Json& pod, const Json& container)>& visit) {
  for (const Json& object : objects) {
    if (object.at("kind") != "Deployment" && object.at("kind") != "Job") continue;
    const Json& pod = object.at("spec").at("template");
    for (const Json& container : pod.at("spec").at("containers")) visit(object, pod, container);
  }
}

/// Whether labels of a pod are those that a selector wants.
bool Selects(const Json& selector, const Json& pod) {
  const Json& labels = pod.at("metadata").at("labels");
  for (const auto& [key, value] : selector.items()) {
    if (labels.value(key, "") != value.get<std::string>()) return false;
  }
  return !selector.empty();
}

bool IsSelected(const Objects& objects, const std::string& kind, const char* at, const Json& pod) {
  for (const Json* object : OfKind(objects, kind)) {
    const Json& selector = object->at("spec").at(at);
    if (Selects(selector.contains("matchLabels") ? selector.at("matchLabels") : selector, pod)) return true;
  }
  return false;
}

class Judge {
 public:
  explicit Judge(const Objects& objects) : objects_(objects) {}

  Problems TakesNothingOfTheNode() {
    ForEachPod(objects_, [&](const Json& owner, const Json& pod, const Json& container) {
      const Json& spec = pod.at("spec");
      for (const char* of_host : {"hostIPC", "hostPID", "hostNetwork"})
        Want(!spec.contains(of_host), owner, of_host);
      for (const Json& volume : spec.value("volumes", Json::array()))
        Want(!volume.contains("hostPath"), owner, "path");
      for (const Json& port : container.value("ports", Json::array()))
        Want(!port.contains("hostPort") && port.at("containerPort") != 22, owner, "port");
      const Json& security = spec.at("securityContext");
      Want(!security.contains("sysctls") && !security.contains("windowsOptions"), owner, "sysctls");
      Want(!container.at("securityContext").contains("procMount"), owner, "procMount");
    });
    return std::move(problems_);
  }

  Problems RunsWithoutRights() {
    ForEachPod(objects_, [&](const Json& owner, const Json& pod, const Json& container) {
      const Json& of_pod = pod.at("spec").at("securityContext");
      const Json& own = container.at("securityContext");
      Want(own.at("allowPrivilegeEscalation") == false && !own.contains("privileged"), owner, "privileged");
      Want(own.at("readOnlyRootFilesystem") == true, owner, "root file system");
      Want(own.at("capabilities") == Json({{"drop", {"ALL"}}}), owner, "capabilities");
      Want(of_pod.at("runAsNonRoot") == true && of_pod.at("runAsUser") >= 10000 &&
               of_pod.at("runAsGroup") >= 10000,
           owner, "user");
      Want(of_pod.at("seccompProfile").at("type") == "RuntimeDefault", owner, "seccomp");
    });
    return std::move(problems_);
  }

  Problems AsksForWhatItMayTake() {
    ForEachPod(objects_, [&](const Json& owner, const Json&, const Json& container) {
      for (const char* bound : {"requests", "limits"}) {
        for (const char* amount : {"cpu", "memory", "ephemeral-storage"})
          Want(container.at("resources").at(bound).contains(amount), owner, amount);
      }
    });
    return std::move(problems_);
  }

  Problems RunsANamedVersion() {
    ForEachPod(objects_, [&](const Json& owner, const Json&, const Json& container) {
      const std::string image = container.at("image");
      const std::size_t tag = image.find_last_of(":@");
      Want(tag != std::string::npos && image.substr(tag + 1) != "latest", owner, "image " + image);
    });
    return std::move(problems_);
  }

  Problems IsProbedAtItsPort() {
    ForEachPod(objects_, [&](const Json& owner, const Json&, const Json& container) {
      if (owner.at("kind") == "Job") return;
      for (const char* probe : {"startupProbe", "livenessProbe", "readinessProbe"})
        Want(container.at(probe).at("httpGet").at("port") == container.at("ports").at(0).at("name"), owner,
             probe);
      Want(container.at("livenessProbe") != container.at("readinessProbe"), owner, "equal probes");
    });
    return std::move(problems_);
  }

  Problems IsFoundByLabelsAndServices() {
    ForEachPod(objects_, [&](const Json& owner, const Json& pod, const Json& container) {
      for (const auto& [key, value] : pod.at("metadata").at("labels").items())
        Want(value.get<std::string>().size() <= 63, owner, key);
      if (owner.at("kind") == "Job") return;
      Want(Selects(owner.at("spec").at("selector").at("matchLabels"), pod), owner, "selector");
      Want(IsSelected(objects_, "Service", "selector", pod), owner, "service");
      Want(container.at("ports").at(0).at("name") == "http", owner, "port");
    });
    for (const Json* service : OfKind(objects_, "Service")) {
      Want(!service->at("spec").contains("type"), *service, "type");
      Want(service->at("spec").at("ports").at(0).at("targetPort") == "http", *service, "target");
      Want(IsTarget(service->at("spec").at("selector")), *service, "no pods");
    }
    return std::move(problems_);
  }

  Problems IsSpread() {
    for (const Json* deployment : OfKind(objects_, "Deployment")) {
      const Json& pod = deployment->at("spec").at("template");
      const Json& affinity = pod.at("spec").at("affinity").at("podAntiAffinity");
      Want(affinity.dump().find("kubernetes.io/hostname") != std::string::npos, *deployment, "affinity");
      Want(!pod.at("spec").at("topologySpreadConstraints").empty(), *deployment, "spread");
      Want(deployment->at("spec").at("strategy").at("type") == "RollingUpdate", *deployment, "strategy");
      Want(IsSelected(objects_, "PodDisruptionBudget", "selector", pod), *deployment, "budget");
    }
    for (const Json* budget : OfKind(objects_, "PodDisruptionBudget")) {
      const Json& spec = budget->at("spec");
      Want(spec.at("maxUnavailable") == 1 && !spec.contains("minAvailable"), *budget, "disruptions");
      Want(spec.at("unhealthyPodEvictionPolicy") == "AlwaysAllow", *budget, "unhealthy pods");
    }
    return std::move(problems_);
  }

  Problems IsFenced() {
    ForEachPod(objects_, [&](const Json& owner, const Json& pod, const Json&) {
      Want(IsSelected(objects_, "NetworkPolicy", "podSelector", pod), owner, "policy");
    });
    for (const Json* policy : OfKind(objects_, "NetworkPolicy")) {
      Want(policy->at("spec").at("policyTypes") == Json({"Ingress", "Egress"}), *policy, "types");
      Want(IsTarget(policy->at("spec").at("podSelector").at("matchLabels")), *policy, "no pods");
    }
    return std::move(problems_);
  }

  Problems KeepsSecretsInSecrets() {
    ForEachPod(objects_, [&](const Json& owner, const Json&, const Json& container) {
      std::set<std::string> names;
      for (const Json& variable : container.value("env", Json::array())) {
        const std::string name = variable.at("name");
        Want(names.insert(name).second, owner, name);
        const bool secret = name.find("KEY") != std::string::npos ||
                            name.find("PASSWORD") != std::string::npos ||
                            name.find("TOKEN") != std::string::npos;
        Want(!secret || variable.contains("valueFrom"), owner, name);
      }
    });
    for (const Json* map : OfKind(objects_, "ConfigMap"))
      Want(map->dump().find("://") == std::string::npos || map->dump().find('@') == std::string::npos, *map,
           "URL");
    return std::move(problems_);
  }

  Problems HasAnAccountWithoutRights() {
    std::set<std::string> accounts;
    for (const Json* account : OfKind(objects_, "ServiceAccount")) {
      accounts.insert(account->at("metadata").at("name").get<std::string>());
      Want(account->at("automountServiceAccountToken") == false, *account, "token");
    }
    ForEachPod(objects_, [&](const Json& owner, const Json& pod, const Json&) {
      const Json& spec = pod.at("spec");
      Want(spec.at("automountServiceAccountToken") == false, owner, "token");
      Want(!spec.contains("serviceAccount"), owner, "deprecated field");
      if (owner.at("kind") == "Deployment")
        Want(accounts.contains(spec.at("serviceAccountName").get<std::string>()), owner, "account");
    });
    return HasNone({"Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"});
  }

  Problems SpeaksVersionsThatStay() {
    const std::set<std::string> stable = {"v1", "apps/v1", "batch/v1", "policy/v1", "networking.k8s.io/v1"};
    for (const Json& object : objects_) {
      if (object.at("kind") == "ScaledObject") continue;
      Want(stable.contains(object.at("apiVersion").get<std::string>()), object, object.at("apiVersion"));
    }
    return std::move(problems_);
  }

  Problems ClearsItsJobAway() {
    for (const Json* job : OfKind(objects_, "Job"))
      Want(job->at("spec").at("ttlSecondsAfterFinished") > 0, *job, "ttl");
    return std::move(problems_);
  }

  Problems HasNone(const std::vector<std::string>& kinds) {
    for (const std::string& kind : kinds) {
      if (!OfKind(objects_, kind).empty()) problems_.insert(kind);
    }
    return std::move(problems_);
  }

  /// Both annotations, and one with the reason, stand there just where the check would fail. Empty: no such
  /// tool.
  Problems Exempts(const std::string& score, const std::string& polaris, const std::string& why,
                   const std::function<bool(const Json& owner, const Json& container)>& fails) {
    int exempt = 0;
    ForEachPod(objects_, [&](const Json& owner, const Json&, const Json& container) {
      const Json& notes = owner.at("metadata").at("annotations");
      const bool needed = fails(owner, container);
      exempt += needed ? 1 : 0;
      const std::string ignored = "," + notes.value("kube-score/ignore", "") + ",";
      Want(score.empty() || (ignored.find("," + score + ",") != std::string::npos) == needed, owner, score);
      Want((notes.value("polaris.fairwinds.com/" + polaris + "-exempt", "") == "true") == needed, owner,
           polaris);
      Want(notes.contains("mesh/" + why) == needed, owner, why);
    });
    if (exempt == 0) problems_.insert("nothing is exempt");
    return std::move(problems_);
  }

 private:
  void Want(bool holds, const Json& object, const std::string& what) {
    if (!holds) problems_.insert(NameOf(object) + ": " + what);
  }

  bool IsTarget(const Json& selector) const {
    bool found = false;
    ForEachPod(objects_,
               [&](const Json&, const Json& pod, const Json&) { found = found || Selects(selector, pod); });
    return found;
  }

  const Objects& objects_;
  Problems problems_;
};

bool HasFewReplicas(const Json& owner, const Json& /*container*/) {
  return owner.at("kind") == "Deployment" && owner.at("spec").value("replicas", 0) < 2;
}
bool IsNotAlwaysPulled(const Json& /*owner*/, const Json& container) {
  return container.at("imagePullPolicy") != "Always";
}
bool HasNoPriority(const Json& owner, const Json& /*container*/) {
  return !owner.at("spec").at("template").at("spec").contains("priorityClassName");
}

/// By the first words of the rows, up to a comma or colon behind `exempt`.
const std::map<std::string, std::function<Problems(Judge&)>>& Rows() {
  static const std::map<std::string, std::function<Problems(Judge&)>> rows{
      {"takes nothing of the node", &Judge::TakesNothingOfTheNode},
      {"runs without rights", &Judge::RunsWithoutRights},
      {"asks for what it may take", &Judge::AsksForWhatItMayTake},
      {"runs a named version", &Judge::RunsANamedVersion},
      {"is probed at its port", &Judge::IsProbedAtItsPort},
      {"is found by labels and services", &Judge::IsFoundByLabelsAndServices},
      {"is spread", &Judge::IsSpread},
      {"is fenced", &Judge::IsFenced},
      {"keeps secrets in Secrets", &Judge::KeepsSecretsInSecrets},
      {"has an account without rights", &Judge::HasAnAccountWithoutRights},
      {"speaks versions that stay", &Judge::SpeaksVersionsThatStay},
      {"clears its job away", &Judge::ClearsItsJobAway},
      {"has nothing of these kinds: CronJob",
       [](Judge& j) {
         return j.HasNone({"CronJob", "StatefulSet", "Ingress", "HorizontalPodAutoscaler"});
       }},
      {"exempt: replicas",
       [](Judge& j) {
         return j.Exempts("deployment-replicas", "deploymentMissingReplicas", "why-replicas", HasFewReplicas);
       }},
      {"exempt: pull policy",
       [](Judge& j) {
         return j.Exempts("container-image-pull-policy", "pullPolicyNotAlways", "why-pull-policy",
                          IsNotAlwaysPulled);
       }},
      {"exempt: priority",
       [](Judge& j) { return j.Exempts("", "priorityClassNotSet", "why-priority", HasNoPriority); }},
      {"exempt: instance", [](Judge& j) {
         return j.Exempts("", "metadataAndInstanceMismatched", "why-instance",
                          [](const Json&, const Json&) { return true; });
       }}};
  return rows;
}

struct Table {
  std::vector<std::string> rows;             ///< Their keys.
  std::vector<std::set<std::string>> names;  ///< Of the checks, by tool.
};

Table ReadTable() {
  Table table{{}, std::vector<std::set<std::string>>(3)};
  std::istringstream page(ReadFile(SourceFolder() / "codegen/helm/README.md"));
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| the chart | kube-linter")) inside = true;
    if (!inside || line.starts_with("|---") || line.starts_with("| the chart")) continue;
    if (!line.starts_with("| ")) break;
    std::istringstream cells(line.substr(1));
    std::string cell;
    std::getline(cells, cell, '|');
    table.rows.push_back(cell.substr(1, cell.find_first_of(",|") - 1));
    while (table.rows.back().ends_with(' ')) table.rows.back().pop_back();
    for (auto& names : table.names) {
      std::getline(cells, cell, '|');
      std::istringstream words(cell);
      for (std::string word; words >> word;)
        EXPECT_TRUE(names.insert(word).second) << word << " stands twice";
    }
  }
  return table;
}

TEST(ChartChecks, HaveARowForEachDefaultCheckOfTheTools) {
  const Table table = ReadTable();
  // kube-linter 31, kube-score 33, Polaris 18 and 26.
  EXPECT_EQ(table.names[0].size(), 31U);
  EXPECT_EQ(table.names[1].size(), 33U);
  EXPECT_EQ(table.names[2].size(), 44U);
  EXPECT_EQ(std::set<std::string>(table.rows.begin(), table.rows.end()).size(), Rows().size());
}

TEST(ChartChecks, HoldRowByRow) {
  std::string reason;
  const auto helm = FindHelm(reason);
  if (!helm) GTEST_SKIP() << reason;
  const ScratchFolder scratch("chart_checks");
  WriteFile(scratch / "desk.flow", kMesh);
  const ProgramRun compiled =
      RunProgram({Meshc(), "compile", scratch / "desk.flow", "-o", scratch / "out", "--only", "helm"});
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  const std::string chart = scratch / "out/deploy/helm/shop-desk";
  for (const std::string& values : {std::string("values.yaml"), std::string("values-production.yaml")}) {
    const ProgramRun made = RunProgram(
        {*helm, "template", "release", chart, "--kube-version", "1.29.0", "--values", chart + "/" + values});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const Objects objects = ParseYaml(made.out);
    for (const std::string& row : ReadTable().rows) {
      ASSERT_TRUE(Rows().contains(row)) << "nothing holds the row `" << row << "`";
      Judge judge(objects);
      for (const std::string& problem : Rows().at(row)(judge))
        ADD_FAILURE() << values << ", " << row << ": " << problem;
    }
  }
}

}  // namespace
}  // namespace meshc::test
