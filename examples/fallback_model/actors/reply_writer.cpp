#include "desk_answers/actors/reply_writer.h"

namespace desk_answers::actors {
namespace {

class ReplyWriterHandler final : public ReplyWriter {
  Result<Output> handle(const Input& input, Context&) override {
    if (!input.answer) return Output{.reply = "Nobody can answer that today."};
    if (!input.trouble) return Output{.reply = *input.answer};
    return Output{.reply = *input.answer + " (small model: " + *input.trouble + ")"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeReplyWriter() { return std::make_unique<ReplyWriterHandler>(); }

}  // namespace desk_answers::actors
