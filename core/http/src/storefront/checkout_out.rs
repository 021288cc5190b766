//! The checkout in requests and responses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::checkout::{
    BillingChoice, CheckoutAnswer, CheckoutView, Customer, Destination, PaymentChoice, PickupChoice, PickupOption,
    SignedInBuyer, Submission, SubmitAnswer, SubmitStatus,
};
use stoa_commerce::payments::SavedPaymentMethod;
use stoa_commerce::ports::PaymentMethod;
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::Cents;
use stoa_kernel::payment::PaymentForm;
use stoa_messages::Texts;
use utoipa::ToSchema;

use super::address::{AddressBody, CountryOut};
use super::cart_out::{CartOut, ShippingOptionOut};
use crate::admin::settings::checkout_settings::CheckoutQuestionsOut;
use crate::storefront::site_users::addresses::SavedAddressOut;

/// All data of the checkout page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Checkout)]
pub struct CheckoutOut {
    cart_token: String,
    cart: CartOut,
    customer: Option<CustomerBody>,
    shipping_address: Option<AddressBody>,
    /// Lines of the shipping address, formatted for its country.
    shipping_address_lines: Vec<String>,
    billing_address: Option<AddressBody>,
    /// Lines of the billing address, formatted for its country.
    billing_address_lines: Vec<String>,
    billing_same_as_shipping: bool,
    /// Whether a billing address is needed without a shipping address: nothing is shipped and something is to be paid.
    asks_billing: bool,
    /// Shipping options for the address.
    shipping_options: Vec<ShippingOptionOut>,
    /// Pickup locations that can be chosen instead.
    pickups: Vec<PickupOptionOut>,
    /// The chosen shipping option or pickup location.
    selected_shipping_option_id: Option<String>,
    /// Name of the person who collects the order; none when it is shipped.
    collector: Option<String>,
    /// Whether the shop ships at all; otherwise orders are picked up.
    delivers: bool,
    payment_methods: Vec<PaymentMethodOut>,
    /// Countries that addresses can have: those the shop ships to, or all when nothing is shipped.
    countries: Vec<CountryOut>,
    /// Whether address autocomplete is available.
    pub(in crate::storefront) proposes_addresses: bool,
    steps: StepsOut,
    /// Whether discount codes can be entered: not for donations.
    takes_codes: bool,
    /// Which further data the shop asks for, and whether guests can buy.
    settings: CheckoutQuestionsOut,
    /// Note to the shop.
    note: String,
    /// Answers to the shop's questions.
    answers: Vec<CheckoutAnswerOut>,
    /// Whether the address will be saved in the account of the signed-in customer.
    keeps_address: bool,
    /// The signed-in customer, if the cart is theirs.
    buyer: Option<BuyerOut>,
    /// The order, once it is placed.
    order: Option<CheckoutOrderOut>,
}

/// A pickup location.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PickupOption)]
pub struct PickupOptionOut {
    id: String,
    label: String,
    price_cents: i64,
    /// Lines of its address.
    lines: Vec<String>,
    /// Opening hours and what to bring; may be empty.
    instructions: String,
}

/// An answer to one of the shop's questions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutAnswer)]
pub struct CheckoutAnswerOut {
    /// Id of the question.
    pub(crate) field_id: String,
    /// The question as it was when it was answered.
    pub(crate) label: String,
    /// For a checked checkbox `Yes`, in the language of the reader where it is a customer.
    pub(crate) value: String,
    /// Type of the answer; none for earlier answers, of which it is not known.
    pub(crate) kind: Option<CheckoutFieldKind>,
}

/// The signed-in customer of a checkout.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckoutBuyer)]
pub struct BuyerOut {
    email: String,
    /// Saved addresses, the default first.
    addresses: Vec<SavedAddressOut>,
}

/// Note and answers of the customer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DetailsBody {
    /// Note to the shop, if it accepts one.
    #[serde(default)]
    pub(in crate::storefront) note: String,
    /// Answers by the question's id; `true` or `false` for checkboxes.
    #[serde(default)]
    pub(in crate::storefront) answers: BTreeMap<String, String>,
}

/// The customer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Customer)]
pub struct CustomerBody {
    email: String,
    /// Whether the customer consents to marketing e-mails.
    #[serde(default)]
    mail_consent: bool,
}

/// A payment method.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethod)]
pub struct PaymentMethodOut {
    provider: String,
    method: String,
    label: String,
    /// Whether no real money is charged.
    test_mode: bool,
    /// Form that the customer fills in.
    form: PaymentForm,
    /// Whether the signed-in customer can save it for the next purchase.
    can_save: bool,
    /// What the signed-in customer has saved of it, the latest first; chosen in place of the form.
    saved: Vec<SavedMethodChoiceOut>,
}

/// A saved payment method that can be paid with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SavedMethodChoice)]
pub struct SavedMethodChoiceOut {
    id: String,
    /// What the customer knows it by, such as `Visa ending in 4242`.
    label: String,
}

/// Which steps are complete.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutSteps)]
pub struct StepsOut {
    customer: bool,
    shipping: bool,
    shipping_option: bool,
    /// The billing address is known, or none is needed.
    billing: bool,
    /// All required questions of the shop are answered.
    details: bool,
}

