//! One-time links sent by e-mail: password reset and sign-up. Neither the response nor its timing reveals whether an
//! address has an account: the background worker looks the account up and chooses the e-mail.

use sea_orm::{ActiveValue, ColumnTrait, Condition};
use stoa_entity::platform::{account_link, earlier_account_link};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::account::AccountLinkPurpose;
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, HOUR_MS, Timestamp};
use stoa_kernel::id::MailId;
use stoa_kernel::language::is_language_tag;
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;

use crate::TenancyError;
use crate::accounts::ContributorAccounts;

/// How long a password reset link is valid: an hour.
const PASSWORD_MS: i64 = HOUR_MS;
/// How long a sign-up link is valid: a day.
const SIGN_UP_MS: i64 = DAY_MS;
/// An address gets at most one e-mail a minute.
const PAUSE_MS: i64 = 60 * 1000;
/// Maximum number of valid links for an address and purpose.
const MAX_LINKS: u64 = 5;
/// E-mails per round.
const BATCH: u64 = 20;
const TOKEN_LENGTH: usize = 40;
/// Maximum length of a language tag.
const MAX_TAG_LENGTH: usize = 35;

/// How long a link is valid.
fn lasts_ms(purpose: AccountLinkPurpose) -> i64 {
    match purpose {
        AccountLinkPurpose::Password => PASSWORD_MS,
        AccountLinkPurpose::SignUp | AccountLinkPurpose::SetUp => SIGN_UP_MS,
    }
}

/// A request for a link.
#[derive(Clone, Copy, Debug)]
pub struct LinkRequest<'a> {
    /// The address as typed.
    pub email: &'a str,
    /// BCP 47 tag of the language for the e-mail.
    pub language: Option<&'a str>,
}

/// Content of an account e-mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountEmailContent {
    /// Password reset; with the name of the person.
    NewPassword(String),
    /// Sign-up link for a new account.
    NewAccount,
    /// Sign-up was requested for an address that already has an account; with the name of the person.
    HasAccount(String),
}

impl AccountEmailContent {
    /// For a purpose and the name of who has an account with the address; none where nothing is sent.
    fn of(purpose: AccountLinkPurpose, name: Option<String>) -> Option<Self> {
        match (purpose, name) {
            (AccountLinkPurpose::Password, Some(name)) => Some(Self::NewPassword(name)),
            (AccountLinkPurpose::SignUp, Some(name)) => Some(Self::HasAccount(name)),
            (AccountLinkPurpose::SignUp, None) => Some(Self::NewAccount),
            (AccountLinkPurpose::Password, None) | (AccountLinkPurpose::SetUp, _) => None,
        }
    }
}

/// An e-mail to a contributor, or to someone who wants to become one.
#[derive(Clone)]
pub struct ContributorEmail {
    /// Recipient address.
    pub email: String,
    /// Content.
    pub text: AccountEmailContent,
    /// BCP 47 tag of the language of the e-mail; none when unknown.
    pub language: Option<String>,
    /// One-time token of the link.
    pub token: String,
    /// Id of the e-mail. Like the token, the same for each attempt.
    pub mail_id: String,
    /// Number of this attempt, from 1.
    pub tries: i32,
}

impl ContributorAccounts {
    /// Stores a request for a link. Links that were sent before stay valid, since anyone can request one.
    pub(crate) async fn request_link(
        &self,
        wish: LinkRequest<'_>,
        purpose: AccountLinkPurpose,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        let LinkRequest { email, language } = wish;
        let language = language.filter(|tag| tag.len() <= MAX_TAG_LENGTH && is_language_tag(tag)).map(str::to_owned);
        let email = email.trim().to_lowercase();
        if email.len() > 256 || email.contains(char::is_control) {
            return Ok(());
        }
        let tx = self.databases.platform().write().await?;
        tx.delete::<account_link::Entity>(account_link::Column::ExpiresOn.lte(now)).exec().await?;
        tx.delete::<earlier_account_link::Entity>(earlier_account_link::Column::ExpiresOn.lte(now)).exec().await?;
        let before = tx.find::<account_link::Entity>().filter(of(&email, purpose)).for_update().one().await?;
        if let Some(before) = before
            && (now - before.wanted_on < PAUSE_MS || !keep(&tx, before).await?)
        {
            return Ok(());
        }
        tx.delete::<account_link::Entity>(of(&email, purpose)).exec().await?;
        let wanted =
            account_link::ActiveModel { language: ActiveValue::Set(language), ..row(email, purpose, None, now) };
        match tx.insert(wanted).await {
            // Requested twice at the same time: one e-mail is enough.
            Err(DbError::Duplicate(_)) => Ok(()),
            other => {
                other?;
                Ok(tx.commit().await?)
            }
        }
    }

