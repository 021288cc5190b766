//! What is kept about a person who visits: the account and answers to forms. Handing it out, and
//! forgetting it.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LikeExpr};
use stoa_entity::tenant::{site_user, submission};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::SubmissionId;
use stoa_kernel::ports::Sessions;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::service::{caller, find};
use super::sessions::{end_sessions, forget};
use crate::AudienceError;
use crate::submissions::Submission;

/// Answers to forms in which somebody gave an address. Site users get those with their own.
///
/// # Errors
/// When the caller may not change customers, or asks for another address than the own.
pub async fn answers_of(ctx: &TenantCtx, db: &TenantDb, email: &str) -> Result<Vec<Submission>, AudienceError> {
    let tx = db.read().await?;
    match caller(ctx) {
        Ok(id) => {
            let account = find(&tx, id).await?.filter(|row| row.email == email && row.email_verified_on.is_some());
            account.ok_or(AudienceError::NotFound)?;
        }
        Err(_) => ctx.authorise(Resource::Customers, Action::Write)?,
    }
    answered_by(&tx, email).await
}

/// Erases the account of an address with its sessions, and the answers to forms in which it was given.
/// Doing it again changes nothing.
///
/// # Errors
/// When the caller may not delete customers.
pub async fn erase(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions, email: &str) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Customers, Action::Delete)?;
    erase_address(ctx, db, sessions, email).await
}

/// Erases the account of who calls with all that belongs to it.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
pub async fn erase_own(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions) -> Result<(), AudienceError> {
    let account = super::account(ctx, db).await?;
    erase_address(ctx, db, sessions, &account.email).await
}

async fn erase_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    email: &str,
) -> Result<(), AudienceError> {
    let tx = db.write().await?;
    let mut ended = Vec::new();
    let own = site_user::Column::Email.eq(email);
    if let Some(row) = tx.find::<site_user::Entity>().filter(own).one().await? {
        ended = end_sessions(&tx, &row.id, None).await?;
        tx.delete::<site_user::Entity>(site_user::Column::Id.eq(row.id)).exec().await?;
    }
    let answers: Vec<SubmissionId> = answered_by(&tx, email).await?.into_iter().map(|row| row.id).collect();
    if !answers.is_empty() {
        tx.delete::<submission::Entity>(submission::Column::Id.is_in(answers)).exec().await?;
    }
    tx.commit().await?;
    forget(ctx, sessions, &ended).await
}

async fn answered_by(tx: &TenantTx, email: &str) -> Result<Vec<Submission>, AudienceError> {
    let escaped = email.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let text = Expr::expr(Func::lower(Expr::col(submission::Column::Answers).cast_as(Alias::new("text"))));
    let holds = text.like(LikeExpr::new(format!("%{escaped}%")).escape('\\'));
    let rows = tx.find::<submission::Entity>().filter(holds).all().await?;
    let found = rows.into_iter().map(Submission::from_row).collect::<Result<Vec<_>, _>>()?;
    let gave =
        |submission: &Submission| submission.values.iter().any(|answer| answer.value.trim().to_lowercase() == email);
    Ok(found.into_iter().filter(gave).collect())
}
