//! The price lists that apply to a shopper now, and the resulting prices.

use std::collections::HashMap;

use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{ProductId, SiteUserId};
use stoa_kernel::money::{Cents, Money};

use super::store;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::pricing::{ListEffect, ListOffer, ListPrice, list_price};

/// An applicable list, with its fixed prices for the products in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ApplicableList {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) rate_basis_points: i64,
    /// By product id and variant id; the variant id is empty for all variants of the product.
    pub(super) prices: HashMap<(String, String), Cents>,
}

/// The price lists that apply to a shopper now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(super) lists: Vec<ApplicableList>,
}

impl Offers {
    /// The lists for an account and some products. None for guests.
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
        let lists = rows.into_iter().map(|row| ApplicableList {
            prices: prices.remove(&row.id).unwrap_or_default(),
            id: row.id.to_string(),
            name: row.name,
            rate_basis_points: row.rate_basis_points,
        });
        Ok(Self { lists: lists.collect() })
    }

    /// Whether no list applies.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// The shopper's price for one piece of a variant with the general price `general`, and the list it comes from.
    /// Gift cards and donations are never reduced.
    pub(crate) fn price(
        &self,
        item: &CatalogueItem,
        variant: &Variant,
        general: Money,
    ) -> Result<(Cents, Option<ListPrice>), CommerceError> {
        if self.is_empty() || item.is_money() {
            return Ok((general.cents(), None));
        }
        Ok(list_price(general, &self.on(item.id.as_str(), variant.id.as_str()))?)
    }

    /// The effect of each list on a variant.
    pub(super) fn on(&self, product: &str, variant: &str) -> Vec<ListOffer> {
        let offer = |list: &ApplicableList| {
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