    /// E-mails that are due. Each is leased to one process until `lease_ms` is over, or until [`Self::mark_email_sent`]
    /// or [`Self::reschedule_email`].
    #[boxed]
    pub async fn lease_due_emails(&self, now: Timestamp, lease_ms: i64) -> Result<Vec<ContributorEmail>, TenancyError> {
        let is_due = || account_link::Column::DueOn.lte(now);
        let tx = self.databases.platform().read().await?;
        let due = tx.find::<account_link::Entity>().filter(is_due()).limit(BATCH).all().await?;
        drop(tx);
        let mut emails = Vec::with_capacity(due.len());
        for link in due {
            let purpose = link.purpose;
            let own = of(&link.email, purpose);
            let person = self.by_email(&link.email).await?;
            let chosen = person.as_ref().and_then(|person| person.language.clone());
            let text = AccountEmailContent::of(purpose, person.map(|person| person.name));
            let tx = self.databases.platform().write().await?;
            if link.expires_on <= now {
                tx.delete::<account_link::Entity>(own).exec().await?;
                tx.commit().await?;
                continue;
            }
            let Some(text) = text else {
                // The row stays as long as that of a sent e-mail, so that a second request takes the same code path and
                // the same time.
                let done = tx.update::<account_link::Entity>(own).set(account_link::Column::DueOn, None::<Timestamp>);
                done.exec().await?;
                tx.commit().await?;
                continue;
            };
            let owner = seal_owner(&link.email, purpose);
            let kept = link.sealed_token.as_deref().and_then(|sealed| self.seal.open(sealed, &owner).ok());
            let token =
                kept.and_then(|token| String::from_utf8(token).ok()).unwrap_or_else(|| random_token(TOKEN_LENGTH));
            let mail_id = link.mail_id.unwrap_or_else(|| MailId::generate().to_string());
            let tries = link.tries.saturating_add(1);
            let taken = tx
                .update::<account_link::Entity>(own.add(is_due()))
                .set(account_link::Column::TokenHash, Some(token_hash(&token)))
                .set(account_link::Column::SealedToken, Some(self.seal.close(token.as_bytes(), &owner)?))
                .set(account_link::Column::MailId, Some(mail_id.clone()))
                .set(account_link::Column::Tries, tries)
                .set(account_link::Column::DueOn, Some(now.saturating_add_ms(lease_ms)))
                .exec()
                .await?;
            tx.commit().await?;
            if taken > 0 {
                emails.push(ContributorEmail {
                    email: link.email,
                    text,
                    language: chosen.or(link.language),
                    token,
                    mail_id,
                    tries,
                });
            }
        }
        Ok(emails)
    }

    /// Marks an e-mail as sent, or as not to be retried.
    #[boxed]
    pub async fn mark_email_sent(&self, message: &ContributorEmail) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.update::<account_link::Entity>(account_link::Column::TokenHash.eq(token_hash(&message.token)))
            .set(account_link::Column::DueOn, None::<Timestamp>)
            .set(account_link::Column::SealedToken, None::<String>)
            .exec()
            .await?;
        Ok(tx.commit().await?)
    }

    /// Schedules another attempt for an e-mail that could not be sent.
    #[boxed]
    pub async fn reschedule_email(&self, message: &ContributorEmail, due_on: Timestamp) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = account_link::Column::TokenHash.eq(token_hash(&message.token));
        tx.update::<account_link::Entity>(own).set(account_link::Column::DueOn, Some(due_on)).exec().await?;
        Ok(tx.commit().await?)
    }

    /// The address that the link of a token was sent to, if the link is valid.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`] when it was used, is too old or has another purpose.
    pub(crate) async fn link(
        &self,
        token: &str,
        purposes: &[AccountLinkPurpose],
        now: Timestamp,
    ) -> Result<String, TenancyError> {
        let tx = self.databases.platform().read().await?;
        Ok(found(&tx, token, purposes, now).await?.0)
    }
}

/// Keeps a sent link valid when a newer one replaces it as the latest. False when the maximum number of valid links is
/// reached.
async fn keep(tx: &PlatformTx, link: account_link::Model) -> Result<bool, TenancyError> {
    let Some(token_hash) = link.token_hash else { return Ok(true) };
    let earlier = tx.find::<earlier_account_link::Entity>().filter(earlier(&link.email, link.purpose));
    if earlier.count().await? + 1 >= MAX_LINKS {
        return Ok(false);
    }
    tx.insert(earlier_account_link::ActiveModel {
        token_hash: ActiveValue::Set(token_hash),
        email: ActiveValue::Set(link.email),
        purpose: ActiveValue::Set(link.purpose),
        expires_on: ActiveValue::Set(link.expires_on),
    })
    .await?;
    Ok(true)
}

