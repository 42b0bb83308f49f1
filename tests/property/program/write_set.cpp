#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::Set(Place& place) {
  if (AtTopOfMain(place) && plain_used_ < 4 && OneIn(4)) {
    const std::string field = "q" + std::to_string(plain_used_++);
    const std::string text = WritePlain(field, place);
    place.present.push_back(field);
    return {text};
  }
  const auto field = static_cast<Var>(Below(kVarCount));
  if (!place.writable.Has(field) || OneIn(6)) return {SetLog(place)};
  Note({field});
  return {SetVar(field, place)};
}

std::string FlowWriter::SetLog(const Place& place) {
  if (OneIn(3)) return Compose("set notes += #;", {expressions_.Text(1, place, true)});
  return Compose("set trace += #;", {expressions_.Int(2, place)});
}

std::string FlowWriter::Operand(const Place& place) { return expressions_.Int(1, place); }

std::string FlowWriter::SetVar(Var field, const Place& place) {
  switch (field) {
    case kN:
      if (OneIn(2)) return Compose("set n += #;", {Operand(place)});
      return Compose("set n = #;", {expressions_.Int(3, place)});
    case kM: return Compose(OneIn(2) ? "set m *= #;" : "set m -= #;", {Operand(place)});
    case kF: return Compose("set f = #;", {expressions_.Float(2, place)});
    case kT:
      if (OneIn(2)) return Compose("set t += #;", {expressions_.Text(1, place, false)});
      return Compose("set t = #;", {expressions_.Text(2, place, true)});
    case kB: return Compose("set b = #;", {expressions_.Bool(2, place)});
    case kMood: return OneIn(2) ? "set mood = Mood.high;" : "set mood = low;";
    case kSmall: return Compose("set small = #;", {expressions_.Small(place)});
    case kXs:
      if (OneIn(2)) return Compose("set xs += #;", {Operand(place)});
      return Compose("set xs = #;", {expressions_.List(place)});
    case kYs: return Compose("set ys = #;", {expressions_.List(place)});
    case kO: return OneIn(2) ? "set o = null;" : Compose("set o = #;", {Operand(place)});
    case kPair:
      return Compose(OneIn(2) ? "set pair.a = #;" : "set pair.b = #;", {expressions_.Int(2, place)});
    case kDone: return Compose("set done = #;", {Operand(place)});
    case kVarCount: break;
  }
  return SetLog(place);
}

}  // namespace meshc::property
