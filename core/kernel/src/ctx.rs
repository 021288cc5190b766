//! The context of a request: the site, the caller, the caller's permissions and the time.

use crate::clock::Timestamp;
use crate::contributor_texts::ROLE_DOES_NOT_ALLOW;
use crate::error::{ErrorCode, Failure};
use crate::id::{AccountId, LoadRunId, SiteUserId, WebsiteId};
use crate::load_tests::{is_nobodys_address, real_address};
use crate::permission::{Action, PermissionSet, Resource};

/// The caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Not signed in.
    Visitor,
    /// A visitor with an account on this site.
    SiteUser(SiteUserId),
    /// A contributor of the site.
    Contributor(AccountId),
    /// A payment provider that tells of a payment.
    PaymentProvider,
    /// A background job of the server.
    System,
}

impl Actor {
    /// A short name for histories and logs.
    pub fn label(&self) -> String {
        match self {
            Actor::Visitor => "visitor".to_owned(),
            Actor::SiteUser(id) => id.to_string(),
            Actor::Contributor(id) => id.to_string(),
            Actor::PaymentProvider => "payment-provider".to_owned(),
            Actor::System => "system".to_owned(),
        }
    }
}

/// First argument of every service. Only `tenancy` and the test kit create one.
#[derive(Clone, Debug)]
pub struct TenantCtx {
    website: WebsiteId,
    actor: Actor,
    permissions: PermissionSet,
    now: Timestamp,
    request_id: String,
    load_run: Option<LoadRunId>,
}

impl TenantCtx {
    /// Creates a context. Called by `tenancy` once it knows the site and the caller's permissions; a lint forbids other
    /// callers.
    pub fn mint(
        website: WebsiteId,
        actor: Actor,
        permissions: PermissionSet,
        now: Timestamp,
        request_id: impl Into<String>,
    ) -> Self {
        Self { website, actor, permissions, now, request_id: request_id.into(), load_run: None }
    }

    /// The same within a run of a load test.
    #[must_use]
    pub fn in_load_run(self, run: Option<LoadRunId>) -> Self {
        Self { load_run: run, ..self }
    }

    /// The same for what a payment provider tells, also when a job applies it: histories name the provider. Permissions
    /// stay those of the caller.
    #[must_use]
    pub fn told_by_payment_provider(&self) -> Self {
        Self { actor: Actor::PaymentProvider, ..self.clone() }
    }

    /// The site of the request.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// The caller.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The caller's permissions.
    pub fn permissions(&self) -> PermissionSet {
        self.permissions
    }

    /// Time of the request.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Request id, as in the logs.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// The run of a load test that the request belongs to.
    pub fn load_run(&self) -> Option<&LoadRunId> {
        self.load_run.as_ref()
    }

    /// Checks an address that someone enters: in a load test it must be able to belong to nobody.
    ///
    /// # Errors
    /// 400 in a load test, unless the address ends in `.invalid`.
    pub fn check_address(&self, email: &str) -> Result<(), Failure> {
        if self.load_run.is_none() || is_nobodys_address(email) { Ok(()) } else { Err(real_address()) }
    }

    /// Checks that the roles of the caller allow an action on a resource.
    ///
    /// # Errors
    /// 401 when the caller is not signed in, 403 when the caller's roles do not allow it.
    pub fn authorise(&self, resource: Resource, action: Action) -> Result<(), Failure> {
        if self.permissions.allows(resource, action) {
            return Ok(());
        }
        match self.actor {
            Actor::Visitor | Actor::SiteUser(_) | Actor::PaymentProvider => {
                Err(Failure::plain(ErrorCode::SignInRequired))
            }
            Actor::Contributor(_) | Actor::System => {
                let refused = ROLE_DOES_NOT_ALLOW.with("action", action.to_string());
                let refused = refused.with("resource", resource.to_string());
                Err(Failure::new(ErrorCode::PermissionDenied, refused.to_string()))
            }
        }
    }
}
