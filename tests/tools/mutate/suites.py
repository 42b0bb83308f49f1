"""Which tests are asked whether they notice a fault, the cheapest and nearest ones first."""
import dataclasses

HOSTS = "test_hosts"
RUN_HOSTS = ("e2e", "faults")


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    target: str  # What is built for it.
    arguments: tuple = ()  # `{tree}`: where the sources are.
    is_gtest: bool = True
    shards: int = 1  # Parts that run side by side, of tests that wait more than they work.

    def targets(self):
        """The CMake targets of the suite: its program, and the hosts that the program starts."""
        return (self.target, HOSTS) if self.target in RUN_HOSTS else (self.target,)


def program(name):
    return Suite(name, name)


def without_brokers(name):
    """Of a program that starts servers: what needs none, in a fraction of the time."""
    return Suite(f"{name} without brokers", name, ("--gtest_filter=-*Nats*:*Amqp*:*Redis*",), shards=6)


def random_programs(name, *arguments):
    return Suite(name, f"{name}_test", arguments, is_gtest=False)


def flows(name, pattern):
    """Scenarios of .flow files; `pattern` is resolved where the tree is known."""
    return Suite(name, "meshc", ("test", "-Werror", f"{{glob:{pattern}}}"), is_gtest=False)


FILE = Suite("file", "meshc_file_test", ("{tree}/tests/file",), is_gtest=False)
DIFFERENTIAL = random_programs("differential", "--seed", "1", "--count", "4000")
SCENARIOS = random_programs("scenarios", "--seed", "1", "--count", "1500")
BOUNDS = random_programs("bounds", "--seed", "1", "--count", "1000")
PICTURES = random_programs("pictures", "--seed", "1", "--count", "1000")
SESSION = random_programs("session", "--seed", "1000", "--count", "1500")
WIRE = random_programs("wire", "--seed", "1", "--count", "4000")
TYPES = random_programs("compatibility", "--seed", "1", "--count", "5000")
ACTORS = random_programs("actor_compatibility", "--seed", "1", "--count", "5000")
SIMULATION = random_programs("simulation", "--seed", "1", "--count", "1500")
FIXES = random_programs("fixes")
NAMES = random_programs("names", "--every", "5")
STDLIB = flows("stdlib", "tests/stdlib/*_test.flow")
CONFORMANCE = without_brokers("conformance_transport")
HOST = without_brokers("unit_runtime_host")
BROKERS = [program("conformance_transport"), program("unit_runtime_host")]
COMMANDS = [program("golden"), program("cli"), program("meta")]
EVERYTHING = [STDLIB, program("e2e")]

GROWTH = program("unit_runtime_growth")
ROUTES = [[program("unit_runtime_deterministic"), FILE], [HOST, GROWTH], [DIFFERENTIAL, SCENARIOS],
          [CONFORMANCE, SIMULATION], BROKERS, EVERYTHING]
CARRIERS = [[program("unit_runtime_durable"), HOST], [CONFORMANCE, SIMULATION],
            [program("unit_versions"), program("unit_runtime_program")], BROKERS, EVERYTHING]
EDITORS = [[program("unit_compiler_language_server"), FILE], [SESSION], [NAMES, FIXES], COMMANDS]

# The longest prefix of the faulty file's path counts. Before each of them comes the test program of its folder.
LADDERS = {
    "codegen": [[FILE], [program("golden"), program("meta")], [DIFFERENTIAL, PICTURES], [program("cli")], EVERYTHING],
    "compiler": [[FILE], [DIFFERENTIAL, SCENARIOS], [BOUNDS], COMMANDS, EVERYTHING],
    "compiler/diagnostics": EDITORS,
    "compiler/pipeline": EDITORS,
    "compiler/queries": EDITORS,
    "compiler/syntax": EDITORS,
    "compiler/versions": [[program("unit_versions"), FILE], [program("cli"), program("meta")], EVERYTHING],
    "runtime": ROUTES,
    "runtime/mesh/archive": [[HOST], EVERYTHING],
    "runtime/mesh/compatibility": [[FILE], [TYPES, ACTORS], [program("unit_versions")], [program("cli")], EVERYTHING],
    "runtime/mesh/durable": CARRIERS,
    "runtime/mesh/host": [[HOST, GROWTH], [CONFORMANCE, SIMULATION], [program("unit_runtime_lines")],
                          [program("unit_runtime_program")], BROKERS, EVERYTHING],
    "runtime/mesh/lines": [[program("unit_runtime_program")], EVERYTHING],
    "runtime/mesh/monitoring": [[HOST], [program("unit_runtime_program")], BROKERS, EVERYTHING],
    "runtime/mesh/operations": [[program("unit_runtime_program")], [HOST], BROKERS, EVERYTHING],
    "runtime/mesh/state": CARRIERS,
    "runtime/mesh/transport": CARRIERS,
    "runtime/mesh/value": [[WIRE, FILE]] + ROUTES,
    "templates": [[program("unit_codegen_helm")], EVERYTHING],
}


def own_program(file):
    """`compiler/sema/names/lookup.cpp` is tested by `unit_compiler_sema`."""
    parts = [part for part in file.split("/") if part != "mesh"]
    return program("unit_" + "_".join(parts[:2]))


def ladder_of(file, targets):
    """Steps of suites, without what has no program of its own, and each suite once."""
    prefix = max((p for p in LADDERS if file.startswith(p + "/")), key=len)
    known = set()
    ladder = []
    own = own_program(file)
    for step in ([] if own.target == HOST.target else [[own]]) + LADDERS[prefix]:
        fresh = [suite for suite in step if suite.target in targets and suite.name not in known]
        known.update(suite.name for suite in fresh)
        if fresh:
            ladder.append(fresh)
    return ladder
