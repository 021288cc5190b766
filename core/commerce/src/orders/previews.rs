//! What letters about orders look like, shown with an order that nobody has placed.

use std::collections::BTreeMap;

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CartId, FulfillmentId, MailId, OrderId, OrderItemId, PaymentId, ProductId, RefundId, VariantId};
use stoa_kernel::money::Currency;
use stoa_kernel::permission::{Action, Resource};

use super::fulfillment::{FulfillmentItemView, FulfillmentView};
use super::letters::{
    Letter, SiteFace, gift_cards, order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled,
    order_received, order_refunded, payment_sent_back,
};
use super::model::{OrderItemView, OrderSummary, OrderType, OrderView};
use crate::address::Address;
use crate::catalogue::ProductType;
use crate::donations::Donation;
use crate::downloads::Download;
use crate::gift_cards::GiftCard;
use crate::payments::{Instructions, PaymentDetail};
use crate::refunds::{RefundItemView, RefundView};
use crate::settings::StoreSettings;
use crate::words::Words;
use crate::{CommerceError, mail};

/// Kind of the letters that people who work on the site send to themselves.
const TEST_LETTER: &str = "preview";

/// A letter that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterKind {
    /// Its name in addresses, such as `order-confirmed`.
    pub name: &'static str,
    /// Whether it goes to the owner of the shop, and so is in English, instead of to the customer.
    pub is_for_owner: bool,
}

const fn to_customer(name: &'static str) -> LetterKind {
    LetterKind { name, is_for_owner: false }
}

const fn to_owner(name: &'static str) -> LetterKind {
    LetterKind { name, is_for_owner: true }
}

const KINDS: [LetterKind; 11] = [
    to_customer("order-confirmed"),
    to_customer("order-awaits-transfer"),
    to_customer("order-fulfilled"),
    to_customer("order-refunded"),
    to_customer("order-canceled"),
    to_customer("digital-download"),
    to_customer("gift-cards"),
    to_customer("subscription"),
    to_customer("donation"),
    to_owner("order-received"),
    to_owner("payment-sent-back"),
];

/// Which letter is looked at, and how.
#[derive(Clone, Copy, Debug)]
pub struct Preview<'a> {
    /// Its name.
    pub kind: &'a str,
    /// BCP 47 tag of the language it is to be in; none for the site's. Letters to the owner know one language alone.
    pub language: Option<&'a str>,
    /// The site's address without a closing slash.
    pub base_url: &'a str,
}

/// The letters that can be looked at, and the language they are in unless another one is asked for.
///
/// # Errors
/// When the caller may not read orders.
pub async fn kinds(ctx: &TenantCtx, db: &TenantDb) -> Result<(&'static [LetterKind], String), CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let settings = StoreSettings::load(&db.read().await?).await?;
    let own = settings.language.split('-').next().unwrap_or_default().to_ascii_lowercase();
    Ok((&KINDS, crate::LETTER_LANGUAGES.into_iter().find(|known| *known == own).unwrap_or("en").to_owned()))
}

/// A letter about an order that nobody has placed. Nothing is stored.
///
/// # Errors
/// When the caller may not read orders, there is no such letter, or letters are not written in the language.
pub async fn preview(ctx: &TenantCtx, db: &TenantDb, wanted: &Preview<'_>) -> Result<Letter, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let settings = StoreSettings::load(&db.read().await?).await?;
    letter(ctx, settings, wanted)
}

/// Sends such a letter to somebody who works on the site.
///
/// # Errors
/// As [`preview`], and when the caller may not send letters.
pub async fn send_preview(ctx: &TenantCtx, db: &TenantDb, wanted: &Preview<'_>, to: &str) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let settings = StoreSettings::load(&tx).await?;
    let letter = Letter { kind: TEST_LETTER, to: to.to_owned(), ..letter(ctx, settings, wanted)? };
    mail::queue(ctx, &tx, letter, MailId::generate().as_str()).await?;
    Ok(tx.commit().await?)
}

