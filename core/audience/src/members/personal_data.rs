//! What is kept about a person who visits: the account, answers to forms and comments. Handing it out, and
//! forgetting it.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Func, LikeExpr};
use stoa_entity::tenant::{site_user, submission};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{SiteUserId, SubmissionId};
use stoa_kernel::ports::Sessions;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::passwords::PasswordProof;
use super::service::{caller, find};
use super::sessions::{end_sessions, forget};
use crate::AudienceError;
use crate::comments::{self, PersonalComment, PersonalLike};
use crate::submissions::{self, AnswerFile, Submission};

/// What somebody answered to a form.
#[derive(Clone, Debug)]
pub struct PersonalAnswer {
    /// The answer.
    pub submission: Submission,
    /// The files that came with it.
    pub files: Vec<AnswerFile>,
}

/// What somebody wrote on the site, and what they like there.
#[derive(Clone, Debug, Default)]
pub struct PersonalWords {
    /// Answers to forms.
    pub answers: Vec<PersonalAnswer>,
    /// Comments.
    pub comments: Vec<PersonalComment>,
    /// What their account likes.
    pub likes: Vec<PersonalLike>,
}

/// Answers to forms in which somebody gave one of their addresses, with their files, and their comments. Site users name the own first; those behind it were
/// the account's before.
///
/// # Errors
/// When the caller may not change customers, or the first address is not the caller's own.
pub async fn words_of(ctx: &TenantCtx, db: &TenantDb, addresses: &[String]) -> Result<PersonalWords, AudienceError> {
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
    Ok(PersonalWords { answers, comments, likes })
}

async fn check_own(tx: &TenantTx, id: &SiteUserId, addresses: &[String]) -> Result<(), AudienceError> {
    let account = find(tx, id).await?.filter(|row| row.email_verified_on.is_some());
    let is_own = account.is_some_and(|row| addresses.first() == Some(&row.email));
    if is_own { Ok(()) } else { Err(AudienceError::NotFound) }
}

/// Erases the account of somebody's present address, the first, with its sessions, the answers to forms in which
/// any of the addresses was given, and the comments. Doing it again changes nothing.
///
/// # Errors
/// When the caller may not delete customers.
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
    forget(ctx, sessions, &ended).await
}

/// Erases the answers to forms in which who calls gave one of their addresses, and their comments; the own is the first.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; [`AudienceError::NotFound`] when the first address is not
/// the caller's own.
pub async fn erase_own_words(
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

/// Erases the account of who calls with its sessions.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
pub async fn erase_own(ctx: &TenantCtx, db: &TenantDb, sessions: &dyn Sessions) -> Result<(), AudienceError> {
    let account = super::account(ctx, db).await?;
    let tx = db.write().await?;
    let ended = erase_account(&tx, &account.email).await?;
    tx.commit().await?;
    forget(ctx, sessions, &ended).await
}

/// Erases the account of an address. Gives the keys of its sessions.
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
    let found = rows.into_iter().map(Submission::from_row).collect::<Result<Vec<_>, _>>()?;
    let gave = |submission: &Submission| {
        submission.values.iter().any(|answer| addresses.contains(&answer.value.trim().to_lowercase()))
    };
    Ok(found.into_iter().filter(gave).collect())
}
