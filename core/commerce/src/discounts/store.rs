use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::{discount, discount_use};
use stoa_entity::{DbError, TenantTx, containing};
use stoa_kernel::id::DiscountId;

use super::model::{DiscountView, code_key};
use crate::CommerceError;

pub(super) async fn one(tx: &TenantTx, id: &DiscountId, lock: bool) -> Result<Option<DiscountView>, CommerceError> {
    let find = tx.find::<discount::Entity>().filter(discount::Column::Id.eq(id.clone()));
    let row = if lock { find.for_update().one().await? } else { find.one().await? };
    row.map(DiscountView::from_row).transpose()
}

/// The discount of a code, whatever its case.
pub(crate) async fn by_code(tx: &TenantTx, code: &str) -> Result<Option<DiscountView>, CommerceError> {
    let find = tx.find::<discount::Entity>().filter(discount::Column::CodeKey.eq(code_key(code)));
    find.one().await?.map(DiscountView::from_row).transpose()
}

/// What may apply to a cart: the discounts whose codes were entered, and all that apply by
/// themselves.
pub(crate) async fn for_cart(tx: &TenantTx, entered: &[DiscountId]) -> Result<Vec<DiscountView>, CommerceError> {
    let automatic = Condition::all().add(discount::Column::CodeKey.is_null()).add(discount::Column::Enabled.eq(true));
    let wanted = Condition::any().add(automatic).add(discount::Column::Id.is_in(entered.iter().cloned()));
    let rows = tx.find::<discount::Entity>().filter(wanted).order_by_asc(discount::Column::Id).all().await?;
    rows.into_iter().map(DiscountView::from_row).collect()
}

/// Discounts from the latest to the oldest, those behind the cursor. `query` is looked for in code
/// and name.
pub(super) async fn page(
    tx: &TenantTx,
    query: Option<&str>,
    behind: Option<DiscountId>,
    limit: u64,
) -> Result<Vec<DiscountView>, CommerceError> {
    let mut condition = Condition::all();
    if let Some(text) = query.map(str::trim).filter(|text| !text.is_empty()) {
        let text = text.to_lowercase();
        let contains = |column: discount::Column| Expr::expr(Func::lower(Expr::col(column))).like(containing(&text));
        let found = Condition::any().add(contains(discount::Column::Label)).add(contains(discount::Column::Code));
        condition = condition.add(found);
    }
    if let Some(id) = behind {
        condition = condition.add(discount::Column::Id.lt(id));
    }
    let find = tx.find::<discount::Entity>().filter(condition).order_by_desc(discount::Column::Id).limit(limit);
    find.all().await?.into_iter().map(DiscountView::from_row).collect()
}

/// Orders that used a discount.
pub(super) async fn count_uses(tx: &TenantTx, id: &DiscountId) -> Result<i64, DbError> {
    let uses =
        tx.find::<discount_use::Entity>().filter(discount_use::Column::DiscountId.eq(id.clone())).count().await?;
    Ok(i64::try_from(uses).unwrap_or(i64::MAX))
}
