//! The state of a checkout and what its steps take.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_address::{Address, Country};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::{Cents, Money};

use super::details::{CheckoutChoices, Details};
use super::placed::PlacedOrder;
use crate::cart::{CartView, CheckoutKey};
use crate::customers::SavedAddress;
use crate::payments::SavedPaymentMethod;
use crate::ports::{PaymentMethod, SaleAccess};
use crate::pricing::ShippingChoice;

/// The customer of a checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// E-mail address.
    pub email: String,
    /// Consent to marketing e-mails.
    pub mail_consent: bool,
    /// BCP 47 tag of the preferred language; `None` when unknown.
    pub language: Option<String>,
}

/// A pickup location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PickupOption {
    /// Id, unique in the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: Cents,
    /// Address lines.
    pub lines: Vec<String>,
    /// Opening hours and instructions; may be empty.
    pub instructions: String,
}

/// Chosen pickup location and collector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickupChoice {
    /// Id of the location.
    pub option_id: String,
    /// Name of the person who picks the order up.
    pub collector: String,
}

/// Completed steps of a checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Steps {
    /// The e-mail address is known.
    pub customer: bool,
    /// The shipping address or the collector's name is known; or neither is needed.
    pub shipping: bool,
    /// The delivery option is chosen, or none is needed.
    pub shipping_option: bool,
    /// The billing address is known, or none is needed.
    pub billing: bool,
    /// The custom questions are answered.
    pub details: bool,
}

/// The signed-in account, at the checkout of its own cart.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedInBuyer {
    /// E-mail address of the account.
    pub email: String,
    /// Saved addresses, the default first.
    pub addresses: Vec<SavedAddress>,
    /// Saved payment methods that can be used now, the latest first.
    pub saved_methods: Vec<SavedPaymentMethod>,
    /// Whether a further one can be saved.
    pub saves_more: bool,
}

/// The order of a checkout, once it is placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutOrder {
    /// Its id.
    pub id: OrderId,
    /// Confirmation page of a paid order, or page where the payment continues.
    pub redirect_url: Option<String>,
    /// Until when stock is reserved for the unpaid order.
    pub held_until: Option<Timestamp>,
    /// The remaining time, milliseconds, because browser clocks may be wrong.
    pub held_for_ms: Option<i64>,
}

/// The checkout as shoppers see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutView {
    /// Token of the checkout.
    pub cart_token: String,
    /// The cart.
    pub cart: CartView,
    /// The customer.
    pub customer: Option<Customer>,
    /// Shipping address.
    pub shipping_address: Option<Address>,
    /// Billing address, if different.
    pub billing_address: Option<Address>,
    /// Whether the billing address is the shipping address.
    pub billing_same_as_shipping: bool,
    /// Delivery options for the address.
    pub shipping_options: Vec<ShippingChoice>,
    /// Pickup locations, as an alternative.
    pub pickups: Vec<PickupOption>,
    /// The chosen delivery option or pickup location.
    pub selected_shipping_option_id: Option<String>,
    /// Name of the person who picks the order up; `None` for delivery.
    pub collector: Option<String>,
    /// Whether the shop delivers at all; otherwise orders are picked up.
    pub delivers: bool,
    /// Payment methods.
    pub payment_methods: Vec<PaymentMethod>,
    /// Lines of the shipping address, as on a parcel.
    pub shipping_address_lines: Vec<String>,
    /// Lines of the billing address, as on an envelope.
    pub billing_address_lines: Vec<String>,
    /// Whether the billing address is asked for separately: nothing is shipped and the total is not zero.
    pub asks_billing: bool,
    /// Countries for addresses: those the shop delivers to; all when nothing is shipped.
    pub countries: Vec<Country>,
    /// Completed steps.
    pub steps: Steps,
    /// Whether discount codes can be entered: not for donations.
    pub takes_codes: bool,
    /// BCP 47 tag of the site's language.
    #[serde(skip)]
    pub language: String,
    /// Stamp of the site's own texts; none without any.
    #[serde(skip)]
    pub texts_stamp: Option<String>,
    /// Checkout settings: custom questions, and whether guests can buy.
    #[serde(skip)]
    pub choices: CheckoutChoices,
    /// The shopper's note and answers.
    #[serde(skip)]
    pub details: Details,
    /// Whether the address is to be saved in the signed-in account.
    #[serde(skip)]
    pub keeps_address: bool,
    /// The signed-in account.
    #[serde(skip)]
    pub buyer: Option<SignedInBuyer>,
    /// The order, once it is placed.
    pub order: Option<CheckoutOrder>,
}

