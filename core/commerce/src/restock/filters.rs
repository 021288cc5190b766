//! Which sign-ups are listed, and in which order.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::{product, restock_sign_up, variant};
use stoa_entity::{Find, TenantTx, containing};
use stoa_kernel::search::folded;

use crate::ordered::Order;

/// Holds for the latest of those who wait for a variant. The correlated rows are of the site that is asked about.
const LATEST: &str = "NOT EXISTS (SELECT 1 FROM restock_sign_up AS later \
     WHERE later.website_id = restock_sign_up.website_id AND later.variant_id = restock_sign_up.variant_id \
     AND later.notified_on IS NULL \
     AND (later.signed_up_on, later.id) > (restock_sign_up.signed_up_on, restock_sign_up.id))";

/// By what variants that people wait for are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupSort {
    /// The latest sign-up for them.
    #[default]
    Latest,
    /// The name of their product; those of one product in their order.
    Product,
}

/// Which variants that people wait for are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFilter {
    /// Looked for in names of products and stock keeping units.
    pub query: Option<String>,
    /// Only this variant.
    pub variant_id: Option<String>,
    /// Only those of which there is something again.
    pub back: bool,
    /// By what they are put in order.
    pub sort: GroupSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// All of them, the latest first.
impl Default for GroupFilter {
    fn default() -> Self {
        Self { query: None, variant_id: None, back: false, sort: GroupSort::default(), descending: true }
    }
}

impl GroupFilter {
    pub(crate) fn latest(&self) -> Order<restock_sign_up::Column> {
        let signed_up_on = Expr::col(restock_sign_up::Column::SignedUpOn);
        Order::of_numbers(signed_up_on, restock_sign_up::Column::Id, self.descending)
    }

    /// Those who wait for what the filter lets through.
    pub(super) fn waiting<'a>(&self, tx: &'a TenantTx) -> Find<'a, restock_sign_up::Entity> {
        let of = restock_sign_up::Column::VariantId;
        let mut wanted = Condition::all().add(restock_sign_up::Column::NotifiedOn.is_null());
        if let Some(text) = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            let within = |column: Expr| Expr::expr(Func::lower(column)).like(containing(&text.to_lowercase()));
            let named = Expr::col(product::Column::Searched).like(containing(&folded(text)));
            let products = tx.find::<product::Entity>().filter(named);
            let variants = tx.find::<variant::Entity>().filter(within(Expr::col(variant::Column::Sku)));
            let named = restock_sign_up::Column::ProductId.in_subquery(products.values_of(product::Column::Id));
            wanted =
                wanted.add(Condition::any().add(named).add(of.in_subquery(variants.values_of(variant::Column::Id))));
        }
        if self.back {
            let some = variant::Column::Unlimited.eq(true).or(variant::Column::QtyInStock.gt(0));
            let back = tx.find::<variant::Entity>().filter(some).values_of(variant::Column::Id);
            wanted = wanted.add(of.in_subquery(back));
        }
        wanted = wanted.add_option(self.variant_id.as_deref().map(|id| of.eq(id)));
        tx.find::<restock_sign_up::Entity>().filter(wanted)
    }

    /// The latest of those who wait for each variant.
    pub(crate) fn waited_for<'a>(&self, tx: &'a TenantTx) -> Find<'a, restock_sign_up::Entity> {
        self.waiting(tx).filter(Expr::cust(LATEST))
    }
}

/// By what sign-ups are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignUpSort {
    /// When they were made.
    #[default]
    SignedUp,
    /// The address.
    Email,
}

/// Which sign-ups for a product are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUpFilter {
    /// Only those for this variant.
    pub variant_id: Option<String>,
    /// Looked for in addresses.
    pub query: Option<String>,
    /// By what they are put in order.
    pub sort: SignUpSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// All of them, the latest first.
impl Default for SignUpFilter {
    fn default() -> Self {
        Self { variant_id: None, query: None, sort: SignUpSort::default(), descending: true }
    }
}

impl SignUpFilter {
    pub(crate) fn condition(&self) -> Condition {
        let text = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let email = |text: &str| Expr::col(restock_sign_up::Column::Email).like(containing(&text.to_lowercase()));
        Condition::all().add_option(text.map(email))
    }

    pub(crate) fn order(&self) -> Order<restock_sign_up::Column> {
        let id = restock_sign_up::Column::Id;
        match self.sort {
            SignUpSort::SignedUp => {
                Order::of_numbers(Expr::col(restock_sign_up::Column::SignedUpOn), id, self.descending)
            }
            SignUpSort::Email => Order::of_texts(Expr::col(restock_sign_up::Column::Email), id, self.descending),
        }
    }
}