/// Address and purpose of the link with this token.
async fn found(
    tx: &PlatformTx,
    token: &str,
    purposes: &[AccountLinkPurpose],
    now: Timestamp,
) -> Result<(String, AccountLinkPurpose), TenancyError> {
    let latest = tx.find::<account_link::Entity>().filter(working(token, purposes, now)).one().await?;
    if let Some(link) = latest {
        return Ok((link.email, link.purpose));
    }
    let earlier = tx.find::<earlier_account_link::Entity>().filter(is_expired_link(token, purposes, now));
    let link = earlier.one().await?.ok_or(TenancyError::LetterExpired)?;
    Ok((link.email, link.purpose))
}

/// Consumes the link of a token and revokes the others of the same address and purpose.
///
/// # Errors
/// [`TenancyError::LetterExpired`] when it was used, is too old or has another purpose.
pub(crate) async fn consume_link(
    tx: &PlatformTx,
    token: &str,
    purposes: &[AccountLinkPurpose],
    now: Timestamp,
) -> Result<(), TenancyError> {
    let (email, purpose) = found(tx, token, purposes, now).await?;
    let used = tx.delete::<account_link::Entity>(working(token, purposes, now)).exec().await?
        + tx.delete::<earlier_account_link::Entity>(is_expired_link(token, purposes, now)).exec().await?;
    if used == 0 {
        return Err(TenancyError::LetterExpired);
    }
    revoke_links(tx, &email, purpose).await
}

/// Revokes the links of an address and a purpose, including those whose e-mail was not sent yet.
pub(crate) async fn revoke_links(
    tx: &PlatformTx,
    email: &str,
    purpose: AccountLinkPurpose,
) -> Result<(), TenancyError> {
    tx.delete::<account_link::Entity>(of(email, purpose)).exec().await?;
    tx.delete::<earlier_account_link::Entity>(earlier(email, purpose)).exec().await?;
    Ok(())
}

/// Replaces a link that is not sent by e-mail, and returns its token.
pub(crate) async fn renew(
    tx: &PlatformTx,
    purpose: AccountLinkPurpose,
    now: Timestamp,
) -> Result<String, TenancyError> {
    let token = random_token(TOKEN_LENGTH);
    tx.delete::<account_link::Entity>(of("", purpose)).exec().await?;
    tx.insert(row(String::new(), purpose, Some(&token), now)).await?;
    Ok(token)
}

fn seal_owner(email: &str, purpose: AccountLinkPurpose) -> String {
    format!("link {purpose} {email}")
}

/// The latest link of an address and a purpose.
fn of(email: &str, purpose: AccountLinkPurpose) -> Condition {
    Condition::all().add(account_link::Column::Email.eq(email)).add(account_link::Column::Purpose.eq(purpose))
}

/// Links of an address and a purpose that were sent before the latest one.
fn earlier(email: &str, purpose: AccountLinkPurpose) -> Condition {
    let own = earlier_account_link::Column::Email.eq(email);
    Condition::all().add(own).add(earlier_account_link::Column::Purpose.eq(purpose))
}

fn is_expired_link(token: &str, purposes: &[AccountLinkPurpose], now: Timestamp) -> Condition {
    Condition::all()
        .add(earlier_account_link::Column::TokenHash.eq(token_hash(token)))
        .add(earlier_account_link::Column::Purpose.is_in(purposes.iter().copied()))
        .add(earlier_account_link::Column::ExpiresOn.gt(now))
}

fn working(token: &str, purposes: &[AccountLinkPurpose], now: Timestamp) -> Condition {
    Condition::all()
        .add(account_link::Column::TokenHash.eq(token_hash(token)))
        .add(account_link::Column::Purpose.is_in(purposes.iter().copied()))
        .add(account_link::Column::ExpiresOn.gt(now))
}

/// A link whose e-mail is due or, with a token, one that is delivered otherwise.
fn row(email: String, purpose: AccountLinkPurpose, token: Option<&str>, now: Timestamp) -> account_link::ActiveModel {
    account_link::ActiveModel {
        email: ActiveValue::Set(email),
        purpose: ActiveValue::Set(purpose),
        token_hash: ActiveValue::Set(token.map(token_hash)),
        language: ActiveValue::Set(None),
        wanted_on: ActiveValue::Set(now),
        due_on: ActiveValue::Set(token.is_none().then_some(now)),
        expires_on: ActiveValue::Set(now + lasts_ms(purpose)),
        sealed_token: ActiveValue::Set(None),
        mail_id: ActiveValue::Set(None),
        tries: ActiveValue::Set(0),
    }
}
