//! Accounts and sessions of site users.

pub mod addresses;
pub mod email_stop;
pub mod emails;
pub(crate) mod personal_data;
pub mod personal_data_export;
pub mod saved_payment_methods;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_audience::members::{self, Credentials, Member, NewMember, Profile, Session};
use stoa_commerce::{cart, customers};
use stoa_kernel::{Actor, Failure};
use utoipa::{IntoParams, ToSchema};

use super::cart::{cart_cookie, checkouts_cookie, hint};
use super::wishlist;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, LANGUAGE_COOKIE, SiteUser, Visitor, XSRF_HEADER};
use crate::known_browser::SignInForm;
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Cookie that tells scripts whether someone is signed in; it grants no access.
const INFO_COOKIE: &str = "SiteUserInfo";
/// Lifetime of the language cookie in seconds: a year.
const LANGUAGE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterBody {
    email: String,
    /// At least 8 characters.
    password: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
}

/// E-mail address and password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteUserSignInBody {
    email: String,
    password: String,
    /// Keeps the session for 30 days instead of 12 hours.
    #[serde(default)]
    remember_me: bool,
}

/// Profile of a site user.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileBody {
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    /// Whether the site user consents to marketing e-mails; unchanged if omitted. Needs a confirmed address.
    #[serde(default)]
    mail_consent: Option<bool>,
}

/// The preferred language.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LanguageBody {
    /// BCP 47 tag.
    language: String,
}

/// What to do with the cart.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignOutQuery {
    /// Whether the browser keeps a copy of the account's cart; otherwise its cart is empty.
    #[serde(default)]
    clone_cart: bool,
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteUserOut {
    id: String,
    email: String,
    first_name: String,
    last_name: String,
    /// UTC milliseconds.
    created_on: i64,
    /// Whether the e-mail address is confirmed.
    email_verified: bool,
    /// BCP 47 tag; none if it was never set.
    language: Option<String>,
}

/// The account of the signed-in site user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAccount {
    #[serde(flatten)]
    account: SiteUserOut,
    /// Whether the site user consents to marketing e-mails.
    mail_consent: bool,
    /// For the header `X-SiteUser-XSRF-Token` of requests that change data.
    xsrf_token: String,
}

/// A new session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteUserSession {
    /// For the header `X-SiteUser-XSRF-Token` of later requests.
    xsrf_token: String,
    /// Messages about items of the browser's cart that could not be added to the account's cart.
    cart_notices: Vec<String>,
}

/// Success.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    success: bool,
}

impl Done {
    pub(in crate::storefront) const YES: Self = Self { success: true };
}

impl From<Member> for SiteUserOut {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.into(),
            email: member.email,
            first_name: member.first_name,
            last_name: member.last_name,
            created_on: member.created_on.ms(),
            email_verified: member.is_email_verified,
            language: member.language,
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            site_user_create: changes(Invalidates::ByHandler).limited(RateLimit::ACCOUNT),
            site_user_get: reads(),
            site_user_update: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(
            site_user_session_create: changes(Invalidates::ByHandler).limited(RateLimit::SITE_SIGN_IN),
            site_user_session_delete: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(site_user_sessions_delete: changes(Invalidates::ByHandler)))
        .routes(routes!(site_user_set_language: changes(Invalidates::ByHandler)))
        .merge(email_stop::routes())
        .merge(emails::routes())
        .merge(addresses::routes())
        .merge(saved_payment_methods::routes())
        .merge(personal_data_export::routes())
}

type Cookies = Vec<(HeaderName, HeaderValue)>;

fn cookie(state: &AppState, name: &str, value: &str, tail: &str) -> Result<(HeaderName, HeaderValue), Failure> {
    let secure = if state.settings.secure_cookies() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; SameSite=Lax{tail}{secure}");
    Ok((header::SET_COOKIE, HeaderValue::from_str(&text).map_err(Failure::internal)?))
}

fn session_cookies(state: &AppState, session: &Session) -> Result<Cookies, Failure> {
    let seconds = session.is_remembered.then(|| i64::try_from(session.keep.as_secs()).unwrap_or(i64::MAX));
    let age = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    let info = format!("%7B%22authenticated%22%3Atrue%2C%22siteUserId%22%3A%22{}%22%7D", session.site_user_id);
    let own = NamedCookie::SITE_USER.set(&session.token, seconds, state.settings.secure_cookies())?;
    Ok(vec![cookie(state, INFO_COOKIE, &info, &age)?, (header::SET_COOKIE, own)])
}

