//! Sites and their hosts, the people who work on them, and what each may do. The one crate that
//! finds the site of a call, opens its database and mints the context every service asks for.
//!
//! It knows the platform's tables and nothing of what a site sells or shows.

mod account_links;
mod account_notices;
mod contributors;
mod database_role;
mod databases;
mod due_work;
mod error;
mod file_upgrades;
mod installation;
mod one_time_code;
mod password;
mod passwords;
mod plans;
mod policy;
mod pools;
mod removal;
mod resolve;
mod restore;
mod second_factor;
mod session;
mod sign_in_rules;
mod sign_up;
mod site_files;
mod staff;
mod survey;
mod tenants;
mod trial;
mod unreadable;
mod website_status;

pub use account_links::{LinkWish, StaffLetter, StaffLetterText};
pub use account_notices::{AccountChange, AccountNotice};
pub use contributors::{Colleague, Invitation, Newcomer, Welcome};
pub use databases::{DatabaseSettings, Databases, Schema};
pub use due_work::{DueWork, Look};
pub use error::TenancyError;
pub use installation::KeyCheck;
pub use password::{PASSWORD_MAX, PASSWORD_MIN, hash_password, verify_password};
pub use policy::Policy;
pub use pools::Unreached;
pub use resolve::{Hosts, SiteAddress};
pub use second_factor::{Enrolment, Proof, SecondFactor};
pub use session::{AccessToken, Browser, Device, LINK_SECONDS, OwnSession, Sessions, SignIn};
pub use sign_up::{SignUpRules, SignUpState};
pub use staff::{Account, Credentials, Membership, NewAccount, PasswordProof, Staff, check_account};
pub use survey::SurveyCohort;
pub use tenants::{IDENTIFIER_MAX, IDENTIFIER_MIN, NewSite, Owner, SiteSummary, Tenants, check_identifier};
pub use trial::{Trial, TrialStage};
pub use website_status::{Shown, WebsiteStatus};

use std::sync::Arc;

use stoa_entity::TenantDb;
use stoa_kernel::clock::Clock;
use stoa_kernel::id::{AccountId, SiteUserId, WebsiteId};
use stoa_kernel::seal::Seal;
use stoa_kernel::{Actor, PermissionSet, TenantCtx};

/// What the installation sets.
#[derive(Clone, Copy, Debug)]
pub struct TenancySettings {
    /// Milliseconds after which people who work on sites sign in again, however often they come.
    pub longest_session_ms: i64,
}

/// Keys of the installation, each for one purpose.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    /// Signs access tokens.
    pub tokens: &'a [u8],
    /// Seals second factors; 32 bytes.
    pub seals: &'a [u8],
}

/// Everything a call needs to know where it is and who makes it.
pub struct Tenancy {
    /// Opens databases.
    pub databases: Arc<Databases>,
    /// Finds sites by host.
    pub hosts: Hosts,
    /// People.
    pub staff: Staff,
    /// Tokens of people.
    pub sessions: Sessions,
    /// Sites.
    pub tenants: Tenants,
    clock: Arc<dyn Clock>,
}

/// A call's context and the database it may use.
#[derive(Clone, Debug)]
pub struct Tenant {
    /// Which site, who, what rights, when.
    pub ctx: TenantCtx,
    /// The site's rows.
    pub db: TenantDb,
}

impl Tenancy {
    /// Puts the parts together.
    ///
    /// # Errors
    /// When the role table does not load, or a key is too short.
    pub async fn new(
        databases: Arc<Databases>,
        clock: Arc<dyn Clock>,
        keys: Keys<'_>,
        settings: TenancySettings,
    ) -> Result<Self, TenancyError> {
        let longest_ms = settings.longest_session_ms;
        let policy = Arc::new(Policy::load().await?);
        Ok(Self {
            hosts: Hosts::new(Arc::clone(&databases)),
            staff: Staff::new(Arc::clone(&databases), policy, Seal::new(keys.seals)?),
            sessions: Sessions::new(Arc::clone(&databases), Arc::clone(&clock), keys.tokens, longest_ms),
            tenants: Tenants::new(Arc::clone(&databases)),
            databases,
            clock,
        })
    }

    /// The time now, UTC milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// The context of a visitor's call, or of a site user's when one is signed in.
    ///
    /// # Errors
    /// When the site's database cannot be opened.
    pub async fn for_visitor(
        &self,
        website: &WebsiteId,
        site_user: Option<SiteUserId>,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let actor = site_user.map_or(Actor::Visitor, Actor::SiteUser);
        self.mint(website, actor, PermissionSet::NONE, request_id).await
    }

    /// The context of a contributor's call.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when the site does not exist or the person does not work on
    /// it: the two cannot be told apart from outside. [`TenancyError::SecondFactorMissing`] when the site asks for one
    /// that the person has not set up.
    pub async fn for_contributor(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let roles = self.staff.roles(website, account).await?;
        if roles.is_empty() {
            return Err(TenancyError::UnknownSite);
        }
        self.staff.check_sign_in_rules(website, account).await?;
        self.with_roles(website, account, &roles, request_id).await
    }

    /// The context of somebody who joins a site, and may have to set a second factor up before they work on it.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when the person has not joined it.
    pub async fn for_newcomer(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let roles = self.staff.roles(website, account).await?;
        if roles.is_empty() {
            return Err(TenancyError::UnknownSite);
        }
        self.with_roles(website, account, &roles, request_id).await
    }

    async fn with_roles(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        roles: &[i32],
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let permissions = self.staff.permissions(website, account, roles).await?;
        self.mint(website, Actor::Contributor(account.clone()), permissions, request_id).await
    }

    /// The context of a job of the server.
    ///
    /// # Errors
    /// When the site's database cannot be opened.
    pub async fn for_system(&self, website: &WebsiteId, request_id: &str) -> Result<Tenant, TenancyError> {
        self.mint(website, Actor::System, PermissionSet::ALL, request_id).await
    }

    #[expect(clippy::disallowed_methods, reason = "tenancy is where contexts are made")]
    async fn mint(
        &self,
        website: &WebsiteId,
        actor: Actor,
        permissions: PermissionSet,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let db = self.databases.tenant(website).await?;
        let ctx = TenantCtx::mint(website.clone(), actor, permissions, self.clock.now_ms(), request_id);
        Ok(Tenant { ctx, db })
    }
}
