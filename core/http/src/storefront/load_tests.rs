//! Load tests from outside: whether a site allows them, and the start and the end of a run. What a run made is asked and
//! removed elsewhere.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunState;
use stoa_kernel::{Failure, TenantCtx};
use stoa_site::load_tests::{self, LoadRun, LoadTestPermission, LoadTestRefusal, NewRun};
use stoa_site::settings::site_row;
use stoa_tenancy::LoadRunSite;
use utoipa::ToSchema;

use crate::admin::settings::load_tests::MethodOut;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Visitor, path_id};
use crate::load_run::Surroundings;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes, reads};
use crate::state::AppState;

/// What is done with the e-mails of a run.
const EMAILS: &str = "suppressed";

/// Whether a site allows load tests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadTestChallenge)]
pub struct ChallengeOut {
    /// Whether a run could be started with the key of the site.
    allowed: bool,
    /// Until when, UTC milliseconds; null when they are not allowed.
    allowed_until: Option<i64>,
    /// Most calls of all runs per second; null when they are not allowed.
    max_calls_per_second: Option<i64>,
    /// What is done with the e-mails of runs: `suppressed`.
    emails: &'static str,
    /// What to switch on, when they are not allowed.
    reason: Option<String>,
}

/// A run to be started.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewLoadRun)]
pub struct RunBody {
    /// The key of the site.
    #[schema(max_length = 200)]
    key: String,
    /// Its name, new on the site.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    name: String,
    /// What it does, such as `average`.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    profile: String,
    /// How long it goes on at most.
    #[schema(minimum = 1, maximum = 259_200)]
    seconds: i64,
}

/// A run that was started.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StartedLoadRun)]
pub struct StartedOut {
    run_id: String,
    /// What each request of the run carries in the header `Stoa-Load-Run`.
    pass: String,
    /// When it ends by itself, UTC milliseconds.
    ends_on: i64,
    /// Most calls of all runs of the site per second.
    max_calls_per_second: i64,
    website_id: String,
    website_identifier: String,
    /// ISO 4217 code of the site.
    currency: String,
    payment_methods: Vec<MethodOut>,
    /// What is done with the e-mails of runs: `suppressed`.
    emails: &'static str,
}

/// A run that has ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EndedLoadRun)]
pub struct EndedOut {
    run_id: String,
    state: LoadRunState,
    /// When it ended, UTC milliseconds.
    ended_on: i64,
}

/// Path parameters of a run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunPath {
    #[serde(deserialize_with = "path_id")]
    run_id: LoadRunId,
}

/// The routes of this module. Key and pass authenticate the requests.
pub fn routes() -> ApiRouter {
    let start = changes(Invalidates::Nothing).limited(RateLimit::LOAD_RUN_START).csrf(Csrf::Exempt);
    ApiRouter::new()
        .routes(routes!(load_test_challenge: reads().served_when_closed()))
        .routes(routes!(load_run_start: start.served_when_closed()))
        .routes(routes!(load_run_end: changes(Invalidates::Nothing).csrf(Csrf::Exempt).served_when_closed()))
}

/// Why no run could be started with the right key; none when one could.
fn refusal(
    state: &AppState,
    now: Timestamp,
    permission: &LoadTestPermission,
    around: &Surroundings,
) -> Option<LoadTestRefusal> {
    if !state.settings.load_tests.allowed {
        Some(LoadTestRefusal::Off)
    } else if permission.holds(now) && permission.has_key() {
        lack(around)
    } else {
        Some(LoadTestRefusal::NotAllowed)
    }
}

/// What a site lacks for load tests besides the permission of its owner.
fn lack(around: &Surroundings) -> Option<LoadTestRefusal> {
    if around.is_open {
        (!around.pays_in_test_mode()).then_some(LoadTestRefusal::RealPayments)
    } else {
        Some(LoadTestRefusal::SiteClosed)
    }
}

/// Ask whether a site allows load tests
///
/// Whether a run could be started now, and if not, what to switch on. Never the key.
#[utoipa::path(get, path = "/api/v1/load-tests", operation_id = "load_test_challenge", tag = "load-tests",
    responses((status = 200, body = ChallengeOut)))]
async fn load_test_challenge(State(state): State<AppState>, visitor: Visitor) -> ApiResult<Json<ChallengeOut>> {
    let around = Surroundings::of(&state, &visitor.ctx, &visitor.db, visitor.site.status).await?;
    let permission = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        load_tests::permission(&tx).await?
    };
    let refusal = refusal(&state, visitor.ctx.now(), &permission, &around);
    let allowed = refusal.is_none();
    let calls = permission.max_calls_per_second.min(state.settings.load_tests.max_calls_per_second);
    Ok(Json(ChallengeOut {
        allowed,
        allowed_until: permission.allowed_until.filter(|_| allowed).map(|until| until.ms()),
        max_calls_per_second: allowed.then(|| i64::from(calls)),
        emails: EMAILS,
        reason: refusal.map(|refusal| refusal.to_string()),
    }))
}

