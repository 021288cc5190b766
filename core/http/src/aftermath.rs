//! What follows a change: caches of all processes forget what a contributor changed, and the worker
//! looks at the site's outbox without waiting for its next round.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use stoa_kernel::id::WebsiteId;
use stoa_site::drawn_of;

use crate::state::AppState;

/// How the addresses of calls end that carry something to look at or to put by, and change nothing that is shown.
const LOOKS: [&str; 4] = ["/preview", "/check", "/export-link", "/parts"];

/// What calls are about that say themselves which pages are drawn anew, or change nothing that visitors see: drafts are
/// worked on, and orders looked after, while the pages of the site stay kept.
const EXACT: [&str; 20] = [
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
    below_site.is_some_and(|noun| EXACT.contains(&noun))
}

/// Who made the call that changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody who works on the site.
    Contributor,
    /// A visitor or site user.
    Visitor,
}

/// Filled by the extractor that finds the site of a call, read when the answer is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct CallSite(Arc<OnceLock<(WebsiteId, Caller)>>);

impl CallSite {
    /// Notes the site of the call being handled.
    pub(crate) fn note(extensions: &Extensions, website: &WebsiteId, caller: Caller) {
        if let Some(slot) = extensions.get::<CallSite>() {
            // The first extractor of a call decides; a second one finds the same site.
            let _ = slot.0.set((website.clone(), caller));
        }
    }
}

/// What is to be done when a call is over.
pub(crate) struct Aftermath {
    site: CallSite,
    changes: bool,
    /// Whether the call has named itself what is to be drawn anew.
    exact: bool,
}

impl Aftermath {
    /// Sees to it that the site of the call is noted.
    pub(crate) fn prepare(request: &mut Request) -> Self {
        let site = CallSite::default();
        request.extensions_mut().insert(site.clone());
        let looks = LOOKS.iter().any(|end| request.uri().path().ends_with(end));
        let exact = is_exact(request.uri().path());
        Self { site, changes: !request.method().is_safe() && !looks, exact }
    }

    /// Follows up a call that succeeded.
    pub(crate) async fn follow_up(self, state: &AppState, status: StatusCode) {
        let worked = status.is_success() || status.is_redirection();
        if let Some((website, caller)) = self.site.0.get().filter(|_| worked) {
            if self.changes && !self.exact && *caller == Caller::Contributor {
                state.invalidation.bump(website, &[drawn_of::SITE.to_owned()]).await;
            }
            if self.changes || status.is_redirection() {
                (state.wake)(website);
            }
        }
    }
}
