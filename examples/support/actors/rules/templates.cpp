#include "templates.h"

namespace shop_support::rules {
namespace {

struct Row {
  std::string_view positive;
  std::string_view neutral;
  std::string_view negative;
};

Row RowFor(Category category) {
  switch (category) {
    case Category::order_inquiry:
      return {"Thank you for your kind message! We have asked the warehouse how your order stands.",
              "We have asked the warehouse how your order stands.",
              "We are sorry that your order gives you trouble. We have asked the warehouse how it stands."};
    case Category::delivery_issue:
      return {"Thank you for your patience! We are following your parcel.",
              "We have asked the carrier where your parcel is.",
              "We apologize for the delivery. We have asked the carrier where your parcel is."};
    case Category::product_complaint:
      return {
          "Thank you for telling us so kindly. We are sorry that the product was not as it should be.",
          "We are sorry that the product was not as it should be. A replacement or your money: you choose.",
          "We apologize: this product should not have left our house. A replacement or your money: you "
          "choose."};
    case Category::return_request:
      return {"Of course you can send it back. Thank you for asking so kindly!", "Your return is under way.",
              "We understand that you do not want to keep it. Your return is under way."};
    case Category::cancellation_request:
      return {"Thank you for letting us know. We are looking after your cancellation.",
              "We have received your cancellation.",
              "We understand that you want to cancel, and we are sorry for the reason."};
    case Category::billing_question:
      return {"Thank you for your question! Our accountants have a note of it.",
              "Our accountants have a note of your question.",
              "We understand that money matters are serious. Our accountants have a note of your question."};
    case Category::escalation_request:
      return {"Thank you! Somebody who can decide will write to you.",
              "Somebody who can decide will write to you.",
              "We are sorry that it came to this. Somebody who can decide will write to you."};
    case Category::compliment:
      return {"Thank you! Your words made our day.", "Thank you for writing to us.",
              "Thank you for your honest words. We understand that not everything went well."};
    case Category::general_inquiry:
      return {"Thank you for your message! Tell us a little more, and we will gladly look into it.",
              "Tell us a little more, and we will look into it.",
              "We are sorry that you are not happy. Tell us a little more, and we will look into it."};
  }
  return {};
}

}  // namespace

std::string_view TemplateFor(Category category, SentimentLabel label) {
  const Row row = RowFor(category);
  switch (label) {
    case SentimentLabel::positive: return row.positive;
    case SentimentLabel::neutral: return row.neutral;
    case SentimentLabel::negative: return row.negative;
  }
  return row.neutral;
}

std::string_view FallbackFor(std::string_view reason) {
  if (reason == "analysis_failed")
    return "We could not read your message. Could you describe in words what we can do?";
  if (reason == "unsafe_text")
    return "Thank you for your message. One of us will read it and write to you in person.";
  return "Something went wrong on our side. Your message is safe with us, and one of us will write to you.";
}

}  // namespace shop_support::rules
