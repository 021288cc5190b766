//! Writing and removing comments by visitors.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_user;
use stoa_entity::tenant::visitor_comment::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::discussion::CommentState;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CommentId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::Captcha;
use stoa_kernel::shared_problem_texts::{TEXT_MISSING, TEXT_TOO_LONG};
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::counts::recount;
use super::model::{Comment, Topic, found_by, visitor_hash};
use super::moderation::locked;
use super::owner_emails;
use crate::AudienceError;
use crate::email::is_address;
use crate::problem_texts::{AUTHOR_MISSING, COMMENT_EMAIL_INVALID, COMMENT_GONE, COMMENTS_CLOSED, THREAD_FULL};
use crate::submissions::{self, Solution, SubmissionSignals, signs_in};

/// Maximum length of a comment, characters.
pub const MAX_TEXT: usize = 5_000;
const MAX_NAME: usize = 80;
/// Maximum number of replies in a thread, in any state.
const MAX_REPLIES: u64 = 200;
/// The same text from the same browser counts as a double submission within ten minutes.
const DUPLICATE_WINDOW_MS: i64 = 10 * 60 * 1000;

/// A submitted comment.
#[derive(Clone, Debug, Default)]
pub struct NewComment {
    /// The comment it replies to.
    pub parent: Option<String>,
    /// Name under which it is shown; empty for the account's first name.
    pub author: String,
    /// E-mail address; empty for none.
    pub email: String,
    /// Plain text.
    pub text: String,
    /// Identifier of the browser: its visitor cookie, else its CSRF token.
    pub carried: String,
    /// How the form was filled in.
    pub circumstances: SubmissionSignals,
    /// Captcha proof; none from a browser without JavaScript, which cannot provide one.
    pub proof: Option<Proof>,
}

/// Captcha proof, where the site requires one.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The key that the captcha was solved for.
    pub key: String,
    /// CSRF token of the browser that the key was issued to.
    pub browser: String,
    /// Response token of the captcha; empty for none.
    pub token: String,
}

/// The author.
struct Writer {
    account: Option<site_user::Model>,
}

impl Writer {
    async fn of(ctx: &TenantCtx, tx: &TenantTx) -> Result<Self, AudienceError> {
        let Actor::SiteUser(id) = ctx.actor() else { return Ok(Self { account: None }) };
        let own = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone()));
        Ok(Self { account: own.one().await? })
    }

    fn is_confirmed(&self) -> bool {
        self.account.as_ref().is_some_and(|account| account.email_verified_on.is_some())
    }
}

/// State of a new comment without signs of spam.
fn state_of_honest(topic: &Topic, writer: &Writer, is_proven: bool) -> CommentState {
    let is_unproven = topic.captcha && !is_proven;
    let waits = is_unproven || if writer.is_confirmed() { topic.members_wait } else { topic.guests_wait };
    if waits { CommentState::Waiting } else { CommentState::Approved }
}

