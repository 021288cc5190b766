//! Paid orders with everything that belongs to them: cart, lines, payment, history, parcel, stock, and some refunds.

use sea_orm::ActiveValue::{NotSet, Set};
use serde_json::{Value, json};
use stoa_email::format_for_contributors;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_item::ItemOptions;
use stoa_entity::tenant::payment::{Instructions, PaymentDue};
use stoa_entity::tenant::{
    cart, cart_entry, fulfillment, fulfillment_item, order, order_event, order_item, order_language, payment, refund,
    refund_item, stock_change,
};
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::clock::{MINUTE_MS, Timestamp};
use stoa_kernel::id::{CartEntryId, FulfillmentId, FulfillmentItemId, OrderEventId, RefundId, StockChangeId};
use stoa_kernel::money::Cents;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, CaptureMode, RefundStatus};

use super::plan::ShopPlan;
use super::purchase::{Bought, Purchase, ms};
use super::random::Random;
use crate::orders::searchable;
use crate::pricing::Totals;
use crate::{CommerceError, contributor_texts};

const LANGUAGE: &str = "en-US";

/// A line of the history of an order.
struct Noted<'a> {
    at: Timestamp,
    kind: OrderEventKind,
    message: &'a str,
}

/// Rows of some orders.
#[derive(Default)]
pub(super) struct OrderRows {
    pub(super) carts: Vec<cart::ActiveModel>,
    pub(super) entries: Vec<cart_entry::ActiveModel>,
    pub(super) orders: Vec<order::ActiveModel>,
    pub(super) items: Vec<order_item::ActiveModel>,
    pub(super) languages: Vec<order_language::ActiveModel>,
    pub(super) payments: Vec<payment::ActiveModel>,
    pub(super) events: Vec<order_event::ActiveModel>,
    pub(super) parcels: Vec<fulfillment::ActiveModel>,
    pub(super) packed: Vec<fulfillment_item::ActiveModel>,
    pub(super) stock: Vec<stock_change::ActiveModel>,
    pub(super) refunds: Vec<refund::ActiveModel>,
    pub(super) refunded: Vec<refund_item::ActiveModel>,
}

impl OrderRows {
    /// Adds an order of the plan.
    ///
    /// # Errors
    /// When an amount overflows.
    pub(super) fn add(&mut self, plan: &ShopPlan, number: usize) -> Result<(), CommerceError> {
        let Some((order, mut random)) = Purchase::planned(plan, number)? else { return Ok(()) };
        let random = &mut random;
        self.cart(&order, random);
        self.order(&order, random);
        self.payment(&order, random);
        self.parcel(&order, random);
        self.refund(&order, random);
        Ok(())
    }

    fn cart(&mut self, order: &Purchase<'_>, random: &mut Random) {
        let filled_on = order.times.placed - random.between(MINUTE_MS, 40 * MINUTE_MS);
        for bought in &order.lines {
            self.entries.push(cart_entry::ActiveModel {
                website_id: NotSet,
                id: Set(CartEntryId::from_parts(ms(filled_on), random.id())),
                cart_id: Set(order.cart.clone()),
                product_id: Set(bought.product.id.clone()),
                variant_id: Set(bought.variant.id.clone()),
                quantity: Set(bought.line.quantity),
                additional_fields: Set(None),
                added_price_cents: Set(bought.price_cents),
                created_on: Set(filled_on),
            });
        }
        self.carts.push(cart::ActiveModel {
            website_id: NotSet,
            id: Set(order.cart.clone()),
            token_hash: Set(random.token(64)),
            buyer_hash: Set(None),
            checkout_token: Set(random.token(32)),
            currency: Set(order.inputs.currency.code().to_owned()),
            email: Set(order.customer.email.clone()),
            mail_consent: Set(order.customer.consents),
            shipping_address: Set(Some(JsonOf(order.customer.address.clone()))),
            billing_address: Set(None),
            billing_same: Set(true),
            keeps_address: Set(None),
            shipping_option_id: Set(order.inputs.shipping.as_ref().map(|choice| choice.id.clone())),
            collector: Set(None),
            coupon_ids: Set(JsonOf(Vec::new())),
            location: Set(None),
            language: Set(Some(LANGUAGE.to_owned())),
            site_user_id: Set(order.customer.account().cloned()),
            order_id: Set(Some(order.id.clone())),
            is_purchased: Set(true),
            of_one_line: Set(Some(false)),
            created_on: Set(filled_on),
            updated_on: Set(order.times.paid),
        });
    }

