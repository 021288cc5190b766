//! What came of the letters.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::cart_reminder;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::permission::{Action, Resource};

use super::person;
use crate::CommerceError;
use crate::settings::StoreSettings;

/// How long after a letter an order counts as its fruit: 30 days.
const COUNTS_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// What came of the letters about carts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartReminderFigures {
    /// Whether such letters are written.
    pub enabled: bool,
    /// Letters that were written.
    pub sent: u64,
    /// Of those, whose link was followed.
    pub came_back: u64,
    /// Of those that were written, whose reader has ordered within 30 days.
    pub bought: u64,
}

/// What came of the letters about carts so far.
///
/// # Errors
/// When the caller may not read orders.
pub async fn figures(ctx: &TenantCtx, db: &TenantDb) -> Result<CartReminderFigures, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let written = || tx.find::<cart_reminder::Entity>().filter(cart_reminder::Column::WrittenOn.is_not_null());
    Ok(CartReminderFigures {
        enabled: StoreSettings::load(&tx).await?.choices.cart_reminders,
        sent: written().count().await?,
        came_back: written().filter(cart_reminder::Column::CameBackOn.is_not_null()).count().await?,
        bought: written().filter(cart_reminder::Column::BoughtOn.is_not_null()).count().await?,
    })
}

/// Somebody has ordered: if a letter about a cart went before it, it has borne fruit.
pub(crate) async fn note_order(ctx: &TenantCtx, tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
    if email.is_empty() {
        return Ok(());
    }
    tx.update::<cart_reminder::Entity>(cart_reminder::Column::Person.eq(person(tx, email)))
        .filter(cart_reminder::Column::WrittenOn.gt(ctx.now_ms() - COUNTS_MS))
        .filter(cart_reminder::Column::BoughtOn.is_null())
        .set(cart_reminder::Column::BoughtOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    Ok(())
}