fn letter(ctx: &TenantCtx, settings: StoreSettings, wanted: &Preview<'_>) -> Result<Letter, CommerceError> {
    if let Some(tag) = wanted.language.filter(|tag| Words::in_language(tag).is_none()) {
        return Err(CommerceError::field("language", format!("Letters are not written in {tag}.")));
    }
    let kind = KINDS.iter().find(|kind| kind.name == wanted.kind).ok_or(CommerceError::NotFound)?;
    let wished = wanted.language.filter(|_| !kind.is_for_owner);
    let language = wished.map_or_else(|| settings.language.clone(), str::to_owned);
    let contact = if settings.contact_email.is_empty() { CUSTOMER.to_owned() } else { settings.contact_email.clone() };
    let settings = StoreSettings { language, contact_email: contact, ..settings };
    let site = SiteFace { settings: &settings, base_url: wanted.base_url };
    let order = order(ctx, settings.currency);
    Ok(match kind.name {
        "order-confirmed" => order_confirmed(&order, &site),
        "order-awaits-transfer" => order_awaits_transfer(&awaiting(order), &site),
        "order-fulfilled" => order_fulfilled(&order, &parcel(&order), &site),
        "order-refunded" => order_refunded(&order, &refund(&order), &site),
        "order-canceled" => order_canceled(&order, &site),
        "digital-download" => order_confirmed(&downloadable(order), &site),
        mail::GIFT_CARDS => gift_cards(&with_card(order), &site),
        "subscription" => order_confirmed(&repeated(order), &site),
        "donation" => order_confirmed(&given(order), &site),
        "order-received" => order_received(&order, &site),
        "payment-sent-back" => payment_sent_back(&order, &PaymentId::generate(), SENT_BACK, &site),
        _ => return Err(CommerceError::NotFound),
    })
}

const CUSTOMER: &str = "ada@example.com";
const CUSTOMER_NAME: &str = "Ada Sample";
const SENT_BACK: &str = "Nothing of what was ordered is left.";

fn order(ctx: &TenantCtx, currency: Currency) -> OrderView {
    let items = vec![item("Stoneware mug", "Blue", 2, 2_400), item("Linen towel", "Large", 1, 1_800)];
    let subtotal_cents: i64 = items.iter().map(|item| item.total_cents).sum();
    let shipping_address = Address {
        first_name: "Ada".to_owned(),
        last_name: "Sample".to_owned(),
        line1: "1 Example Street".to_owned(),
        city: "Portland".to_owned(),
        region: "OR".to_owned(),
        postal_code: "97201".to_owned(),
        country: "US".to_owned(),
        ..Address::default()
    };
    OrderView {
        summary: OrderSummary {
            id: OrderId::generate(),
            number: 1_024,
            created_on: ctx.now_ms(),
            customer_email: CUSTOMER.to_owned(),
            customer_name: CUSTOMER_NAME.to_owned(),
            grand_total_cents: subtotal_cents,
            currency,
            payment_status: "PAID".to_owned(),
            fulfillment_status: "FULFILLED".to_owned(),
            item_count: 3,
            test_mode: false,
            kind: OrderType::Purchase,
        },
        website_id: ctx.website().clone(),
        cart_id: CartId::generate(),
        items,
        subtotal_cents,
        discount_cents: 0,
        shipping_cents: 0,
        tax_cents: 0,
        discounts: Vec::new(),
        taxes: Vec::new(),
        billing_address: Some(shipping_address.clone()),
        shipping_address: Some(shipping_address),
        shipping_option: None,
        payments: Vec::new(),
        instructions: None,
        held_until: None,
        refunds: Vec::new(),
        refunded_cents: 0,
        refundable_cents: subtotal_cents,
        fulfillments: Vec::new(),
        timeline: Vec::new(),
        donation: None,
        note: String::new(),
        answers: Vec::new(),
        downloads: Vec::new(),
        gift_cards: Vec::new(),
        tags: Vec::new(),
        status_url: "/checkout/order-status/sample".to_owned(),
    }
}

