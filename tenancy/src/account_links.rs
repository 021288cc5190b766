//! Links that people get by letter, which work once. Whether an address has an account shows neither in the answer nor in
//! the time it takes: the worker finds out, and writes what fits.

use sea_orm::{ActiveValue, ColumnTrait, Condition};
use stoa_entity::platform::{account_link, earlier_account_link};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::id::MailId;
use stoa_kernel::language::is_language_tag;
use stoa_kernel::token::random_token;

use crate::TenancyError;
use crate::password::token_hash;
use crate::staff::Staff;

/// How long the link to a new password works: an hour.
const PASSWORD_MS: i64 = 60 * 60 * 1000;
/// How long the link to an account works: a day.
const SIGN_UP_MS: i64 = 24 * 60 * 60 * 1000;
/// One address gets one letter in a minute at most.
const PAUSE_MS: i64 = 60 * 1000;
/// Links of one address and purpose that work at one time.
const MOST_LINKS: u64 = 5;
/// Letters in one round.
const BATCH: u64 = 20;
const TOKEN_LENGTH: usize = 40;
/// Longest tag of a language.
const LONGEST_TAG: usize = 35;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Choosing another password.
    Password,
    /// Making an account.
    SignUp,
    /// Making the first account of an installation.
    SetUp,
}

impl Purpose {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::SignUp => "sign-up",
            Self::SetUp => "set-up",
        }
    }

    fn of(name: &str) -> Option<Self> {
        [Self::Password, Self::SignUp, Self::SetUp].into_iter().find(|purpose| purpose.name() == name)
    }

    fn lasts_ms(self) -> i64 {
        match self {
            Self::Password => PASSWORD_MS,
            Self::SignUp | Self::SetUp => SIGN_UP_MS,
        }
    }
}

/// Who wants a link.
#[derive(Clone, Copy, Debug)]
pub struct LinkWish<'a> {
    /// The address that was typed.
    pub email: &'a str,
    /// BCP 47 tag of the language that the letter is to be in.
    pub language: Option<&'a str>,
}

/// What a letter to somebody is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffLetterText {
    /// They, called by this name, have forgotten their password.
    NewPassword(String),
    /// They want an account.
    NewAccount,
    /// They want an account and, called by this name, have one.
    HasAccount(String),
}

/// A letter to somebody who works on sites, or wants to.
#[derive(Clone)]
pub struct StaffLetter {
    /// To whom.
    pub email: String,
    /// What it says.
    pub text: StaffLetterText,
    /// BCP 47 tag of the language it is to be in; none when nobody said.
    pub language: Option<String>,
    /// Token of the link; it works once.
    pub token: String,
    /// Id of the letter, the same at each try, as the token is.
    pub mail_id: String,
    /// Which try it is, from 1.
    pub tries: i32,
}

impl Staff {
    /// Notes that somebody wants a link. One that went out before goes on working, since anybody can ask.
    pub(crate) async fn want_link(
        &self,
        wish: LinkWish<'_>,
        purpose: Purpose,
        now_ms: i64,
    ) -> Result<(), TenancyError> {
        let LinkWish { email, language } = wish;
        let language = language.filter(|tag| tag.len() <= LONGEST_TAG && is_language_tag(tag)).map(str::to_owned);
        let email = email.trim().to_lowercase();
        if email.len() > 256 || email.contains(char::is_control) {
            return Ok(());
        }
        let tx = self.databases.platform().write().await?;
        tx.delete::<account_link::Entity>(account_link::Column::ExpiresOn.lte(now_ms)).exec().await?;
        tx.delete::<earlier_account_link::Entity>(earlier_account_link::Column::ExpiresOn.lte(now_ms)).exec().await?;
        let before = tx.find::<account_link::Entity>().filter(of(&email, purpose)).for_update().one().await?;
        if let Some(before) = before
            && (now_ms - before.wanted_on < PAUSE_MS || !keep(&tx, before).await?)
        {
            return Ok(());
        }
        tx.delete::<account_link::Entity>(of(&email, purpose)).exec().await?;
        let wanted =
            account_link::ActiveModel { language: ActiveValue::Set(language), ..row(email, purpose, None, now_ms) };
        match tx.insert(wanted).await {
            // Asked for twice at one time: one letter is enough.
            Err(DbError::Duplicate(_)) => Ok(()),
            other => {
                other?;
                Ok(tx.commit().await?)
            }
        }
    }

