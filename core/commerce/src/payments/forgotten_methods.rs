//! Has providers forget the methods that customers removed.

use sea_orm::{ColumnTrait, Condition};
use stoa_entity::tenant::saved_payment_method::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::{TenantCtx, boxed};

use super::saved_methods::{release, token_of};
use crate::CommerceError;
use crate::checkout::next_check_after;
use crate::ports::{ForgottenMethod, PaymentError, Payments};

/// Maximum number of methods that are forgotten per run.
const BATCH: u64 = 20;
/// Maximum number of methods that are forgotten before a plugin is removed: their owner waits for it.
const BEFORE_REMOVAL: u64 = 100;
/// How often a provider that does not answer is asked to forget a method: after the first tries once a day.
const MAX_ATTEMPTS: i32 = 30;

/// Asks providers to forget removed methods. One that does not answer is asked again for a month; then the method is
/// deleted here.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget_due(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments) -> Result<(), CommerceError> {
    let tx = db.read().await?;
    let due = Condition::all().add(Column::Owner.eq("")).add(Column::ForgetOn.lte(ctx.now()));
    let due = tx.find::<Entity>().filter(due).order_by_asc(Column::ForgetOn).limit(BATCH).all().await?;
    drop(tx);
    for row in due {
        forget(ctx, db, payments, row).await?;
    }
    Ok(())
}

/// Takes the methods of a provider from their customers, and asks it to forget them while its plugin, which is about to
/// be removed with its data, is still there: those first that customers removed. Returns how many it has not forgotten.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget_before_removal(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    provider: &str,
) -> Result<u64, CommerceError> {
    let tx = db.write().await?;
    let owned = Condition::all().add(Column::Provider.eq(provider)).add(Column::Owner.ne(""));
    release(&tx, owned, ctx.now()).await?;
    let removed = tx.find::<Entity>().filter(Column::Provider.eq(provider)).filter(Column::Owner.eq(""));
    let removed = removed.order_by_desc(Column::Tries).order_by_asc(Column::ForgetOn);
    let removed = removed.limit(BEFORE_REMOVAL).all().await?;
    tx.commit().await?;
    for row in removed {
        if !forget(ctx, db, payments, row).await? {
            // It does not answer, and would not for the others.
            break;
        }
    }
    Ok(db.read().await?.find::<Entity>().filter(Column::Provider.eq(provider)).count().await?)
}

/// Whether methods are saved on the site, or were and are not forgotten yet.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn has_saved_methods(db: &TenantDb) -> Result<bool, CommerceError> {
    Ok(db.read().await?.find::<Entity>().limit(1).count().await? > 0)
}

/// Has providers forget the methods of a site that is being deleted. Returns when to go on; none when nothing is left.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget_of_deleted_site(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
) -> Result<Option<Timestamp>, CommerceError> {
    if !has_saved_methods(db).await? {
        return Ok(None);
    }
    let tx = db.write().await?;
    release(&tx, Condition::all().add(Column::Owner.ne("")), ctx.now()).await?;
    tx.commit().await?;
    forget_due(ctx, db, payments).await?;
    next_forgetting(&db.read().await?).await
}

/// Asks a provider to forget a method. Returns whether it needs not be asked again.
async fn forget(ctx: &TenantCtx, db: &TenantDb, payments: &dyn Payments, row: Model) -> Result<bool, CommerceError> {
    let own = || Condition::all().add(Column::Owner.eq("")).add(Column::Id.eq(row.id.clone()));
    let tries = row.tries.saturating_add(1);
    let pause = next_check_after(row.tries).or((tries < MAX_ATTEMPTS).then_some(DAY_MS));
    let tx = db.write().await?;
    // The claim keeps two processes from asking at the same time; asking twice would do no harm.
    let claimed = tx
        .update::<Entity>(own().add(Column::Tries.eq(row.tries)))
        .set(Column::Tries, tries)
        .set(Column::ForgetOn, Some(ctx.now() + pause.unwrap_or(DAY_MS)))
        .exec()
        .await?;
    let token = token_of(&tx, &row);
    tx.commit().await?;
    if claimed != 1 {
        return Ok(true);
    }
    let answer = match token {
        Ok(token) => {
            let method = ForgottenMethod {
                provider: row.provider.clone(),
                version: row.plugin_digest.clone(),
                token,
                test_mode: row.test_mode,
            };
            payments.forget_method(ctx, &method).await
        }
        Err(error) => Err(PaymentError::Refused { reason: error.to_string(), buyer_message: None }),
    };
    let is_over = match &answer {
        Ok(()) | Err(PaymentError::Refused { .. }) => true,
        Err(PaymentError::NotNow { .. } | PaymentError::Uncertain { .. }) => pause.is_none(),
    };
    if let (Err(error), true) = (&answer, is_over) {
        let (website, provider) = (ctx.website(), &row.provider);
        tracing::warn!(tenant.id = %website, provider, %error, "a provider did not forget a saved payment method");
    }
    if is_over {
        let tx = db.write().await?;
        tx.delete::<Entity>(own()).exec().await?;
        tx.commit().await?;
    }
    Ok(is_over)
}

/// When the next method is to be forgotten, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_forgetting(tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    let removed = tx.find::<Entity>().filter(Column::Owner.eq("")).filter(Column::ForgetOn.is_not_null());
    Ok(removed.order_by_asc(Column::ForgetOn).one().await?.and_then(|row| row.forget_on))
}
