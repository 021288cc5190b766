//! Extractor of the site of a visitor's request, by host name, and of the signed-in site user.

use async_trait::async_trait;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use stoa_audience::members::{needs_renewal, session_key};
use stoa_commerce::cart::{Browser, CheckoutKey};
use stoa_commerce::ports::SaleAccess;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductId, SiteUserId, WebsiteId};
use stoa_kernel::language::is_known;
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_messages::Catalogue;
use stoa_site::content;
use stoa_site::languages::opens_drafts;
use stoa_site::settings::site_row;
use stoa_site::site_texts::{SiteWording, known_texts, texts_of_language, wording_of_site};
use stoa_tenancy::{SiteAddress, SiteVisibility, Tenant};

use crate::extract::{HostName, preferred_language};
use crate::invalidation::{Caller, RequestSite};
use crate::load_run;
use crate::named_cookie::{NamedCookie, RequestCookies};
use crate::problem::ApiError;
use crate::problem_texts::{NO_SITE_YET, SITE_NOT_OPEN, SITE_PROTECTED};
use crate::request_id::RequestId;
use crate::route_policy::{RoutePolicy, SiteAccess};
use crate::state::AppState;

/// Cookie with the language that the visitor has chosen.
pub const LANGUAGE_COOKIE: &str = "siteLanguage";

/// A request by a visitor or a site user.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Site, user and time.
    pub ctx: TenantCtx,
    /// Database of the site.
    pub db: TenantDb,
    /// The site as resolved from the host.
    pub site: SiteAddress,
    /// The host as sent, with port.
    pub host: String,
    /// BCP 47 tag of the language that the request asks for: scripts of a page send that of the page.
    pub asked_language: Option<String>,
    /// The cookies of the request.
    pub cookies: CookieJar,
    /// Whether the session has not been renewed for a while and should be.
    pub session_is_old: bool,
    /// Whether cookies are `Secure`.
    pub is_secure: bool,
}

impl Visitor {
    /// Token of the cart, if any.
    pub fn cart_token(&self) -> Option<&str> {
        NamedCookie::CART.read(&self.cookies, self.is_secure)
    }

    /// The cart and checkout tokens in the browser's cookies.
    pub fn browser(&self) -> Browser<'_> {
        Browser { cart: self.cart_token(), buyer: NamedCookie::BUYER.read(&self.cookies, self.is_secure) }
    }

    /// A checkout token together with the tokens of this browser.
    pub fn checkout<'a>(&'a self, token: &'a str) -> CheckoutKey<'a> {
        CheckoutKey { token, browser: self.browser() }
    }

    /// The pass of a contributor who places test orders.
    pub fn tester_pass(&self) -> Option<&str> {
        NamedCookie::TESTER.read(&self.cookies, self.is_secure)
    }

    /// Whether the browser has the pass of a contributor who looks at languages that are not public yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_draft_pass(&self) -> Result<bool, Failure> {
        let Some(pass) = NamedCookie::DRAFT_LANGUAGES.read(&self.cookies, self.is_secure) else { return Ok(false) };
        let tx = self.db.read().await?;
        Ok(opens_drafts(&tx, pass, self.ctx.now()))
    }

    /// The CSRF token of the browser; empty when it has none.
    pub fn crumb(&self) -> &str {
        NamedCookie::CRUMB.read(&self.cookies, self.is_secure).unwrap_or_default()
    }

    /// BCP 47 tag of the language of the page that a [`Shopper`](crate::extract::Shopper) reads, otherwise the one that
    /// the visitor has chosen; none without a choice.
    pub fn language(&self) -> Option<String> {
        if let Some(language) = self.db.language() {
            return Some(language.to_owned());
        }
        let said = self.cookies.get(LANGUAGE_COOKIE)?.value();
        stoa_audience::members::checked_language(said).ok()
    }

    /// Texts in the language of the site, with its own among them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wording(&self) -> Result<SiteWording, Failure> {
        let tx = self.db.read().await?;
        Ok(wording_of_site(&tx).await?)
    }

    /// The same in a language, given as BCP 47 tag.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn wording_in(&self, language: &str) -> Result<SiteWording, Failure> {
        let tx = self.db.read().await?;
        let row = site_row(&tx).await?;
        Ok(texts_of_language(&tx, &row, language).await?)
    }

    /// Language of the reader of an answer, as BCP 47 tag, and the texts in it: that which the request asks for,
    /// otherwise that of the site.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reader(&self) -> Result<(String, SiteWording), Failure> {
        let tx = self.db.read().await?;
        let row = site_row(&tx).await?;
        let language = self.asked_language.clone().unwrap_or_else(|| row.language.clone());
        let wording = texts_of_language(&tx, &row, &language).await?;
        Ok((language, wording))
    }

    /// The same where the site was read for the answer: its language, and the stamp of its texts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reader_of_site(
        &self,
        site_language: &str,
        texts_stamp: Option<&str>,
    ) -> Result<(String, SiteWording), Failure> {
        let language = self.asked_language.as_deref().unwrap_or(site_language);
        let catalogue = Catalogue::for_reader(Some(language), site_language);
        match known_texts(self.db.memory(), texts_stamp, catalogue) {
            Some(wording) => Ok((language.to_owned(), wording)),
            None => self.reader().await,
        }
    }

    /// Tokens of the page passwords that the visitor has entered.
    pub fn page_keys(&self) -> Option<&str> {
        NamedCookie::PAGE_KEYS.read(&self.cookies, self.is_secure)
    }

    /// Checks that the visitor may open the store page of a product.
    ///
    /// # Errors
    /// What is needed first, such as a password.
    pub async fn check_can_add(&self, item: &str) -> Result<(), Failure> {
        let items: Vec<ProductId> = item.parse().into_iter().collect();
        Ok(content::check_can_buy(&self.ctx, &self.db, &items, self.page_keys()).await?)
    }

    /// What the visitor may buy.
    pub fn sale_access(&self) -> OpenedPages<'_> {
        OpenedPages(self.page_keys())
    }

    /// Session token of the site user; the session may have ended.
    pub fn session_token(&self) -> Option<&str> {
        NamedCookie::SITE_USER.read(&self.cookies, self.is_secure)
    }
}

