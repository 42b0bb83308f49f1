// Which tickets a person takes over.
#pragma once

#include "shop_support/types.h"

namespace shop_support::rules {

/// True for urgent, furious and important customers, and for those who ask for a person.
bool NeedsPerson(const Sentiment& sentiment, const Intent& intent, const Customer& customer);

}  // namespace shop_support::rules
