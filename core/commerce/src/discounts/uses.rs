//! Uses of discounts. The source of truth is one row per order. Only discounts with a usage limit also have a counter
//! in their own row, which enforces the limit: without one, orders do not wait for each other's row lock.

use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::{discount, discount_customer, discount_use, order, site_user};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::{DiscountId, DiscountUseId, OrderId, SiteUserId};
use stoa_kernel::{Said, TenantCtx};

use super::model::DiscountView;
use super::store;
use crate::CommerceError;
use crate::pricing::Discount;
use crate::problem_texts::{DISCOUNT_CHANGED, DISCOUNT_SPENT};

/// A discount that a price was calculated with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PricedDiscount {
    id: DiscountId,
    /// Its code, or its name if it has no code.
    name: String,
    /// Its revision when the price was calculated.
    revision: i64,
}

impl From<&DiscountView> for PricedDiscount {
    fn from(discount: &DiscountView) -> Self {
        let name = discount.code.clone().unwrap_or_else(|| discount.label.clone());
        Self { id: discount.id.clone(), name, revision: discount.revision }
    }
}

/// Why an order can no longer use a discount that its price was calculated with; holds the discount's code or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LostDiscount {
    /// Its usage limit is reached, or the customer has already used it.
    Spent(String),
    /// It was changed, expired or deleted since.
    Changed(String),
}

impl LostDiscount {
    /// The message for the customer.
    pub(crate) fn message(&self) -> Said {
        match self {
            Self::Spent(name) => DISCOUNT_SPENT.with("name", name.as_str()),
            Self::Changed(name) => DISCOUNT_CHANGED.with("name", name.as_str()),
        }
    }
}

/// The user of a discount, identified by the e-mail address of the checkout and, if signed in, by the account and its
/// address: entering another address does not make someone a new customer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buyer<'a> {
    pub(crate) email: &'a str,
    pub(crate) account: Option<&'a SiteUserId>,
}

impl Buyer<'_> {
    /// Key of the unique index that prevents two concurrent uses by the same address.
    fn key(self) -> String {
        customer_key(self.email)
    }

    async fn account(self, tx: &TenantTx) -> Result<Option<site_user::Model>, DbError> {
        match self.account {
            Some(account) => {
                let own = site_user::Column::Id.eq(account.clone());
                tx.find::<site_user::Entity>().filter(own).one().await
            }
            None => Ok(None),
        }
    }

    /// Those of the given discounts that name this buyer, by the e-mail address of the order or by the verified address
    /// of the account.
    async fn named_by(self, tx: &TenantTx, discounts: Vec<DiscountId>) -> Result<HashSet<DiscountId>, DbError> {
        let proven = self.account(tx).await?.filter(|account| account.email_verified_on.is_some());
        let keys = proven.map(|account| customer_key(&account.email)).into_iter().chain([self.key()]);
        let rows = tx
            .find::<discount_customer::Entity>()
            .filter(discount_customer::Column::Email.is_in(keys))
            .filter(discount_customer::Column::DiscountId.is_in(discounts))
            .all()
            .await?;
        Ok(rows.into_iter().map(|row| row.discount_id).collect())
    }

    /// The uses of the given discounts by this buyer, whichever address was entered.
    async fn uses(self, tx: &TenantTx, discounts: Vec<DiscountId>) -> Result<Vec<discount_use::Model>, DbError> {
        let mut keys = vec![self.key()];
        keys.extend(self.account(tx).await?.map(|row| customer_key(&row.email)));
        keys.retain(|key| !key.is_empty());
        keys.dedup();
        if discounts.is_empty() || (keys.is_empty() && self.account.is_none()) {
            return Ok(Vec::new());
        }
        let lower = Expr::expr(Func::lower(Expr::col(order::Column::Email)));
        let mut own = Condition::any().add(lower.is_in(keys.iter().map(String::as_str)));
        if let Some(account) = self.account {
            own = own.add(order::Column::SiteUserId.eq(account.clone()));
        }
        let orders = tx.find::<order::Entity>().filter(own).subquery(order::Column::Id);
        let by_buyer = Condition::any()
            .add(discount_use::Column::CustomerKey.is_in(keys))
            .add(discount_use::Column::OrderId.in_subquery(orders));
        let of_these = discount_use::Column::DiscountId.is_in(discounts);
        tx.find::<discount_use::Entity>().filter(of_these).filter(by_buyer).all().await
    }
}

