// `parallel` and `each`.
#include <algorithm>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

/// `branches`: how many there are at most. In a saga every join waits for all, however long.
FlowWriter::JoinOptions FlowWriter::Join(const Place& place, int branches) {
  JoinOptions options;
  if (place.in_saga) {
    if (OneIn(4)) options.text = " wait all";
    return options;
  }
  if (OneIn(3)) {
    options.needed = 1 + Below(branches);
    options.text = options.needed == 1 && OneIn(2) ? " wait any" : " wait " + std::to_string(options.needed);
  }
  if (OneIn(4)) options.text += Compose(" timeout #s", {std::to_string(1 + Below(8))});
  form_.loose_join = form_.loose_join || !options.text.empty();
  return options;
}

/// Each field to one of `count` branches, or to none.
std::vector<VarSet> FlowWriter::Shares(const VarSet& writable, int count) {
  std::vector<VarSet> shares(static_cast<std::size_t>(count));
  for (int i = 0; i < kVarCount; ++i) {
    const auto field = static_cast<Var>(i);
    const int owner = Below(count + 1);
    if (writable.Has(field) && owner < count) shares[static_cast<std::size_t>(owner)].Add(field);
  }
  return shares;
}

Code FlowWriter::Parallel(Place& place) {
  const int count = 1 + Below(4);
  const JoinOptions join = Join(place, count);
  const auto shares = Shares(place.writable, count);
  std::string text = "parallel" + join.text + " {\n";
  std::vector<std::string> present;
  int failing = 0;
  int falling = 0;
  for (const VarSet& share : shares) {
    Place branch = place.Inner();
    branch.in_loop = false;
    branch.may_return = false;
    branch.writable = share;
    const bool optional = OneIn(4);
    std::string plain;
    if (AtTopOfMain(place) && plain_used_ < 4 && OneIn(3)) plain = "q" + std::to_string(plain_used_++);
    const Code body = Branch(branch, plain);
    const bool falls = (body.ways & kFalls) != 0;
    text += Indent(branch.depth) + (optional ? "optional " : "") + body.text + "\n";
    if (!plain.empty() && !optional && falls && join.needed == 0) present.push_back(plain);
    falling += falls ? 1 : 0;
    failing += falls || optional ? 0 : 1;
  }
  text += Indent(place.depth) + "}";
  place.present.insert(place.present.end(), present.begin(), present.end());
  const bool reachable = join.needed == 0 ? failing == 0 : falling >= join.needed;
  return {std::move(text), reachable ? kFalls : 0};
}

/// `plain`: a field that is its to write; empty: none.
Code FlowWriter::Branch(Place branch, const std::string& plain) {
  if (!plain.empty()) {
    const std::string prefix = WritePlain(plain, branch);
    branch.present.push_back(plain);
    return Block(branch.Inner(), prefix);
  }
  if (OneIn(3)) return Step(branch);
  return Block(branch.Inner());
}

std::string FlowWriter::ElementName(const Place& place) {
  const auto holds = [](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "element") != names.end();
  };
  return holds(place.elements) || holds(place.optional_elements) || OneIn(2) ? NewVariable("v") : "element";
}

Code FlowWriter::Each(Place& place) {
  Place body = place.Inner();
  body.in_loop = false;
  body.may_return = false;
  body.writable = form_.envelope->vars;
  const bool optional = OneIn(4);
  const std::string list = optional ? "marks" : expressions_.List(place);
  auto& elements = optional ? body.optional_elements : body.elements;
  std::string text = Compose("each # in #", {elements.emplace_back(ElementName(place)), list});
  // A list that may grow in a loop is bounded, so that no program runs for ever.
  if (list.front() != '[' || OneIn(3)) text += Compose(" max #", {std::to_string(2 + Below(4))});
  if (OneIn(3)) text += Compose(" width #", {std::to_string(1 + Below(3))});
  text += Join(place, 3).text + " ";
  std::string item;
  if (body.each_depth < 2 && OneIn(2)) item = "item" + std::to_string(item_base_ + body.each_depth);
  ++body.each_depth;
  // What the body writes stays in its child.
  const VarSet writes = form_.writes;
  const Code code = Block(body, item.empty() ? "" : WritePlain(item, body));
  form_.writes = writes;
  text += code.text;
  if ((code.ways & kFalls) != 0) text += Collects(place, item);
  return {std::move(text)};
}

std::string FlowWriter::Collects(Place& place, const std::string& item) {
  std::string text;
  const auto add = [&](const std::string& collect) { text += (text.empty() ? " collect " : ", ") + collect; };
  if (!item.empty() && place.writable.Has(kYs) && OneIn(2)) {
    Note({kYs});
    add(item + " into ys");
  }
  if (!item.empty() && AtTopOfMain(place) && !std::exchange(gathered_used_, true))
    add(item + " into gathered");
  if (OneIn(2)) add((item.empty() || OneIn(2) ? "n" : item) + " into trace");
  if (OneIn(4)) add("t into notes");
  return text.empty() ? text : text + ";";
}

}  // namespace meshc::property
