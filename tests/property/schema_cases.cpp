// Random types with random JSON documents, and what a host makes of each: it is taken or refused. Others hold
// the schemas that the compiler writes against it (tests/validators).
//
//   schema_cases [--seed FIRST] [--count N] > cases.json
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mesh/value/json_problem.h"
#include "tests/property/json/random_type.h"
#include "tests/support/memory_world.h"

namespace meshc::property {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDocuments = 40;

/// The type is that of a field, a param, a result and an error's field.
std::string Program(const std::string& type) {
  return fmt::format(
      R"(mesh values.random;
enum Mood {{ calm, loud }}
enum Told {{
  /// Nobody minds.
  calm,
  loud,
}}
open enum Word {{ calm }}
record Point {{ x: int; y: float = 0.5; t: timestamp?; }}
union Shape {{ point: Point; raw: bytes; none: Mood; }}
envelope E {{ in var v: {0}; var made: int?; out sum: int?; @was("jots") log notes: [string]; }}
error broken recoverable {{ v: {0}; }}
processor a(v: {0}) -> (v: {0}) {{ raises broken; }}
flow f on E {{ }}
flow g on E {{ a; }}
)",
      type);
}

/// Texts that are JSON, each with whether a host takes it as `v`; `null`: it is left out.
std::vector<std::string> DocumentsOf(const RandomType& type, Random& random) {
  std::vector<std::string> documents = {"{}"};
  while (documents.size() < kDocuments) {
    std::string text =
        fmt::format(R"({{"v":{}}})", random.OneIn(10) ? AnyDocument(random) : type.Document(random));
    if (!mesh::FindJsonProblem(text)) documents.push_back(std::move(text));
  }
  return documents;
}

/// Of a flow alone: beside `v` stands a member that the envelope has, or had once, or does not know.
std::vector<std::string> EntriesOf(const RandomType& type, Random& random) {
  constexpr std::array kMembers = {"made", "sum", "notes", "jots", "other", "V"};
  std::vector<std::string> documents;
  for (const char* member : kMembers) {
    std::string text = fmt::format(R"({{"v":{},"{}":{}}})", type.Document(random), member,
                                   random.OneIn(2) ? AnyDocument(random) : type.Document(random));
    if (!mesh::FindJsonProblem(text)) documents.push_back(std::move(text));
  }
  return documents;
}

/// By the lines of what succeeded.
std::map<std::size_t, Json> TakenOf(test::MemoryWorld& world, const std::vector<std::string>& documents) {
  std::string lines;
  for (const std::string& document : documents) lines += document + '\n';
  const test::Outcome run = world.Run({"run", "--stub", "--flow", "f", "host.flow"}, lines);
  std::istringstream out(run.out);
  std::map<std::size_t, Json> taken;
  for (std::string line; std::getline(out, line);) {
    Json ended = Json::parse(line);
    if (ended.at("outcome") == "succeeded") taken[ended.at("line")] = std::move(ended.at("payload"));
  }
  return taken;
}

std::vector<std::string> EnvelopesOf(test::MemoryWorld& world, const std::vector<std::string>& documents) {
  const std::string digest = Json::parse(world.output.files.at("out/routes/routes.json")).at("digest");
  std::string lines;
  for (const std::string& document : documents) {
    lines += fmt::format(R"({{"id":"e{}","route":{{"table":"{}","flow":"g"}},"payload":{}}})", lines.size(),
                         digest, document) +
             '\n';
  }
  const test::Outcome run = world.Run({"run", "--stub", "--flow", "g", "--envelope", "host.flow"}, lines);
  std::istringstream out(run.out);
  std::vector<std::string> envelopes;
  for (std::string line; std::getline(out, line);) {
    // What does not get in is none.
    if (Json::parse(line).contains("id")) envelopes.push_back(line);
  }
  return envelopes;
}

Json CasesOf(std::uint64_t seed) {
  Random random(seed);
  const RandomType type = MakeRandomType(random, 2);
  test::MemoryWorld world;
  world.files.Put("host.flow", Program(type.text));
  const test::Outcome compiled = world.Run({"compile", "-o", "out", "--only", "schema,routes", "host.flow"});
  if (compiled.exit_code != 0)
    throw std::runtime_error(
        fmt::format("seed {}: `{}` does not compile\n{}", seed, type.text, compiled.err));
  const std::vector<std::string> documents = DocumentsOf(type, random);
  const auto taken = TakenOf(world, documents);

  Json cases = {{"seed", seed},
                {"type", type.text},
                {"schemas", Json::object()},
                {"documents", Json::array()},
                {"entries", Json::array()}};
  constexpr std::string_view kFolder = "out/schema/";
  for (const auto& [path, content] : world.output.files) {
    if (path.starts_with(kFolder)) cases["schemas"][path.substr(kFolder.size())] = Json::parse(content);
  }
  const std::vector<std::string> entries = EntriesOf(type, random);
  const auto entered = TakenOf(world, entries);
  for (std::size_t i = 0; i < entries.size(); ++i)
    cases["entries"].push_back({{"text", entries[i]}, {"taken", entered.count(i + 1) > 0}});
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto found = taken.find(i + 1);
    cases["documents"].push_back({{"text", documents[i]}, {"taken", found != taken.end()}});
    if (found != taken.end()) cases["ended"].push_back(found->second.dump());
  }
  cases["envelopes"] = EnvelopesOf(world, documents);
  return cases;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Writes random types with random documents, and what hosts make of them");
  std::uint64_t seed = 1;
  std::uint64_t count = 200;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Types");
  CLI11_PARSE(app, argc, argv);
  try {
    meshc::property::Json all = meshc::property::Json::array();
    for (const std::uint64_t end = seed + count; seed < end; ++seed)
      all.push_back(meshc::property::CasesOf(seed));
    std::cout << all.dump() << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
