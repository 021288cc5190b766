//! Which variants of running experiments a page shows to a visitor, and links with which contributors choose them.
//!
//! Nothing here reads the database for a page of a site without experiments: what runs is cached.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::Response;
use serde::Deserialize;
use stoa_analytics::experiments::exposure;
use stoa_analytics::schemas::EventContent;
use stoa_analytics::{EventKind, Hit, VisitFacts};
use stoa_kernel::token::{random_number, random_token};
use stoa_kernel::website::WebsiteStatus;
use stoa_render::{PageCall, ShownVariant};
use stoa_site::experiments::Running;
use stoa_web::experiment_choices::{PARAMETER, changed, read, written};

use super::draft_languages::{expired, lead};
use super::page_calls::is_contributor;
use crate::extract::{ApiPath, ApiQuery, Visitor};
use crate::named_cookie::NamedCookie;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;
use crate::storefront::analytics::intake::{Reporter, VisitorNumber};
use crate::visitor_cookies::IDENTIFIER;

/// Path prefix at which a browser receives the pass to choose variants, with a trailing slash.
pub(crate) const PREVIEW_PATH_PREFIX: &str = "/~experiment/";
/// Form and lifetime of identifiers, as the script of the page makes them.
const IDENTIFIER_LENGTH: usize = 32;
const IDENTIFIER_SECONDS: u32 = 390 * 24 * 60 * 60;
/// The page depends on the visitor: only the browser may keep it, and it asks each time.
const PRIVATE: &str = "private, no-cache";

/// The experiment and variant to begin with.
#[derive(Debug, Deserialize)]
struct FirstVariant {
    #[serde(default)]
    experiment: String,
    #[serde(default)]
    variant: String,
}

/// The routes of this module.
pub(super) fn routes() -> PolicyRouter {
    PolicyRouter::new().get(&format!("{PREVIEW_PATH_PREFIX}{{pass}}"), take, opened_by_url())
}

/// Gives the pass to the browser and leads it to the page of the experiment.
async fn take(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(pass): ApiPath<String>,
    ApiQuery(first): ApiQuery<FirstVariant>,
) -> ApiResult<Response> {
    if let Some(expired) = expired(&visitor, &pass).await? {
        return Ok(expired);
    }
    let known = state.renderer.experiments(&visitor.ctx, &visitor.db).await?;
    let running = known.iter().find(|running| running.name == first.experiment);
    // Only what runs is named in the address, so that nothing of the query gets into it unread.
    let place = match running {
        Some(running) if running.position(&first.variant).is_some() => {
            format!("{}?{PARAMETER}{}={}", running.path(), running.name, first.variant)
        }
        Some(running) => running.path().to_owned(),
        None => "/".to_owned(),
    };
    lead(&state, &pass, &place)
}

/// The variants that a page shows.
#[derive(Debug, Default)]
pub(super) struct ChosenVariants {
    /// The variants, for the page call.
    pub(super) variants: Vec<ShownVariant>,
    /// Whether the page can differ by visitor.
    is_tested: bool,
    /// Cookies to set.
    cookies: Vec<HeaderValue>,
}

impl ChosenVariants {
    /// Marks the response of the page: shared caches must not keep what depends on the visitor.
    pub(super) fn mark(self, headers: &mut HeaderMap) {
        if self.is_tested && headers.contains_key(header::ETAG) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(PRIVATE));
        }
        for cookie in self.cookies {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
}

/// Decides which variants a visitor gets on a page.
pub(super) async fn choose(
    state: &AppState,
    visitor: &Visitor,
    parts: &mut Parts,
    call: &PageCall,
) -> ApiResult<ChosenVariants> {
    let known = state.renderer.experiments(&visitor.ctx, &visitor.db).await?;
    if known.is_empty() {
        return Ok(ChosenVariants::default());
    }
    let overrides = Overrides::of(state, visitor, parts, &known).await?;
    let language = call.language.as_ref().map(|language| language.tag.as_str());
    let here: Vec<&Arc<Running>> = known.iter().filter(|running| running.is_at(&call.path, language)).collect();
    let mut chosen = ChosenVariants { is_tested: !here.is_empty(), ..ChosenVariants::default() };
    if !here.is_empty() {
        let seen = VisitorSeen::of(state, visitor, parts).await?;
        for running in here {
            let forced = overrides.kept.get(&running.name).and_then(|name| running.position(name));
            let position = forced.unwrap_or_else(|| running.variant_of(seen.visitor.number));
            let shown = ShownVariant { experiment: Arc::clone(running), position };
            if forced.is_none() && parts.method == Method::GET {
                seen.note_exposure(state, &shown, call);
            }
            chosen.variants.push(shown);
        }
        chosen.cookies.extend(seen.cookie);
    }
    chosen.cookies.extend(overrides.cookie);
    Ok(chosen)
}

