//! The browser that reports something: which site it visits, whether it is counted, and the facts of its visit. Nothing
//! here waits for a database, except for the first event of a site and of a day.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Uri, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use stoa_analytics::enrich::{self, Salt, identified_visitor, is_bot, unidentified_visitor};
use stoa_analytics::schemas::EventContent;
use stoa_analytics::{EventKind, Hit, VisitFacts};
use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::token::random_number;
use stoa_kernel::website::AnalyticsMode;
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::VisitRules;
use stoa_tenancy::SiteVisibility;
use stoa_web::uncounted::{has_pass, is_prefetch};

use crate::extract::{CallerAddress, HostName, Network, SignedIn, Visitor, network_of, preferred_language, user_agent};
use crate::load_run;
use crate::problem::{ApiError, ApiResult};
use crate::request_id::RequestId;
use crate::state::AppState;
use crate::visitor_cookies::{self, IDENTIFIER};

/// A browser that reports something.
#[derive(Clone)]
pub(crate) struct Reporter {
    pub(crate) website: WebsiteId,
    pub(crate) rules: Arc<VisitRules>,
    pub(crate) now: Timestamp,
    pub(crate) cookies: CookieJar,
    host: String,
    address: IpAddr,
    user_agent: String,
    language: Option<String>,
    country: Option<[u8; 2]>,
    /// Whether it may be recognised by an identifier.
    has_consent: bool,
    is_counted: bool,
    /// The run of a load test that the request belongs to.
    load_run: Option<LoadRunId>,
}

/// What a request says about its sender.
struct AskedBy<'a> {
    headers: &'a HeaderMap,
    extensions: &'a Extensions,
    /// The host of the site.
    host: HostName,
}

/// The visitor of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VisitorNumber {
    /// The number by which events are counted together.
    pub(crate) number: i64,
    /// Whether it is from an identifier, and the same on other days.
    pub(crate) is_identified: bool,
}

impl Reporter {
    /// The browser that asks for a page.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn of_page(
        state: &AppState,
        visitor: &Visitor,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> ApiResult<Self> {
        let (website, reach) = (&visitor.site.website, state.tenancy.databases.reach());
        let open = async { Ok::<_, ApiError>(visitor.db.clone()) };
        let rules = state.renderer.visit_rules(website, reach, open).await?;
        let asked = AskedBy { headers, extensions, host: HostName(visitor.host.clone()) };
        Ok(Self::of(state, website.clone(), rules, &asked))
    }

    fn of(state: &AppState, website: WebsiteId, rules: Arc<VisitRules>, asked: &AskedBy<'_>) -> Self {
        let AskedBy { headers, extensions, host } = asked;
        let cookies = CookieJar::from_headers(headers);
        let CallerAddress(address) = CallerAddress::of(headers, extensions, &state.settings.proxies);
        let named = state.settings.analytics.country_header.as_ref().and_then(|name| headers.get(name)?.to_str().ok());
        let agent = user_agent(headers);
        let is_counted = rules.analytics.is_enabled
            && !is_bot(agent)
            && !is_prefetch(headers)
            && !visitor_cookies::is_left_out(&cookies)
            && !has_pass(&cookies, state.settings.secure_cookies());
        Self {
            has_consent: rules.analytics.mode == AnalyticsMode::Identifier
                && visitor_cookies::allows_identifier(rules.cookies, headers, &cookies),
            country: named.and_then(enrich::country_code).or_else(|| enrich::country_of(address)),
            language: preferred_language(headers).map(str::to_owned),
            user_agent: agent.to_owned(),
            host: host.name(),
            now: state.tenancy.now(),
            load_run: load_run::run_of(extensions, &website),
            website,
            rules,
            cookies,
            address,
            is_counted,
        }
    }

    /// Whether what it reports is counted: not by programs, contributors, browsers that load pages in advance or whose
    /// owner declined, nor where the site counts nothing.
    pub(crate) fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// Whether it may be recognised by an identifier on other days.
    pub(crate) fn allows_identifier(&self) -> bool {
        self.has_consent
    }

    /// Whether it belongs to a load test, which has a limit of its own.
    pub(crate) fn is_in_load_run(&self) -> bool {
        self.load_run.is_some()
    }

    /// The network that it is counted by in limits.
    pub(crate) fn network(&self) -> Network {
        network_of(self.address)
    }

