//! The checkout on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::checkout::{
    BillingChoice, CheckoutAnswer, CheckoutView, Customer, Destination, PaymentChoice, PickupChoice, PickupOption,
    Submission, SubmitAnswer, SubmitStatus,
};
use stoa_commerce::ports::PaymentMethod;
use utoipa::ToSchema;

use super::address::{AddressBody, CountryOut};
use super::cart_out::{CartOut, ShippingOptionOut};
use super::site_user_addresses::SavedAddressOut;
use crate::admin::checkout_settings::CheckoutSettingsBody;

/// Everything a checkout page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Checkout)]
pub struct CheckoutOut {
    cart_token: String,
    cart: CartOut,
    customer: Option<CustomerBody>,
    shipping_address: Option<AddressBody>,
    /// Lines of the shipping address as they stand on a parcel.
    shipping_address_lines: Vec<String>,
    billing_address: Option<AddressBody>,
    /// Lines of the billing address as they stand on a letter.
    billing_address_lines: Vec<String>,
    billing_same_as_shipping: bool,
    /// Whether the billing address is asked for by itself: nothing is sent and something is to be paid.
    asks_billing: bool,
    /// Ways of delivery to the address.
    shipping_options: Vec<ShippingOptionOut>,
    /// Places where it can be picked up instead.
    pickups: Vec<PickupOptionOut>,
    /// The way, or the place, that was chosen.
    selected_shipping_option_id: Option<String>,
    /// Name of who comes for it; none when it is sent.
    collector: Option<String>,
    /// Whether the shop sends anything anywhere; otherwise orders are picked up.
    delivers: bool,
    payment_methods: Vec<PaymentMethodOut>,
    /// Countries of the addresses that can be entered: where the shop delivers; every one where nothing is sent.
    countries: Vec<CountryOut>,
    /// Whether addresses can be chosen from proposals.
    pub(super) proposes_addresses: bool,
    steps: StepsOut,
    /// Whether discount codes can be entered: not for donations.
    takes_codes: bool,
    /// What the shop asks beside addresses, and whether it sells to guests.
    settings: CheckoutSettingsBody,
    /// Note to the shop.
    note: String,
    /// Answers to the shop's questions.
    answers: Vec<CheckoutAnswerOut>,
    /// Whether the address is to be kept in the account of who is signed in.
    keeps_address: bool,
    /// Who is signed in, when the cart is theirs.
    buyer: Option<BuyerOut>,
    /// The order, once there is one.
    order: Option<CheckoutOrderOut>,
}

/// A place where an order can be picked up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PickupOption)]
pub struct PickupOptionOut {
    id: String,
    label: String,
    price_cents: i64,
    /// Lines of its address.
    lines: Vec<String>,
    /// When it is open, and what to bring; may be empty.
    instructions: String,
}

/// An answer to one of the shop's questions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutAnswer)]
pub struct CheckoutAnswerOut {
    /// The question's id.
    pub(crate) field_id: String,
    /// The question as it was when it was answered.
    pub(crate) label: String,
    /// `Yes` for a box that was ticked.
    pub(crate) value: String,
}

/// Who is signed in at the checkout of their own cart.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckoutBuyer)]
pub struct BuyerOut {
    email: String,
    /// Addresses that they keep, the one that is proposed first.
    addresses: Vec<SavedAddressOut>,
}

/// What a shopper says beside addresses.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DetailsBody {
    /// Note to the shop, where it takes one.
    #[serde(default)]
    pub(super) note: String,
    /// Answers by the question's id; `true` or `false` for boxes.
    #[serde(default)]
    pub(super) answers: BTreeMap<String, String>,
}

/// Who buys.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Customer)]
pub struct CustomerBody {
    email: String,
    /// Whether marketing mail is agreed to.
    #[serde(default)]
    mail_consent: bool,
}

/// A way to pay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethod)]
pub struct PaymentMethodOut {
    provider: String,
    method: String,
    label: String,
    /// Whether no real money moves.
    test_mode: bool,
    /// What the shopper enters for it: `card` or `none`.
    form: &'static str,
}

/// Which steps are done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutSteps)]
pub struct StepsOut {
    customer: bool,
    shipping: bool,
    shipping_option: bool,
    /// The billing address is known, or none is needed.
    billing: bool,
    /// What the shop asks beside addresses is answered.
    details: bool,
}

/// The order of a checkout.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutOrder)]
pub struct CheckoutOrderOut {
    id: String,
    /// Page that confirms it, or on which its payment goes on.
    redirect_url: Option<String>,
    /// Until when its pieces are held while it is not paid, UTC milliseconds.
    held_until: Option<i64>,
    /// How long that is from now, milliseconds.
    held_for_ms: Option<i64>,
}

/// The chosen way of delivery.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingOptionBody {
    pub(super) option_id: String,
}

/// Where an order goes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DestinationBody {
    #[serde(flatten)]
    address: AddressBody,
    /// Whether it is kept in the account of who is signed in when they buy.
    #[serde(default)]
    keep_address: bool,
}

/// Where an order is picked up, and by whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupBody {
    option_id: String,
    /// Name of who comes.
    collector: String,
}

/// Whose address the bill carries.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillingBody {
    same_as_shipping: bool,
    /// Needed when it is not the same.
    #[serde(default)]
    address: Option<AddressBody>,
    /// Whether it is kept in the account of who is signed in when they buy; left out, that stays as it is.
    #[serde(default)]
    keep_address: Option<bool>,
}

/// Buys the cart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitBody {
    /// 8 to 200 characters, the same for repetitions of one click, another for another attempt.
    idempotency_key: String,
    /// The total the shopper saw, minor units.
    expected_total_cents: i64,
    /// Not needed when nothing is to be paid.
    #[serde(default)]
    payment: Option<PaymentBody>,
}

