//! Pickup: needs no address, only the name of the person who picks the order up.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::cart;
use stoa_kernel::error::Checks;
use stoa_kernel::shared_problem_texts::LINE_TOO_LONG;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{CheckoutView, PickupChoice};
use super::open_checkout::changeable;
use crate::CommerceError;
use crate::cart::{self as carts, CheckoutKey};
use crate::ports::Payments;
use crate::problem_texts::{COLLECTOR_MISSING, PICKUP_MISSING};

/// Maximum length of the name, characters.
const MAX_NAME_LENGTH: usize = 200;

/// Sets the pickup location and the collector's name.
///
/// # Errors
/// Field errors on `optionId` and `collector`; see [`view`](super::view).
#[boxed]
pub async fn set_pickup<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    choice: PickupChoice,
) -> Result<CheckoutView, CommerceError> {
    let collector = choice.collector.trim();
    let mut checks = Checks::default();
    checks.require_said(!collector.is_empty(), "collector", COLLECTOR_MISSING);
    let plain = collector.chars().count() <= MAX_NAME_LENGTH && !collector.chars().any(char::is_control);
    checks.require_said(plain, "collector", LINE_TOO_LONG.with("count", MAX_NAME_LENGTH));
    let mut open = changeable(ctx, db, payments, key).await?;
    open.cart.row.shipping_option_id = Some(choice.option_id.clone());
    open.cart.row.collector = Some(collector.to_owned());
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    let is_known = priced.shipping_options.iter().any(|it| it.pickup.is_some() && it.id == choice.option_id);
    checks.require_said(is_known, "optionId", PICKUP_MISSING);
    checks.finish()?;
    open.tx
        .update::<cart::Entity>(cart::Column::Id.eq(open.cart.row.id.clone()))
        .set(cart::Column::ShippingOptionId, Some(choice.option_id))
        .set(cart::Column::Collector, Some(collector.to_owned()))
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    open.finish(ctx, priced).await
}
