//! Whether somebody has solved the captcha for a key. Once is enough: files come before the answer, and services take each
//! of their tokens a single time. Comments are guarded in the same way.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::form_key;
use stoa_kernel::TenantCtx;
use stoa_kernel::ports::{Captcha, Guarded};

use super::form::Form;
use crate::{AudienceError, secret};

/// What a browser has found for a key.
#[derive(Clone, Copy)]
pub(crate) struct Solution<'a> {
    /// The key itself.
    pub(crate) key: &'a str,
    /// What the captcha gave; empty for nothing.
    pub(crate) token: &'a str,
}

/// Refuses what comes to a form with a captcha that is not solved. No transaction is open while a service is asked.
pub(super) async fn check(
    ctx: &TenantCtx,
    db: &TenantDb,
    captcha: &dyn Captcha,
    form: &Form,
    solution: Solution<'_>,
) -> Result<(), AudienceError> {
    if !form.settings.captcha {
        return Ok(());
    }
    let solved = {
        let tx = db.read().await?;
        let known = tx.find::<form_key::Entity>().filter(form_key::Column::Key.eq(secret::token_hash(solution.key)));
        known.filter(form_key::Column::CaptchaSolvedOn.is_not_null()).count().await?
    };
    if solved > 0 {
        return Ok(());
    }
    confirm(ctx, captcha, solution).await
}

/// Refuses what is no solution for its key. No transaction may be open: a service is asked.
pub(crate) async fn confirm(
    ctx: &TenantCtx,
    captcha: &dyn Captcha,
    Solution { key, token }: Solution<'_>,
) -> Result<(), AudienceError> {
    if token.is_empty() {
        return Err(AudienceError::CaptchaIncomplete);
    }
    let guarded = Guarded { website: ctx.website(), key, now_ms: ctx.now_ms() };
    match captcha.is_solved(guarded, token).await {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(AudienceError::CaptchaFailed),
    }
}

/// Keeps with a key that the captcha was solved for it.
pub(super) async fn note_solved(ctx: &TenantCtx, db: &TenantDb, form: &Form, key: &str) -> Result<(), AudienceError> {
    if !form.settings.captcha {
        return Ok(());
    }
    let tx = db.write().await?;
    tx.update::<form_key::Entity>(form_key::Column::Key.eq(secret::token_hash(key)))
        .set(form_key::Column::CaptchaSolvedOn, ctx.now_ms())
        .exec()
        .await?;
    Ok(tx.commit().await?)
}
