//! Captcha check of a form key. One solution per key is sufficient: files are uploaded before the submission, and
//! captcha services accept each token only once. Also used for comments.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::form_key;
use stoa_kernel::TenantCtx;
use stoa_kernel::ports::{Captcha, Guarded};
use stoa_kernel::token::token_hash;

use super::form::Form;
use crate::AudienceError;

/// A captcha solution for a key.
#[derive(Clone, Copy)]
pub(crate) struct Solution<'a> {
    /// The key.
    pub(crate) key: &'a str,
    /// Response token of the captcha; empty for none.
    pub(crate) token: &'a str,
}

/// Rejects a request to a form with a captcha that is not solved. No transaction is open during the call to the captcha
/// service.
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
        let known = tx.find::<form_key::Entity>().filter(form_key::Column::Key.eq(token_hash(solution.key)));
        known.filter(form_key::Column::CaptchaSolvedOn.is_not_null()).count().await?
    };
    if solved > 0 {
        return Ok(());
    }
    confirm(ctx, captcha, solution).await
}

/// Rejects an invalid solution. No transaction may be open: this calls the captcha service.
pub(crate) async fn confirm(
    ctx: &TenantCtx,
    captcha: &dyn Captcha,
    Solution { key, token }: Solution<'_>,
) -> Result<(), AudienceError> {
    if token.is_empty() {
        return Err(AudienceError::CaptchaIncomplete);
    }
    let guarded = Guarded { website: ctx.website(), key, now: ctx.now() };
    match captcha.is_solved(guarded, token).await {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(AudienceError::CaptchaFailed),
    }
}

/// Records that the captcha of a key was solved.
pub(super) async fn mark_captcha_solved(
    ctx: &TenantCtx,
    db: &TenantDb,
    form: &Form,
    key: &str,
) -> Result<(), AudienceError> {
    if !form.settings.captcha {
        return Ok(());
    }
    let tx = db.write().await?;
    tx.update::<form_key::Entity>(form_key::Column::Key.eq(token_hash(key)))
        .set(form_key::Column::CaptchaSolvedOn, ctx.now())
        .exec()
        .await?;
    Ok(tx.commit().await?)
}