/// The order of a checkout.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutOrder)]
pub struct CheckoutOrderOut {
    id: String,
    /// The confirmation page, or the page on which the payment continues.
    redirect_url: Option<String>,
    /// Until when stock is reserved for the unpaid order, UTC milliseconds.
    held_until: Option<i64>,
    /// Remaining time of the reservation, milliseconds.
    held_for_ms: Option<i64>,
}

/// The chosen shipping option.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingOptionBody {
    pub(in crate::storefront) option_id: String,
}

/// Shipping address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DestinationBody {
    #[serde(flatten)]
    address: AddressBody,
    /// Whether to save it in the account of the signed-in customer when the order is placed.
    #[serde(default)]
    keep_address: bool,
}

/// Pickup location and person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickupBody {
    option_id: String,
    /// Name of the person who collects the order.
    collector: String,
}

/// Billing address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillingBody {
    same_as_shipping: bool,
    /// Required when it differs from the shipping address.
    #[serde(default)]
    address: Option<AddressBody>,
    /// Whether to save it in the account of the signed-in customer when the order is placed; unchanged if omitted.
    #[serde(default)]
    keep_address: Option<bool>,
}

/// Places the order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitBody {
    /// 8 to 200 characters; the same when a click is repeated, a new one for another attempt.
    idempotency_key: String,
    /// The total that the customer saw, minor units.
    expected_total_cents: i64,
    /// Not needed when nothing is to be paid.
    #[serde(default)]
    payment: Option<PaymentBody>,
}

/// Payment method and data.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentBody {
    provider: String,
    method: String,
    /// Data for the payment provider. It is passed on and never stored.
    #[serde(default)]
    #[schema(value_type = Object)]
    data: Value,
    /// Whether to save the method for the next purchase, if the customer is signed in and the provider can save it.
    #[serde(default)]
    save: bool,
    /// The saved method of the customer to pay with; the data is not needed then.
    #[serde(default)]
    saved_method_id: Option<String>,
}

/// Result of placing the order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmitOut {
    status: SubmitStatusOut,
    order_id: String,
    /// URL to continue at.
    redirect_url: Option<String>,
    /// Message for the customer.
    message: Option<String>,
}

/// Result of placing the order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubmitStatus)]
pub enum SubmitStatusOut {
    /// The order is placed, and paid or authorised.
    Paid,
    /// The order is placed, and will be paid by transfer or on delivery.
    AwaitingTransfer,
    /// The customer must confirm the payment on another page.
    ActionRequired,
    /// Declined; another attempt can be made.
    Declined,
    /// Undecided; repeat the request with the same key.
    Pending,
}

impl From<PickupOption> for PickupOptionOut {
    fn from(option: PickupOption) -> Self {
        Self {
            id: option.id,
            label: option.label,
            price_cents: option.price_cents.0,
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
        Self { field_id: answer.field_id, label: answer.label, value: answer.value, kind: answer.kind }
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
            saves: payment.save,
            saved_method: payment.saved_method_id,
        });
        let SubmitBody { idempotency_key, expected_total_cents, .. } = body;
        let expected_total_cents = Cents(expected_total_cents);
        Self { idempotency_key, expected_total_cents, payment, language: None, asked_language: None }
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

impl PaymentMethodOut {
    /// For a guest there is no `buyer`.
    fn new(method: PaymentMethod, language: &str, buyer: Option<&SignedInBuyer>) -> Self {
        let saved = buyer.map(|buyer| buyer.saved_methods.as_slice()).unwrap_or_default();
        let is_of_method =
            |saved: &&SavedPaymentMethod| saved.provider == method.provider && saved.method == method.method;
        let shown =
            |saved: &SavedPaymentMethod| SavedMethodChoiceOut { id: saved.id.to_string(), label: saved.label.clone() };
        Self {
            label: method.label_in(language).to_owned(),
            can_save: method.can_save && buyer.is_some_and(|buyer| buyer.saves_more),
            saved: saved.iter().filter(is_of_method).map(shown).collect(),
            provider: method.provider,
            method: method.method,
            test_mode: method.test_mode,
            form: method.form,
        }
    }
}

impl CheckoutOut {
    /// A checkout with its countries in a language, given as BCP 47 tag, and in its texts.
    pub(crate) fn new(view: CheckoutView, language: &str, texts: Texts<'_>) -> Self {
        let steps = view.steps;
        let buyer = view.buyer.as_ref();
        let methods = view.payment_methods.into_iter();
        let payment_methods = methods.map(|method| PaymentMethodOut::new(method, language, buyer)).collect();
        let countries = if view.language == language {
            view.countries.into_iter().map(|country| CountryOut::new(country, texts)).collect()
        } else {
            CountryOut::list(view.countries.iter().map(|country| country.code), language, texts)
        };
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
            payment_methods,
            proposes_addresses: false,
            countries,
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
                held_until: order.held_until.map(Timestamp::ms),
                held_for_ms: order.held_for_ms,
            }),
        }
    }
}