/// The store pages that a visitor may open, by the tokens of the passwords that were entered.
#[derive(Clone, Copy, Debug)]
pub struct OpenedPages<'a>(Option<&'a str>);

#[async_trait]
impl SaleAccess for OpenedPages<'_> {
    async fn check(&self, ctx: &TenantCtx, tx: &TenantTx, items: &[ProductId]) -> Result<(), Failure> {
        Ok(content::check_sale(ctx, tx, items, self.0).await?)
    }
}

/// The user of a session, and when it was last renewed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionOwner {
    site_user_id: SiteUserId,
    #[serde(default)]
    renewed_on: Timestamp,
}

/// The user of the session. If the session store cannot be reached, pages are served as if signed out, and API requests
/// fail.
async fn signed_in(
    state: &AppState,
    website: &WebsiteId,
    jar: &CookieJar,
    is_call: bool,
) -> Result<Option<SessionOwner>, PortError> {
    let Some(token) = NamedCookie::SITE_USER.read(jar, state.settings.secure_cookies()) else { return Ok(None) };
    match state.sessions.get(website, &session_key(token)).await {
        Ok(stored) => Ok(stored.and_then(|text| serde_json::from_str(&text).ok())),
        Err(error) if error.is_away && is_call => Err(error),
        Err(error) => {
            if !state.tenancy.databases.reach().is_in_doubt() {
                tracing::warn!(%error, "session could not be read");
            }
            Ok(None)
        }
    }
}

/// Refuses a request when the visitor has not entered the password of the site, or when the site is on trial and has
/// none.
async fn check_site_password(
    tenant: &Tenant,
    shown: SiteVisibility,
    keys: Option<&str>,
    access: SiteAccess,
) -> Result<(), Failure> {
    let lock = content::site_lock_of_call(&tenant.ctx, &tenant.db).await?;
    let Some(lock) = lock else {
        return match shown {
            SiteVisibility::Locked => Err(Failure::said(ErrorCode::SiteClosed, SITE_NOT_OPEN)),
            _ => Ok(()),
        };
    };
    let was_entered = || keys.is_some_and(|keys| lock.opens(keys, tenant.ctx.now()));
    let is_open = access == SiteAccess::BeforePassword || was_entered();
    if is_open { Ok(()) } else { Err(Failure::said(ErrorCode::PasswordRequired, SITE_PROTECTED)) }
}

/// Refuses visitors when the site is not open. For sites on trial the password is checked later.
fn admit(shown: SiteVisibility) -> Result<(), Failure> {
    match shown {
        SiteVisibility::Everything | SiteVisibility::Locked => Ok(()),
        SiteVisibility::Placeholder => Err(Failure::said(ErrorCode::SiteClosed, NO_SITE_YET)),
        SiteVisibility::Closed => Err(Failure::plain(ErrorCode::SiteClosed)),
        SiteVisibility::Gone => Err(Failure::plain(ErrorCode::SiteGone)),
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        <Self as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state)
            .await?
            .ok_or_else(|| ApiError(Failure::plain(ErrorCode::UnknownHost)))
    }
}

/// The site of the host of a request, which was looked up before its visitor is extracted.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedSite(pub(crate) SiteAddress);

/// None when no site has this host.
impl OptionalFromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, ApiError> {
        let Ok(host) = HostName::from_request_parts(parts, state).await;
        let site = match parts.extensions.remove::<ResolvedSite>() {
            Some(ResolvedSite(known)) => Some(known),
            None => state.tenancy.hosts.resolve(&host.0).await?,
        };
        let Some(site) = site else { return Ok(None) };
        tracing::Span::current().record("tenant.id", site.website.as_str());
        let shown = site.status.shown();
        let access = RoutePolicy::of(&parts.extensions).site_access();
        if access != SiteAccess::EvenClosed {
            admit(shown)?;
        }
        RequestSite::note(&parts.extensions, &site.website, Caller::Visitor);
        let cookies = RequestCookies::take(parts);
        let session = signed_in(state, &site.website, &cookies, parts.uri.path().starts_with("/api/")).await?;
        let renewed_on = session.as_ref().map(|session| session.renewed_on);
        let site_user = session.map(|session| session.site_user_id);
        let request_id = RequestId::of(&parts.extensions);
        let run = load_run::of_site(&parts.extensions, &site.website)?;
        let tenant = state.tenancy.for_visitor(&site.website, site_user, request_id.as_str()).await?;
        let is_secure = state.settings.secure_cookies();
        if matches!(access, SiteAccess::WithPassword | SiteAccess::BeforePassword) {
            check_site_password(&tenant, shown, NamedCookie::PAGE_KEYS.read(&cookies, is_secure), access).await?;
        }
        let session_is_old = renewed_on.is_some_and(|on| needs_renewal(on, tenant.ctx.now()));
        Ok(Some(Self {
            ctx: tenant.ctx.in_load_run(run),
            db: tenant.db,
            site,
            host: host.0,
            asked_language: preferred_language(&parts.headers).filter(|tag| is_known(tag)).map(str::to_owned),
            cookies,
            session_is_old,
            is_secure,
        }))
    }
}