/// Start a run of a load test
///
/// The owner of the site has to allow load tests, visitors have to see the site, and a payment method has to be in test
/// mode; otherwise the code says which is missing: `load-test-not-allowed`, `load-tests-off`, `load-test-site-closed`,
/// `load-test-real-payments` or `load-test-name-used`. In the run, orders are test orders, e-mail addresses end in
/// `.invalid` and e-mails are not sent.
#[utoipa::path(post, path = "/api/v1/load-tests/runs", operation_id = "load_run_start", tag = "load-tests",
    request_body = RunBody,
    responses((status = 201, body = StartedOut), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn load_run_start(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<RunBody>,
) -> ApiResult<(StatusCode, Json<StartedOut>)> {
    let id = LoadRunId::generate();
    let new = NewRun {
        id: &id,
        key: &body.key,
        name: &body.name,
        profile: &body.profile,
        seconds: u32::try_from(body.seconds).unwrap_or(0),
    };
    let rules = state.settings.load_tests;
    // Without the key, nobody is told more about the site.
    load_tests::check(&visitor.ctx, &visitor.db, rules, new).await?;
    let around = Surroundings::of(&state, &visitor.ctx, &visitor.db, visitor.site.status).await?;
    if let Some(lack) = lack(&around) {
        return Err(Failure::from(lack).into());
    }
    let currency = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        site_row(&tx).await?.currency
    };
    let run = started(&state, &visitor, new).await?;
    Ok((StatusCode::CREATED, Json(started_out(&state, &visitor, &run, around, currency))))
}

/// Starts a run. The platform has its name first, so that what it makes is found whatever happens here.
async fn started(state: &AppState, visitor: &Visitor, new: NewRun<'_>) -> ApiResult<LoadRun> {
    let tenants = &state.tenancy.tenants;
    let site = LoadRunSite {
        run: new.id.clone(),
        website: visitor.ctx.website().clone(),
        name: new.name.to_owned(),
        started_on: visitor.ctx.now(),
    };
    tenants.record_load_run(site).await?;
    match load_tests::start(&visitor.ctx, &visitor.db, state.settings.load_tests, new).await {
        Ok(run) => Ok(run),
        Err(error) => {
            tenants.forget_load_run(new.id).await?;
            Err(error.into())
        }
    }
}

fn started_out(
    state: &AppState,
    visitor: &Visitor,
    run: &LoadRun,
    around: Surroundings,
    currency: String,
) -> StartedOut {
    StartedOut {
        run_id: run.id.to_string(),
        pass: run.pass(&visitor.ctx).sealed(&state.load_passes),
        ends_on: run.ends_on.ms(),
        max_calls_per_second: i64::from(run.max_calls_per_second),
        website_id: visitor.ctx.website().to_string(),
        website_identifier: visitor.site.identifier.clone(),
        currency,
        payment_methods: around.methods.into_iter().map(MethodOut::from).collect(),
        emails: EMAILS,
    }
}

/// End a run of a load test
///
/// With its pass, which is not accepted afterwards. What it made stays until it is removed.
#[utoipa::path(post, path = "/api/v1/load-tests/runs/{runId}/end", operation_id = "load_run_end", tag = "load-tests",
    params(("Stoa-Load-Run" = String, Header, description = "The pass of the run")),
    responses((status = 200, body = EndedOut), (status = 403, body = Problem)))]
async fn load_run_end(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<RunPath>,
) -> ApiResult<Json<EndedOut>> {
    own_run(&visitor.ctx, &path.run_id)?;
    let run = load_tests::end(&visitor.ctx, &visitor.db, &path.run_id).await?;
    state.load_runs().forget(&run.id).await;
    let ended_on = run.ended_on.unwrap_or(run.ends_on);
    Ok(Json(EndedOut { run_id: run.id.into(), state: run.state, ended_on: ended_on.ms() }))
}

/// Checks that a request has the pass of this run.
///
/// # Errors
/// When it has none, or that of another run.
pub(crate) fn own_run(ctx: &TenantCtx, run: &LoadRunId) -> Result<(), Failure> {
    if ctx.load_run() == Some(run) { Ok(()) } else { Err(LoadTestRefusal::Ended.into()) }
}
