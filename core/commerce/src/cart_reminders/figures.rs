//! Statistics of cart reminders.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::cart_reminder;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::DAY_MS;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::person;
use crate::CommerceError;
use crate::settings::StoreSettings;

/// Attribution window: an order within 30 days of a reminder counts as its result.
const ATTRIBUTION_WINDOW_MS: i64 = 30 * DAY_MS;

/// Statistics of cart reminders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartReminderFigures {
    /// Whether reminders are enabled.
    pub enabled: bool,
    /// Number of reminders sent.
    pub sent: u64,
    /// Of those, the number whose link was opened.
    pub came_back: u64,
    /// Of those sent, the number whose recipient ordered within 30 days.
    pub bought: u64,
}

/// Statistics of all cart reminders so far.
///
/// # Errors
/// When the caller may not read orders.
#[boxed]
pub async fn figures(ctx: &TenantCtx, db: &TenantDb) -> Result<CartReminderFigures, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let counts = tx
        .find::<cart_reminder::Entity>()
        .filter(cart_reminder::Column::WrittenOn.is_not_null())
        .select_only()
        .column_as(cart_reminder::Column::WrittenOn.count(), "sent")
        .column_as(cart_reminder::Column::CameBackOn.count(), "came_back")
        .column_as(cart_reminder::Column::BoughtOn.count(), "bought")
        .into_tuple::<(i64, i64, i64)>()
        .one()
        .await?;
    let (sent, came_back, bought) = counts.unwrap_or_default();
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    Ok(CartReminderFigures {
        enabled: StoreSettings::load(&tx).await?.choices.cart_reminders,
        sent: count(sent),
        came_back: count(came_back),
        bought: count(bought),
    })
}

/// Called when someone has ordered: attributes the order to recent reminders to this address.
pub(crate) async fn note_order(ctx: &TenantCtx, tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
    if email.is_empty() {
        return Ok(());
    }
    tx.update::<cart_reminder::Entity>(cart_reminder::Column::Person.eq(person(tx, email)))
        .filter(cart_reminder::Column::WrittenOn.gt(ctx.now() - ATTRIBUTION_WINDOW_MS))
        .filter(cart_reminder::Column::BoughtOn.is_null())
        .set(cart_reminder::Column::BoughtOn, Some(ctx.now()))
        .exec()
        .await?;
    Ok(())
}
