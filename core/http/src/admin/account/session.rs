//! Sign-in and sign-out of contributors.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use stoa_kernel::account::SurveyCohort;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::website::WebsiteStatus;
use stoa_kernel::{Action, ErrorCode, Failure, PermissionSet, Resource};
use stoa_site::settings as site_settings;
use stoa_tenancy::{Account, Credentials, Membership, SignIn, survey_cohort};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, InSession, SignedIn, browser};
use crate::known_browser::SignInForm;
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// E-mail address and password.
#[derive(Deserialize, ToSchema)]
pub struct SignInBody {
    /// E-mail address of the account.
    email: String,
    /// Its password.
    password: String,
    /// A code from the authenticator app or a recovery code, if the response was `second-factor-required`.
    #[serde(default)]
    code: String,
}

/// The signed-in account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountOut {
    id: String,
    name: String,
    email: String,
    /// Whether two-step sign-in is set up.
    has_second_factor: bool,
    /// Survey cohort of the account.
    survey_cohort: SurveyCohort,
    /// BCP 47 tag of the language chosen for the admin; null for that of the browser.
    language: Option<String>,
}

/// The language of a person.
#[derive(Deserialize, ToSchema)]
pub struct AccountLanguageBody {
    /// BCP 47 tag of the language for the admin and for e-mails to the person; null for that of the browser.
    language: Option<String>,
}

/// A site of the contributor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOut {
    id: String,
    identifier: String,
    title: String,
    /// Its public URL.
    url: String,
    /// ISO 4217 code of its store.
    currency: String,
    /// BCP 47 tag of its language.
    locale: String,
    /// IANA name of its time zone.
    time_zone: String,
    /// Status of the site.
    status: WebsiteStatus,
    /// Whether all contributors need two-step sign-in. Operations of the site return 403 `second-factor-missing` until
    /// the contributor has set it up.
    second_factor_required: bool,
    /// Role codes of the contributor.
    roles: Vec<i32>,
    /// Allowed actions by resource.
    permissions: BTreeMap<Resource, Vec<Action>>,
}

/// The account and its sites.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountView {
    account: AccountOut,
    websites: Vec<MembershipOut>,
}

/// A new or refreshed session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// For the header `Authorization: Bearer …`.
    access_token: String,
    /// Seconds until it expires.
    expires_in_seconds: i64,
    account: AccountOut,
    websites: Vec<MembershipOut>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            session_create: changes(Invalidates::ByHandler).limited(RateLimit::SIGN_IN),
            session_delete: changes(Invalidates::ByHandler).limited(RateLimit::SIGN_IN),
        ))
        .routes(routes!(session_refresh: changes(Invalidates::ByHandler)))
        .routes(routes!(account_get: reads()))
        .routes(routes!(account_language_update: changes(Invalidates::ByHandler)))
}

/// Sign in
///
/// Ends the previous session of the browser.
///
/// With two-step sign-in: 401 `second-factor-required` if the password is right and the code is missing,
/// `second-factor-failed` if the code is wrong or was used before, and 429 after too many wrong codes. 429 also after
/// too many attempts for the account, from any IP addresses; a browser that has signed in to it before is exempt.
#[utoipa::path(post, path = "/api/auth/session", operation_id = "session_create", tag = "session",
    request_body = SignInBody, responses((status = 200, body = SessionView), (status = 401, body = Problem)))]
async fn session_create(
    State(state): State<AppState>,
    headers: HeaderMap,
    jar: CookieJar,
    ApiJson(body): ApiJson<SignInBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let tried = SignInForm::STAFF.count(&state, &jar, &body.email).await?;
    let credentials = Credentials { email: body.email, password: body.password, code: body.code };
    let proof = tenancy.staff.sign_in(&credentials, tenancy.now()).await?;
    tried.succeeded(&state).await;
    if let Some(before) = NamedCookie::REFRESH.read(&jar, state.settings.secure_cookies()) {
        tenancy.sessions.end(before).await?;
    }
    let sign_in = tenancy.sessions.begin(&proof, browser(&headers)).await?;
    let known = AppendHeaders([SignInForm::STAFF.known(&state, &jar, &proof.account.email)?]);
    Ok((known, respond(&state, sign_in).await?).into_response())
}

/// Refresh the session
///
/// Exchanges the refresh cookie for a new one and returns a new access token.
#[utoipa::path(post, path = "/api/auth/session/refresh", operation_id = "session_refresh", tag = "session",
    responses((status = 200, body = SessionView), (status = 401, body = Problem)))]
