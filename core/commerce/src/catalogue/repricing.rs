//! Changes the prices of all variants of products by one rule, in one update.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::TenantTx;
use stoa_entity::tenant::variant;
use stoa_kernel::id::ProductId;
use stoa_kernel::money::Cents;

use super::model::CatalogueItem;
use super::variant_validation::MAX_PRICE_CENTS;
use crate::CommerceError;
use crate::contributor_texts;

/// 100 % in basis points.
const WHOLE: i64 = 10_000;
/// Maximum price increase in basis points: to eleven times the price.
const MAX_RAISED: i64 = 100_000;

/// Rule by which a price is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceChange {
    /// To this price, minor units.
    Set(Cents),
    /// By a percentage in basis points; negative lowers: -1000 takes 10 % off. Rounded to the nearest minor unit, half
    /// up.
    Percent(i64),
    /// By an amount in minor units; negative lowers.
    Amount(Cents),
}

/// Change to the prices of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repricing {
    /// Changes the price of each variant.
    Price(PriceChange),
    /// Puts each variant on sale: the sale price is computed from the price and activated.
    Sale(PriceChange),
    /// Activates existing sale prices, or deactivates all.
    OnSale(bool),
}

impl PriceChange {
    /// Validates the rule's value.
    pub(super) fn check(self) -> Result<(), CommerceError> {
        let (fits, message) = match self {
            PriceChange::Set(cents) => ((Cents::ZERO..=MAX_PRICE_CENTS).contains(&cents), "The price is out of range."),
            PriceChange::Amount(cents) => (
                cents != Cents::ZERO && (-MAX_PRICE_CENTS..=MAX_PRICE_CENTS).contains(&cents),
                contributor_texts::HOW_MUCH_PRICE_CHANGES.english(),
            ),
            PriceChange::Percent(rate) => (
                rate != 0 && (-WHOLE..=MAX_RAISED).contains(&rate),
                contributor_texts::PERCENTAGE_OF_REPRICING.english(),
            ),
        };
        if fits { Ok(()) } else { Err(CommerceError::field("price.value", message)) }
    }

    /// The changed price, minor units.
    pub(super) fn of(self, cents: Cents) -> Cents {
        match self {
            PriceChange::Set(set) => set,
            PriceChange::Amount(amount) => cents.saturating_add(amount),
            PriceChange::Percent(rate) => Cents(cents.0.saturating_mul(WHOLE + rate).saturating_add(WHOLE / 2) / WHOLE),
        }
    }

    /// Like [`Self::of`], computed by the database.
    fn of_column(self) -> Expr {
        let price = Expr::col(variant::Column::PriceCents);
        match self {
            PriceChange::Set(set) => Expr::value(set.0),
            PriceChange::Amount(amount) => price.add(amount.0),
            PriceChange::Percent(rate) => price.mul(WHOLE + rate).add(WHOLE / 2).div(WHOLE),
        }
    }
}

impl Repricing {
    /// Whether the product already has these prices. Fails when the rule cannot be applied to it.
    pub(super) fn is_made(self, item: &CatalogueItem) -> Result<bool, CommerceError> {
        let refused = |message: &str| Err(CommerceError::Refused(message.to_owned()));
        let mut made = true;
        for variant in &item.variants {
            match self {
                Repricing::Price(change) => {
                    let price = change.of(variant.price_cents);
                    if price < Cents::ZERO {
                        return refused(contributor_texts::PRICE_BELOW_ZERO.english());
                    }
                    if price > MAX_PRICE_CENTS {
                        return refused(contributor_texts::PRICE_WOULD_BE_OUT_OF_RANGE.english());
                    }
                    made &= price == variant.price_cents;
                }
                Repricing::Sale(change) => {
                    let price = change.of(variant.price_cents);
                    if price < Cents::ZERO {
                        return refused(contributor_texts::SALE_PRICE_BELOW_ZERO.english());
                    }
                    if price >= variant.price_cents {
                        return refused(contributor_texts::SALE_PRICE_NOT_BELOW.english());
                    }
                    made &= variant.on_sale && variant.sale_price_cents == Some(price);
                }
                Repricing::OnSale(on) => made &= variant.on_sale == (on && variant.sale_price_cents.is_some()),
            }
        }
        let without = item.variants.iter().all(|variant| variant.sale_price_cents.is_none());
        if self == Repricing::OnSale(true) && without {
            return refused(contributor_texts::VARIANT_HAS_NO_SALE_PRICE.english());
        }
        Ok(made)
    }

    /// Changes the prices of products to which the rule can be applied, see [`Self::is_made`]. The caller has locked them
    /// and increments their revisions.
    pub(super) async fn write(self, tx: &TenantTx, products: &[ProductId]) -> Result<(), CommerceError> {
        let own = variant::Column::ProductId.is_in(products.iter().cloned());
        let update = tx.update::<variant::Entity>(own);
        let update = match self {
            Repricing::Price(change) => update.set(variant::Column::PriceCents, change.of_column()),
            Repricing::Sale(change) => {
                update.set(variant::Column::SalePriceCents, change.of_column()).set(variant::Column::OnSale, true)
            }
            Repricing::OnSale(true) => {
                let priced = Expr::col(variant::Column::SalePriceCents).is_not_null();
                update.set(variant::Column::OnSale, priced)
            }
            Repricing::OnSale(false) => update.set(variant::Column::OnSale, false),
        };
        update.exec().await?;
        Ok(())
    }
}