/// Stores a comment. It is published at once or waits for approval; suspected spam is hidden without telling the
/// sender. Where a captcha is required, comments of browsers without JavaScript wait for approval.
///
/// # Errors
/// [`AudienceError::Said`] when comments are closed, [`AudienceError::NotSignedIn`] when guests may not comment,
/// or with messages by field, [`AudienceError::NotFound`] when the comment to reply to is not
/// visible; [`AudienceError::CaptchaIncomplete`], [`AudienceError::CaptchaFailed`] and [`AudienceError::KeyRefused`]
/// where a captcha is required.
#[boxed]
pub async fn create(
    ctx: &TenantCtx,
    db: &TenantDb,
    captcha: &dyn Captcha,
    topic: &Topic,
    new: NewComment,
) -> Result<Comment, AudienceError> {
    let (writer, new) = admitted(ctx, db, captcha, topic, new).await?;
    let proof = new.proof.as_ref().filter(|_| topic.captcha);
    let tx = db.write().await?;
    if let Some(Proof { key, browser, .. }) = proof {
        submissions::consume_key(ctx, &tx, key, browser).await?;
    }
    let visitor = visitor_hash(ctx, &new.carried);
    if let Some(before) = find_duplicate(ctx, &tx, topic, &visitor, &new.text).await? {
        tx.commit().await?;
        return Ok(before.into());
    }
    let parent_id = match &new.parent {
        Some(id) => Some(first_of(&tx, topic, id).await?),
        None => None,
    };
    let signs = signs_in(vec![new.author.to_lowercase(), new.text.to_lowercase()], &new.circumstances);
    let state = if signs.is_empty() { state_of_honest(topic, &writer, proof.is_some()) } else { CommentState::Spam };
    let email = writer.account.as_ref().map_or(new.email, |account| account.email.clone()).to_lowercase();
    let account = writer.account.map(|account| account.id);
    let said = visitor_comment::ActiveModel {
        parent_id: Set(parent_id.clone()),
        searched: Set(found_by(&new.text, &new.author, &email)),
        author: Set(new.author),
        email: Set(email),
        site_user_id: Set(account),
        visitor: Set(visitor),
        body: Set(new.text),
        state: Set(state),
        spam_signs: Set(signs.join("\n")),
        ..new_row(ctx, &tx, topic)
    };
    let said = tx.insert(said).await?;
    load_run_items::note(ctx, &tx, LoadRunItemKind::Comment, said.id.as_str()).await?;
    if state == CommentState::Approved {
        recount(&tx, &topic.id, parent_id.as_ref().unwrap_or(&said.id)).await?;
    }
    if topic.tells_owner && state != CommentState::Spam {
        owner_emails::announce(ctx, &tx).await?;
    }
    tx.commit().await?;
    Ok(said.into())
}

/// The author, who may comment here and is a person, and the comment with values that can be stored.
async fn admitted(
    ctx: &TenantCtx,
    db: &TenantDb,
    captcha: &dyn Captcha,
    topic: &Topic,
    new: NewComment,
) -> Result<(Writer, NewComment), AudienceError> {
    if !topic.open {
        return Err(AudienceError::said_conflict(COMMENTS_CLOSED));
    }
    let writer = Writer::of(ctx, &db.read().await?).await?;
    if !topic.guests_allowed && writer.account.is_none() {
        return Err(AudienceError::NotSignedIn);
    }
    let new = checked(new, &writer)?;
    if !new.email.is_empty() {
        ctx.check_address(&new.email)?;
    }
    if let Some(Proof { key, token, .. }) = new.proof.as_ref().filter(|_| topic.captcha) {
        submissions::confirm(ctx, captcha, Solution { key, token }).await?;
    }
    Ok((writer, new))
}

/// A comment on a page, without what its author has said.
fn new_row(ctx: &TenantCtx, tx: &TenantTx, topic: &Topic) -> visitor_comment::ActiveModel {
    visitor_comment::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(CommentId::generate()),
        target_id: Set(topic.id.clone()),
        target_title: Set(topic.title.clone()),
        target_path: Set(topic.path.clone()),
        by_site: Set(false),
        replies: Set(0),
        likes: Set(0),
        flags: Set(0),
        created_on: Set(ctx.now()),
        edited_on: Set(None),
        ..Default::default()
    }
}

/// Removes a comment of the caller.
///
/// # Errors
/// [`AudienceError::NotFound`] when the caller wrote no such comment.
#[boxed]
pub async fn remove_own(
    ctx: &TenantCtx,
    db: &TenantDb,
    carried: &str,
    id: &CommentId,
) -> Result<String, AudienceError> {
    let tx = db.write().await?;
    let own = locked(&tx, std::slice::from_ref(id)).await?.pop().ok_or(AudienceError::NotFound)?;
    let is_gone = own.state == CommentState::Removed;
    if own.by_site || is_gone || own.visitor != visitor_hash(ctx, carried) {
        return Err(AudienceError::NotFound);
    }
    tx.update::<Entity>(Column::Id.eq(own.id.clone())).set(Column::State, CommentState::Removed).exec().await?;
    recount(&tx, &own.target_id, own.parent_id.as_ref().unwrap_or(&own.id)).await?;
    tx.commit().await?;
    Ok(own.target_id)
}