/// Choice of the billing address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BillingChoice {
    /// Same as the shipping address.
    SameAsShipping,
    /// Another address.
    Other(Destination),
}

/// An address entered by a shopper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The address.
    pub address: Box<Address>,
    /// Whether to save it in the signed-in account after the purchase; `None` leaves the choice unchanged.
    pub keep: Option<bool>,
}

/// The chosen payment method.
#[derive(Clone, Debug, PartialEq)]
pub struct PaymentChoice {
    /// Payment provider plugin.
    pub provider: String,
    /// Method of the plugin.
    pub method: String,
    /// Data entered for the provider. Passed on, never stored.
    pub data: Value,
    /// Whether to save the method for the next purchase; only that of a signed-in customer is.
    pub saves: bool,
    /// Id of the saved method of the customer to pay with.
    pub saved_method: Option<String>,
}

/// Submission of a checkout.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    /// Idempotency key: the same for retries of one click.
    pub idempotency_key: String,
    /// The total the shopper saw, minor units.
    pub expected_total_cents: Cents,
    /// Payment; not needed when the total is zero.
    pub payment: Option<PaymentChoice>,
    /// BCP 47 tag of the shopper's language; `None` when unknown.
    pub language: Option<String>,
    /// BCP 47 tag of the language that the request asks for, which is that of the page; `None` when it asks for none.
    pub asked_language: Option<String>,
}

impl Submission {
    /// The language of the visit: that of the site, given as `primary`, if the page is in it, otherwise the shopper's.
    pub(super) fn language_of_visit(&self, primary: &str) -> Option<&str> {
        let of_page = self.asked_language.as_deref().filter(|asked| asked.eq_ignore_ascii_case(primary));
        of_page.or(self.language.as_deref())
    }
}

/// A checkout that is submitted.
#[derive(Clone)]
pub struct Purchase<'a> {
    /// The checkout, and the browser that it belongs to.
    pub key: CheckoutKey<'a>,
    /// What the buyer may buy.
    pub access: &'a dyn SaleAccess,
    /// What is submitted.
    pub submission: Submission,
}

/// Status after a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The order is placed and paid, or the payment is authorised.
    Paid,
    /// The order is placed and will be paid by transfer or on delivery.
    AwaitingTransfer,
    /// The shopper must confirm the payment on another page.
    ActionRequired,
    /// The provider declined; another attempt is possible.
    Declined,
    /// Not decided yet; retry with the same key for the result.
    Pending,
}

/// Response to a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmitAnswer {
    /// Status.
    pub status: SubmitStatus,
    /// The order.
    pub order_id: OrderId,
    /// Where the browser is redirected to.
    pub redirect_url: Option<String>,
    /// Message for the shopper.
    pub message: Option<String>,
    /// What is recorded of the order; none for test orders.
    #[serde(skip)]
    pub placed: Option<PlacedOrder>,
}

/// Result when the buyer returns from the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReturnAnswer {
    /// The order is placed; redirect to its confirmation page.
    Paid {
        /// The confirmation page.
        redirect_url: String,
    },
    /// The provider declined; back to the checkout.
    Declined {
        /// Token of a single-item cart's checkout; `None` for the shopper's cart, which is found by its cookie.
        cart_token: Option<String>,
    },
    /// Not decided yet.
    Pending {
        /// Token of a single-item cart's checkout; `None` for the shopper's cart, which is found by its cookie.
        cart_token: Option<String>,
    },
    /// The order was not placed in this browser, which gets no data about it.
    Elsewhere {
        /// Whether the order is placed.
        stands: bool,
    },
}

/// Data of the page where a buyer confirms a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptSummary {
    /// The attempt.
    pub id: PaymentId,
    /// Payment provider plugin.
    pub provider: String,
    /// Number of the order.
    pub order_number: i64,
    /// Requested amount.
    pub amount: Money,
    /// Whether the buyer can still decide.
    pub awaits_buyer: bool,
    /// Until when stock is reserved; `None` when it is not.
    pub held_until: Option<Timestamp>,
}
