use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;

use super::details::{CheckoutChoices, Details};
use crate::address::{Address, AddressPart};
use crate::cart::CartView;
use crate::customers::SavedAddress;
use crate::ports::PaymentMethod;
use crate::pricing::ShippingChoice;

/// Who buys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// E-mail address.
    pub email: String,
    /// Whether marketing mail was agreed to.
    pub mail_consent: bool,
    /// BCP 47 tag of the language that they read; none when they never said.
    pub language: Option<String>,
}

/// A country that is delivered to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Country {
    /// ISO 3166 code of two letters.
    pub code: &'static str,
    /// Its name in the language of the site.
    pub name: String,
    /// Parts of its addresses beside name and street, in the order in which they are written.
    pub parts: &'static [AddressPart],
    /// A postal code of it; none where it has none.
    pub postal_code_example: Option<&'static str>,
}

/// A place where an order can be picked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PickupOption {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: i64,
    /// Lines of its address.
    pub lines: Vec<String>,
    /// When it is open, and what to bring; may be empty.
    pub instructions: String,
}

/// Where an order is picked up, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickupChoice {
    /// The place.
    pub option_id: String,
    /// Name of who comes.
    pub collector: String,
}

/// Which steps are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Steps {
    /// The e-mail address is known.
    pub customer: bool,
    /// The address, or who comes for it, is known; or none is needed.
    pub shipping: bool,
    /// The way of delivery is chosen, or none is needed.
    pub shipping_option: bool,
    /// The billing address is known, or none is needed.
    pub billing: bool,
    /// What the shop asks beside addresses is answered.
    pub details: bool,
}

/// Who is signed in at the checkout of their own cart.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedInBuyer {
    /// Address of the account.
    pub email: String,
    /// Addresses that they keep, the one that is proposed first.
    pub addresses: Vec<SavedAddress>,
}

/// The order of a checkout, once there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutOrder {
    /// Its id.
    pub id: OrderId,
    /// Page that confirms it, when it is paid, or on which the payment goes on.
    pub redirect_url: Option<String>,
    /// Until when its pieces are held while it is not paid, UTC milliseconds.
    pub held_until: Option<i64>,
    /// How long that is from now, milliseconds: clocks of browsers go as they like.
    pub held_for_ms: Option<i64>,
}

/// The checkout as shoppers see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutView {
    /// Opens it.
    pub cart_token: String,
    /// What is bought.
    pub cart: CartView,
    /// Who buys.
    pub customer: Option<Customer>,
    /// Where it goes.
    pub shipping_address: Option<Address>,
    /// Who pays, when it is not the same.
    pub billing_address: Option<Address>,
    /// Whether the billing address is the shipping address.
    pub billing_same_as_shipping: bool,
    /// Ways of delivery to the address.
    pub shipping_options: Vec<ShippingChoice>,
    /// Places where it can be picked up instead.
    pub pickups: Vec<PickupOption>,
    /// The way, or the place, that was chosen.
    pub selected_shipping_option_id: Option<String>,
    /// Name of who comes for it; none when it is sent.
    pub collector: Option<String>,
    /// Whether the shop sends anything anywhere; otherwise orders are picked up.
    pub delivers: bool,
    /// Ways to pay.
    pub payment_methods: Vec<PaymentMethod>,
    /// Lines of the shipping address as they stand on a parcel.
    pub shipping_address_lines: Vec<String>,
    /// Lines of the billing address as they stand on a letter.
    pub billing_address_lines: Vec<String>,
    /// Whether the billing address is asked for by itself: nothing is sent and something is to be paid.
    pub asks_billing: bool,
    /// Countries of the addresses that can be entered: where the shop delivers; every one where nothing is sent.
    pub countries: Vec<Country>,
    /// Which steps are done.
    pub steps: Steps,
    /// Whether discount codes can be entered: not for donations.
    pub takes_codes: bool,
    /// BCP 47 tag of the site's language.
    #[serde(skip)]
    pub language: String,
    /// What the shop asks beside addresses, and whether it sells to guests.
    #[serde(skip)]
    pub choices: CheckoutChoices,
    /// What the shopper answered.
    #[serde(skip)]
    pub details: Details,
    /// Whether the address is to be kept in the account of who is signed in.
    #[serde(skip)]
    pub keeps_address: bool,
    /// Who is signed in.
    #[serde(skip)]
    pub buyer: Option<SignedInBuyer>,
    /// The order, once there is one.
    pub order: Option<CheckoutOrder>,
}

/// Whose address the bill carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BillingChoice {
    /// The one it is sent to.
    SameAsShipping,
    /// Another one.
    Other(Destination),
}

/// An address as a shopper gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The address.
    pub address: Box<Address>,
    /// Whether it is to be kept in the account of who is signed in when they buy; none leaves that as it is.
    pub keep: Option<bool>,
}

/// How the shopper pays.
#[derive(Clone, Debug, PartialEq)]
pub struct PaymentChoice {
    /// Plugin that takes the money.
    pub provider: String,
    /// Its method.
    pub method: String,
    /// What the shopper entered for the provider. Passed on, never stored.
    pub data: Value,
}

/// What a shopper sends to buy.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    /// The same for repetitions of one click.
    pub idempotency_key: String,
    /// The total the shopper saw, minor units.
    pub expected_total_cents: i64,
    /// How it is paid; not needed when nothing is to be paid.
    pub payment: Option<PaymentChoice>,
    /// BCP 47 tag of the language that the shopper reads; none when they never said.
    pub language: Option<String>,
}

/// What came of buying, for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The order stands: it is paid, or the money for it is set aside.
    Paid,
    /// The order stands and is paid by transfer or on delivery.
    AwaitingTransfer,
    /// The shopper must confirm on another page.
    ActionRequired,
    /// The provider said no; another attempt can be made.
    Declined,
    /// Not decided yet; asking again with the same key tells.
    Pending,
}

/// The answer to a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmitAnswer {
    /// What came of it.
    pub status: SubmitStatus,
    /// The order.
    pub order_id: OrderId,
    /// Where the browser goes.
    pub redirect_url: Option<String>,
    /// What the shopper is told.
    pub message: Option<String>,
}

/// What came of a payment when the buyer came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReturnAnswer {
    /// The order stands; go to the page that confirms it.
    Paid {
        /// That page.
        redirect_url: String,
    },
    /// The provider said no; back to the checkout.
    Declined {
        /// Opens its checkout, where the cookie of the shopper does not.
        cart_token: Option<String>,
    },
    /// Not decided yet.
    Pending {
        /// Opens its checkout, where the cookie of the shopper does not.
        cart_token: Option<String>,
    },
    /// The order was not begun in this browser, which learns nothing about it.
    Elsewhere {
        /// Whether the order stands.
        stands: bool,
    },
}

/// What the page says on which a buyer confirms a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptSummary {
    /// The attempt.
    pub id: PaymentId,
    /// Plugin that takes the money.
    pub provider: String,
    /// Number of the order.
    pub order_number: i64,
    /// What is asked for.
    pub amount: Money,
    /// Whether the buyer can still decide.
    pub awaits_buyer: bool,
    /// Until when the pieces are held for the buyer, UTC milliseconds; none when they are not.
    pub held_until: Option<i64>,
}