/// The browser that asks for a page with an experiment.
struct VisitorSeen {
    reporter: Reporter,
    visitor: VisitorNumber,
    facts: Arc<VisitFacts>,
    /// The identifier that it gets, so that its variant stays the same on other days.
    cookie: Option<HeaderValue>,
}

impl VisitorSeen {
    /// A browser that may be recognised, and has no identifier yet, gets one with the page: what its script reports later
    /// belongs to the same visitor.
    async fn of(state: &AppState, visitor: &Visitor, parts: &Parts) -> ApiResult<Self> {
        let reporter = Reporter::of_page(state, visitor, &parts.headers, &parts.extensions).await?;
        let is_missing = visitor.cookies.get(IDENTIFIER).is_none_or(|cookie| cookie.value().is_empty());
        let is_set_by_scripts = reporter.rules.cookies.is_restrictive_cookie_policy_absolute;
        let new = (reporter.is_counted() && reporter.allows_identifier() && is_missing && !is_set_by_scripts)
            .then(|| random_token(IDENTIFIER_LENGTH));
        let number = reporter.visitor(state, new.as_deref()).await?;
        let secure = if state.settings.secure_cookies() { "; Secure" } else { "" };
        let cookie = new.and_then(|new| {
            let text = format!("{IDENTIFIER}={new}; Path=/; Max-Age={IDENTIFIER_SECONDS}; SameSite=Lax{secure}");
            HeaderValue::try_from(text).ok()
        });
        let referrer = parts.headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let facts = reporter.facts(&EventContent {
            query: parts.uri.query().unwrap_or_default().to_owned(),
            referrer: referrer.to_owned(),
            is_first_session: cookie.is_some(),
            ..EventContent::default()
        });
        Ok(Self { reporter, visitor: number, facts: Arc::new(facts), cookie })
    }

    /// Records that the visitor sees a variant, once during a visit. It can be the first event of a visit, so it has the
    /// facts of one.
    fn note_exposure(&self, state: &AppState, shown: &ShownVariant, call: &PageCall) {
        let Self { reporter, visitor, .. } = self;
        let is_counted = reporter.is_counted() && reporter.rules.analytics.counts(&call.path);
        if !is_counted || !state.renderer.is_first_exposure(visitor.number, &shown.experiment.id) {
            return;
        }
        let path = call.path.trim_end_matches('/');
        let page = call.address(if path.is_empty() { "/" } else { path });
        let hit = Hit {
            id: random_number(),
            at: reporter.now,
            kind: EventKind::ExperimentExposure,
            visitor: visitor.number,
            is_identified: visitor.is_identified,
            page: Some(page),
            title: None,
            object: Some(exposure(&shown.experiment.id, shown.name())),
            number: None,
            text: None,
            facts: Arc::clone(&self.facts),
        };
        reporter.store(state, hit);
    }
}

/// The variants that a person inside has chosen, by name of the experiment.
#[derive(Debug, Default)]
struct Overrides {
    kept: BTreeMap<String, String>,
    /// The cookie to set after a change.
    cookie: Option<HeaderValue>,
}

impl Overrides {
    /// Those in the query and in the cookie. Only contributors, and visitors of the operator's own sites, have any.
    async fn of(state: &AppState, visitor: &Visitor, parts: &mut Parts, known: &[Arc<Running>]) -> ApiResult<Self> {
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let cookie = NamedCookie::EXPERIMENTS.read(&visitor.cookies, visitor.is_secure).map(str::to_owned);
        if cookie.is_none() && !query.contains(PARAMETER) {
            return Ok(Self::default());
        }
        let is_inside = visitor.site.status == WebsiteStatus::Internal
            || visitor.has_draft_pass().await?
            || is_contributor(parts, state, visitor).await;
        if !is_inside {
            return Ok(Self::default());
        }
        let before = read(cookie.as_deref().unwrap_or_default());
        let after = changed(before.clone(), &query, |name, variant| {
            known.iter().any(|running| running.name == name && running.position(variant).is_some())
        });
        let secure = state.settings.secure_cookies();
        let cookie = if after == before {
            None
        } else if after.is_empty() {
            Some(NamedCookie::EXPERIMENTS.clear(secure)?)
        } else {
            Some(NamedCookie::EXPERIMENTS.set(&written(&after), None, secure)?)
        };
        Ok(Self { kept: after, cookie })
    }
}
