//! The site of a visitor's call, by host name, and the site user who is signed in there.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use stoa_audience::members::{is_to_be_renewed, session_key};
use stoa_commerce::cart::{self, Browser, CheckoutKey};
use stoa_entity::TenantDb;
use stoa_kernel::id::{ProductId, SiteUserId, WebsiteId};
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_site::content;
use stoa_tenancy::{Shown, SiteAddress, Tenant};

use crate::aftermath::{CallSite, Caller};
use crate::extract::HostName;
use crate::named_cookie::NamedCookie;
use crate::problem::ApiError;
use crate::request_id::RequestId;
use crate::state::AppState;

/// Cookie that holds the language that a visitor reads, as they have said.
pub const LANGUAGE_COOKIE: &str = "siteLanguage";

/// A call by a visitor or a site user.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Which site, who, when.
    pub ctx: TenantCtx,
    /// The site's rows.
    pub db: TenantDb,
    /// The site as its host names it.
    pub site: SiteAddress,
    /// The host as sent, with port.
    pub host: String,
    /// The cookies of the call.
    pub cookies: CookieJar,
    /// Whether the session of who is signed in was not written for a while, so that it is time to renew it.
    pub session_is_old: bool,
    /// Whether cookies travel encrypted alone.
    pub is_secure: bool,
}

impl Visitor {
    /// Token of the shopper's cart, when there is one.
    pub fn cart_token(&self) -> Option<&str> {
        NamedCookie::CART.read(&self.cookies, self.is_secure)
    }

    /// What the browser holds that opens carts.
    pub fn browser(&self) -> Browser<'_> {
        Browser { cart: self.cart_token(), buyer: NamedCookie::BUYER.read(&self.cookies, self.is_secure) }
    }

    /// The checkout of a token, as this browser asks for it.
    pub fn checkout<'a>(&'a self, token: &'a str) -> CheckoutKey<'a> {
        CheckoutKey { token, browser: self.browser() }
    }

    /// What shows that who calls tries out a shop on which they work.
    pub fn tester_pass(&self) -> Option<&str> {
        NamedCookie::TESTER.read(&self.cookies, self.is_secure)
    }

    /// The crumb that tells this browser from others; empty when it has none.
    pub fn crumb(&self) -> &str {
        NamedCookie::CRUMB.read(&self.cookies, self.is_secure).unwrap_or_default()
    }

    /// BCP 47 tag of the language that the browser's visitor reads; none when they never said.
    pub fn language(&self) -> Option<String> {
        let said = self.cookies.get(LANGUAGE_COOKIE)?.value();
        stoa_audience::members::checked_language(said).ok()
    }

    /// Tokens of passwords of pages that the visitor has given.
    pub fn page_keys(&self) -> Option<&str> {
        NamedCookie::PAGE_KEYS.read(&self.cookies, self.is_secure)
    }

    /// Turns away who may not open the store of a product.
    ///
    /// # Errors
    /// What is to be done first.
    pub async fn check_may_add(&self, item: &str) -> Result<(), Failure> {
        let items: Vec<ProductId> = item.parse().into_iter().collect();
        Ok(content::check_may_buy(&self.ctx, &self.db, &items, self.page_keys()).await?)
    }

    /// The same of all that lies in a checkout: goods come there by links, too.
    ///
    /// # Errors
    /// What is to be done first.
    pub async fn check_may_buy(&self, token: &str) -> Result<(), Failure> {
        let items = cart::products_of(&self.ctx, &self.db, self.checkout(token)).await?;
        Ok(content::check_may_buy(&self.ctx, &self.db, &items, self.page_keys()).await?)
    }

    /// Token of the session of who is signed in; it may have ended.
    pub fn session_token(&self) -> Option<&str> {
        NamedCookie::SITE_USER.read(&self.cookies, self.is_secure)
    }
}

/// The part of a session that tells whose it is, and since when.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionOwner {
    site_user_id: SiteUserId,
    #[serde(default)]
    renewed_on: i64,
}

