// Envelopes that never leave the process.
#pragma once

#include "mesh/host/course.h"
#include "mesh/host/services.h"

namespace mesh::host {

class LocalCourse final : public Course {
 public:
  explicit LocalCourse(const Services& services) : services_(services) {}

  bool Unwanted(const Envelope& envelope) const override { return services_.joins.Unwanted(envelope); }
  bool TakeCancellation(const Envelope& envelope, Aside&) override {
    return services_.cancellations.Take(envelope);
  }

  bool Claim(Station&, const ServedTable&, transport::Delivery&, bool) override { return true; }
  Effect TakeEffect(const EffectOf& effect) override;
  void ReleaseEffect(const EffectOf& effect, Aside& aside) override;
  void KeepResults(const EffectOf& effect, const ValueList& results, const ValueList& own,
                   Aside& aside) override;
  /// It is found under the same key again.
  void KeepRepeated(const EffectOf&, const ValueList&, Aside&) override {}
  void EraseResults(const EffectOf& effect, Aside& aside) override;
  Begun BeginCall(Station&, const ServedTable&, transport::Delivery&) override { return Begun::kCalled; }

  void Onward(Station& station, const ServedTable& table, transport::Delivery&& delivery,
              const route::Step& step, Aside&& aside) override;
  void SendBack(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                std::int64_t delay_ns, Aside&& aside) override;
  void GivenUp(Station& station, const ServedTable& table, transport::Delivery&& delivery,
               Aside&& aside) override;
  void LeaveToOthers(Station& station, transport::Delivery delivery) override;
  void NotVisited(Aside) override {}

 private:
  const Services& services_;
};

}  // namespace mesh::host
