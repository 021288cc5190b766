//! Amount paid per piece. Pure: computed from the order's stored figures in whole cents, so that all pieces and the
//! delivery add up exactly to the order's total.

use stoa_entity::tenant::{order, order_item};
use stoa_kernel::id::OrderItemId;
use stoa_kernel::money::Cents;

use crate::CommerceError;
use crate::pricing::{Share, spread, totals};

/// Amount paid for a line, after discounts and including tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineShare {
    pub(crate) item: OrderItemId,
    pub(crate) name: String,
    pub(crate) quantity: i64,
    pub(crate) paid_cents: Cents,
}

impl LineShare {
    /// Amount of `quantity` pieces when `before` pieces were refunded already. The pieces add up to the line, in
    /// whatever portions they are refunded.
    pub(super) fn of(&self, before: i64, quantity: i64) -> Cents {
        self.first(before.saturating_add(quantity)) - self.first(before)
    }

    fn first(&self, pieces: i64) -> Cents {
        let pieces = i128::from(pieces.clamp(0, self.quantity));
        let share = i128::from(self.paid_cents.0) * pieces / i128::from(self.quantity.max(1));
        i64::try_from(share).map_or(self.paid_cents, Cents)
    }
}

/// Amounts paid for each line and for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    pub(crate) lines: Vec<LineShare>,
    pub(crate) shipping_cents: Cents,
}

impl Shares {
    /// Splits an order's total. `items` must be in the order of the pricing's lines.
    pub(crate) fn of(order: &order::Model, items: &[order_item::Model]) -> Result<Self, CommerceError> {
        let inputs = &order.pricing.0;
        let totals = totals(inputs)?;
        let on_top = inputs.taxes.iter().any(|rule| !rule.inclusive);
        let with_tax = |net: Cents, tax: Cents| if on_top { net + tax } else { net };
        let shipping = with_tax(totals.shipping_cents, totals.shipping_tax_cents);
        let shipping_cents = shipping.clamp(Cents::ZERO, order.grand_total_cents);
        let weights = items.iter().zip(&totals.lines).map(|(item, line)| Share {
            weight: with_tax(line.total_cents - line.discount_cents, line.tax_cents),
            reference: item.id.as_str(),
        });
        let portions = spread(order.grand_total_cents - shipping_cents, &weights.collect::<Vec<_>>());
        let line = |(item, paid_cents): (&order_item::Model, Cents)| LineShare {
            item: item.id.clone(),
            name: item.product_name.clone(),
            quantity: item.quantity,
            paid_cents,
        };
        Ok(Self { lines: items.iter().zip(portions).map(line).collect(), shipping_cents })
    }

    pub(super) fn line(&self, id: &str) -> Option<&LineShare> {
        self.lines.iter().find(|line| line.item.as_str() == id)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stoa_entity::json_column::JsonOf;
    use stoa_entity::tenant::order_item::ItemOptions;
    use stoa_kernel::clock::Timestamp;
    use stoa_kernel::id::{CartId, OrderId, ProductId, VariantId, WebsiteId};
    use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};

    use super::*;

    fn item(quantity: i64) -> order_item::Model {
        order_item::Model {
            website_id: WebsiteId::generate(),
            id: OrderItemId::generate(),
            order_id: OrderId::generate(),
            position: 0,
            product_id: ProductId::generate(),
            variant_id: VariantId::generate(),
            sku: String::new(),
            product_name: "Mug".to_owned(),
            attributes: JsonOf(ItemOptions::InOrder(Vec::new())),
            image_asset_id: None,
            product_type: 1,
            quantity,
            unit_price_cents: Cents::ZERO,
            total_cents: Cents::ZERO,
        }
    }

    /// An order of three mugs at 10.00 and a gift card of 50.00: 10 % discount, delivery for 7.00, and 10 % tax.
    fn order(inclusive: bool, grand_total_cents: Cents) -> order::Model {
        let line = |reference: &str, quantity: i64, unit_price_cents: Cents, is_goods: bool| {
            json!({"reference": reference, "quantity": quantity, "unitPriceCents": unit_price_cents, "taxable": is_goods,
                "discountable": is_goods})
        };
        let pricing = json!({
            "rules": "stoa-pricing-2", "currency": "USD",
            "lines": [line("mug", 3, Cents(1_000), true), line("gift", 1, Cents(5_000), false)],
            "discounts": [{"id": "ten", "label": "Ten", "code": null, "kind": "percent", "rateBasisPoints": 1_000,
                "lines": null}],
            "shipping": {"id": "post", "label": "Post", "priceCents": 700},
            "taxes": [{"rateBasisPoints": 1_000, "inclusive": inclusive, "label": "Tax", "onShipping": true}]
        });
        order::Model {
            website_id: WebsiteId::generate(),
            id: OrderId::generate(),
            number: 1,
            cart_id: CartId::generate(),
            email: String::new(),
            customer_name: String::new(),
            site_user_id: None,
            currency: "USD".to_owned(),
            subtotal_cents: Cents(8_000),
            discount_cents: Cents(300),
            shipping_cents: Cents(700),
            tax_cents: Cents::ZERO,
            grand_total_cents,
            payment_status: OrderPaymentStatus::Paid,
            fulfillment_status: FulfillmentStatus::Pending,
            stock_held: true,
            hold_expires_on: None,
            shipping_address: None,
            billing_address: None,
            shipping_option: None,
            pricing: JsonOf(serde_json::from_value(pricing).unwrap()),
            auth_code: String::new(),
            test_mode: false,
            hands_out: None,
            note: String::new(),
            search: String::new(),
            created_on: Timestamp::default(),
            paid_on: Some(Timestamp::default()),
            updated_on: Timestamp::default(),
        }
    }

    #[test]
    fn order_total_is_split_into_paid_shares() {
        // The mugs cost 27.00 after the discount: with tax on top 29.70, and 7.70 for delivery.
        for (inclusive, total, mugs, shipping) in [(false, 8_740, 2_970, 770), (true, 8_400, 2_700, 700)] {
            let items = [item(3), item(1)];
            let shares = Shares::of(&order(inclusive, Cents(total)), &items).unwrap();
            assert_eq!(shares.shipping_cents, Cents(shipping), "{inclusive}");
            let paid: Vec<Cents> = shares.lines.iter().map(|line| line.paid_cents).collect();
            assert_eq!(paid, [Cents(mugs), Cents(5_000)], "{inclusive}");
            assert_eq!(shares.line(items[1].id.as_str()), Some(&shares.lines[1]));
        }
    }
}
