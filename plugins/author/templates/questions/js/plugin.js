// Asks in the checkout for a message that goes into the parcel.

import { checkoutQuestions, setting, text } from "../sdk/js/index.js";

/** The question, in every language. */
const MESSAGE = "gift-message";

export const questions = checkoutQuestions({
  ask(checkout, ctx) {
    if (!checkout.cart.lines.some((line) => line.shipped)) {
      return [];
    }
    return [
      {
        id: MESSAGE,
        kind: "paragraph",
        label: text(ctx.locale, "label"),
        help: text(ctx.locale, "help", { longest: longest() }),
      },
    ];
  },
  check(checkout, answers, ctx) {
    const message = answers[MESSAGE] ?? "";
    if ([...message].length <= longest()) {
      return [];
    }
    return [{ question: MESSAGE, message: text(ctx.locale, "too-long", { longest: longest() }) }];
  },
});

/** Characters that fit on the card. */
function longest() {
  const value = setting("longest");
  return Number.isSafeInteger(value) ? value : 150;
}
