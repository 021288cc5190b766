import { settled, type Result } from "@/shared/api/send";
import type {
  BillingChoice,
  Checkout,
  Customer,
  Destination,
  Details,
  Pickup,
  Submission,
  SubmissionBody,
  SubmitAnswer,
} from "@/shared/api/types";

const base = "/api/2/commerce/checkout/{cartToken}";

function at(cartToken: string): { path: { cartToken: string } } {
  return { path: { cartToken } };
}

export function fetchCheckout(cartToken: string): Promise<Result<Checkout>> {
  return settled((api) => api.GET(base, { params: at(cartToken), cache: "no-store" }));
}

export function sendCustomer(cartToken: string, body: Customer): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/customer`, { params: at(cartToken), body }));
}

export function sendAddress(cartToken: string, body: Destination): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/shipping`, { params: at(cartToken), body }));
}

export function sendDelivery(cartToken: string, optionId: string): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/shipping-option`, { params: at(cartToken), body: { optionId } }));
}

export function sendPickup(cartToken: string, body: Pickup): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/pickup`, { params: at(cartToken), body }));
}

export function sendDetails(cartToken: string, body: Details): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/details`, { params: at(cartToken), body }));
}

export function sendBilling(cartToken: string, body: BillingChoice): Promise<Result<Checkout>> {
  return settled((api) => api.PUT(`${base}/billing`, { params: at(cartToken), body }));
}

export function sendCoupon(cartToken: string, promoCode: string): Promise<Result<Checkout>> {
  return settled((api) => api.POST(`${base}/coupons`, { params: at(cartToken), body: { promoCode } }));
}

export function removeCoupon(cartToken: string, couponId: string): Promise<Result<Checkout>> {
  return settled((api) => api.DELETE(`${base}/coupons/{couponId}`, { params: { path: { cartToken, couponId } } }));
}

export function sendPaymentCancellation(cartToken: string): Promise<Result<Checkout>> {
  return settled((api) => api.DELETE(`${base}/payment`, { params: at(cartToken) }));
}

export function sendSubmission(cartToken: string, submission: Submission): Promise<Result<SubmitAnswer>> {
  const body = submission as SubmissionBody;
  return settled((api) => api.POST(`${base}/submit`, { params: at(cartToken), body }));
}