    /// Family of the browser.
    pub(crate) fn browser(&self) -> Option<&'static str> {
        enrich::agent(&self.user_agent).browser
    }

    /// Kind of device.
    pub(crate) fn device(&self) -> stoa_analytics::Device {
        enrich::agent(&self.user_agent).device
    }

    /// The visitor, by the identifier that an event or else the cookie names, if the visitor allows it.
    ///
    /// # Errors
    /// When the key of the day cannot be read.
    pub(crate) async fn visitor(&self, state: &AppState, named: Option<&str>) -> ApiResult<VisitorNumber> {
        let held = self.cookies.get(IDENTIFIER).map(Cookie::value).filter(|value| !value.is_empty());
        if let Some(identifier) = named.or(held).filter(|_| self.has_consent) {
            let number = identified_visitor(&self.website, identifier);
            return Ok(VisitorNumber { number, is_identified: true });
        }
        let salt = Salt(state.tenancy.visitor_salts.of(self.now).await?);
        let network = self.network().to_string();
        let number = unidentified_visitor(&salt, &self.website, &network, &self.user_agent);
        Ok(VisitorNumber { number, is_identified: false })
    }

    /// The facts of a visit that begins with an event.
    pub(crate) fn facts(&self, content: &EventContent) -> VisitFacts {
        let is_own = |host: &str| host == self.host.strip_prefix("www.").unwrap_or(&self.host);
        let source = enrich::source(&content.query, &content.referrer, is_own);
        let agent = enrich::agent(&self.user_agent);
        let language = content.language.as_deref().or(self.language.as_deref());
        VisitFacts {
            referrer_host: source.referrer_host,
            source: source.source,
            medium: source.medium,
            campaign: source.campaign,
            term: source.term,
            content: source.content,
            country: self.country,
            language: language.and_then(enrich::primary_language),
            device: agent.device,
            browser: agent.browser.map(str::to_owned),
            os: agent.os.map(str::to_owned),
            is_first_session: content.is_first_session,
            host: Some(self.host.clone()),
        }
    }

    /// Records an event.
    ///
    /// # Errors
    /// When the key of the day cannot be read.
    pub(crate) async fn record(&self, state: &AppState, kind: EventKind, content: EventContent) -> ApiResult<()> {
        if !self.counts(kind, &content) {
            return Ok(());
        }
        let VisitorNumber { number: visitor, is_identified } =
            self.visitor(state, content.identifier.as_deref()).await?;
        let facts = Arc::new(self.facts(&content));
        let at = content.at(self.now);
        let id = content.event_id.as_deref().map_or_else(random_number, |id| identified_visitor(&self.website, id));
        let EventContent { page, title, object, number, text, .. } = content;
        let hit = Hit { id, at, kind, visitor, is_identified, page, title, object, number, text, facts };
        self.store(state, hit);
        Ok(())
    }

    /// Has an event stored: among those of the site's visitors, or apart from them when it belongs to a load test.
    pub(crate) fn store(&self, state: &AppState, hit: Hit) {
        match self.load_run.clone() {
            Some(run) => state.analytics.record_of_run(&self.website, run, hit),
            None => state.analytics.record(&self.website, hit),
        }
    }

    /// Whether its reports count in the figures of the site, as those of load tests do not. Such figures are sums, from
    /// which nothing could be taken out again.
    pub(crate) fn counts_in_figures(&self) -> bool {
        self.is_counted && self.load_run.is_none()
    }

    /// Whether an event is counted. Orders are counted when they are placed, whatever the browser says; a search is no
    /// page view.
    fn counts(&self, kind: EventKind, content: &EventContent) -> bool {
        let page = content.page.as_deref();
        let is_search = kind == EventKind::PageView && page.is_some_and(|page| page.ends_with("/search"));
        let is_by_server = matches!(kind, EventKind::Purchase | EventKind::ExperimentExposure);
        let is_excluded = page.is_some_and(|page| !self.rules.analytics.counts(page));
        self.is_counted && !is_search && !is_by_server && !is_excluded
    }
}

/// The roles on a site of the account that signs a request; none without one.
async fn roles_of(parts: &mut Parts, state: &AppState, website: &WebsiteId) -> ApiResult<Vec<i32>> {
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        return Ok(Vec::new());
    }
    let SignedIn { account } = SignedIn::from_request_parts(parts, state).await?;
    Ok(state.tenancy.staff.roles(website, &account).await?)
}

/// The host of the page that sent a request, if the browser names it.
fn origin_host(headers: &HeaderMap) -> Option<HostName> {
    let origin: Uri = headers.get(header::ORIGIN)?.to_str().ok()?.parse().ok()?;
    origin.authority().map(|authority| HostName(authority.as_str().to_owned()))
}

impl FromRequestParts<AppState> for Reporter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let hosts = &state.tenancy.hosts;
        let asked = HostName::of(&parts.headers, &parts.uri);
        let origin = origin_host(&parts.headers);
        // Events may be sent to a host of their own, which belongs to no site; then the page's host names it.
        let (host, site) = match (hosts.resolve(&asked.0).await?, &origin) {
            (Some(site), _) => (asked, Some(site)),
            (None, Some(origin)) => (origin.clone(), hosts.resolve(&origin.0).await?),
            (None, None) => (asked, None),
        };
        let site = site.ok_or_else(|| Failure::plain(ErrorCode::UnknownHost))?;
        match site.status.shown() {
            SiteVisibility::Everything | SiteVisibility::Locked => {}
            SiteVisibility::Placeholder | SiteVisibility::Closed => {
                return Err(Failure::plain(ErrorCode::SiteClosed).into());
            }
            SiteVisibility::Gone => return Err(Failure::plain(ErrorCode::SiteGone).into()),
        }
        // Pages of other sites are not believed.
        let is_foreign = match &origin {
            Some(origin) if origin.name() != host.name() => {
                hosts.resolve(&origin.0).await?.is_none_or(|other| other.website != site.website)
            }
            _ => false,
        };
        let roles = roles_of(parts, state, &site.website).await?;
        tracing::Span::current().record("tenant.id", site.website.as_str());
        let request_id = RequestId::of(&parts.extensions);
        let open = async {
            let tenant = state.tenancy.for_visitor(&site.website, None, request_id.as_str()).await?;
            Ok::<TenantDb, ApiError>(tenant.db)
        };
        let reach = state.tenancy.databases.reach();
        let rules = state.renderer.visit_rules(&site.website, reach, open).await?;
        let asked = AskedBy { headers: &parts.headers, extensions: &parts.extensions, host };
        let reporter = Self::of(state, site.website.clone(), rules, &asked);
        let is_counted = reporter.is_counted && !is_foreign && enrich::is_recorded_for(&roles);
        Ok(Self { is_counted, ..reporter })
    }
}