    /// Letters that are to be sent now. Each is given out to one process until the lease is over, or until
    /// [`Self::letter_is_out`] or [`Self::letter_waits`].
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn letters_due(&self, now_ms: i64, lease_ms: i64) -> Result<Vec<StaffLetter>, TenancyError> {
        let is_due = || account_link::Column::DueOn.lte(now_ms);
        let tx = self.databases.platform().read().await?;
        let due = tx.find::<account_link::Entity>().filter(is_due()).limit(BATCH).all().await?;
        drop(tx);
        let mut letters = Vec::with_capacity(due.len());
        for link in due {
            let Some(purpose) = Purpose::of(&link.purpose) else { continue };
            let own = of(&link.email, purpose);
            let person = self.by_email(&link.email).await?;
            let text = match (purpose, person) {
                (Purpose::Password, Some(person)) => Some(StaffLetterText::NewPassword(person.name)),
                (Purpose::SignUp, Some(person)) => Some(StaffLetterText::HasAccount(person.name)),
                (Purpose::SignUp, None) => Some(StaffLetterText::NewAccount),
                (Purpose::Password, None) | (Purpose::SetUp, _) => None,
            };
            let tx = self.databases.platform().write().await?;
            if link.expires_on <= now_ms {
                tx.delete::<account_link::Entity>(own).exec().await?;
                tx.commit().await?;
                continue;
            }
            let Some(text) = text else {
                // It stays as long as one that is sent: whoever asks again takes the same way, in the same time.
                let done = tx.update::<account_link::Entity>(own).set(account_link::Column::DueOn, None::<i64>);
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
                .set(account_link::Column::DueOn, Some(now_ms.saturating_add(lease_ms)))
                .exec()
                .await?;
            tx.commit().await?;
            if taken > 0 {
                letters.push(StaffLetter { email: link.email, text, language: link.language, token, mail_id, tries });
            }
        }
        Ok(letters)
    }

    /// A letter was handed over, or is not tried again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn letter_is_out(&self, letter: &StaffLetter) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.update::<account_link::Entity>(account_link::Column::TokenHash.eq(token_hash(&letter.token)))
            .set(account_link::Column::DueOn, None::<i64>)
            .set(account_link::Column::SealedToken, None::<String>)
            .exec()
            .await?;
        Ok(tx.commit().await?)
    }

    /// A letter was not taken and is tried again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn letter_waits(&self, letter: &StaffLetter, due_on: i64) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let own = account_link::Column::TokenHash.eq(token_hash(&letter.token));
        tx.update::<account_link::Entity>(own).set(account_link::Column::DueOn, Some(due_on)).exec().await?;
        Ok(tx.commit().await?)
    }

    /// The address that the link of a token was sent to, while it works.
    ///
    /// # Errors
    /// [`TenancyError::LetterExpired`] when it was used, is too old or is for something else.
    pub(crate) async fn link(&self, token: &str, purposes: &[Purpose], now_ms: i64) -> Result<String, TenancyError> {
        let tx = self.databases.platform().read().await?;
        Ok(found(&tx, token, purposes, now_ms).await?.0)
    }
}

