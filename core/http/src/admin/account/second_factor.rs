//! Two-step sign-in of contributors: setup, deactivation, recovery codes.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_tenancy::Proof;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, InSession};
use crate::known_browser::count_password;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;

/// Minimum width of the QR code in CSS pixels.
const QR_CODE_MIN_WIDTH: u32 = 200;

/// Status of two-step sign-in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorOut {
    /// When it was turned on, UTC milliseconds; null if the password alone is enough.
    since: Option<i64>,
    /// Number of unused recovery codes.
    recovery_codes: u64,
}

/// The current password.
#[derive(Deserialize, ToSchema)]
pub struct EnrolmentBody {
    password: String,
}

/// Data for setting up an authenticator app. Returned once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrolmentOut {
    /// The secret in base32, for manual entry.
    secret: String,
    /// The secret as a URI for apps (`otpauth:`).
    address: String,
    /// The URI as a QR code, SVG.
    picture: String,
}

/// The first code shown by the app.
#[derive(Deserialize, ToSchema)]
pub struct CodeBody {
    code: String,
}

/// Both factors.
#[derive(Deserialize, ToSchema)]
pub struct ProofBody {
    password: String,
    /// A code from the app, or a recovery code.
    code: String,
}

/// Recovery codes, each usable once in place of the app. Returned once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesOut {
    recovery_codes: Vec<String>,
}

impl From<ProofBody> for Proof {
    fn from(body: ProofBody) -> Self {
        Self { password: body.password, code: body.code }
    }
}

/// Of operations that try a password or a code.
const TRIES_SECRET: RoutePolicy = changes(Invalidates::ByHandler).limited(RateLimit::CONTRIBUTOR_SECRET);

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            second_factor_get: reads(),
            second_factor_enrol: TRIES_SECRET,
            second_factor_confirm: TRIES_SECRET,
        ))
        .routes(routes!(second_factor_off: TRIES_SECRET))
        .routes(routes!(recovery_codes_renew: TRIES_SECRET))
}

/// Get the two-step sign-in status
#[utoipa::path(get, path = "/api/v1/account/second-factor", operation_id = "second_factor_get", tag = "session",
    responses((status = 200, body = SecondFactorOut), (status = 401, body = Problem)))]
async fn second_factor_get(
    State(state): State<AppState>,
    InSession(caller): InSession,
) -> ApiResult<Json<SecondFactorOut>> {
    let factor = state.tenancy.staff.second_factor(&caller.account).await?;
    Ok(Json(SecondFactorOut { since: factor.since.map(Timestamp::ms), recovery_codes: factor.recovery_codes }))
}

/// Start setting up two-step sign-in
///
/// It is turned on by confirming a code from the app. 409 if it is on already.
#[utoipa::path(post, path = "/api/v1/account/second-factor", operation_id = "second_factor_enrol", tag = "session",
    request_body = EnrolmentBody,
    responses((status = 200, body = EnrolmentOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn second_factor_enrol(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<EnrolmentBody>,
) -> ApiResult<Json<EnrolmentOut>> {
    count_password(&state, caller.account.as_str()).await?;
    let now = state.tenancy.now();
    let enrolment = state.tenancy.staff.enrol_second_factor(&caller.account, &body.password, now).await?;
    let code = QrCode::new(&enrolment.address).map_err(Failure::internal)?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(QR_CODE_MIN_WIDTH, QR_CODE_MIN_WIDTH).build();
    Ok(Json(EnrolmentOut { secret: enrolment.secret, address: enrolment.address, picture }))
}

/// Turn on two-step sign-in
///
/// Ends all other sessions. The recovery codes are returned only this once.
#[utoipa::path(put, path = "/api/v1/account/second-factor", operation_id = "second_factor_confirm", tag = "session",
    request_body = CodeBody,
    responses((status = 200, body = RecoveryCodesOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn second_factor_confirm(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<CodeBody>,
) -> ApiResult<Json<RecoveryCodesOut>> {
    let recovery_codes = state.tenancy.staff.confirm_second_factor(&caller, &body.code, state.tenancy.now()).await?;
    Ok(Json(RecoveryCodesOut { recovery_codes }))
}

/// Turn off two-step sign-in
#[utoipa::path(post, path = "/api/v1/account/second-factor/off", operation_id = "second_factor_off", tag = "session",
    request_body = ProofBody,
    responses((status = 204), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn second_factor_off(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<ProofBody>,
) -> ApiResult<StatusCode> {
    count_password(&state, caller.account.as_str()).await?;
    state.tenancy.staff.disable_second_factor(&caller.account, &body.into(), state.tenancy.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create new recovery codes
///
/// The previous codes become invalid.
#[utoipa::path(post, path = "/api/v1/account/second-factor/recovery-codes", operation_id = "recovery_codes_renew",
    tag = "session", request_body = ProofBody,
    responses((status = 200, body = RecoveryCodesOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn recovery_codes_renew(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<ProofBody>,
) -> ApiResult<Json<RecoveryCodesOut>> {
    count_password(&state, caller.account.as_str()).await?;
    let now = state.tenancy.now();
    let recovery_codes = state.tenancy.staff.renew_recovery_codes(&caller.account, &body.into(), now).await?;
    Ok(Json(RecoveryCodesOut { recovery_codes }))
}
