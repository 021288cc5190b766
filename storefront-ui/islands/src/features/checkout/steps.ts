import type { Checkout } from "@/shared/api/types";

export type StepName = "contact" | "address" | "delivery" | "details" | "payment";
export type StepState = "open" | "done" | "waiting";

/** The steps of a cart in their order. What needs no delivery asks for no address; few shops ask for more. */
export function stepsOf(checkout: Checkout): StepName[] {
  const places: StepName[] = checkout.cart.requiresShipping ? ["address", "delivery"] : [];
  const asksMore = checkout.settings.orderNote || checkout.settings.fields.length > 0;
  const details: StepName[] = asksMore ? ["details"] : [];
  return ["contact", ...places, ...details, "payment"];
}

function isDone(checkout: Checkout, step: StepName): boolean {
  switch (step) {
    case "contact":
      return checkout.steps.customer;
    case "address":
      return checkout.steps.shipping;
    case "delivery":
      return checkout.steps.shippingOption;
    case "details":
      return checkout.steps.details;
    case "payment":
      return false;
  }
}

/** The first step that is not done. */
export function nextStep(checkout: Checkout): StepName {
  return stepsOf(checkout).find((step) => !isDone(checkout, step)) ?? "payment";
}

/** How a step stands while another one is open. */
export function stepState(checkout: Checkout, step: StepName, open: StepName): StepState {
  if (step === open) return "open";
  return isDone(checkout, step) ? "done" : "waiting";
}
