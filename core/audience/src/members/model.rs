use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoa_entity::tenant::site_user;
use stoa_kernel::error::Checks;
use stoa_kernel::id::SiteUserId;

use crate::AudienceError;
use crate::email::is_email;

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
}

impl From<site_user::Model> for Member {
    fn from(row: site_user::Model) -> Self {
        Self {
            id: row.id,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            created_on: row.created_on,
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
}

impl NewMember {
    pub(super) fn checked(mut self) -> Result<Self, AudienceError> {
        self.email = self.email.trim().to_lowercase();
        let mut checks = Checks::default();
        checks.require(is_email(&self.email), "email", "Please enter a valid email");
        let length = self.password.chars().count();
        checks.require(length >= 8, "password", "Use at least 8 characters.");
        checks.require(length <= 200, "password", "Use at most 200 characters.");
        for (name, field) in [(&self.first_name, "firstName"), (&self.last_name, "lastName")] {
            checks.require(name.chars().count() <= 100, field, "Use at most 100 characters.");
        }
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

/// A fresh session.
#[derive(Clone)]
pub struct SignedIn {
    /// The account.
    pub member: Member,
    /// Secret of the session, for an HttpOnly cookie.
    pub token: String,
    /// Proves that later calls come from our own pages.
    pub xsrf_token: String,
    /// How long the session lasts without use.
    pub keep: Duration,
}

/// What lies in the session store.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredSession {
    pub(super) site_user_id: SiteUserId,
    pub(super) xsrf_token: String,
}
