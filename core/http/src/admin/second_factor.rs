//! Two-step sign-in of people who work on sites: set up, switched off, recovery codes.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};
use stoa_kernel::Failure;
use stoa_tenancy::Proof;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, InSession};
use crate::known_browser::count_password;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Least width of the picture, pixels of the screen.
const PICTURE_WIDTH: u32 = 200;

/// What stands beside the password.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorOut {
    /// Since when, UTC milliseconds; null when the password alone opens the account.
    since: Option<i64>,
    /// Recovery codes that were not used yet.
    recovery_codes: u64,
}

/// The present password.
#[derive(Deserialize, ToSchema)]
pub struct EnrolmentBody {
    password: String,
}

/// What an app is set up with. It is told once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrolmentOut {
    /// The secret as it is typed, in base 32.
    secret: String,
    /// The same as an address for apps (`otpauth:`).
    address: String,
    /// The address as a QR code, SVG.
    picture: String,
}

/// The first code that the app shows.
#[derive(Deserialize, ToSchema)]
pub struct CodeBody {
    code: String,
}

/// Both factors.
#[derive(Deserialize, ToSchema)]
pub struct ProofBody {
    password: String,
    /// A code of the app or a recovery code.
    code: String,
}

/// Codes that stand in for the app, each once. They are told once.
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(second_factor_get, second_factor_enrol, second_factor_confirm))
        .routes(routes!(second_factor_off))
        .routes(routes!(recovery_codes_renew))
}

/// Read whether two-step sign-in is on
#[utoipa::path(get, path = "/api/v1/account/second-factor", operation_id = "second_factor_get", tag = "session",
    responses((status = 200, body = SecondFactorOut), (status = 401, body = Problem)))]
async fn second_factor_get(
    State(state): State<AppState>,
    InSession(caller): InSession,
) -> ApiResult<Json<SecondFactorOut>> {
    let factor = state.tenancy.staff.second_factor(&caller.account).await?;
    Ok(Json(SecondFactorOut { since: factor.since, recovery_codes: factor.recovery_codes }))
}

/// Begin to set up two-step sign-in
///
/// It is on once a code of the app has come back. 409 when it is on already.
#[utoipa::path(post, path = "/api/v1/account/second-factor", operation_id = "second_factor_enrol", tag = "session",
    request_body = EnrolmentBody,
    responses((status = 200, body = EnrolmentOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn second_factor_enrol(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<EnrolmentBody>,
) -> ApiResult<Json<EnrolmentOut>> {
    count_password(&state, caller.account.as_str()).await?;
    let now_ms = state.tenancy.now_ms();
    let enrolment = state.tenancy.staff.enrol_second_factor(&caller.account, &body.password, now_ms).await?;
    let code = QrCode::new(&enrolment.address).map_err(Failure::internal)?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(PICTURE_WIDTH, PICTURE_WIDTH).build();
    Ok(Json(EnrolmentOut { secret: enrolment.secret, address: enrolment.address, picture }))
}

/// Switch two-step sign-in on
///
/// All other sessions end. The recovery codes are told this once.
#[utoipa::path(put, path = "/api/v1/account/second-factor", operation_id = "second_factor_confirm", tag = "session",
    request_body = CodeBody,
    responses((status = 200, body = RecoveryCodesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn second_factor_confirm(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<CodeBody>,
) -> ApiResult<Json<RecoveryCodesOut>> {
    let recovery_codes = state.tenancy.staff.confirm_second_factor(&caller, &body.code, state.tenancy.now_ms()).await?;
    Ok(Json(RecoveryCodesOut { recovery_codes }))
}

/// Switch two-step sign-in off
#[utoipa::path(post, path = "/api/v1/account/second-factor/off", operation_id = "second_factor_off", tag = "session",
    request_body = ProofBody,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn second_factor_off(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<ProofBody>,
) -> ApiResult<StatusCode> {
    count_password(&state, caller.account.as_str()).await?;
    state.tenancy.staff.drop_second_factor(&caller.account, &body.into(), state.tenancy.now_ms()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make fresh recovery codes
///
/// Those before work no longer.
#[utoipa::path(post, path = "/api/v1/account/second-factor/recovery-codes", operation_id = "recovery_codes_renew",
    tag = "session", request_body = ProofBody,
    responses((status = 200, body = RecoveryCodesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn recovery_codes_renew(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<ProofBody>,
) -> ApiResult<Json<RecoveryCodesOut>> {
    count_password(&state, caller.account.as_str()).await?;
    let now_ms = state.tenancy.now_ms();
    let recovery_codes = state.tenancy.staff.renew_recovery_codes(&caller.account, &body.into(), now_ms).await?;
    Ok(Json(RecoveryCodesOut { recovery_codes }))
}
