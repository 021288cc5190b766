import type { paths } from "@stoa/api/schema";

/**
 * A response as received: the server writes every member, with null for no value, also those that the OpenAPI document
 * does not require.
 */
export type Answered<Body> = Body extends readonly (infer Item)[]
  ? Answered<Item>[]
  : Body extends object
    ? { [Name in keyof Body]-?: Answered<Body[Name]> }
    : Body;

type Answer<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Answered<Body>
  : never;
type Sent<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : never;

type CheckoutPath = paths["/api/2/commerce/checkout/{cartToken}"];
type SubmitPath = paths["/api/2/commerce/checkout/{cartToken}/submit"];
type Present<Value> = Exclude<Value, null | undefined>;

export type Cart = Answer<paths["/api/commerce/shopping-cart"]["get"]>;
export type CartEntry = Cart["entries"][number];
export type Coupon = Cart["coupons"][number];
export type NewEntry = Sent<paths["/api/commerce/shopping-cart/entries"]["post"]>;

export type Checkout = Answer<CheckoutPath["get"]>;
export type Address = Present<Checkout["shippingAddress"]>;
export type ShippingOption = Checkout["shippingOptions"][number];
export type PaymentMethod = Checkout["paymentMethods"][number];
export type Customer = Sent<paths["/api/2/commerce/checkout/{cartToken}/customer"]["put"]>;
export type CheckoutField = Checkout["settings"]["fields"][number];
export type Details = Sent<paths["/api/2/commerce/checkout/{cartToken}/details"]["put"]>;
export type Destination = Sent<paths["/api/2/commerce/checkout/{cartToken}/shipping"]["put"]>;
export type Pickup = Sent<paths["/api/2/commerce/checkout/{cartToken}/pickup"]["put"]>;
export type BillingChoice = Sent<paths["/api/2/commerce/checkout/{cartToken}/billing"]["put"]>;
export type SubmissionBody = Sent<SubmitPath["post"]>;
type PaymentBody = Present<SubmissionBody["payment"]>;
/** The payment data depend on the provider, so the OpenAPI document leaves them open. */
export type Payment = Omit<PaymentBody, "data"> & { data: Record<string, string> };
export type Submission = Omit<SubmissionBody, "payment"> & { payment: Payment | null };
export type SubmitAnswer = Answer<SubmitPath["post"]>;

type InstallmentsPath = paths["/api/commerce/installments"]["get"];
export type InstallmentQuery = NonNullable<InstallmentsPath["parameters"]["query"]>;
export type InstallmentMessage = Present<Answer<InstallmentsPath>["message"]>;
/** One item for a separate cart. */
export type OneItem = Sent<paths["/api/3/commerce/cart/subscription"]["post"]>;

export type NewDonation = Sent<paths["/api/3/commerce/cart/donation"]["post"]>;

export type VariantStock = Answer<paths["/api/1/commerce/inventory/stock/"]["get"]>["results"][number];
export type OwnPrice = Answer<paths["/api/commerce/prices"]["get"]>["prices"][number];
export type Lesson = Answer<paths["/api/commerce/lessons/{itemId}"]["get"]>["lessons"][number];

export type RestockSignUp = Sent<paths["/api/site-users/account/notifications/restock"]["post"]>;
export type Account = Answer<paths["/api/site-users/account"]["get"]>;
export type NewAccount = Sent<paths["/api/site-users/account"]["post"]>;
export type OwnOrders = Answer<paths["/api/site-users/account/orders"]["get"]>;
export type OwnOrder = OwnOrders["orders"][number];
export type SavedAddresses = Answer<paths["/api/site-users/account/addresses"]["get"]>;
export type SavedAddress = SavedAddresses["addresses"][number];
export type SavedPaymentMethods = Answer<paths["/api/v1/saved-payment-methods"]["get"]>;
export type SavedPaymentMethod = SavedPaymentMethods["methods"][number];

export type PlacePrediction = Answer<paths["/api/google-maps/places/autocomplete"]["get"]>["predictions"][number];
export type Place = Answer<paths["/api/google-maps/places/details"]["get"]>["result"];

export type FormSubmission = Sent<paths["/api/form/SaveFormSubmission"]["post"]>;
