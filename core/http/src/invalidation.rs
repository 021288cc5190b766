//! After a request that changed something: invalidates the cached pages of the site in all processes, and wakes the
//! worker so that the site's outbox is processed without waiting for the next poll.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use stoa_kernel::id::WebsiteId;
use stoa_site::cache_tags;

use crate::state::AppState;

/// Path suffixes of requests with an unsafe method that only preview, check or upload something and change nothing that
/// visitors see.
const PREVIEW_SUFFIXES: [&str; 4] = ["/preview", "/check", "/export-link", "/parts"];

/// Nouns whose handlers invalidate the affected pages themselves, or whose changes visitors do not see (drafts,
/// orders). Changes to them do not invalidate the whole site.
const SELF_INVALIDATING: [&str; 21] = [
    "areas",
    "collections",
    "comments",
    "contributors",
    "copies",
    "design",
    "form-webhook-key",
    "form-webhooks",
    "forms",
    "header-footer",
    "invitations",
    "items",
    "mail",
    "mailing-lists",
    "orders",
    "page-trash",
    "pages",
    "product-reviews",
    "saved-sections",
    "template-files",
    "template-versions",
];

fn is_exact(path: &str) -> bool {
    let below_site = path.strip_prefix("/api/v1/websites/").and_then(|rest| rest.split('/').nth(1));
    below_site.is_some_and(|noun| SELF_INVALIDATING.contains(&noun))
}

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
    changes: bool,
    /// Whether the handler invalidates the affected pages itself.
    exact: bool,
}

impl CacheInvalidation {
    /// Adds a [`RequestSite`] to the request.
    pub(crate) fn prepare(request: &mut Request) -> Self {
        let site = RequestSite::default();
        request.extensions_mut().insert(site.clone());
        let looks = PREVIEW_SUFFIXES.iter().any(|end| request.uri().path().ends_with(end));
        let exact = is_exact(request.uri().path());
        Self { site, changes: !request.method().is_safe() && !looks, exact }
    }

    /// Invalidates caches and wakes the worker if the request succeeded.
    pub(crate) async fn follow_up(self, state: &AppState, status: StatusCode) {
        let worked = status.is_success() || status.is_redirection();
        if let Some((website, caller)) = self.site.0.get().filter(|_| worked) {
            if self.changes && !self.exact && *caller == Caller::Contributor {
                state.invalidation.invalidate_tags(website, &[cache_tags::SITE.to_owned()]).await;
            }
            if self.changes || status.is_redirection() {
                (state.wake)(website);
            }
        }
    }
}
