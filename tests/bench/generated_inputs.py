"""Writes a Flow mesh and a protobuf schema of a wanted number of lines, for benchmarks."""

# One block is a small domain: a record, an envelope, errors, six actors, a flow. 50 lines.
MESH_BLOCK = """\
/// The order of domain {n}.
record Order{n} {{
  id: string(1..40);
  amount: int(0..1000000);
  note: string?;
  tags: [string](..20);
}}
enum Kind{n} {{ small, medium, large }}
envelope Work{n} {{
  in order: Order{n};
  in locale: string = "en";
  kind: Kind{n};
  var draft: string = "";
  log scores: float;
  out reply: string;
}}
error broken{n} recoverable {{ code: int = 0; }}
error busy{n} retriable;
processor classify{n}(order: Order{n}) -> (kind: Kind{n}) {{
  raises busy{n};
  timeout 10s;
  retry 3 backoff exponential 1s..30s jitter;
}}
processor write{n}(locale: string, draft: string?) -> (draft: string) {{ raises broken{n}; }}
processor judge{n}(draft: string) -> (score: float);
processor publish{n}(draft: string) -> (reply: string);
processor fallback{n}() -> (reply: string);
router triage{n}(kind: Kind{n}) -> {{ fast, slow }};
flow work{n} on Work{n} sla 20m {{
  classify{n};
  if order.amount > 100 && len(order.tags) < 5 {{
    set draft = "large " + (order.note ?? "");
  }} else {{
    set draft = "small";
  }}
  route triage{n} {{
    fast => publish{n};
    slow => {{
      repeat max 3 {{
        write{n} -> judge{n} as {{ score: scores }};
      }} until scores[len(scores) - 1] >= 0.8 else {{
        fallback{n};
        return;
      }}
      publish{n};
    }}
  }}
}} on broken{n}, busy{n} as e {{
  fallback{n};
}}

"""

PROTO_BLOCK = """\
// The order of domain {n}.
message Order{n} {{
  string id = 1;
  int64 amount = 2;
  optional string note = 3;
  repeated string tags = 4;
  Kind{n} kind = 5;
  map<string, string> labels = 6;
}}
enum Kind{n} {{
  SMALL{n} = 0;
  MEDIUM{n} = 1;
  LARGE{n} = 2;
}}
message Work{n} {{
  Order{n} order = 1;
  string locale = 2;
  Kind{n} kind = 3;
  string draft = 4;
  repeated float scores = 5;
  string reply = 6;
  oneof result {{
    string good = 7;
    int64 bad = 8;
  }}
}}

"""


def mesh(lines: int) -> str:
    blocks = max(1, round(lines / (MESH_BLOCK.count("\n"))))
    return "mesh bench.generated;\n\n" + "".join(MESH_BLOCK.format(n=n) for n in range(blocks))


def proto(lines: int) -> str:
    blocks = max(1, round(lines / (PROTO_BLOCK.count("\n"))))
    return 'syntax = "proto3";\npackage bench;\n\n' + "".join(PROTO_BLOCK.format(n=n) for n in range(blocks))


def guarded(actors, together):
    """So many actors that raise one error, which one guarded block catches, or one for each of them."""
    head = ("mesh bench.guarded;\nenvelope Work { in amount: int; }\nerror broken recoverable;\n"
            "processor repair(amount: int);\n")
    declared = "".join(f"processor a{i}(amount: int) {{ raises broken; }}\n" for i in range(actors))
    if together:
        calls = "".join(f"    a{i};\n" for i in range(actors))
        body = f"  try {{\n{calls}  }} on broken {{ repair; }}\n"
    else:
        body = "".join(f"  try {{ a{i}; }} on broken {{ repair; }}\n" for i in range(actors))
    return f"{head}{declared}flow work on Work {{\n{body}}}\n"
