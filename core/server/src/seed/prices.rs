//! Writes shipping, taxes and discount codes of a demo site.

use sea_orm::ActiveValue::Set;
use stoa_commerce::discounts;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{discount, shipping_zone, tax_rule};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{DiscountId, ShippingZoneId, TaxRuleId};
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use super::files::{DiscountFile, PricesFile, TaxFile, ZoneFile};

pub(super) async fn write(tx: &TenantTx, prices: &PricesFile, now: Timestamp) -> anyhow::Result<()> {
    for (position, zone) in (0_i32..).zip(&prices.zones) {
        tx.insert(zone_row(zone, position, now)).await?;
    }
    for tax in &prices.taxes {
        tx.insert(tax_row(tax, now)).await?;
    }
    for discount in &prices.discounts {
        let DiscountFile { label, code, rate_basis_points } = discount;
        tx.insert(percent_off(label, code, *rate_basis_points, now)).await?;
    }
    Ok(())
}

fn zone_row(file: &ZoneFile, position: i32, now: Timestamp) -> shipping_zone::ActiveModel {
    shipping_zone::ActiveModel {
        id: Set(ShippingZoneId::generate()),
        name: Set(file.name.clone()),
        places: Set(JsonOf(file.places.clone())),
        options: Set(JsonOf(file.options.clone())),
        position: Set(position),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}

fn tax_row(file: &TaxFile, now: Timestamp) -> tax_rule::ActiveModel {
    tax_rule::ActiveModel {
        id: Set(TaxRuleId::generate()),
        label: Set(file.label.clone()),
        country: Set(file.country.clone()),
        region: Set(file.region.clone()),
        postal_prefix: Set(String::new()),
        rate_basis_points: Set(file.rate_basis_points),
        on_shipping: Set(file.on_shipping),
        valid_from: Set(None),
        valid_until: Set(None),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}

/// A code that takes a part off the whole order, without limits.
pub(crate) fn percent_off(label: &str, code: &str, rate_basis_points: i64, now: Timestamp) -> discount::ActiveModel {
    discount::ActiveModel {
        id: Set(DiscountId::generate()),
        searched: Set(discounts::found_by(label, Some(code))),
        label: Set(label.to_owned()),
        code: Set(Some(code.to_owned())),
        code_key: Set(Some(code.to_uppercase())),
        kind: Set(DiscountKind::Percent),
        rate_basis_points: Set(rate_basis_points),
        amount_cents: Set(Cents::ZERO),
        applies_to: Set(DiscountScope::Order),
        target_ids: Set(JsonOf::default()),
        minimum_subtotal_cents: Set(Cents::ZERO),
        starts_on: Set(None),
        ends_on: Set(None),
        usage_limit: Set(None),
        once_per_customer: Set(false),
        for_named_customers: Set(false),
        used_count: Set(0),
        enabled: Set(true),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}
