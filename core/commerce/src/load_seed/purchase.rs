//! Orders with their amounts and times, before they become rows. Pure.

use stoa_entity::tenant::shipping_zone::ShippingOption;
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{CartId, OrderId, OrderItemId, PaymentId};
use stoa_kernel::money::{Cents, Currency};

use super::customers::Customer;
use super::plan::{PlannedLine, PlannedOrder, ShopPlan};
use super::products::{Product, Variant};
use super::random::Random;
use crate::CommerceError;
use crate::pricing::{PricedLine, PricingInputs, RULES, ShippingChoice, TaxRule, Totals, totals};

/// Name of the tax of the orders.
pub const SALES_TAX: &str = "Sales tax";
/// Its rate: 7 %, on goods only.
pub const SALES_TAX_BASIS_POINTS: i64 = 700;
/// Subtotal from which the first shipping option is free.
const FREE_OVER: Cents = Cents(15_000);
/// One in so many orders was refunded.
const REFUND_ONE_IN: u64 = 40;

/// The shipping options of which the orders have one, for the shop's zone.
pub fn shipping_options() -> Vec<ShippingOption> {
    let flat = |id: &str, label: &str, price: i64, free_over_cents: Option<Cents>| ShippingOption {
        id: id.to_owned(),
        label: label.to_owned(),
        kind: ShippingKind::Flat,
        price_cents: Cents(price),
        bands: Vec::new(),
        postal_codes: Vec::new(),
        free_over_cents,
        pickup: None,
        plugin: None,
    };
    vec![
        flat("ground", "Ground, 3 to 6 business days", 595, Some(FREE_OVER)),
        flat("express", "Two-day air", 1_495, None),
    ]
}

/// When what happened to an order.
pub(super) struct Times {
    pub(super) placed: Timestamp,
    pub(super) paid: Timestamp,
    pub(super) sent: Option<Timestamp>,
    pub(super) refunded: Option<Timestamp>,
}

/// An order with what its rows are made from.
pub(super) struct Purchase<'a> {
    pub(super) number: usize,
    pub(super) id: OrderId,
    pub(super) cart: CartId,
    pub(super) payment: PaymentId,
    pub(super) customer: &'a Customer,
    pub(super) lines: Vec<Bought<'a>>,
    pub(super) inputs: PricingInputs,
    pub(super) totals: Totals,
    pub(super) times: Times,
    pub(super) is_test: bool,
}

/// A line with its product.
pub(super) struct Bought<'a> {
    pub(super) line: PlannedLine,
    pub(super) product: &'a Product,
    pub(super) variant: &'a Variant,
    pub(super) price_cents: Cents,
    pub(super) item: OrderItemId,
}

impl<'a> Purchase<'a> {
    /// An order of the plan, and the sequence that its other values come from.
    ///
    /// # Errors
    /// When an amount overflows.
    pub(super) fn planned(plan: &'a ShopPlan, number: usize) -> Result<Option<(Self, Random)>, CommerceError> {
        let PlannedOrder { placed_on, customer, lines, mut random } = plan.order(number);
        let Some(customer) = plan.customers.get(customer) else { return Ok(None) };
        let bought = lines.into_iter().filter_map(|line| {
            let product = plan.products.get(line.product)?;
            let variant = product.variants.get(line.variant)?;
            let item = OrderItemId::from_parts(ms(placed_on), random.id());
            Some(Bought { line, product, variant, price_cents: plan.price_of(&line), item })
        });
        let lines: Vec<Bought<'a>> = bought.collect();
        let inputs = inputs(&lines, &mut random);
        let is_test = random.below(100) >= plan.setting.transfer_percent;
        let purchase = Self {
            number,
            id: OrderId::from_parts(ms(placed_on), random.id()),
            cart: CartId::from_parts(ms(placed_on), random.id()),
            payment: PaymentId::from_parts(ms(placed_on), random.id()),
            customer,
            lines,
            totals: totals(&inputs)?,
            inputs,
            times: times(placed_on, plan.setting.until, is_test, &mut random),
            is_test,
        };
        Ok(Some((purchase, random)))
    }

    pub(super) fn ms(&self) -> u64 {
        ms(self.times.placed)
    }

    pub(super) fn actor(&self) -> String {
        self.customer.account().map_or_else(|| "visitor".to_owned(), ToString::to_string)
    }

    pub(super) fn last_change(&self) -> Timestamp {
        self.times.refunded.or(self.times.sent).unwrap_or(self.times.paid)
    }
}

/// The time part of ids.
pub(super) fn ms(on: Timestamp) -> u64 {
    u64::try_from(on.ms()).unwrap_or(0)
}

fn times(placed: Timestamp, until: Timestamp, is_test: bool, random: &mut Random) -> Times {
    let delay = if is_test { random.between(2_000, 90_000) } else { random.between(DAY_MS / 8, 2 * DAY_MS) };
    let paid = (placed + delay).min(until);
    let sent = Some(paid + random.between(DAY_MS / 4, 4 * DAY_MS)).filter(|on| *on <= until);
    let returned = random.once_in(REFUND_ONE_IN);
    let refunded = sent.filter(|_| returned).map(|on| on + random.between(2 * DAY_MS, 12 * DAY_MS));
    Times { placed, paid, sent, refunded: refunded.filter(|on| *on <= until) }
}

fn inputs(lines: &[Bought<'_>], random: &mut Random) -> PricingInputs {
    let priced = lines.iter().map(|bought| PricedLine {
        reference: bought.variant.id.to_string(),
        quantity: bought.line.quantity,
        unit_price_cents: bought.price_cents,
        price_list: None,
        taxable: true,
        discountable: true,
    });
    let subtotal: i64 = lines.iter().map(|bought| bought.price_cents.0 * bought.line.quantity).sum();
    let options = shipping_options();
    let place = if random.once_in(5) { options.len().saturating_sub(1) } else { 0 };
    let shipping = options.into_iter().nth(place).map(|option| ShippingChoice {
        id: option.id,
        label: option.label,
        price_cents: match option.free_over_cents {
            Some(over) if subtotal >= over.0 => Cents::ZERO,
            _ => option.price_cents,
        },
        pickup: None,
        days: None,
    });
    let tax = TaxRule {
        id: None,
        rate_basis_points: SALES_TAX_BASIS_POINTS,
        inclusive: false,
        label: SALES_TAX.to_owned(),
        on_shipping: false,
        lines: None,
    };
    PricingInputs {
        rules: RULES.to_owned(),
        currency: Currency::DEFAULT,
        lines: priced.collect(),
        discounts: Vec::new(),
        shipping,
        taxes: vec![tax],
        plugins: Vec::new(),
    }
}
