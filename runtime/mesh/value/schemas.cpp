#include "mesh/value/schemas.h"

#include <re2/re2.h>

namespace mesh {

Schemas::Schemas(const contract::Pool& pool, contract::Array<contract::FormerName> former) : pool_(pool) {
  for (const contract::FormerName& each : former) {
    if (each.of != contract::Named::kMember && each.of != contract::Named::kField) continue;
    auto& names = each.of == contract::Named::kMember ? former_members_ : former_fields_;
    if (names.size() <= each.entry) names.resize(each.entry + 1);
    names[each.entry] = each.name;
  }
  for (contract::Index index = 0; index < pool.types.size; ++index) {
    const std::string_view pattern = pool.types[index].pattern;
    if (pattern.empty()) continue;
    patterns_.resize(pool.types.size);
    re2::RE2::Options quiet;
    quiet.set_log_errors(false);
    patterns_[index] = std::make_unique<re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()), quiet);
  }
}

Schemas::~Schemas() = default;

bool Schemas::Matches(contract::Index index, std::string_view text) const {
  if (patterns_.empty() || patterns_[index] == nullptr) return true;
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *patterns_[index]);
}

}  // namespace mesh
