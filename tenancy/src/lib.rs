//! Sites and their hosts, contributors, and permissions. The only crate that finds the site of a request, opens its
//! database and creates the context that every service requires.
//!
//! It knows the platform's tables and nothing of what a site sells or shows.

mod account_links;
mod account_notices;
mod accounts;
mod analytics;
pub mod contributor_texts;
mod contributors;
mod database_role;
mod databases;
mod due_work;
mod error;
mod experiment_cohort;
mod file_upgrades;
mod installation;
mod job_queue;
mod one_time_code;
mod password;
mod password_reset;
mod plans;
mod plugins;
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
mod tenants;
mod trial;
mod unreadable_data;

pub use account_links::{AccountEmailContent, ContributorEmail, LinkRequest};
pub use account_notices::AccountNotice;
pub use accounts::{Account, ContributorAccounts, Credentials, Membership, NewAccount, PasswordProof, check_account};
pub use analytics::VisitorSalts;
pub use contributors::{Invitation, InvitationPreview, InviteeDetails, SiteContributor};
pub use databases::{DatabaseSettings, Databases, PoolState, Schema};
pub use due_work::{DueWork, OverdueSites, SitePass};
pub use error::TenancyError;
pub use experiment_cohort::survey_cohort;
pub use installation::KeyCheck;
pub use job_queue::{
    Agenda, ClaimScope, EndedJob, JobClaim, JobFigures, JobFilter, JobLane, JobOutcome, JobQueue, JobRules, JobSlots,
    JobSummary, MAX_ATTEMPTS, PlannedJob,
};
pub use password::{PASSWORD_MAX, PASSWORD_MIN, hash_password, hash_password_with_salt, verify_password};
pub use plugins::{
    FORBIDDEN_VERSION, JudgedPackage, PluginOutbreaks, PluginRules, UploadTurn, UploadTurns, limit_subject,
    new_plugin_rule,
};
pub use policy::Policy;
pub use pools::UnreachableReason;
pub use resolve::{Hosts, NameAndPort, SiteAddress};
pub use second_factor::{Enrolment, Proof, SecondFactor};
pub use session::{AccessToken, Browser, Device, LINK_SECONDS, OwnSession, Sessions, SignIn};
pub use sign_up::{SignUpRules, SignUpState};
pub use stoa_kernel::website::SiteVisibility;
pub use tenants::{
    IDENTIFIER_MAX, IDENTIFIER_MIN, LoadRunSite, NewSite, Owner, SiteSummary, Tenants, check_identifier,
};
pub use trial::{Trial, TrialStage};

use std::ops::Deref;
use std::sync::Arc;

use stoa_entity::TenantDb;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::{AccountId, SiteUserId, WebsiteId};
use stoa_kernel::{Actor, PermissionSet, TenantCtx, boxed};
use stoa_opaque::Opaque;

/// Settings of the installation.
#[derive(Clone, Copy, Debug)]
pub struct TenancySettings {
    /// Maximum length of a contributor's session in milliseconds, however often it is used.
    pub longest_session_ms: i64,
}

/// Keys of the installation, each for one purpose.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    /// Signs access tokens.
    pub tokens: &'a [u8],
    /// Encrypts second factors; 32 bytes.
    pub seals: &'a [u8],
}

/// Finds sites, accounts and permissions for requests.
pub struct Tenancy(Opaque<TenancyServices>);

impl Deref for Tenancy {
    type Target = TenancyServices;

    fn deref(&self) -> &TenancyServices {
        &self.0
    }
}

/// What [`Tenancy`] consists of.
pub struct TenancyServices {
    /// Opens databases.
    pub databases: Arc<Databases>,
    /// Finds sites by host.
    pub hosts: Hosts,
    /// Accounts of contributors.
    pub staff: ContributorAccounts,
    /// Their sessions and tokens.
    pub sessions: Sessions,
    /// Sites.
    pub tenants: Tenants,
    /// Keys with which visitors without an identifier are counted.
    pub visitor_salts: Arc<VisitorSalts>,
    clock: Arc<dyn Clock>,
}

/// The context of a request and the database it may use.
#[derive(Clone, Debug)]
pub struct Tenant {
    /// Website id, actor, permissions and time.
    pub ctx: TenantCtx,
    /// The site's rows.
    pub db: TenantDb,
}

impl Tenancy {
    /// Creates all services of this crate.
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
        Ok(Self(Opaque::new(TenancyServices {
            hosts: Hosts::new(Arc::clone(&databases)),
            staff: ContributorAccounts::new(Arc::clone(&databases), policy, Cipher::new(keys.seals)?),
            sessions: Sessions::new(Arc::clone(&databases), Arc::clone(&clock), keys.tokens, longest_ms),
            tenants: Tenants::new(Arc::clone(&databases)),
            visitor_salts: Arc::new(VisitorSalts::new(Arc::clone(&databases), Cipher::new(keys.seals)?)),
            databases,
            clock,
        })))
    }

    /// The current time, UTC milliseconds.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The context for a request of a visitor, or of a signed-in site user.
    #[boxed]
    pub async fn for_visitor(
        &self,
        website: &WebsiteId,
        site_user: Option<SiteUserId>,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let actor = site_user.map_or(Actor::Visitor, Actor::SiteUser);
        self.mint(website, actor, PermissionSet::NONE, request_id).await
    }

    /// The context for a request of a contributor.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`] when the site does not exist or the person is not a contributor of it, so that the
    /// two cannot be told apart from outside. [`TenancyError::SecondFactorMissing`] when the site requires a second
    /// factor that the person has not set up.
    #[boxed]
    pub async fn for_contributor(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let roles = self.staff.admitted_roles(website, account).await?;
        self.with_roles(website, account, &roles, request_id).await
    }

    /// The context of a new contributor, who may have to set up a second factor before using the admin.
    #[boxed]
    pub async fn for_new_contributor(
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

    /// The context of a background job.
    #[boxed]
    pub async fn for_system(&self, website: &WebsiteId, request_id: &str) -> Result<Tenant, TenancyError> {
        self.mint(website, Actor::System, PermissionSet::ALL, request_id).await
    }

    #[expect(clippy::disallowed_methods, reason = "contexts are only created in this crate")]
    async fn mint(
        &self,
        website: &WebsiteId,
        actor: Actor,
        permissions: PermissionSet,
        request_id: &str,
    ) -> Result<Tenant, TenancyError> {
        let db = self.databases.tenant(website).await?;
        let ctx = TenantCtx::mint(website.clone(), actor, permissions, self.clock.now(), request_id);
        Ok(Tenant { ctx, db })
    }
}
