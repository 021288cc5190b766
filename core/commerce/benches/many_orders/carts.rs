//! A large cart in a shop with many discounts that apply by themselves.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_commerce::cart::{self, NewEntry};
use stoa_commerce::discounts::{self, DiscountPatch};
use stoa_commerce::ports::OpenToAll;
use stoa_entity::tenant::variant;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use super::fill::Shop;
use super::questions::{Times, times_of};

const LINES: usize = 200;
const DISCOUNTS: usize = 3_000;

/// Asks for the same cart before there are discounts and among 3,000 of them.
pub(crate) async fn times(shop: &Shop) -> Result<Vec<Times>> {
    let (site, visitor) = (&shop.site, shop.site.visitor());
    let tx = site.db.read().await?;
    let few = tx.find::<variant::Entity>().filter(variant::Column::QtyInStock.gt(0)).limit(LINES as u64);
    let variants = few.all().await?;
    drop(tx);
    let mut token: Option<String> = None;
    for variant in &variants {
        let entry = NewEntry {
            item_id: variant.product_id.to_string(),
            sku: Some(variant.sku.clone()),
            quantity: json!(1),
            additional_fields: None,
        };
        let changed = cart::add(&visitor, &site.db, &OpenToAll, token.as_deref(), entry).await?;
        token = changed.new_token.or(token);
    }
    let token = token.context("no cart")?;
    let ask = async |off: bool| {
        let seen = cart::view(&visitor, &site.db, Some(&token)).await?;
        ensure!(seen.entries.len() == LINES && seen.discounts.is_empty() != off);
        Ok(())
    };
    let without = times_of("a cart of 200 lines, no discounts", async || ask(false).await).await?;
    for number in 0..DISCOUNTS {
        let named = (0..5).filter_map(|step| variants.get((number + step * 7) % variants.len()));
        let on_order = number % 3 == 0;
        let patch = DiscountPatch {
            label: format!("Offer {number}"),
            code: None,
            kind: if number % 2 == 0 { DiscountKind::Percent } else { DiscountKind::Amount },
            rate_basis_points: 100 + i64::try_from(number)?,
            amount_cents: Cents(1 + i64::try_from(number)?),
            applies_to: if on_order { DiscountScope::Order } else { DiscountScope::Products },
            target_ids: named.map(|variant| variant.product_id.to_string()).collect(),
            minimum_subtotal_cents: Cents::ZERO,
            starts_on: None,
            ends_on: None,
            usage_limit: None,
            once_per_customer: false,
            customers: None,
            enabled: true,
        };
        discounts::create(&site.owner(), &site.db, patch).await?;
    }
    site.analyse().await?;
    let among = times_of("a cart of 200 lines, 3,000 discounts", async || ask(true).await).await?;
    Ok(vec![without, among])
}
