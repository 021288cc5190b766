//! After a request that changed something: invalidates the cached pages of the site in all processes, and wakes the
//! worker so that the site's outbox is processed without waiting for the next poll.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use stoa_kernel::id::WebsiteId;
use stoa_site::cache_tags;

use crate::route_policy::{Invalidates, RoutePolicy};
use crate::state::AppState;

/// Who made the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A contributor of the site.
    Contributor,
    /// A visitor or site user.
    Visitor,
}

/// Site and caller of a request: set by the extractor that resolves the site, read after the handler has responded.
#[derive(Debug, Clone, Default)]
pub(crate) struct RequestSite(Arc<OnceLock<(WebsiteId, Caller)>>);

impl RequestSite {
    /// Stores the site of the current request.
    pub(crate) fn note(extensions: &Extensions, website: &WebsiteId, caller: Caller) {
        if let Some(slot) = extensions.get::<RequestSite>() {
            // The first extractor of a request sets it; later ones resolve the same site.
            let _ = slot.0.set((website.clone(), caller));
        }
    }
}

/// Work to do after the handler has responded.
pub(crate) struct CacheInvalidation {
    site: RequestSite,
    invalidates: Option<Invalidates>,
}

impl CacheInvalidation {
    /// Adds a [`RequestSite`] to the request.
    pub(crate) fn prepare(request: &mut Request, policy: RoutePolicy) -> Self {
        let site = RequestSite::default();
        request.extensions_mut().insert(site.clone());
        Self { site, invalidates: policy.invalidates() }
    }

    /// Site and caller of the request, once an extractor has resolved them.
    pub(crate) fn site(&self) -> Option<&(WebsiteId, Caller)> {
        self.site.0.get()
    }

    /// Invalidates caches and wakes the worker if the request succeeded.
    pub(crate) async fn follow_up(self, state: &AppState, status: StatusCode) {
        let worked = status.is_success() || status.is_redirection();
        if let Some((website, caller)) = self.site.0.get().filter(|_| worked) {
            if self.invalidates == Some(Invalidates::Site) && *caller == Caller::Contributor {
                state.invalidation.invalidate_tags(website, &[cache_tags::SITE.to_owned()]).await;
            }
            let has_work = self.invalidates.is_some_and(|pages| pages != Invalidates::Nothing);
            if has_work || status.is_redirection() {
                (state.wake)(website);
            }
        }
    }
}
