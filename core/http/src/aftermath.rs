//! What follows a change: caches of all processes forget what a contributor changed, and the worker
//! looks at the site's outbox without waiting for its next round.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use stoa_kernel::id::WebsiteId;

use crate::state::AppState;

/// How the addresses of calls end that carry something to look at or to put by, and change nothing that is shown.
const LOOKS: [&str; 4] = ["/preview", "/check", "/export-link", "/parts"];

/// Calls about visitors' comments and buyers' reviews, which have the pages that show them drawn anew themselves.
fn is_exact(path: &str) -> bool {
    path.strip_prefix("/api/v1/websites/").is_some_and(|rest| {
        let parts: Vec<&str> = rest.split('/').collect();
        matches!(parts.as_slice(), [_, "comments" | "product-reviews", ..] | [_, "pages", _, "discussion"])
    })
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
                state.invalidation.bump(website, &["site".to_owned()]).await;
            }
            if self.changes || status.is_redirection() {
                (state.wake)(website);
            }
        }
    }
}