    fn order(&mut self, order: &Purchase<'_>, random: &mut Random) {
        self.orders.push(order_row(order, random));
        self.languages.push(order_language::ActiveModel {
            website_id: NotSet,
            order_id: Set(order.id.clone()),
            language: Set(LANGUAGE.to_owned()),
            words: Set(None),
        });
        for (position, bought) in (0_i32..).zip(&order.lines) {
            self.items.push(item_row(order, bought, position));
            if bought.variant.unlimited {
                continue;
            }
            self.stock.push(stock_change::ActiveModel {
                website_id: NotSet,
                id: Set(StockChangeId::from_parts(order.ms(), random.id())),
                variant_id: Set(bought.variant.id.clone()),
                delta: Set(-bought.line.quantity),
                reason: Set(StockReason::Order),
                reference: Set(order.id.to_string()),
                actor: Set(order.actor()),
                request_key: Set(None),
                created_on: Set(order.times.placed),
            });
        }
        let placed = contributor_texts::ORDER_WAS_PLACED.english();
        self.note(order, Noted { at: order.times.placed, kind: OrderEventKind::Placed, message: placed }, random);
    }

    fn payment(&mut self, order: &Purchase<'_>, random: &mut Random) {
        let paid = contributor_texts::ORDER_WAS_PAID.english();
        self.note(order, Noted { at: order.times.paid, kind: OrderEventKind::Payment, message: paid }, random);
        self.payments.push(payment_row(order, random));
    }

    fn parcel(&mut self, order: &Purchase<'_>, random: &mut Random) {
        let Some(sent_on) = order.times.sent else { return };
        let id = FulfillmentId::from_parts(ms(sent_on), random.id());
        self.parcels.push(fulfillment::ActiveModel {
            website_id: NotSet,
            id: Set(id.clone()),
            order_id: Set(order.id.clone()),
            carrier: Set("UPS".to_owned()),
            tracking_number: Set(random.token(16).to_uppercase()),
            tracking_url: Set(String::new()),
            created_on: Set(sent_on),
        });
        for bought in &order.lines {
            self.packed.push(fulfillment_item::ActiveModel {
                website_id: NotSet,
                id: Set(FulfillmentItemId::from_parts(ms(sent_on), random.id())),
                fulfillment_id: Set(id.clone()),
                order_item_id: Set(bought.item.clone()),
                quantity: Set(bought.line.quantity),
            });
        }
        let content = order.lines.iter().map(|bought| format!("{} × {}", bought.line.quantity, bought.product.name));
        let items = content.collect::<Vec<_>>().join(", ");
        let message = contributor_texts::WAS_FULFILLED.with("items", items).to_string();
        self.note(order, Noted { at: sent_on, kind: OrderEventKind::Fulfilled, message: &message }, random);
        let whole = contributor_texts::ORDER_WAS_FULFILLED.english();
        self.note(order, Noted { at: sent_on, kind: OrderEventKind::Fulfilled, message: whole }, random);
    }

