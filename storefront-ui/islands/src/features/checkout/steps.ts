import type { Checkout } from "@/shared/api/types";

export type StepName = "contact" | "address" | "delivery" | "payment";
export type StepState = "open" | "done" | "waiting";

/** The steps of a cart in their order. What needs no delivery asks for no address. */
export function stepsOf(checkout: Checkout): StepName[] {
  return checkout.cart.requiresShipping ? ["contact", "address", "delivery", "payment"] : ["contact", "payment"];
}

function isDone(checkout: Checkout, step: StepName): boolean {
  switch (step) {
    case "contact":
      return checkout.steps.customer;
    case "address":
      return checkout.steps.shipping;
    case "delivery":
      return checkout.steps.shippingOption;
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