/// How it is paid.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PaymentBody {
    provider: String,
    method: String,
    /// What the shopper entered for the provider. It is passed on and never stored.
    #[serde(default)]
    #[schema(value_type = Object)]
    data: Value,
}

/// What came of buying.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitOut {
    status: SubmitStatusOut,
    order_id: String,
    /// Where the browser goes.
    redirect_url: Option<String>,
    /// What the shopper is told.
    message: Option<String>,
}

/// What came of buying, in a word.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubmitStatus)]
pub enum SubmitStatusOut {
    /// The order stands: it is paid, or the money for it is set aside.
    Paid,
    /// The order stands and is paid by transfer or on delivery.
    AwaitingTransfer,
    /// The shopper must confirm on another page.
    ActionRequired,
    /// Refused; another attempt can be made.
    Declined,
    /// Not decided yet; the same call with the same key tells.
    Pending,
}

impl From<PickupOption> for PickupOptionOut {
    fn from(option: PickupOption) -> Self {
        Self {
            id: option.id,
            label: option.label,
            price_cents: option.price_cents,
            lines: option.lines,
            instructions: option.instructions,
        }
    }
}

impl From<PickupBody> for PickupChoice {
    fn from(body: PickupBody) -> Self {
        Self { option_id: body.option_id, collector: body.collector }
    }
}

impl From<CheckoutAnswer> for CheckoutAnswerOut {
    fn from(answer: CheckoutAnswer) -> Self {
        Self { field_id: answer.field_id, label: answer.label, value: answer.value }
    }
}

impl From<CustomerBody> for Customer {
    fn from(body: CustomerBody) -> Self {
        Self { email: body.email, mail_consent: body.mail_consent, language: None }
    }
}

impl From<DestinationBody> for Destination {
    fn from(body: DestinationBody) -> Self {
        Self { address: Box::new(body.address.into()), keep: Some(body.keep_address) }
    }
}

impl From<BillingBody> for BillingChoice {
    fn from(body: BillingBody) -> Self {
        if body.same_as_shipping {
            BillingChoice::SameAsShipping
        } else {
            let address = Box::new(body.address.unwrap_or_default().into());
            BillingChoice::Other(Destination { address, keep: body.keep_address })
        }
    }
}

impl From<SubmitBody> for Submission {
    fn from(body: SubmitBody) -> Self {
        let payment = body.payment.map(|payment| PaymentChoice {
            provider: payment.provider,
            method: payment.method,
            data: payment.data,
        });
        let SubmitBody { idempotency_key, expected_total_cents, .. } = body;
        Self { idempotency_key, expected_total_cents, payment, language: None }
    }
}

impl From<SubmitAnswer> for SubmitOut {
    fn from(answer: SubmitAnswer) -> Self {
        let status = match answer.status {
            SubmitStatus::Paid => SubmitStatusOut::Paid,
            SubmitStatus::AwaitingTransfer => SubmitStatusOut::AwaitingTransfer,
            SubmitStatus::ActionRequired => SubmitStatusOut::ActionRequired,
            SubmitStatus::Declined => SubmitStatusOut::Declined,
            SubmitStatus::Pending => SubmitStatusOut::Pending,
        };
        Self { status, order_id: answer.order_id.into(), redirect_url: answer.redirect_url, message: answer.message }
    }
}

impl From<PaymentMethod> for PaymentMethodOut {
    fn from(method: PaymentMethod) -> Self {
        Self {
            provider: method.provider,
            method: method.method,
            label: method.label,
            test_mode: method.test_mode,
            form: method.form,
        }
    }
}

impl From<CheckoutView> for CheckoutOut {
    fn from(view: CheckoutView) -> Self {
        let steps = view.steps;
        Self {
            cart_token: view.cart_token,
            cart: view.cart.into(),
            customer: view
                .customer
                .map(|customer| CustomerBody { email: customer.email, mail_consent: customer.mail_consent }),
            shipping_address: view.shipping_address.map(AddressBody::from),
            shipping_address_lines: view.shipping_address_lines,
            billing_address: view.billing_address.map(AddressBody::from),
            billing_address_lines: view.billing_address_lines,
            billing_same_as_shipping: view.billing_same_as_shipping,
            asks_billing: view.asks_billing,
            shipping_options: view.shipping_options.into_iter().map(ShippingOptionOut::from).collect(),
            pickups: view.pickups.into_iter().map(PickupOptionOut::from).collect(),
            collector: view.collector,
            delivers: view.delivers,
            selected_shipping_option_id: view.selected_shipping_option_id,
            payment_methods: view.payment_methods.into_iter().map(PaymentMethodOut::from).collect(),
            proposes_addresses: false,
            countries: view.countries.into_iter().map(CountryOut::from).collect(),
            steps: StepsOut {
                customer: steps.customer,
                shipping: steps.shipping,
                shipping_option: steps.shipping_option,
                billing: steps.billing,
                details: steps.details,
            },
            settings: view.choices.into(),
            note: view.details.note,
            answers: view.details.answers.into_iter().map(CheckoutAnswerOut::from).collect(),
            keeps_address: view.keeps_address,
            buyer: view.buyer.map(|buyer| BuyerOut {
                email: buyer.email,
                addresses: buyer.addresses.into_iter().map(|kept| SavedAddressOut::new(kept, &view.language)).collect(),
            }),
            takes_codes: view.takes_codes,
            order: view.order.map(|order| CheckoutOrderOut {
                id: order.id.into(),
                redirect_url: order.redirect_url,
                held_until: order.held_until,
                held_for_ms: order.held_for_ms,
            }),
        }
    }
}