/// Renews a session that has not been renewed for a while: returns its cookies with a new lifetime, or none.
pub(in crate::storefront) async fn renewed_session(state: &AppState, visitor: &Visitor) -> Result<Cookies, Failure> {
    let Some(token) = visitor.session_token().filter(|_| visitor.session_is_old) else {
        return Ok(Vec::new());
    };
    let session = members::session(&visitor.ctx, state.sessions.as_ref(), token).await.map_err(Failure::from)?;
    session
        .filter(|session| session.is_renewed)
        .map_or_else(|| Ok(Vec::new()), |session| session_cookies(state, &session))
}

/// Cookies that delete the session and the access to earlier checkouts.
fn sign_out_cookies(state: &AppState) -> Result<Cookies, Failure> {
    let ended = NamedCookie::SITE_USER.clear(state.settings.secure_cookies())?;
    let info = cookie(state, INFO_COOKIE, "", "; Max-Age=0")?;
    Ok(vec![info, (header::SET_COOKIE, ended), checkouts_cookie(state, None)?])
}

/// The same, and delete the cart of the account.
pub(in crate::storefront) fn ended_cookies(state: &AppState) -> Result<Cookies, Failure> {
    let mut cookies = sign_out_cookies(state)?;
    cookies.push(cart_cookie(state, None)?);
    cookies.push(hint(state, false)?);
    Ok(cookies)
}

/// A response with cookies or personal data: not cached.
pub(in crate::storefront) fn private(cookies: Cookies, body: impl IntoResponse) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], AppendHeaders(cookies), body)
}

/// Create an account
///
/// Sends an email to confirm the address. If the address already has an account, the response is the same, no account
/// is created, and an email notifies its owner.
#[utoipa::path(post, path = "/api/site-users/account", operation_id = "site_user_create", tag = "site-users",
    request_body = RegisterBody, responses((status = 201, body = SiteUserOut)))]
async fn site_user_create(
    visitor: Visitor,
    ApiJson(body): ApiJson<RegisterBody>,
) -> ApiResult<(StatusCode, Json<SiteUserOut>)> {
    let new = NewMember {
        email: body.email,
        password: body.password,
        first_name: body.first_name,
        last_name: body.last_name,
        language: visitor.language(),
    };
    let member = members::register(&visitor.ctx, &visitor.db, new).await?;
    Ok((StatusCode::CREATED, Json(member.into())))
}

/// Get the signed-in customer's account
#[utoipa::path(get, path = "/api/site-users/account", operation_id = "site_user_get", tag = "site-users",
    responses((status = 200, body = OwnAccount), (status = 401, body = Problem)))]
async fn site_user_get(State(state): State<AppState>, visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let account = members::account(&visitor.ctx, &visitor.db).await?;
    let mail_consent = customers::own_consent(&visitor.ctx, &visitor.db).await?;
    let token = visitor.session_token().unwrap_or_default();
    let session = members::session(&visitor.ctx, state.sessions.as_ref(), token).await?;
    let session = session.ok_or(stoa_audience::AudienceError::NotSignedIn)?;
    let cookies = if session.is_renewed { session_cookies(&state, &session)? } else { Vec::new() };
    let own = OwnAccount { account: account.into(), mail_consent, xsrf_token: session.xsrf_token };
    Ok(private(cookies, Json(own)))
}

/// Update one's account details
#[utoipa::path(put, path = "/api/site-users/account", operation_id = "site_user_update", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    request_body = ProfileBody,
    responses((status = 200, body = SiteUserOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn site_user_update(caller: SiteUser, ApiJson(body): ApiJson<ProfileBody>) -> ApiResult<impl IntoResponse> {
    let (ctx, db) = (&caller.visitor.ctx, &caller.visitor.db);
    let profile = Profile { first_name: body.first_name, last_name: body.last_name };
    let member = members::update(ctx, db, profile).await?;
    if let Some(agrees) = body.mail_consent {
        customers::set_consent(ctx, db, agrees).await?;
    }
    Ok(private(Vec::new(), Json(SiteUserOut::from(member))))
}

/// Sign in
///
/// The browser's cart and wishlist are merged into the account's, and the previous session of the browser ends.
/// 429 after too many attempts for the account, from any addresses; a browser that has signed in to it before is
/// counted separately.
#[utoipa::path(post, path = "/api/site-users/account/session", operation_id = "site_user_session_create",
    tag = "site-users", request_body = SiteUserSignInBody,
    responses((status = 200, body = SiteUserSession), (status = 401, body = Problem)))]