/// Remembers that a link which went out works when another one takes its place. False when enough of them work.
async fn keep(tx: &PlatformTx, link: account_link::Model) -> Result<bool, TenancyError> {
    let Some(token_hash) = link.token_hash else { return Ok(true) };
    let earlier = tx.find::<earlier_account_link::Entity>().filter(earlier(&link.email, &link.purpose));
    if earlier.count().await? + 1 >= MOST_LINKS {
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

/// Address and purpose of the link of a token.
async fn found(
    tx: &PlatformTx,
    token: &str,
    purposes: &[Purpose],
    now_ms: i64,
) -> Result<(String, String), TenancyError> {
    let latest = tx.find::<account_link::Entity>().filter(working(token, purposes, now_ms)).one().await?;
    if let Some(link) = latest {
        return Ok((link.email, link.purpose));
    }
    let earlier = tx.find::<earlier_account_link::Entity>().filter(worked_before(token, purposes, now_ms));
    let link = earlier.one().await?.ok_or(TenancyError::LetterExpired)?;
    Ok((link.email, link.purpose))
}

/// Uses the link of a token up, and voids others of the same address and purpose.
///
/// # Errors
/// [`TenancyError::LetterExpired`] when it was used, is too old or is for something else.
pub(crate) async fn spend(tx: &PlatformTx, token: &str, purposes: &[Purpose], now_ms: i64) -> Result<(), TenancyError> {
    let (email, purpose) = found(tx, token, purposes, now_ms).await?;
    let used = tx.delete::<account_link::Entity>(working(token, purposes, now_ms)).exec().await?
        + tx.delete::<earlier_account_link::Entity>(worked_before(token, purposes, now_ms)).exec().await?;
    if used == 0 {
        return Err(TenancyError::LetterExpired);
    }
    match Purpose::of(&purpose) {
        Some(purpose) => forget_links(tx, &email, purpose).await,
        None => Ok(()),
    }
}

/// Voids the links of an address and a purpose, those whose letter is still to be written too.
pub(crate) async fn forget_links(tx: &PlatformTx, email: &str, purpose: Purpose) -> Result<(), TenancyError> {
    tx.delete::<account_link::Entity>(of(email, purpose)).exec().await?;
    tx.delete::<earlier_account_link::Entity>(earlier(email, purpose.name())).exec().await?;
    Ok(())
}

/// Puts a new link in the place of one that nobody needs to ask for by letter; its token.
pub(crate) async fn renew(tx: &PlatformTx, purpose: Purpose, now_ms: i64) -> Result<String, TenancyError> {
    let token = random_token(TOKEN_LENGTH);
    tx.delete::<account_link::Entity>(of("", purpose)).exec().await?;
    tx.insert(row(String::new(), purpose, Some(&token), now_ms)).await?;
    Ok(token)
}

fn seal_owner(email: &str, purpose: Purpose) -> String {
    format!("link {} {email}", purpose.name())
}

/// The latest link of an address and a purpose.
fn of(email: &str, purpose: Purpose) -> Condition {
    Condition::all().add(account_link::Column::Email.eq(email)).add(account_link::Column::Purpose.eq(purpose.name()))
}

/// Those before it.
fn earlier(email: &str, purpose: &str) -> Condition {
    let own = earlier_account_link::Column::Email.eq(email);
    Condition::all().add(own).add(earlier_account_link::Column::Purpose.eq(purpose))
}

fn worked_before(token: &str, purposes: &[Purpose], now_ms: i64) -> Condition {
    Condition::all()
        .add(earlier_account_link::Column::TokenHash.eq(token_hash(token)))
        .add(earlier_account_link::Column::Purpose.is_in(purposes.iter().map(|purpose| purpose.name())))
        .add(earlier_account_link::Column::ExpiresOn.gt(now_ms))
}

fn working(token: &str, purposes: &[Purpose], now_ms: i64) -> Condition {
    Condition::all()
        .add(account_link::Column::TokenHash.eq(token_hash(token)))
        .add(account_link::Column::Purpose.is_in(purposes.iter().map(|purpose| purpose.name())))
        .add(account_link::Column::ExpiresOn.gt(now_ms))
}

/// A link whose letter is due, or, with a token, one that is handed out otherwise.
fn row(email: String, purpose: Purpose, token: Option<&str>, now_ms: i64) -> account_link::ActiveModel {
    account_link::ActiveModel {
        email: ActiveValue::Set(email),
        purpose: ActiveValue::Set(purpose.name().to_owned()),
        token_hash: ActiveValue::Set(token.map(token_hash)),
        language: ActiveValue::Set(None),
        wanted_on: ActiveValue::Set(now_ms),
        due_on: ActiveValue::Set(token.is_none().then_some(now_ms)),
        expires_on: ActiveValue::Set(now_ms + purpose.lasts_ms()),
        sealed_token: ActiveValue::Set(None),
        mail_id: ActiveValue::Set(None),
        tries: ActiveValue::Set(0),
    }
}