/// Normalised e-mail address that identifies a customer.
fn customer_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Records that an order uses discounts, all of them in the revision that they were priced with. Otherwise the inner
/// error names the first one that is no longer available, and the caller must roll back the transaction. Discounts are
/// processed in the order of their ids, so that two orders cannot deadlock.
pub(crate) async fn take(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    buyer: Buyer<'_>,
    discounts: &[PricedDiscount],
) -> Result<Result<(), LostDiscount>, CommerceError> {
    let mut discounts: Vec<&PricedDiscount> = discounts.iter().collect();
    discounts.sort_by(|one, other| one.id.cmp(&other.id));
    for counted in discounts {
        let (spent, changed) = (LostDiscount::Spent(counted.name.clone()), LostDiscount::Changed(counted.name.clone()));
        let Some(known) = store::one(tx, &counted.id, false).await? else { return Ok(Err(changed)) };
        if known.once_per_customer && used_before(tx, order, buyer, &counted.id).await? {
            return Ok(Err(spent));
        }
        let customer = known.once_per_customer.then(|| buyer.key());
        match insert(ctx, tx, order, &counted.id, customer).await {
            Err(DbError::Duplicate(_)) => return Ok(Err(spent)),
            Err(DbError::Referred(_)) => return Ok(Err(changed)),
            other => other?,
        }
        // The foreign key of the inserted row locks the discount against changes from here on; its current state
        // decides.
        let now = store::one(tx, &counted.id, false).await?.filter(|now| now.revision == counted.revision);
        let Some(now) = now else { return Ok(Err(changed)) };
        if now.usage_limit.is_some() && !count(tx, &counted.id).await? {
            return Ok(Err(spent));
        }
    }
    Ok(Ok(()))
}

/// Whether a buyer has used a discount in another order. The account row is locked, so that concurrent orders of one
/// account with two different addresses are checked one after the other.
async fn used_before(tx: &TenantTx, order: &OrderId, buyer: Buyer<'_>, id: &DiscountId) -> Result<bool, DbError> {
    if let Some(account) = buyer.account {
        let own = site_user::Column::Id.eq(account.clone());
        tx.find::<site_user::Entity>().filter(own).for_update().one().await?;
    }
    Ok(buyer.uses(tx, vec![id.clone()]).await?.iter().any(|row| row.order_id != *order))
}

/// Records the use of discounts by an order that was paid late, after its discounts had been released. The price was
/// promised, so no limit applies. It still counts as a use by the customer, even if there is another one.
pub(crate) async fn take_after_release(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    buyer: Buyer<'_>,
    discounts: &[Discount],
) -> Result<(), CommerceError> {
    for id in sorted(discounts)? {
        if let Some(known) = store::one(tx, &id, true).await? {
            let mut key = known.once_per_customer.then(|| buyer.key());
            if let Some(own) = &key {
                let taken = discount_use::Column::CustomerKey.eq(own.as_str());
                let taken = tx.find::<discount_use::Entity>().filter(taken);
                if taken.filter(discount_use::Column::DiscountId.eq(id.clone())).count().await? > 0 {
                    key = None;
                }
            }
            insert(ctx, tx, order, &id, key).await?;
            tx.update::<discount::Entity>(discount::Column::Id.eq(id))
                .filter(discount::Column::UsageLimit.is_not_null())
                .set(discount::Column::UsedCount, Expr::col(discount::Column::UsedCount).add(1))
                .exec()
                .await?;
        }
    }
    Ok(())
}

/// Releases the discounts of an order. The row of each use is deleted, so the release happens only once.
pub(crate) async fn release_uses(tx: &TenantTx, order: &OrderId) -> Result<(), CommerceError> {
    let uses = tx
        .find::<discount_use::Entity>()
        .filter(discount_use::Column::OrderId.eq(order.clone()))
        .order_by_asc(discount_use::Column::DiscountId)
        .all()
        .await?;
    for row in uses {
        if tx.delete::<discount_use::Entity>(discount_use::Column::Id.eq(row.id)).exec().await? == 1 {
            tx.update::<discount::Entity>(discount::Column::Id.eq(row.discount_id))
                .filter(discount::Column::UsageLimit.is_not_null())
                .filter(discount::Column::UsedCount.gt(0))
                .set(discount::Column::UsedCount, Expr::col(discount::Column::UsedCount).sub(1))
                .exec()
                .await?;
        }
    }
    Ok(())
}

