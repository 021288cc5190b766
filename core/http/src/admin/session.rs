//! Contributors sign in and out.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::{ErrorCode, Failure, PermissionSet, Resource};
use stoa_site::settings as site_settings;
use stoa_tenancy::{Credentials, Membership, SignIn, SurveyCohort};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, SignedIn, browser};
use crate::known_browser::Door;
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Address and password.
#[derive(Deserialize, ToSchema)]
pub struct SignInBody {
    /// Address of the account.
    email: String,
    /// Its password.
    password: String,
    /// A code of the person's app or a recovery code, where the answer was `second-factor-required`.
    #[serde(default)]
    code: String,
}

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountOut {
    id: String,
    name: String,
    email: String,
    /// Whether a code is asked for when they sign in.
    has_second_factor: bool,
    /// The group of accounts that surveys count it to: `A` to `E`.
    survey_cohort: String,
}

/// A site the person works on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOut {
    id: String,
    identifier: String,
    title: String,
    /// Where visitors see it.
    url: String,
    /// ISO 4217 code of its store.
    currency: String,
    /// BCP 47 tag of its texts.
    locale: String,
    /// Its standing with who hosts it, such as `paid` or `trial`.
    status: String,
    /// Whether everybody who works on it needs two-step sign-in. Calls about the site are answered 403
    /// `second-factor-missing` until the person has set it up.
    second_factor_required: bool,
    /// Contributor roles held.
    roles: Vec<i32>,
    /// Resource to the actions allowed on it.
    permissions: BTreeMap<String, Vec<String>>,
}

/// The account and its sites.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountView {
    account: AccountOut,
    websites: Vec<MembershipOut>,
}

/// A session that was just begun or renewed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// For the header `Authorization: Bearer …`.
    access_token: String,
    /// Seconds until it ends.
    expires_in_seconds: i64,
    account: AccountOut,
    websites: Vec<MembershipOut>,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(session_create, session_delete))
        .routes(routes!(session_refresh))
        .routes(routes!(account_get))
}

/// Sign in
///
/// The session that the browser had before ends.
///
/// Somebody with a second factor is answered 401 `second-factor-required` when the password is right and the code is
/// missing, `second-factor-failed` when the code is wrong or was used before, and 429 after too many wrong codes.
/// 429 also when there were too many tries for the account, from whatever addresses; a browser that has signed in to it
/// before is not concerned.
#[utoipa::path(post, path = "/api/auth/session", operation_id = "session_create", tag = "session",
    request_body = SignInBody,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 429, body = Problem)))]
async fn session_create(
    State(state): State<AppState>,
    headers: HeaderMap,
    jar: CookieJar,
    ApiJson(body): ApiJson<SignInBody>,
) -> ApiResult<Response> {
    let tenancy = &state.tenancy;
    let tried = Door::STAFF.count(&state, &jar, &body.email).await?;
    let credentials = Credentials { email: body.email, password: body.password, code: body.code };
    let proof = tenancy.staff.sign_in(&credentials, tenancy.now_ms()).await?;
    tried.succeeded(&state).await;
    if let Some(before) = NamedCookie::REFRESH.read(&jar, state.settings.secure_cookies()) {
        tenancy.sessions.end(before).await?;
    }
    let sign_in = tenancy.sessions.begin(&proof, browser(&headers)).await?;
    let known = AppendHeaders([Door::STAFF.known(&state, &jar, &proof.account.email)?]);
    Ok((known, respond(&state, sign_in).await?).into_response())
}

/// Renew the session
///
/// Exchanges the refresh cookie for a new one and gives a new access token.
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

/// Who is signed in
#[utoipa::path(get, path = "/api/v1/account", operation_id = "account_get", tag = "session",
    responses((status = 200, body = AccountView), (status = 401, body = Problem)))]
async fn account_get(State(state): State<AppState>, caller: SignedIn) -> ApiResult<Json<AccountView>> {
    let (account, websites) = view(&state, &caller.account).await?;
    Ok(Json(AccountView { account, websites }))
}

pub(super) async fn respond(state: &AppState, sign_in: SignIn) -> ApiResult<Response> {
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
    let survey_cohort = SurveyCohort::of(&account.id).to_string();
    let id = account.id.to_string();
    Ok((AccountOut { id, name: account.name, email: account.email, has_second_factor, survey_cohort }, websites))
}

/// A site as the person who works on it sees it.
pub(super) async fn own_site(state: &AppState, account: &AccountId, website: &WebsiteId) -> ApiResult<MembershipOut> {
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
        status: membership.status.name().to_owned(),
        second_factor_required: membership.requires_second_factor,
        roles: membership.roles,
        permissions: permissions_out(membership.permissions),
    })
}

fn permissions_out(set: PermissionSet) -> BTreeMap<String, Vec<String>> {
    let of = |resource: Resource| set.actions(resource).map(|action| action.name().to_owned()).collect::<Vec<_>>();
    Resource::ALL
        .iter()
        .map(|resource| (resource.name().to_owned(), of(*resource)))
        .filter(|(_, actions)| !actions.is_empty())
        .collect()
}
