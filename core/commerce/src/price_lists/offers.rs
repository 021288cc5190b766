//! Which lists fit a shopper now, and what they make of prices.

use std::collections::HashMap;

use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{ProductId, SiteUserId};
use stoa_kernel::money::Money;

use super::store;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::pricing::{ListEffect, ListOffer, ListPrice, list_price};

/// A list that fits, with its own prices of the products in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fitting {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) rate_basis_points: i64,
    /// By product and variant; the variant is empty for all of the product.
    pub(super) prices: HashMap<(String, String), i64>,
}

/// The lists that fit a shopper now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(super) lists: Vec<Fitting>,
}

impl Offers {
    /// For the owner of an account and some products. Guests have none.
    pub(crate) async fn to(
        ctx: &TenantCtx,
        tx: &TenantTx,
        account: Option<&SiteUserId>,
        products: impl Iterator<Item = &ProductId>,
    ) -> Result<Self, CommerceError> {
        let Some(account) = account else { return Ok(Self::default()) };
        let rows = store::fitting(ctx, tx, account).await?;
        if rows.is_empty() {
            return Ok(Self::default());
        }
        let mut prices = store::prices_of(tx, &rows, products).await?;
        let lists = rows.into_iter().map(|row| Fitting {
            prices: prices.remove(&row.id).unwrap_or_default(),
            id: row.id.to_string(),
            name: row.name,
            rate_basis_points: row.rate_basis_points,
        });
        Ok(Self { lists: lists.collect() })
    }

    /// Whether no list fits.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// What the shopper pays for one of a variant that costs everybody `general`, and the list that it comes from. What
    /// is money is sold for less to nobody.
    pub(crate) fn price(
        &self,
        item: &CatalogueItem,
        variant: &Variant,
        general: Money,
    ) -> Result<(i64, Option<ListPrice>), CommerceError> {
        if self.is_empty() || item.is_money() {
            return Ok((general.minor, None));
        }
        Ok(list_price(general, &self.on(item.id.as_str(), variant.id.as_str()))?)
    }

    /// What each list does to the price of a variant.
    pub(super) fn on(&self, product: &str, variant: &str) -> Vec<ListOffer> {
        let offer = |list: &Fitting| {
            let own = |variant: &str| list.prices.get(&(product.to_owned(), variant.to_owned())).copied();
            let effect = match own(variant).or_else(|| own("")) {
                Some(price_cents) => ListEffect::Price { price_cents },
                None => ListEffect::Percent { rate_basis_points: list.rate_basis_points },
            };
            ListOffer { id: list.id.clone(), name: list.name.clone(), effect }
        };
        self.lists.iter().map(offer).collect()
    }
}
