//! Visitors with an account on the site.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_audience::members::{self, Credentials, Member, NewMember, SignedIn};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiJson, SITE_USER_COOKIE, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Cookie without authority that tells scripts whether somebody is signed in.
const INFO_COOKIE: &str = "SiteUserInfo";
/// Header that brings back the session's token.
const XSRF_HEADER: &str = "x-siteuser-xsrf-token";

/// An account to be made.
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

/// Address and password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteUserSignInBody {
    email: String,
    password: String,
    /// Keeps the session for 30 days instead of 12 hours.
    #[serde(default)]
    remember_me: bool,
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
}

/// A session that was just opened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteUserSession {
    /// For the header `X-SiteUser-XSRF-Token` of later calls.
    xsrf_token: String,
}

/// The session is over.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedOut {
    success: bool,
}

impl From<Member> for SiteUserOut {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.into(),
            email: member.email,
            first_name: member.first_name,
            last_name: member.last_name,
            created_on: member.created_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(site_user_create, site_user_get))
        .routes(routes!(site_user_session_create, site_user_session_delete))
}

fn cookie(name: &str, value: &str, tail: &str, secure: bool) -> Option<HeaderValue> {
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; SameSite=Lax{tail}{secure}")).ok()
}

fn cookies_of(session: &SignedIn, remembered: bool, secure: bool) -> Vec<(header::HeaderName, HeaderValue)> {
    let age = if remembered { format!("; Max-Age={}", session.keep.as_secs()) } else { String::new() };
    let info = format!("%7B%22authenticated%22%3Atrue%2C%22siteUserId%22%3A%22{}%22%7D", session.member.id);
    let secret = cookie(SITE_USER_COOKIE, &session.token, &format!("{age}; HttpOnly"), secure);
    let readable = cookie(INFO_COOKIE, &info, &age, secure);
    [secret, readable].into_iter().flatten().map(|value| (header::SET_COOKIE, value)).collect()
}

fn ended_cookies(secure: bool) -> Vec<(header::HeaderName, HeaderValue)> {
    let secret = cookie(SITE_USER_COOKIE, "", "; Max-Age=0; HttpOnly", secure);
    let readable = cookie(INFO_COOKIE, "", "; Max-Age=0", secure);
    [secret, readable].into_iter().flatten().map(|value| (header::SET_COOKIE, value)).collect()
}

fn with_cookies(cookies: Vec<(header::HeaderName, HeaderValue)>, body: impl IntoResponse) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], AppendHeaders(cookies), body)
}

/// Make an account
#[utoipa::path(post, path = "/api/site-users/account", operation_id = "site_user_create", tag = "site-users",
    request_body = RegisterBody,
    responses((status = 201, body = SiteUserOut), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn site_user_create(
    visitor: Visitor,
    ApiJson(body): ApiJson<RegisterBody>,
) -> ApiResult<(StatusCode, Json<SiteUserOut>)> {
    let new = NewMember {
        email: body.email,
        password: body.password,
        first_name: body.first_name,
        last_name: body.last_name,
    };
    let member = members::register(&visitor.ctx, &visitor.db, new).await?;
    Ok((StatusCode::CREATED, Json(member.into())))
}

/// Read the account of who is signed in
#[utoipa::path(get, path = "/api/site-users/account", operation_id = "site_user_get", tag = "site-users",
    responses((status = 200, body = SiteUserOut), (status = 401, body = Problem)))]
async fn site_user_get(visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let member = members::account(&visitor.ctx, &visitor.db).await?;
    Ok(with_cookies(Vec::new(), Json(SiteUserOut::from(member))))
}

/// Sign in
#[utoipa::path(post, path = "/api/site-users/account/session", operation_id = "site_user_session_create",
    tag = "site-users", request_body = SiteUserSignInBody,
    responses((status = 200, body = SiteUserSession), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 429, body = Problem)))]
async fn site_user_session_create(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<SiteUserSignInBody>,
) -> ApiResult<impl IntoResponse> {
    let remember = body.remember_me;
    let credentials = Credentials { email: body.email, password: body.password, remember };
    let session = members::sign_in(&visitor.ctx, &visitor.db, state.sessions.as_ref(), credentials).await?;
    let cookies = cookies_of(&session, remember, state.settings.secure_cookies());
    Ok(with_cookies(cookies, Json(SiteUserSession { xsrf_token: session.xsrf_token })))
}

/// Sign out
#[utoipa::path(delete, path = "/api/site-users/account/session", operation_id = "site_user_session_delete",
    tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = Option<String>, Header, description = "The session's token")),
    responses((status = 200, body = SignedOut), (status = 403, body = Problem)))]
async fn site_user_session_delete(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let xsrf_token = headers.get(XSRF_HEADER).and_then(|value| value.to_str().ok());
    if let Some(token) = visitor.cookies.get(SITE_USER_COOKIE) {
        members::sign_out(&visitor.ctx, state.sessions.as_ref(), token.value(), xsrf_token).await?;
    }
    Ok(with_cookies(ended_cookies(state.settings.secure_cookies()), Json(SignedOut { success: true })))
}