/// Who is signed in. For a page that cannot be known of, nobody is; a call would take them for a stranger, so it fails.
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

/// Calls that a site answers as long as it is there: providers tell what became of money, and people leave lists.
const FOR_EVER: [&str; 2] = ["/api/payments/webhooks/", "/mailing-list/"];

/// Where the passwords of a site and of its pages are said.
const LOCKS: &str = "/api/page-locks/";

/// Whether a call is answered only where the password of the site was said.
pub(crate) fn is_shut_with_the_site(path: &str) -> bool {
    path.starts_with("/api/") && !path.starts_with(LOCKS) && !FOR_EVER.iter().any(|start| path.starts_with(start))
}

/// Whether a call stays shut with the pages of the site. Pictures and files are named by pages alone, and pages ask by
/// themselves.
fn is_shut_with_pages(path: &str) -> bool {
    path.starts_with("/api/") || path == "/sitemap.xml"
}

/// Turns a call away from a site whose password the visitor has not said, and from a trial that has none.
async fn ask_password(tenant: &Tenant, shown: Shown, keys: Option<&str>, path: &str) -> Result<(), Failure> {
    let lock = content::site_lock_of_call(&tenant.ctx, &tenant.db).await?;
    let Some(lock) = lock else {
        return match shown {
            Shown::Locked => Err(Failure::new(ErrorCode::SiteClosed, "This site is not open yet.")),
            _ => Ok(()),
        };
    };
    let is_open = !is_shut_with_the_site(path) || keys.is_some_and(|keys| lock.opens(keys, tenant.ctx.now_ms()));
    if is_open {
        Ok(())
    } else {
        Err(Failure::new(ErrorCode::PasswordRequired, "This site asks for a password first."))
    }
}

/// Turns visitors away from a site that is not open. A trial shuts its pages and calls once its password is looked up.
fn admit(shown: Shown) -> Result<(), Failure> {
    match shown {
        Shown::Everything | Shown::Locked => Ok(()),
        Shown::Placeholder => Err(Failure::new(ErrorCode::SiteClosed, "There is no site here yet.")),
        Shown::Closed => Err(Failure::plain(ErrorCode::SiteClosed)),
        Shown::Gone => Err(Failure::plain(ErrorCode::SiteGone)),
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

/// None when no site has this host.
impl OptionalFromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, ApiError> {
        let Ok(host) = HostName::from_request_parts(parts, state).await;
        let Some(site) = state.tenancy.hosts.resolve(&host.0).await? else {
            return Ok(None);
        };
        tracing::Span::current().record("tenant.id", site.website.as_str());
        let (path, shown) = (parts.uri.path(), site.status.shown());
        let is_answered_for_ever = FOR_EVER.iter().any(|start| path.starts_with(start));
        if !is_answered_for_ever {
            admit(shown)?;
        }
        CallSite::note(&parts.extensions, &site.website, Caller::Visitor);
        let cookies = CookieJar::from_headers(&parts.headers);
        let session = signed_in(state, &site.website, &cookies, path.starts_with("/api/")).await?;
        let renewed_on = session.as_ref().map(|session| session.renewed_on);
        let site_user = session.map(|session| session.site_user_id);
        let request_id = RequestId::of(&parts.extensions);
        let tenant = state.tenancy.for_visitor(&site.website, site_user, request_id.as_str()).await?;
        let is_secure = state.settings.secure_cookies();
        if !is_answered_for_ever && is_shut_with_pages(path) {
            ask_password(&tenant, shown, NamedCookie::PAGE_KEYS.read(&cookies, is_secure), path).await?;
        }
        let session_is_old = renewed_on.is_some_and(|on| is_to_be_renewed(on, tenant.ctx.now_ms()));
        Ok(Some(Self { ctx: tenant.ctx, db: tenant.db, site, host: host.0, cookies, session_is_old, is_secure }))
    }
}
