use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoa_entity::tenant::site_user;
use stoa_kernel::error::Checks;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::language::is_language_tag;
use stoa_kernel::password::{TOO_COMMON, is_common};

use crate::AudienceError;
use crate::email::is_address;

/// A site user's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its id.
    pub id: SiteUserId,
    /// Address, lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Since when, UTC milliseconds.
    pub created_on: i64,
    /// Whether the address was proven to be theirs.
    pub is_email_verified: bool,
    /// BCP 47 tag of the language they read; none when they never said.
    pub language: Option<String>,
}

impl From<site_user::Model> for Member {
    fn from(row: site_user::Model) -> Self {
        Self {
            id: row.id,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            created_on: row.created_on,
            is_email_verified: row.email_verified_on.is_some(),
            language: row.language,
        }
    }
}

/// An account to be made.
#[derive(Clone)]
pub struct NewMember {
    /// Address.
    pub email: String,
    /// Chosen password.
    pub password: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// BCP 47 tag of the language they read, as they said before they had an account.
    pub language: Option<String>,
}

/// What site users say about themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
}

impl Profile {
    pub(super) fn checked(self) -> Result<Self, AudienceError> {
        let profile =
            Self { first_name: self.first_name.trim().to_owned(), last_name: self.last_name.trim().to_owned() };
        let mut checks = Checks::default();
        check_names(&mut checks, &profile.first_name, &profile.last_name);
        checks.finish()?;
        Ok(profile)
    }
}

fn check_names(checks: &mut Checks, first_name: &str, last_name: &str) {
    for (name, field) in [(first_name, "firstName"), (last_name, "lastName")] {
        let plain = name.chars().count() <= 100 && !name.chars().any(char::is_control);
        checks.require(plain, field, "Use at most 100 characters on one line.");
    }
}

fn check_password(checks: &mut Checks, (field, password): (&str, &str), names: &[&str]) {
    let length = password.chars().count();
    checks.require(length >= 8, field, "Use at least 8 characters.");
    checks.require(length <= 200, field, "Use at most 200 characters.");
    checks.require(!is_common(password, names), field, TOO_COMMON);
}

/// A tag of a language, trimmed.
///
/// # Errors
/// A message beside `language` when it is none.
pub fn checked_language(language: &str) -> Result<String, AudienceError> {
    let language = language.trim();
    let mut checks = Checks::default();
    let is_tag = language.len() <= 35 && is_language_tag(language);
    checks.require(is_tag, "language", "Enter a language tag such as en-US.");
    checks.finish()?;
    Ok(language.to_owned())
}

/// Whether a text can be a password.
pub(super) fn checked_password(field: &str, password: &str) -> Result<(), AudienceError> {
    let mut checks = Checks::default();
    check_password(&mut checks, (field, password), &[]);
    Ok(checks.finish()?)
}

impl NewMember {
    pub(super) fn checked(mut self) -> Result<Self, AudienceError> {
        self.email = self.email.trim().to_lowercase();
        let mut checks = Checks::default();
        checks.require(is_address(&self.email), "email", "Please enter a valid email");
        check_password(&mut checks, ("password", &self.password), &[&self.email, &self.first_name, &self.last_name]);
        check_names(&mut checks, &self.first_name, &self.last_name);
        checks.finish()?;
        Ok(self)
    }
}

/// What somebody types to sign in.
#[derive(Clone)]
pub struct Credentials {
    /// Address.
    pub email: String,
    /// Password.
    pub password: String,
    /// Whether the session outlives the browser's.
    pub remember: bool,
}

/// A session of a site user.
#[derive(Clone)]
pub struct Session {
    /// Whose it is.
    pub site_user_id: SiteUserId,
    /// Its secret, for an HttpOnly cookie.
    pub token: String,
    /// Proves that later calls come from our own pages.
    pub xsrf_token: String,
    /// How long it lasts without use.
    pub keep: Duration,
    /// Whether it outlives the browser's.
    pub is_remembered: bool,
    /// Whether its time has just begun anew, so that cookies have to be told.
    pub is_renewed: bool,
}

/// Who has just signed in.
#[derive(Clone)]
pub struct SignedIn {
    /// The account.
    pub member: Member,
    /// Its fresh session.
    pub session: Session,
}

/// What a letter to a site user is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterPurpose {
    /// To prove the address.
    EmailVerification,
    /// To prove another address, which the account then has.
    EmailChange,
    /// To tell the present address of such a change, which its link stops.
    EmailChangeNotice,
    /// To choose a new password.
    PasswordReset,
    /// To tell that the address has an account already. It has no token.
    AccountExists,
}

/// A letter to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLetter {
    /// To whom.
    pub member: Member,
    /// The address it goes to.
    pub to: String,
    /// What for.
    pub purpose: LetterPurpose,
}

/// What lies in the session store.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredSession {
    pub(super) site_user_id: SiteUserId,
    pub(super) xsrf_token: String,
    #[serde(default)]
    pub(super) remember: bool,
    /// When it was last written, UTC milliseconds.
    #[serde(default)]
    pub(super) renewed_on: i64,
    /// When it began, UTC milliseconds; 0 where that was not noted.
    #[serde(default)]
    pub(super) began_on: i64,
}
