//! Filters and sort orders for lists of sign-ups.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::keyset::SortOrder;
use stoa_entity::tenant::{product, restock_sign_up, variant};
use stoa_entity::{Find, TenantTx, containing};
use stoa_kernel::search::folded;

use crate::catalogue::sku;

/// SQL condition for the latest waiting sign-up of a variant. The correlated rows are limited to the same site.
const LATEST: &str = "NOT EXISTS (SELECT 1 FROM restock_sign_up AS later \
     WHERE later.website_id = restock_sign_up.website_id AND later.variant_id = restock_sign_up.variant_id \
     AND later.notified_on IS NULL \
     AND (later.signed_up_on, later.id) > (restock_sign_up.signed_up_on, restock_sign_up.id))";

/// Sort order of variants with waiting sign-ups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupSort {
    /// Time of the latest sign-up.
    #[default]
    Latest,
    /// Product name; variants of a product in their own order.
    Product,
}

/// Filter for variants with waiting sign-ups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFilter {
    /// Search text for product names and SKUs.
    pub query: Option<String>,
    /// Only this variant.
    pub variant_id: Option<String>,
    /// Only those that are back in stock.
    pub back: bool,
    /// Sort order.
    pub sort: GroupSort,
    /// Whether the order is descending.
    pub descending: bool,
}

/// No filter, newest first.
impl Default for GroupFilter {
    fn default() -> Self {
        Self { query: None, variant_id: None, back: false, sort: GroupSort::default(), descending: true }
    }
}

impl GroupFilter {
    pub(crate) fn latest(&self) -> SortOrder<restock_sign_up::Column> {
        let signed_up_on = Expr::col(restock_sign_up::Column::SignedUpOn);
        SortOrder::of_numbers(signed_up_on, restock_sign_up::Column::Id, self.descending)
    }

    /// The waiting sign-ups that match the filter.
    pub(super) fn waiting<'a>(&self, tx: &'a TenantTx) -> Find<'a, restock_sign_up::Entity> {
        let of = restock_sign_up::Column::VariantId;
        let mut wanted = Condition::all().add(restock_sign_up::Column::NotifiedOn.is_null());
        if let Some(text) = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            let named = Expr::col(product::Column::Searched).like(containing(&folded(text)));
            let products = tx.find::<product::Entity>().filter(named);
            let variants = tx.find::<variant::Entity>().filter(sku::contains(text));
            let named = restock_sign_up::Column::ProductId.in_subquery(products.subquery(product::Column::Id));
            wanted =
                wanted.add(Condition::any().add(named).add(of.in_subquery(variants.subquery(variant::Column::Id))));
        }
        if self.back {
            let some = variant::Column::Unlimited.eq(true).or(variant::Column::QtyInStock.gt(0));
            let back = tx.find::<variant::Entity>().filter(some).subquery(variant::Column::Id);
            wanted = wanted.add(of.in_subquery(back));
        }
        wanted = wanted.add_option(self.variant_id.as_deref().map(|id| of.eq(id)));
        tx.find::<restock_sign_up::Entity>().filter(wanted)
    }

    /// The latest waiting sign-up of each variant.
    pub(crate) fn latest_waiting_per_variant<'a>(&self, tx: &'a TenantTx) -> Find<'a, restock_sign_up::Entity> {
        self.waiting(tx).filter(Expr::cust(LATEST))
    }
}

/// Sort order of sign-ups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignUpSort {
    /// Time of the sign-up.
    #[default]
    SignedUp,
    /// E-mail address.
    Email,
}

/// Filter for the sign-ups of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUpFilter {
    /// Only those for this variant.
    pub variant_id: Option<String>,
    /// Search text for e-mail addresses.
    pub query: Option<String>,
    /// Sort order.
    pub sort: SignUpSort,
    /// Whether the order is descending.
    pub descending: bool,
}

/// No filter, newest first.
impl Default for SignUpFilter {
    fn default() -> Self {
        Self { variant_id: None, query: None, sort: SignUpSort::default(), descending: true }
    }
}

impl SignUpFilter {
    pub(crate) fn condition(&self) -> Condition {
        let text = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let email = |text: &str| Expr::col(restock_sign_up::Column::Searched).like(containing(&folded(text)));
        Condition::all().add_option(text.map(email))
    }

    pub(crate) fn order(&self) -> SortOrder<restock_sign_up::Column> {
        let id = restock_sign_up::Column::Id;
        match self.sort {
            SignUpSort::SignedUp => {
                SortOrder::of_numbers(Expr::col(restock_sign_up::Column::SignedUpOn), id, self.descending)
            }
            SignUpSort::Email => SortOrder::of_texts(Expr::col(restock_sign_up::Column::Email), id, self.descending),
        }
    }
}