    /// Refunds the whole order, without return of its goods.
    fn refund(&mut self, order: &Purchase<'_>, random: &mut Random) {
        let Some(refunded_on) = order.times.refunded else { return };
        let id = RefundId::from_parts(ms(refunded_on), random.id());
        let Totals { grand_total_cents, shipping_cents, shipping_tax_cents, .. } = order.totals;
        self.refunds.push(refund::ActiveModel {
            website_id: NotSet,
            id: Set(id.clone()),
            order_id: Set(order.id.clone()),
            payment_id: Set(order.payment.clone()),
            idempotency_key: Set(id.to_string()),
            request: Set(json!({})),
            amount_cents: Set(grand_total_cents),
            shipping_cents: Set(shipping_cents + shipping_tax_cents),
            reason: Set("It broke on the way.".to_owned()),
            reason_code: Set(None),
            restock: Set(false),
            notify: Set(false),
            status: Set(RefundStatus::Succeeded),
            message: Set(None),
            checks: Set(0),
            next_check_on: Set(None),
            actor: Set("system".to_owned()),
            created_on: Set(refunded_on),
            settled_on: Set(Some(refunded_on)),
        });
        for (bought, line) in order.lines.iter().zip(&order.totals.lines) {
            self.refunded.push(refund_item::ActiveModel {
                website_id: NotSet,
                refund_id: Set(id.clone()),
                order_item_id: Set(bought.item.clone()),
                quantity: Set(bought.line.quantity),
                amount_cents: Set(line.total_cents - line.discount_cents + line.tax_cents),
            });
        }
        let amount = format_for_contributors(grand_total_cents.of(order.inputs.currency));
        let message = format!("{amount} was refunded: It broke on the way.");
        self.note(order, Noted { at: refunded_on, kind: OrderEventKind::Refunded, message: &message }, random);
    }

    fn note(&mut self, order: &Purchase<'_>, entry: Noted<'_>, random: &mut Random) {
        let Noted { at, kind, message } = entry;
        let actor = if kind == OrderEventKind::Placed { order.actor() } else { "system".to_owned() };
        self.events.push(order_event::ActiveModel {
            website_id: NotSet,
            id: Set(OrderEventId::from_parts(ms(at), random.id())),
            order_id: Set(order.id.clone()),
            at: Set(at),
            kind: Set(kind),
            message: Set(message.to_owned()),
            actor: Set(actor),
        });
    }
}

fn order_row(order: &Purchase<'_>, random: &mut Random) -> order::ActiveModel {
    let (customer, totals) = (order.customer, &order.totals);
    let name = customer.name();
    let bought = order.lines.iter().map(|bought| (bought.variant.sku.as_str(), bought.product.name.as_str()));
    order::ActiveModel {
        website_id: NotSet,
        id: Set(order.id.clone()),
        number: Set(i64::try_from(order.number + 1).unwrap_or(i64::MAX)),
        cart_id: Set(order.cart.clone()),
        email: Set(customer.email.clone()),
        search: Set(searchable(&customer.email, &name, bought)),
        customer_name: Set(name),
        site_user_id: Set(customer.account().cloned()),
        currency: Set(order.inputs.currency.code().to_owned()),
        subtotal_cents: Set(totals.subtotal_cents),
        discount_cents: Set(totals.discount_cents),
        shipping_cents: Set(totals.shipping_cents),
        tax_cents: Set(totals.tax_cents),
        grand_total_cents: Set(totals.grand_total_cents),
        payment_status: Set(match order.times.refunded {
            Some(_) => OrderPaymentStatus::Refunded,
            None => OrderPaymentStatus::Paid,
        }),
        fulfillment_status: Set(match order.times.sent {
            Some(_) => FulfillmentStatus::Fulfilled,
            None => FulfillmentStatus::Pending,
        }),
        stock_held: Set(true),
        hold_expires_on: Set(None),
        shipping_address: Set(Some(JsonOf(customer.address.clone()))),
        billing_address: Set(Some(JsonOf(customer.address.clone()))),
        shipping_option: Set(order.inputs.shipping.clone().map(JsonOf)),
        pricing: Set(JsonOf(order.inputs.clone())),
        auth_code: Set(random.token(32)),
        test_mode: Set(order.is_test),
        hands_out: Set(Some(true)),
        note: Set(String::new()),
        created_on: Set(order.times.placed),
        paid_on: Set(Some(order.times.paid)),
        updated_on: Set(order.last_change()),
    }
}