async fn site_user_session_create(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<SiteUserSignInBody>,
) -> ApiResult<impl IntoResponse> {
    // A load test has no limit of tries, so it may try accounts of nobody only; the tries of others are not counted up.
    visitor.ctx.check_address(&body.email)?;
    let form = SignInForm::of_site(visitor.ctx.website().as_str());
    let tried = form.count(&state, &visitor.cookies, &body.email).await?;
    let credentials = Credentials { email: body.email, password: body.password, remember: body.remember_me };
    let signed_in = members::sign_in(&visitor.ctx, &visitor.db, state.sessions.as_ref(), credentials).await?;
    tried.succeeded(&state).await;
    if let Some(before) = visitor.session_token() {
        members::replace_session(&visitor.ctx, state.sessions.as_ref(), before).await?;
    }
    let adopted =
        cart::merge_carts_at_sign_in(&visitor.ctx, &visitor.db, &signed_in.member.id, visitor.browser()).await?;
    let mut cookies = session_cookies(&state, &signed_in.session)?;
    cookies.push(form.known(&state, &visitor.cookies, &signed_in.member.email)?);
    cookies.push(hint(&state, adopted.total_quantity > 0)?);
    if adopted.is_joined {
        cookies.push(cart_cookie(&state, None)?);
    }
    if visitor.browser().buyer.is_some() {
        cookies.push(checkouts_cookie(&state, None)?);
    }
    cookies.extend(wishlist::merge_at_sign_in(&visitor, &signed_in.member.id).await?);
    let session = SiteUserSession { xsrf_token: signed_in.session.xsrf_token, cart_notices: adopted.notices };
    Ok(private(cookies, Json(session)))
}

/// Sign out
#[utoipa::path(delete, path = "/api/site-users/account/session", operation_id = "site_user_session_delete",
    tag = "site-users",
    params(SignOutQuery, ("X-SiteUser-XSRF-Token" = Option<String>, Header, description = "The session's token")),
    responses((status = 200, body = Done)))]
async fn site_user_session_delete(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<SignOutQuery>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let is_signed_in = matches!(visitor.ctx.actor(), Actor::SiteUser(_));
    let Some(token) = visitor.session_token().filter(|_| is_signed_in) else {
        return Ok(private(Vec::new(), Json(Done::YES)));
    };
    let sent = headers.get(XSRF_HEADER).and_then(|value| value.to_str().ok());
    members::verify_xsrf(&visitor.ctx, state.sessions.as_ref(), token, sent).await?;
    let copy = if query.clone_cart { cart::copy_cart_at_sign_out(&visitor.ctx, &visitor.db).await? } else { None };
    members::sign_out(&visitor.ctx, state.sessions.as_ref(), token, sent).await?;
    let cookies = match copy {
        None => ended_cookies(&state)?,
        Some(copy) => {
            let mut cookies = sign_out_cookies(&state)?;
            cookies.push(cart_cookie(&state, Some(&copy))?);
            cookies.push(hint(&state, true)?);
            cookies
        }
    };
    Ok(private(cookies, Json(Done::YES)))
}

/// Sign out everywhere
///
/// Ends all sessions of the account, including this one.
#[utoipa::path(delete, path = "/api/site-users/account/sessions", operation_id = "site_user_sessions_delete",
    tag = "site-users", params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 200, body = Done), (status = 401, body = Problem)))]
async fn site_user_sessions_delete(State(state): State<AppState>, caller: SiteUser) -> ApiResult<impl IntoResponse> {
    let (ctx, db) = (&caller.visitor.ctx, &caller.visitor.db);
    members::sign_out_everywhere(ctx, db, state.sessions.as_ref()).await?;
    Ok(private(ended_cookies(&state)?, Json(Done::YES)))
}

/// Set the preferred language
///
/// Stored in the account, or in a cookie when nobody is signed in. Signed-in users send the session's token.
#[utoipa::path(post, path = "/api/site-users/account/locale", operation_id = "site_user_set_language",
    tag = "site-users", request_body = LanguageBody,
    params(("X-SiteUser-XSRF-Token" = Option<String>, Header, description = "The session's token")),
    responses((status = 204, description = "The language was saved")))]
async fn site_user_set_language(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<LanguageBody>,
) -> ApiResult<impl IntoResponse> {
    let language = members::checked_language(&body.language)?;
    let is_signed_in = matches!(visitor.ctx.actor(), Actor::SiteUser(_));
    if let Some(token) = visitor.session_token().filter(|_| is_signed_in) {
        let sent = headers.get(XSRF_HEADER).and_then(|value| value.to_str().ok());
        members::verify_xsrf(&visitor.ctx, state.sessions.as_ref(), token, sent).await?;
        members::set_language(&visitor.ctx, &visitor.db, &language).await?;
    }
    let remembered = cookie(&state, LANGUAGE_COOKIE, &language, &format!("; Max-Age={LANGUAGE_SECONDS}"))?;
    Ok(private(vec![remembered], StatusCode::NO_CONTENT))
}
