import type { paths } from "@stoa/api/schema";

type Answer<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;
type Sent<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : never;

type CheckoutPath = paths["/api/2/commerce/checkout/{cartToken}"];
type SubmitPath = paths["/api/2/commerce/checkout/{cartToken}/submit"];
type Present<Value> = Exclude<Value, null | undefined>;

export type Cart = Answer<paths["/api/commerce/shopping-cart"]["get"]>;
export type CartEntry = Cart["entries"][number];
export type NewEntry = Sent<paths["/api/commerce/shopping-cart/entries"]["post"]>;

export type Checkout = Answer<CheckoutPath["get"]>;
export type Address = Present<Checkout["shippingAddress"]>;
export type ShippingOption = Checkout["shippingOptions"][number];
export type PaymentMethod = Checkout["paymentMethods"][number];
export type Customer = Sent<paths["/api/2/commerce/checkout/{cartToken}/customer"]["put"]>;
export type BillingChoice = Sent<paths["/api/2/commerce/checkout/{cartToken}/billing"]["put"]>;
export type Submission = Sent<SubmitPath["post"]>;
export type SubmitAnswer = Answer<SubmitPath["post"]>;

export type FormSubmission = Sent<paths["/api/form/SaveFormSubmission"]["post"]>;
