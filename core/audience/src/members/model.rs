//! Accounts of site users: what is entered, what is checked, what is shown.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoa_entity::tenant::site_user;
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::language::is_language_tag;
use stoa_kernel::password::is_common;
use stoa_kernel::shared_problem_texts::{NAME_TOO_LONG, PASSWORD_COMMON, PASSWORD_TOO_SHORT, TEXT_TOO_LONG};

use crate::AudienceError;
use crate::email::is_address;
use crate::problem_texts::MEMBER_EMAIL_INVALID;

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 100;
/// Shortest and longest password, in characters.
const MIN_PASSWORD_LENGTH: usize = 8;
const MAX_PASSWORD_LENGTH: usize = 200;

/// A site user's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its id.
    pub id: SiteUserId,
    /// E-mail address, lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// When the account was created, UTC milliseconds.
    pub created_on: Timestamp,
    /// Whether the e-mail address is verified.
    pub is_email_verified: bool,
    /// BCP 47 tag of their language; none when unknown.
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

/// A submitted registration.
#[derive(Clone)]
pub struct NewMember {
    /// E-mail address.
    pub email: String,
    /// Chosen password.
    pub password: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// BCP 47 tag of the language selected before registration.
    pub language: Option<String>,
}

/// Editable profile of a site user.
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
        let plain = name.chars().count() <= MAX_NAME && !name.chars().any(char::is_control);
        checks.require_said(plain, field, NAME_TOO_LONG.with("count", MAX_NAME));
    }
}

fn check_password(checks: &mut Checks, field: &str, password: &str, names: &[&str]) {
    let length = password.chars().count();
    checks.require_said(length >= MIN_PASSWORD_LENGTH, field, PASSWORD_TOO_SHORT.with("count", MIN_PASSWORD_LENGTH));
    checks.require_said(length <= MAX_PASSWORD_LENGTH, field, TEXT_TOO_LONG.with("count", MAX_PASSWORD_LENGTH));
    checks.require_said(!is_common(password, names), field, PASSWORD_COMMON);
}

/// A trimmed language tag.
///
/// # Errors
/// An error of the field `language` when it is invalid.
pub fn checked_language(language: &str) -> Result<String, AudienceError> {
    let language = language.trim();
    let mut checks = Checks::default();
    let is_tag = language.len() <= 35 && is_language_tag(language);
    checks.require(is_tag, "language", "Enter a language tag such as en-US.");
    checks.finish()?;
    Ok(language.to_owned())
}

/// Checks the password rules.
pub(super) fn checked_password(field: &str, password: &str) -> Result<(), AudienceError> {
    let mut checks = Checks::default();
    check_password(&mut checks, field, password, &[]);
    Ok(checks.finish()?)
}

impl NewMember {
    pub(super) fn checked(mut self) -> Result<Self, AudienceError> {
        self.email = self.email.trim().to_lowercase();
        let mut checks = Checks::default();
        checks.require_said(is_address(&self.email), "email", MEMBER_EMAIL_INVALID);
        check_password(&mut checks, "password", &self.password, &[&self.email, &self.first_name, &self.last_name]);
        check_names(&mut checks, &self.first_name, &self.last_name);
        checks.finish()?;
        Ok(self)
    }
}

/// Submitted credentials.
#[derive(Clone)]
pub struct Credentials {
    /// E-mail address.
    pub email: String,
    /// Password.
    pub password: String,
    /// Whether the session outlives the browser session.
    pub remember: bool,
}

/// A session of a site user.
#[derive(Clone)]
pub struct Session {
    /// Its account.
    pub site_user_id: SiteUserId,
    /// Its secret token, for an HttpOnly cookie.
    pub token: String,
    /// CSRF token of its requests.
    pub xsrf_token: String,
    /// Maximum time without use.
    pub keep: Duration,
    /// Whether it outlives the browser session.
    pub is_remembered: bool,
    /// Whether its expiry was just extended, so that the cookies must be sent again.
    pub is_renewed: bool,
}

/// Result of a sign-in.
#[derive(Clone)]
pub struct SignedIn {
    /// The account.
    pub member: Member,
    /// Its new session.
    pub session: Session,
}

/// An account e-mail to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEmail {
    /// The account.
    pub member: Member,
    /// Recipient address.
    pub to: String,
    /// Its purpose.
    pub purpose: AccountEmailKind,
}

/// A session as stored in the session store.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredSession {
    pub(super) site_user_id: SiteUserId,
    pub(super) xsrf_token: String,
    #[serde(default)]
    pub(super) remember: bool,
    /// When it was last written, UTC milliseconds.
    #[serde(default)]
    pub(super) renewed_on: Timestamp,
    /// When it began, UTC milliseconds; 0 when unknown.
    #[serde(default)]
    pub(super) began_on: Timestamp,
}
