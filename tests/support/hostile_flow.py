"""A mesh whose texts would break out of any format that does not write them out."""

# Ends of comments, strings, tags and templates, marks of direction, and characters that YAML, XML and terminals refuse.
TEXT = ("\x7f \u0085 \u2028 \u202e \ufeff {{ .Values.x }} {{- end }} </script> --> ]]> */ // \\ \\n \\u0041 $HOME ${X} %s %% `x` "
        "'one' \"two\" \"\"\" #end ~~)\" )~~ <b> &amp; | > : - ? ! @ * = , é 😀")
# What a line of the language cannot hold in its raw form.
CONTROLS = "\\u{1}\\u{8}\\u{1b}[31m\\u{7f}\\u{85}\\u{2028}\\u{202e}\\r\\n\\t\\0"


# What a line comment can hold as it is, and a string only as an escape.
RAW = "\x01\x08\x0b\x1b[31m\x9f"
# Longer than any line, label or literal that a reader might have room for.
LONG = "long" * 5000


# What a text made of both is.
SAID = TEXT + "\x01\x08\x1b[31m\x7f\x85\u2028\u202e\r\n\t\0"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + CONTROLS + '"'


# Of a variable, which YAML has to hold.
VALUE = "".join(c for c in TEXT if c not in "\x7f\x85\u2028\ufeff") + "\n\t"


def hostile_flow():
    # In a line comment of C++ a backslash at its end takes the next line along.
    doc = f"/// {TEXT} ??/\n/// {RAW} {LONG}\n/// {TEXT} \\\n"
    return f"""mesh hostile.texts;

{doc}enum Mood {{
  {doc}  calm,
  loud,
}}
{doc}record Part {{
  {doc}  name: string = {quoted(TEXT)};
}}
{doc}envelope Note {{
  {doc}  in text: string;
  in parts: [Part] = [];
  var mood: Mood = calm;
  out reply: string;
}}
{doc}error broken recoverable {{ why: string = {quoted(TEXT)}; }}
{doc}@owner({quoted(TEXT)[:1] + TEXT.replace(chr(92), "").replace('"', "") + '"'})
@deprecated({quoted(TEXT)})
processor write(text: string, hint: string = {quoted(TEXT)}) -> (reply: string) {{ raises broken; }}
{doc}router choose(text: string) -> {{ good, bad }};
{doc}flow answer on Note {{
  if text == {quoted(TEXT)} {{
    set reply = {quoted(TEXT)};
    return;
  }}
  match text {{
    {quoted(TEXT + "1")} => write;
    _ => {{
      route choose {{
        good => write;
        bad => {{ raise broken({quoted(TEXT)}) {{ why: {quoted(TEXT)} }}; }}
      }}
    }}
  }}
}} on broken {{
  set reply = {quoted(TEXT)};
}}

deploy one for hostile.texts {{
  transport nats {{ url "nats://nats.messaging:4222"; monitoring "nats.messaging:8222"; }}
  default {{ env "TEXT" {quoted(VALUE).replace(CONTROLS, "").replace(chr(10), chr(92) + "n")}; }}
}}

scenario {quoted(TEXT)} for answer {{
  given {{ text: {quoted(TEXT)} }};
  expect reply == {quoted(TEXT)};
}}

scenario "another" for answer {{
  given {{ text: "a", parts: [{{ name: {quoted(TEXT)} }}] }};
  stub write returns {{ reply: {quoted(TEXT)} }};
  stub choose chooses good;
  expect reply == {quoted(TEXT)};
}}
"""
