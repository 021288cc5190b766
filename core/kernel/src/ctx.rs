//! The context of a call: which site, who calls, what they may do, and when it is.

use crate::error::{ErrorCode, Failure};
use crate::id::{AccountId, SiteUserId, WebsiteId};
use crate::permission::{Action, PermissionSet, Resource};

/// Who makes a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody signed in.
    Visitor,
    /// A visitor with an account on this site.
    SiteUser(SiteUserId),
    /// Somebody who works on the site.
    Contributor(AccountId),
    /// A job of the server.
    System,
}

impl Actor {
    /// A short name for histories and logs.
    pub fn label(&self) -> String {
        match self {
            Actor::Visitor => "visitor".to_owned(),
            Actor::SiteUser(id) => id.to_string(),
            Actor::Contributor(id) => id.to_string(),
            Actor::System => "system".to_owned(),
        }
    }
}

/// Passed first to every service. Only `tenancy` and the test kit make one.
#[derive(Clone, Debug)]
pub struct TenantCtx {
    website: WebsiteId,
    actor: Actor,
    permissions: PermissionSet,
    now_ms: i64,
    request_id: String,
}

impl TenantCtx {
    /// Makes a context. Called by `tenancy` after it has found the site and the caller's rights;
    /// a lint keeps all others from it.
    pub fn mint(
        website: WebsiteId,
        actor: Actor,
        permissions: PermissionSet,
        now_ms: i64,
        request_id: impl Into<String>,
    ) -> Self {
        Self { website, actor, permissions, now_ms, request_id: request_id.into() }
    }

    /// The site of the call.
    pub fn website(&self) -> &WebsiteId {
        &self.website
    }

    /// Who calls.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// What the caller may do.
    pub fn permissions(&self) -> PermissionSet {
        self.permissions
    }

    /// The time of the call, UTC, milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// The id that stands in the logs of this call.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// # Errors
    /// 401 when nobody is signed in, 403 when the caller's roles do not allow it.
    pub fn authorise(&self, resource: Resource, action: Action) -> Result<(), Failure> {
        if self.permissions.allows(resource, action) {
            return Ok(());
        }
        match self.actor {
            Actor::Visitor | Actor::SiteUser(_) => Err(Failure::plain(ErrorCode::SignInRequired)),
            Actor::Contributor(_) | Actor::System => Err(Failure::new(
                ErrorCode::PermissionDenied,
                format!("Your role does not allow you to {action} {resource}."),
            )),
        }
    }
}