fn item_row(order: &Purchase<'_>, bought: &Bought<'_>, position: i32) -> order_item::ActiveModel {
    let chosen = bought.product.option.zip(bought.variant.value);
    let options = chosen.map(|(option, value)| (option.to_owned(), value.to_owned())).into_iter().collect();
    order_item::ActiveModel {
        website_id: NotSet,
        id: Set(bought.item.clone()),
        order_id: Set(order.id.clone()),
        position: Set(position),
        product_id: Set(bought.product.id.clone()),
        variant_id: Set(bought.variant.id.clone()),
        sku: Set(bought.variant.sku.clone()),
        product_name: Set(bought.product.name.clone()),
        attributes: Set(JsonOf(ItemOptions::InOrder(options))),
        image_asset_id: Set(bought.product.pictures.first().cloned()),
        product_type: Set(1),
        quantity: Set(bought.line.quantity),
        unit_price_cents: Set(bought.price_cents),
        total_cents: Set(Cents(bought.price_cents.0 * bought.line.quantity)),
    }
}

/// A payment by the test card, or by a transfer that a contributor confirmed.
fn payment_row(order: &Purchase<'_>, random: &mut Random) -> payment::ActiveModel {
    let total = order.totals.grand_total_cents;
    let refunded_cents = if order.times.refunded.is_some() { total } else { Cents::ZERO };
    let reference = format!("tc_{}", random.token(16));
    let instructions = Instructions {
        text: "Transfer the total and name the order.".to_owned(),
        details: Vec::new(),
        due: PaymentDue::Ahead,
        language: None,
        reference: None,
    };
    payment::ActiveModel {
        website_id: NotSet,
        order_id: Set(order.id.clone()),
        provider: Set(if order.is_test { "stoa.testcard" } else { "stoa.manual" }.to_owned()),
        plugin_digest: Set(None),
        method: Set(if order.is_test { "card" } else { "bank-transfer" }.to_owned()),
        test_mode: Set(Some(order.is_test)),
        shop_test_mode: Set(Some(order.is_test)),
        idempotency_key: Set(format!("{}:{}", order.cart, random.token(16))),
        status: Set(match order.times.refunded {
            Some(_) => AttemptStatus::Refunded,
            None => AttemptStatus::Captured,
        }),
        amount_cents: Set(total),
        captured_cents: Set(total),
        refunded_cents: Set(refunded_cents),
        currency: Set(order.inputs.currency.code().to_owned()),
        provider_state: Set(if order.is_test { card_state(order, &reference) } else { json!({}) }),
        provider_ref: Set(order.is_test.then_some(reference)),
        id: Set(order.payment.clone()),
        next_url: Set(None),
        buyer_message: Set(None),
        capture_mode: Set(CaptureMode::AtOnce),
        capture_before: Set(None),
        instructions: Set((!order.is_test).then_some(JsonOf(instructions))),
        saved_use: Set(None),
        checks: Set(0),
        next_check_on: Set(None),
        created_on: Set(order.times.placed),
        updated_on: Set(order.times.refunded.unwrap_or(order.times.paid)),
    }
}

/// What the plugin of the test card keeps of a payment, so that contributors can refund it.
fn card_state(order: &Purchase<'_>, reference: &str) -> Value {
    let total = order.totals.grand_total_cents.0;
    let refund = order.times.refunded.map(|_| json!({"key": order.payment, "kind": "refund", "minor": total}));
    // In the order in which Postgres keeps the members.
    json!({
        "done": refund.into_iter().collect::<Vec<_>>(),
        "asked": 0,
        "habit": "",
        "phase": "captured",
        "amount": total,
        "captured": total,
        "currency": order.inputs.currency.code(),
        "lastFour": "4242",
        "reference": reference,
        "declineMessage": null,
    })
}