fn checked(mut new: NewComment, writer: &Writer) -> Result<NewComment, AudienceError> {
    new.author = one_line(&new.author);
    new.email = new.email.trim().to_owned();
    new.text = plain(&new.text);
    if let Some(account) = &writer.account
        && new.author.is_empty()
    {
        new.author = one_line(&account.first_name);
    }
    let mut checks = Checks::default();
    checks.require_said(!new.author.is_empty(), "author", AUTHOR_MISSING);
    let short = new.author.chars().count() <= MAX_NAME;
    checks.require_said(short, "author", TEXT_TOO_LONG.with("count", MAX_NAME));
    let fits = new.email.is_empty() || writer.account.is_some() || is_address(&new.email);
    checks.require_said(fits, "email", COMMENT_EMAIL_INVALID);
    check_text(&new.text, &mut checks);
    checks.finish()?;
    Ok(new)
}

pub(super) fn check_text(text: &str, checks: &mut Checks) {
    checks.require_said(!text.is_empty(), "text", TEXT_MISSING);
    let short = text.chars().count() <= MAX_TEXT;
    checks.require_said(short, "text", TEXT_TOO_LONG.with("count", MAX_TEXT));
}

/// Removes unreadable characters and trims; line breaks stay.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let readable: String = text.chars().filter(|letter| *letter == '\n' || !is_unreadable(*letter)).collect();
    readable.trim().to_owned()
}

fn one_line(text: &str) -> String {
    let readable: String = text.chars().map(|letter| if is_unreadable(letter) { ' ' } else { letter }).collect();
    readable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Control characters and those that change the text direction.
fn is_unreadable(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

async fn find_duplicate(
    ctx: &TenantCtx,
    tx: &TenantTx,
    topic: &Topic,
    visitor: &str,
    text: &str,
) -> Result<Option<visitor_comment::Model>, AudienceError> {
    let same = tx
        .find::<Entity>()
        .filter(Column::TargetId.eq(topic.id.as_str()))
        .filter(Column::Visitor.eq(visitor))
        .filter(Column::CreatedOn.gte(ctx.now() - DUPLICATE_WINDOW_MS))
        .filter(Column::State.ne(CommentState::Removed))
        .filter(Column::Body.eq(text));
    Ok(same.one().await?)
}

/// The first comment of a visible comment's thread.
async fn first_of(tx: &TenantTx, topic: &Topic, id: &str) -> Result<CommentId, AudienceError> {
    let gone = || AudienceError::said_conflict(COMMENT_GONE);
    let seen = |row: &visitor_comment::Model| row.target_id == topic.id && row.state == CommentState::Approved;
    let answered = match id.parse::<CommentId>() {
        Ok(id) => tx.find::<Entity>().filter(Column::Id.eq(id)).one().await?,
        Err(_) => None,
    };
    let answered = answered.filter(seen).ok_or_else(gone)?;
    let first = answered.parent_id.unwrap_or(answered.id);
    if tx.find::<Entity>().filter(Column::ParentId.eq(first.clone())).count().await? >= MAX_REPLIES {
        return Err(AudienceError::said_conflict(THREAD_FULL));
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use stoa_kernel::Failure;

    use super::*;

    #[test]
    fn comment_text_normalisation() {
        assert_eq!(plain(" a\r\nb\u{0}\u{202e}c\n "), "a\nbc");
        assert_eq!(one_line(" Ada\n\tByron \u{2066}"), "Ada Byron");
    }

    #[test]
    fn comment_errors_by_field() {
        let guest = Writer { account: None };
        let wrong = NewComment { email: "nobody".to_owned(), text: " ".to_owned(), ..NewComment::default() };
        let Err(AudienceError::Said(Failure { fields, .. })) = checked(wrong, &guest) else { panic!("it was taken") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["author", "email", "text"]);
        let long =
            NewComment { author: "a".repeat(MAX_NAME + 1), text: "x".repeat(MAX_TEXT + 1), ..NewComment::default() };
        let Err(AudienceError::Said(Failure { fields, .. })) = checked(long, &guest) else { panic!("it was taken") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["author", "text"]);
    }
}