/// Releases the discounts of orders that are removed. Returns how many uses there were.
pub(crate) async fn release_all(tx: &TenantTx, orders: &[OrderId]) -> Result<u64, CommerceError> {
    let own = discount_use::Column::OrderId.is_in(orders.iter().cloned());
    let uses = tx.find::<discount_use::Entity>().filter(own.clone()).all().await?;
    let removed = tx.delete::<discount_use::Entity>(own).exec().await?;
    let mut counts: BTreeMap<DiscountId, i64> = BTreeMap::new();
    for row in uses {
        *counts.entry(row.discount_id).or_default() += 1;
    }
    for (id, count) in counts {
        tx.update::<discount::Entity>(discount::Column::Id.eq(id))
            .filter(discount::Column::UsageLimit.is_not_null())
            .filter(discount::Column::UsedCount.gte(count))
            .set(discount::Column::UsedCount, Expr::col(discount::Column::UsedCount).sub(count))
            .exec()
            .await?;
    }
    Ok(removed)
}

fn sorted(discounts: &[Discount]) -> Result<Vec<DiscountId>, CommerceError> {
    let unreadable = |source| CommerceError::Unreadable { column: "orders.pricing", source: Box::new(source) };
    let ids: Result<Vec<DiscountId>, _> = discounts.iter().map(|discount| discount.id.parse()).collect();
    let mut ids = ids.map_err(unreadable)?;
    ids.sort();
    Ok(ids)
}

async fn insert(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderId,
    discount: &DiscountId,
    customer_key: Option<String>,
) -> Result<(), DbError> {
    tx.insert(discount_use::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(DiscountUseId::generate()),
        discount_id: Set(discount.clone()),
        order_id: Set(order.clone()),
        customer_key: Set(customer_key),
        created_on: Set(ctx.now()),
    })
    .await?;
    Ok(())
}

/// Increments the use counter if the limit is not reached; false otherwise.
async fn count(tx: &TenantTx, id: &DiscountId) -> Result<bool, DbError> {
    let counted = tx
        .update::<discount::Entity>(discount::Column::Id.eq(id.clone()))
        .filter(Expr::col(discount::Column::UsedCount).lt(Expr::col(discount::Column::UsageLimit)))
        .set(discount::Column::UsedCount, Expr::col(discount::Column::UsedCount).add(1))
        .exec()
        .await?;
    Ok(counted == 1)
}

/// Those of the given discounts that are limited to customers other than this buyer.
pub(crate) async fn for_others(
    tx: &TenantTx,
    discounts: &[DiscountView],
    buyer: Buyer<'_>,
) -> Result<HashSet<DiscountId>, DbError> {
    let naming = discounts.iter().filter(|discount| discount.customers.is_some()).map(|discount| discount.id.clone());
    let naming: Vec<DiscountId> = naming.collect();
    if naming.is_empty() {
        return Ok(HashSet::new());
    }
    let own = buyer.named_by(tx, naming.clone()).await?;
    Ok(naming.into_iter().filter(|id| !own.contains(id)).collect())
}

/// The once-per-customer discounts that the customer has already used, and the discounts that the order itself already
/// uses.
pub(crate) async fn earlier_uses(
    tx: &TenantTx,
    discounts: &[DiscountView],
    buyer: Buyer<'_>,
    order: Option<&OrderId>,
) -> Result<(HashSet<DiscountId>, HashSet<DiscountId>), DbError> {
    let once: Vec<DiscountId> =
        discounts.iter().filter(|discount| discount.once_per_customer).map(|discount| discount.id.clone()).collect();
    let used = buyer.uses(tx, once).await?.into_iter().map(|row| row.discount_id).collect();
    let mut held = HashSet::new();
    if let Some(order) = order.filter(|_| !discounts.is_empty()) {
        let rows =
            tx.find::<discount_use::Entity>().filter(discount_use::Column::OrderId.eq(order.clone())).all().await?;
        held.extend(rows.into_iter().map(|row| row.discount_id));
    }
    Ok((used, held))
}
