import type { Checkout } from "@/shared/api/types";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";

export type StepName = "contact" | "address" | "delivery" | "billing" | "details" | "payment";
const titles: Readonly<Record<StepName, string>> = {
  contact: textOf("checkout.stepContact"),
  address: textOf("checkout.stepAddress"),
  delivery: textOf("checkout.stepDelivery"),
  billing: textOf("checkout.stepBilling"),
  details: textOf("checkout.stepDetails"),
  payment: textOf("checkout.stepPayment"),
};

export type StepState = "open" | "done" | "waiting";

/** The steps of a checkout in order. Without delivery there is a billing step; the details step is optional. */
export function stepsOf(checkout: Checkout): StepName[] {
  const places = placesOf(checkout);
  const asksMore = checkout.settings.orderNote || checkout.settings.fields.length > 0;
  const details: StepName[] = asksMore ? ["details"] : [];
  return ["contact", ...places, ...details, "payment"];
}

/** The pickup place, or null for delivery. */
export function chosenPickup({ pickups, selectedShippingOptionId }: Checkout): Checkout["pickups"][number] | null {
  return pickups.find(({ id }) => id === selectedShippingOptionId) ?? null;
}

/** Title of a step: with pickup places, the address is one of two options. */
export function titleOf(checkout: Checkout, step: StepName): string {
  if (step !== "address" || checkout.pickups.length === 0) return titles[step];
  return checkout.delivers ? textOf("checkout.stepAddressOrPickup") : textOf("checkout.stepPickup");
}

/** Name of the button that opens a completed step again. */
export function editLabelOf(checkout: Checkout, step: StepName): string {
  const hasPickup = step === "address" && checkout.pickups.length > 0;
  const withPickup = checkout.delivers ? "addressOrPickup" : "pickup";
  return choiceOf("checkout.editStep", { step: hasPickup ? withPickup : step });
}

function placesOf(checkout: Checkout): StepName[] {
  if (chosenPickup(checkout) !== null) return ["address"];
  if (checkout.cart.requiresShipping) return ["address", "delivery"];
  return checkout.asksBilling ? ["billing"] : [];
}

function isDone(checkout: Checkout, step: StepName): boolean {
  switch (step) {
    case "contact":
      return checkout.steps.customer;
    case "address":
      return checkout.steps.shipping;
    case "delivery":
      return checkout.steps.shippingOption;
    case "billing":
      return checkout.steps.billing;
    case "details":
      return checkout.steps.details;
    case "payment":
      return false;
  }
}

/** The first incomplete step. */
export function nextStep(checkout: Checkout): StepName {
  return stepsOf(checkout).find((step) => !isDone(checkout, step)) ?? "payment";
}

/** State of a step while another one is open. */
export function stepState(checkout: Checkout, step: StepName, open: StepName): StepState {
  if (step === open) return "open";
  return isDone(checkout, step) ? "done" : "waiting";
}
