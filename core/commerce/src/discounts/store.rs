//! Queries for discounts.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, ExprTrait};
use sea_orm::{ColumnTrait, IntoSimpleExpr as _};
use stoa_entity::keyset::{self, Cursor};
use stoa_entity::tenant::{discount, discount_customer, discount_target, discount_use};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::DiscountId;
use stoa_kernel::pricing::DiscountScope;

use super::model::{DiscountView, code_key};
use super::rules::DiscountableLines;
use crate::CommerceError;

pub(super) async fn one(tx: &TenantTx, id: &DiscountId, lock: bool) -> Result<Option<DiscountView>, CommerceError> {
    let find = tx.find::<discount::Entity>().filter(discount::Column::Id.eq(id.clone()));
    let row = if lock { find.for_update().one().await? } else { find.one().await? };
    Ok(row.map(DiscountView::from))
}

/// Finds a discount by its code, case-insensitively.
pub(crate) async fn by_code(tx: &TenantTx, code: &str) -> Result<Option<DiscountView>, CommerceError> {
    let find = tx.find::<discount::Entity>().filter(discount::Column::CodeKey.eq(code_key(code)));
    Ok(find.one().await?.map(DiscountView::from))
}

/// The discounts that may apply to a cart: those whose codes were entered, and the automatic ones that are valid now
/// and match its contents.
pub(crate) async fn for_cart(
    ctx: &TenantCtx,
    tx: &TenantTx,
    entered: &[DiscountId],
    sold: &DiscountableLines,
) -> Result<Vec<DiscountView>, CommerceError> {
    let targets = tx.find::<discount_target::Entity>().filter(discount_target::Column::TargetId.is_in(sold.targets()));
    let named = targets.subquery(discount_target::Column::DiscountId);
    let on_order = discount::Column::AppliesTo.eq(DiscountScope::Order);
    let on_cart = Condition::any().add(on_order).add(discount::Column::Id.in_subquery(named));
    let begun = discount::Column::StartsOn.is_null().or(discount::Column::StartsOn.lte(ctx.now()));
    let lasting = discount::Column::EndsOn.is_null().or(discount::Column::EndsOn.gt(ctx.now()));
    let automatic = tx
        .find::<discount::Entity>()
        .filter(discount::Column::CodeKey.is_null())
        .filter(discount::Column::Enabled.eq(true))
        .filter(begun)
        .filter(lasting)
        .filter(on_cart);
    let mut rows = automatic.all().await?;
    if !entered.is_empty() {
        let by_code = Condition::all()
            .add(discount::Column::Id.is_in(entered.iter().cloned()))
            .add(discount::Column::CodeKey.is_not_null());
        rows.extend(tx.find::<discount::Entity>().filter(by_code).all().await?);
    }
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(rows.into_iter().map(DiscountView::from).collect())
}

/// Replaces the rows by which carts find a discount from its products or categories.
pub(super) async fn name_targets(tx: &TenantTx, id: &DiscountId, targets: &[String]) -> Result<(), DbError> {
    tx.delete::<discount_target::Entity>(discount_target::Column::DiscountId.eq(id.clone())).exec().await?;
    let rows = targets.iter().map(|target| discount_target::ActiveModel {
        website_id: Set(tx.website().clone()),
        target_id: Set(target.clone()),
        discount_id: Set(id.clone()),
    });
    tx.insert_many(rows.collect()).await
}

/// Replaces the customers that a discount is limited to.
pub(super) async fn name_customers(
    tx: &TenantTx,
    id: &DiscountId,
    customers: Option<&[String]>,
) -> Result<(), DbError> {
    tx.delete::<discount_customer::Entity>(discount_customer::Column::DiscountId.eq(id.clone())).exec().await?;
    let rows = customers.unwrap_or_default().iter().map(|email| discount_customer::ActiveModel {
        website_id: Set(tx.website().clone()),
        email: Set(email.clone()),
        discount_id: Set(id.clone()),
    });
    tx.insert_many(rows.collect()).await
}

