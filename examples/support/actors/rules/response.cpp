#include "response.h"

#include "templates.h"
#include "text.h"

namespace shop_support::rules {
namespace {

std::string_view Describe(Action action) {
  switch (action) {
    case Action::generate_return_label: return "The return label is made";
    case Action::process_return: return "The return is booked";
    case Action::cancel_order: return "The order is cancelled";
    case Action::add_customer_note: return "A note is in your account";
  }
  return "";
}

std::string Describe(const ActionReport& report) {
  if (report.status == ActionStatus::refused)
    return " We could not cancel the order without a further check.";
  std::string text = " ";
  text += Describe(report.action);
  return text + " (" + report.receipt + ").";
}

std::string Describe(const OrderHistory& history) {
  std::string text = " You have placed " + std::to_string(history.order_count) + " orders with us";
  if (history.open_orders.empty()) return text + ".";
  text += "; still open: ";
  for (std::size_t i = 0; i < history.open_orders.size(); ++i)
    text += (i ? ", " : "") + history.open_orders[i];
  return text + ".";
}

std::string Quote(const std::vector<std::string>& entities) {
  if (entities.empty()) return "";
  std::string text = " You wrote about ";
  for (std::size_t i = 0; i < entities.size(); ++i) text += (i ? ", " : "") + entities[i];
  return text + ".";
}

bool Regrets(std::string_view text) { return Found(text, "apologize|understand|sorry"); }

}  // namespace

std::string WriteAnswer(const Sentiment& sentiment, const Intent& intent,
                        const std::vector<ActionReport>& actions,
                        const std::optional<OrderHistory>& history) {
  std::string text(TemplateFor(intent.category, sentiment.label));
  if (sentiment.complaint.is_complaint && !Regrets(text)) text = "We are sorry for the trouble. " + text;
  for (const ActionReport& report : actions) text += Describe(report);
  if (history) text += Describe(*history);
  return text + Quote(intent.entities);
}

Response Aggregate(const std::string& draft, bool handed_over, const std::optional<std::string>& fallback,
                   const std::vector<ActionReport>& actions) {
  Response response;
  response.handed_over = handed_over;
  response.actions = actions;
  response.source = fallback ? Source::fallback : draft.empty() ? Source::handoff : Source::generated;
  switch (response.source) {
    case Source::fallback: response.text = *fallback; break;
    case Source::generated: response.text = draft; break;
    case Source::handoff: response.text = "One of us has your message and will write to you soon."; break;
  }
  return response;
}

}  // namespace shop_support::rules