async fn session_refresh(State(state): State<AppState>, jar: CookieJar) -> ApiResult<Response> {
    let token = NamedCookie::REFRESH
        .read(&jar, state.settings.secure_cookies())
        .ok_or_else(|| Failure::plain(ErrorCode::SignInRequired))?;
    let sign_in = state.tenancy.sessions.refresh(token).await?;
    respond(&state, sign_in).await
}

/// Sign out
#[utoipa::path(delete, path = "/api/auth/session", operation_id = "session_delete", tag = "session",
    responses((status = 204)))]
async fn session_delete(State(state): State<AppState>, jar: CookieJar) -> ApiResult<Response> {
    if let Some(token) = NamedCookie::REFRESH.read(&jar, state.settings.secure_cookies()) {
        state.tenancy.sessions.end(token).await?;
    }
    let mut headers = HeaderMap::new();
    set_refresh(&state, &mut headers, "", 0)?;
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

/// Get the signed-in account
#[utoipa::path(get, path = "/api/v1/account", operation_id = "account_get", tag = "session",
    responses((status = 200, body = AccountView), (status = 401, body = Problem)))]
async fn account_get(State(state): State<AppState>, caller: SignedIn) -> ApiResult<Json<AccountView>> {
    let (account, websites) = view(&state, &caller.account).await?;
    Ok(Json(AccountView { account, websites }))
}

/// Choose the language of the admin
///
/// E-mails to the person are in this language too, if there are texts for it.
#[utoipa::path(put, path = "/api/v1/account/language", operation_id = "account_language_update", tag = "session",
    request_body = AccountLanguageBody, responses((status = 204), (status = 401, body = Problem)))]
async fn account_language_update(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<AccountLanguageBody>,
) -> ApiResult<StatusCode> {
    state.tenancy.staff.choose_language(&caller.account, body.language.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(in crate::admin) async fn respond(state: &AppState, sign_in: SignIn) -> ApiResult<Response> {
    let (account, websites) = view(state, &sign_in.access.account).await?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(refresh) = &sign_in.refresh {
        set_refresh(state, &mut headers, refresh, sign_in.refresh_seconds)?;
    }
    let body = SessionView {
        access_token: sign_in.access.token,
        expires_in_seconds: sign_in.access.expires_in_seconds,
        account,
        websites,
    };
    Ok((headers, Json(body)).into_response())
}

fn set_refresh(state: &AppState, headers: &mut HeaderMap, token: &str, seconds: i64) -> Result<(), Failure> {
    let value = NamedCookie::REFRESH.set(token, Some(seconds), state.settings.secure_cookies())?;
    headers.append(header::SET_COOKIE, value);
    Ok(())
}

async fn view(state: &AppState, id: &AccountId) -> ApiResult<(AccountOut, Vec<MembershipOut>)> {
    let account = state.tenancy.staff.account(id).await?;
    let mut websites = Vec::new();
    for membership in state.tenancy.staff.memberships(id).await? {
        websites.push(membership_out(state, membership).await?);
    }
    let has_second_factor = state.tenancy.staff.second_factor(id).await?.since.is_some();
    let survey_cohort = survey_cohort(&account.id);
    let id = account.id.to_string();
    let Account { name, email, language, .. } = account;
    Ok((AccountOut { id, name, email, has_second_factor, survey_cohort, language }, websites))
}

/// A site as seen by one of its contributors.
pub(in crate::admin) async fn own_site(
    state: &AppState,
    account: &AccountId,
    website: &WebsiteId,
) -> ApiResult<MembershipOut> {
    let memberships = state.tenancy.staff.memberships(account).await?;
    let own = memberships.into_iter().find(|membership| membership.website == *website);
    membership_out(state, own.ok_or_else(Failure::not_found)?).await
}

async fn membership_out(state: &AppState, membership: Membership) -> ApiResult<MembershipOut> {
    let tenant = state.tenancy.for_system(&membership.website, "account").await?;
    let tx = tenant.db.read().await?;
    let site = site_settings::site_row(&tx).await?;
    Ok(MembershipOut {
        id: membership.website.to_string(),
        identifier: membership.identifier,
        title: site.title,
        url: state.settings.origin(&membership.host),
        currency: site.currency,
        locale: site.language,
        time_zone: site.time_zone,
        status: membership.status,
        second_factor_required: membership.requires_second_factor,
        roles: membership.roles,
        permissions: permissions_out(membership.permissions),
    })
}

fn permissions_out(set: PermissionSet) -> BTreeMap<Resource, Vec<Action>> {
    let all = Resource::ALL.iter().map(|resource| (*resource, set.actions(*resource).collect::<Vec<_>>()));
    all.filter(|(_, actions)| !actions.is_empty()).collect()
}
