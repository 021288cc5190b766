//! Personal data of a visitor: account, form submissions and comments. Export and erasure.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Func, LikeExpr};
use stoa_entity::tenant::{site_user, submission};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{SiteUserId, SubmissionId};
use stoa_kernel::ports::Sessions;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::password_reset::PasswordProof;
use super::service::{caller, find};
use super::sessions::{end_sessions, evict_sessions};
use crate::AudienceError;
use crate::comments::{self, PersonalComment, PersonalLike};
use crate::submissions::{self, AnswerFile, Submission};

/// A form submission of the person.
#[derive(Clone, Debug)]
pub struct PersonalAnswer {
    /// The submission.
    pub submission: Submission,
    /// Its files.
    pub files: Vec<AnswerFile>,
}

/// The person's submissions, comments and likes.
#[derive(Clone, Debug, Default)]
pub struct PersonalContent {
    /// Form submissions.
    pub answers: Vec<PersonalAnswer>,
    /// Comments.
    pub comments: Vec<PersonalComment>,
    /// Likes of their account.
    pub likes: Vec<PersonalLike>,
}

/// Form submissions that contain one of a person's e-mail addresses, with their files, and the person's comments. For
/// site users the first address must be their own; the others are former addresses of the account.
///
/// # Errors
/// When the caller may not change customers, or the first address is not the caller's own.
#[boxed]
pub async fn words_of(ctx: &TenantCtx, db: &TenantDb, addresses: &[String]) -> Result<PersonalContent, AudienceError> {
    let tx = db.read().await?;
    match caller(ctx) {
        Ok(id) => check_own(&tx, id, addresses).await?,
        Err(_) => ctx.authorise(Resource::Customers, Action::Write)?,
    }
    let answers = answered_by(&tx, addresses).await?;
    let ids: Vec<SubmissionId> = answers.iter().map(|submission| submission.id.clone()).collect();
    let mut files = submissions::files_of(&tx, &ids).await?;
    let with_files =
        |submission: Submission| PersonalAnswer { files: files.remove(&submission.id).unwrap_or_default(), submission };
    let answers = answers.into_iter().map(with_files).collect();
    let (comments, likes) = comments::of_person(&tx, addresses).await?;
    Ok(PersonalContent { answers, comments, likes })
}

async fn check_own(tx: &TenantTx, id: &SiteUserId, addresses: &[String]) -> Result<(), AudienceError> {
    let account = find(tx, id).await?.filter(|row| row.email_verified_on.is_some());
    let is_own = account.is_some_and(|row| addresses.first() == Some(&row.email));
    if is_own { Ok(()) } else { Err(AudienceError::NotFound) }
}

/// Erases the account of a person's current e-mail address, the first, with its sessions, the form submissions that
/// contain any of the addresses, and the comments. Idempotent.
///
/// # Errors
/// When the caller may not delete customers.
#[boxed]
pub async fn erase(
    ctx: &TenantCtx,
    db: &TenantDb,
    sessions: &dyn Sessions,
    addresses: &[String],
) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Customers, Action::Delete)?;
    let tx = db.write().await?;
    comments::erase(&tx, addresses).await?;
    let ended = match addresses.first() {
        Some(email) => erase_account(&tx, email).await?,
        None => Vec::new(),
    };
    erase_answers(&tx, addresses).await?;
    tx.commit().await?;
    evict_sessions(ctx, sessions, &ended).await
}

/// Erases the form submissions that contain one of the caller's e-mail addresses, and the caller's comments; the first
/// address is the current one.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; [`AudienceError::NotFound`] when the first address is not
/// the caller's own.
#[boxed]
pub async fn erase_own_content(
    ctx: &TenantCtx,
    db: &TenantDb,
    addresses: &[String],
    proof: &PasswordProof,
) -> Result<(), AudienceError> {
    let id = caller(ctx)?;
    let tx = db.write().await?;
    proof.still_holds(&tx).await?;
    check_own(&tx, id, addresses).await?;
    erase_answers(&tx, addresses).await?;
    comments::erase(&tx, addresses).await?;
    Ok(tx.commit().await?)
}

/// Erases the caller's account with its sessions.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
#[boxed]
pub async fn erase_own(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions) -> Result<(), AudienceError> {
    let account = super::account(ctx, db).await?;
    let tx = db.write().await?;
    let ended = erase_account(&tx, &account.email).await?;
    tx.commit().await?;
    evict_sessions(ctx, sessions, &ended).await
}

/// Erases the account of an e-mail address. Returns the keys of its sessions.
async fn erase_account(tx: &TenantTx, email: &str) -> Result<Vec<String>, AudienceError> {
    let own = site_user::Column::Email.eq(email);
    let Some(row) = tx.find::<site_user::Entity>().filter(own).one().await? else { return Ok(Vec::new()) };
    let ended = end_sessions(tx, &row.id, None).await?;
    tx.delete::<site_user::Entity>(site_user::Column::Id.eq(row.id)).exec().await?;
    Ok(ended)
}

async fn erase_answers(tx: &TenantTx, addresses: &[String]) -> Result<(), AudienceError> {
    let answers: Vec<SubmissionId> = answered_by(tx, addresses).await?.into_iter().map(|row| row.id).collect();
    if !answers.is_empty() {
        submissions::detach(tx, &answers).await?;
        tx.delete::<submission::Entity>(submission::Column::Id.is_in(answers)).exec().await?;
    }
    Ok(())
}

async fn answered_by(tx: &TenantTx, addresses: &[String]) -> Result<Vec<Submission>, AudienceError> {
    let text = Expr::expr(Func::lower(Expr::col(submission::Column::Answers).cast_as(Alias::new("text"))));
    let holds = |email: &String| {
        let escaped = email.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        text.clone().like(LikeExpr::new(format!("%{escaped}%")).escape('\\'))
    };
    let any = addresses.iter().fold(Condition::any(), |any, email| any.add(holds(email)));
    if any.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tx.find::<submission::Entity>().filter(any).all().await?;
    let gave = |submission: &Submission| {
        submission.values.iter().any(|answer| addresses.contains(&answer.value.trim().to_lowercase()))
    };
    Ok(rows.into_iter().map(Submission::from).filter(gave).collect())
}
