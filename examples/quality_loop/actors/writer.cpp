#include "studio_slogans/actors/writer.h"

namespace studio_slogans::actors {
namespace {

class WriterHandler final : public Writer {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.draft = "Everybody really likes them a lot, so buy our very, very good things: " +
                           input.topic + "!"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeWriter() { return std::make_unique<WriterHandler>(); }

}  // namespace studio_slogans::actors