/// Loads the customers that discounts are limited to.
pub(super) async fn read_customers(tx: &TenantTx, discounts: &mut [DiscountView]) -> Result<(), DbError> {
    let naming = discounts.iter().filter(|discount| discount.customers.is_some()).map(|discount| discount.id.clone());
    let naming: Vec<DiscountId> = naming.collect();
    if naming.is_empty() {
        return Ok(());
    }
    let rows = tx.find::<discount_customer::Entity>().filter(discount_customer::Column::DiscountId.is_in(naming));
    let mut named: HashMap<DiscountId, Vec<String>> = HashMap::new();
    for row in rows.order_by_asc(discount_customer::Column::Email).all().await? {
        named.entry(row.discount_id).or_default().push(row.email);
    }
    for discount in discounts.iter_mut().filter(|discount| discount.customers.is_some()) {
        discount.customers = Some(named.remove(&discount.id).unwrap_or_default());
    }
    Ok(())
}

/// Names of the discounts that are limited to one of these e-mail addresses.
pub(super) async fn names_limited_to(tx: &TenantTx, addresses: &[String]) -> Result<Vec<String>, DbError> {
    let own = discount_customer::Column::Email.is_in(addresses.iter().map(String::as_str));
    let named = tx.find::<discount_customer::Entity>().filter(own).subquery(discount_customer::Column::DiscountId);
    let rows = tx.find::<discount::Entity>().filter(discount::Column::Id.in_subquery(named));
    Ok(rows.order_by_asc(discount::Column::Label).all().await?.into_iter().map(|row| row.label).collect())
}

/// Removes these e-mail addresses from all discounts.
pub(super) async fn remove_customers(tx: &TenantTx, addresses: &[String]) -> Result<(), DbError> {
    let own = discount_customer::Column::Email.is_in(addresses.iter().map(String::as_str));
    tx.delete::<discount_customer::Entity>(own).exec().await?;
    Ok(())
}

/// Replaces the former e-mail address of a customer by the new one in all discounts.
pub(crate) async fn replace_customer_email(tx: &TenantTx, former: &str, new: &str) -> Result<(), DbError> {
    let known = tx.find::<discount_customer::Entity>().filter(discount_customer::Column::Email.eq(new)).all().await?;
    tx.update::<discount_customer::Entity>(discount_customer::Column::Email.eq(former))
        .filter(discount_customer::Column::DiscountId.is_not_in(known.into_iter().map(|row| row.discount_id)))
        .set(discount_customer::Column::Email, new)
        .exec()
        .await?;
    tx.delete::<discount_customer::Entity>(discount_customer::Column::Email.eq(former)).exec().await?;
    Ok(())
}

/// Loads the discounts of a page, in its order.
pub(super) async fn at(tx: &TenantTx, spots: &[Cursor]) -> Result<Vec<DiscountView>, CommerceError> {
    let own = discount::Column::Id.is_in(spots.iter().map(Cursor::id));
    let rows = tx.find::<discount::Entity>().filter(own).all().await?;
    let rows = keyset::sort_by_cursors(rows, spots, |row| row.id.to_string());
    Ok(rows.into_iter().map(DiscountView::from).collect())
}

/// Number of orders that used a discount.
pub(super) async fn count_uses(tx: &TenantTx, id: &DiscountId) -> Result<i64, DbError> {
    Ok(i64::try_from(uses(tx, id).count().await?).unwrap_or(i64::MAX))
}

/// Number of orders that used each of these discounts, stopping at `most`.
pub(super) async fn count_some_uses(
    tx: &TenantTx,
    ids: Vec<DiscountId>,
    most: u64,
) -> Result<HashMap<DiscountId, i64>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let own = discount_use::Column::DiscountId.into_simple_expr().eq(discount::Column::Id.into_simple_expr());
    let counts = tx
        .find::<discount::Entity>()
        .filter(discount::Column::Id.is_in(ids))
        .select_only()
        .column(discount::Column::Id)
        .column_as(tx.find::<discount_use::Entity>().filter(own).counted_up_to(most), "uses")
        .into_tuple::<(DiscountId, i64)>()
        .all()
        .await?;
    Ok(counts.into_iter().collect())
}

fn uses<'a>(tx: &'a TenantTx, id: &DiscountId) -> Find<'a, discount_use::Entity> {
    tx.find::<discount_use::Entity>().filter(discount_use::Column::DiscountId.eq(id.clone()))
}