fn item(name: &str, option: &str, quantity: i64, unit_price_cents: i64) -> OrderItemView {
    OrderItemView {
        id: OrderItemId::generate(),
        product_id: ProductId::generate(),
        variant_id: VariantId::generate(),
        sku: "SAMPLE".to_owned(),
        product_name: name.to_owned(),
        attributes: BTreeMap::from([("Option".to_owned(), option.to_owned())]),
        image_url: None,
        image_id: None,
        quantity,
        unit_price_cents,
        total_cents: unit_price_cents * quantity,
        product_type: ProductType::Physical.code(),
        subscription: None,
        answers: Vec::new(),
        fulfilled_quantity: 0,
        refunded_quantity: 0,
    }
}

/// The same order with one line alone, which nobody sends.
fn of_one(order: OrderView, item: OrderItemView) -> OrderView {
    let total = item.total_cents;
    let summary = OrderSummary { grand_total_cents: total, item_count: item.quantity, ..order.summary };
    OrderView { summary, subtotal_cents: total, items: vec![item], shipping_address: None, ..order }
}

fn downloadable(order: OrderView) -> OrderView {
    let filename = "pattern.pdf".to_owned();
    let download = Download { filename, bytes: 1_048_576, url: "/checkout/downloads/sample".to_owned() };
    OrderView { downloads: vec![download], ..of_one(order, item("Knitting pattern", "PDF", 1, 900)) }
}

fn with_card(order: OrderView) -> OrderView {
    let item = item("Gift card", "50", 1, 5_000);
    let card = GiftCard {
        order_item_id: item.id.clone(),
        code: "AAAA-BBBB-CCCC-DDDD".to_owned(),
        amount_cents: item.total_cents,
        balance_cents: item.total_cents,
    };
    OrderView { gift_cards: vec![card], ..of_one(order, item) }
}

fn repeated(order: OrderView) -> OrderView {
    let item =
        OrderItemView { subscription: Some("every month".to_owned()), ..item("Coffee", "Whole beans", 1, 1_600) };
    OrderView { shipping_address: order.shipping_address.clone(), ..of_one(order, item) }
}

fn given(order: OrderView) -> OrderView {
    let donation = Donation { donor_name: CUSTOMER_NAME.to_owned(), comment: "Keep up the good work".to_owned() };
    let order = of_one(order, OrderItemView { attributes: BTreeMap::new(), ..item("Donation", "", 1, 2_500) });
    OrderView { donation: Some(donation), ..order }
}

fn awaiting(order: OrderView) -> OrderView {
    let detail = |label: &str, value: &str| PaymentDetail { label: label.to_owned(), value: value.to_owned() };
    let details = vec![detail("IBAN", "XX00 0000 0000 0000 0000 00"), detail("Reference", "1024")];
    let text = "Your own words about bank transfer or pay on delivery stand here.".to_owned();
    OrderView { instructions: Some(Instructions { text, details }), ..order }
}

fn parcel(order: &OrderView) -> FulfillmentView {
    let piece = |item: &OrderItemView| FulfillmentItemView { order_item_id: item.id.clone(), quantity: item.quantity };
    FulfillmentView {
        id: FulfillmentId::generate(),
        items: order.items.iter().map(piece).collect(),
        tracking_number: "EX123456789".to_owned(),
        carrier: "Example Post".to_owned(),
        tracking_url: "https://example.com/track".to_owned(),
        created_on: order.summary.created_on,
    }
}

fn refund(order: &OrderView) -> RefundView {
    let piece = |item: &OrderItemView| RefundItemView {
        order_item_id: item.id.clone(),
        quantity: 1,
        amount_cents: item.unit_price_cents,
    };
    let items: Vec<RefundItemView> = order.items.iter().take(1).map(piece).collect();
    RefundView {
        id: RefundId::generate(),
        payment_id: PaymentId::generate(),
        status: "succeeded".to_owned(),
        amount_cents: items.iter().map(|item| item.amount_cents).sum(),
        shipping_cents: 0,
        items,
        reason: String::new(),
        restock: false,
        message: None,
        actor: String::new(),
        created_on: order.summary.created_on,
        settled_on: Some(order.summary.created_on),
    }
}
