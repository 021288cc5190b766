//! Load tests of a site: until when they are allowed, the key that starts runs, and the runs.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};
use stoa_commerce::ports::PaymentMethod;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::load_run::LoadRunState;
use stoa_site::load_tests::{self, LoadRun, LoadTestPermission, LoadTestRules, PermissionChange};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiQuery, Contributor, ListQuery, Listing};
use crate::load_run::Surroundings;
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A payment method, as load tests see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadTestPaymentMethod)]
pub struct MethodOut {
    provider: String,
    method: String,
    /// Whether it takes no money.
    test_mode: bool,
}

impl From<PaymentMethod> for MethodOut {
    fn from(method: PaymentMethod) -> Self {
        Self { provider: method.provider, method: method.method, test_mode: method.test_mode }
    }
}

/// The permission of load tests, and whether a run could start.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadTests)]
pub struct LoadTestsOut {
    /// Whether the installation allows none.
    forbidden: bool,
    /// Until when they are allowed, UTC milliseconds; null for not at all.
    allowed_until: Option<i64>,
    /// Most calls of all runs per second.
    max_calls_per_second: i64,
    /// The most that the installation allows.
    highest_calls_per_second: i64,
    /// Whether there is a key.
    has_key: bool,
    /// Whether there is a payment method that takes no money; runs pay with such only.
    payment_in_test_mode: bool,
    payment_methods: Vec<MethodOut>,
    /// Whether visitors see the site.
    open_to_visitors: bool,
    /// Version for `If-Match`.
    revision: i64,
}

/// The permission of load tests.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadTestPermission)]
pub struct PermissionBody {
    /// Until when they are allowed, UTC milliseconds, at most 30 days from now; null for not at all.
    #[serde(default)]
    allowed_until: Option<i64>,
    /// Most calls of all runs per second; at most `highestCallsPerSecond`.
    #[schema(minimum = 1, maximum = 100000)]
    max_calls_per_second: i64,
}

/// A key for load tests, shown only once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoadTestKey)]
pub struct KeyOut {
    key: String,
}

/// Numbers of what a run of a load test made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadRunCounts)]
pub struct CountsOut {
    orders: u64,
    carts: u64,
    customers: u64,
    site_users: u64,
    pages: u64,
    assets: u64,
    products: u64,
    submissions: u64,
    comments: u64,
}

/// A run of a load test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadRun)]
pub struct LoadRunOut {
    id: String,
    /// Its name, as given to the load generator.
    name: String,
    /// Its profile, such as `average`.
    profile: String,
    state: LoadRunState,
    /// Most calls per second.
    max_calls_per_second: i64,
    /// UTC milliseconds.
    started_on: i64,
    /// When it ends at the latest, UTC milliseconds.
    ends_on: i64,
    /// When it ended, UTC milliseconds.
    ended_on: Option<i64>,
    /// What it made.
    made: CountsOut,
    /// What was removed of that.
    removed: CountsOut,
    /// What the removal left, since people or real money have to do with it: orders with real money, products that
    /// someone has ordered, comments with replies, files in use.
    kept: CountsOut,
}

/// Runs of load tests.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoadRuns)]
pub struct LoadRunsOut {
    /// The latest first.
    runs: Vec<LoadRunOut>,
    #[serde(flatten)]
    listing: Listing,
}

impl From<&BTreeMap<String, u64>> for CountsOut {
    fn from(counts: &BTreeMap<String, u64>) -> Self {
        let count = |name: &str| counts.get(name).copied().unwrap_or(0);
        Self {
            orders: count("orders"),
            carts: count("carts"),
            customers: count("customers"),
            site_users: count("siteUsers"),
            pages: count("pages"),
            assets: count("assets"),
            products: count("products"),
            submissions: count("submissions"),
            comments: count("comments"),
        }
    }
}

impl LoadRunOut {
    /// A run as it is at this time.
    pub(crate) fn at(now: Timestamp, run: LoadRun) -> Self {
        let state = run.state_at(now);
        let over = run.ends_on.min(run.ended_on.unwrap_or(run.ends_on));
        Self {
            state,
            made: CountsOut::from(&run.made),
            removed: CountsOut::from(&run.removed),
            kept: CountsOut::from(&run.kept),
            id: run.id.into(),
            name: run.name,
            profile: run.profile,
            max_calls_per_second: i64::from(run.max_calls_per_second),
            started_on: run.started_on.ms(),
            ends_on: run.ends_on.ms(),
            ended_on: (!state.is_running()).then(|| over.ms()),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(load_tests_get: reads(), load_tests_save: changes(Invalidates::Nothing)))
        .routes(routes!(load_tests_make_key: changes(Invalidates::Nothing)))
        .routes(routes!(load_runs_list: reads()))
}

/// The permission with its revision as entity tag.
type Shown = (AppendHeaders<[(HeaderName, String); 1]>, Json<LoadTestsOut>);

async fn shown(state: &AppState, caller: &Contributor, permission: LoadTestPermission) -> ApiResult<Shown> {
    let LoadTestRules { allowed, max_calls_per_second: highest } = state.settings.load_tests;
    let site = state.tenancy.tenants.get(caller.ctx.website()).await?.ok_or_else(Failure::not_found)?;
    let around = Surroundings::of(state, &caller.ctx, &caller.db, site.status).await?;
    let out = LoadTestsOut {
        forbidden: !allowed,
        allowed_until: permission.allowed_until.map(Timestamp::ms),
        max_calls_per_second: i64::from(permission.max_calls_per_second.min(highest)),
        highest_calls_per_second: i64::from(highest),
        has_key: permission.has_key(),
        payment_in_test_mode: around.pays_in_test_mode(),
        open_to_visitors: around.is_open,
        payment_methods: around.methods.into_iter().map(MethodOut::from).collect(),
        revision: permission.revision,
    };
    let etag = format!("\"{}\"", out.revision);
    Ok((AppendHeaders([(header::ETAG, etag)]), Json(out)))
}

/// Read the permission of load tests
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/load-tests", operation_id = "load_tests_get",
    tag = "load-tests", security(("contributor" = ["developer-keys:read"])),
    responses((status = 200, body = LoadTestsOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn load_tests_get(State(state): State<AppState>, caller: Contributor) -> ApiResult<Shown> {
    let permission = load_tests::get(&caller.ctx, &caller.db).await?;
    shown(&state, &caller, permission).await
}

/// Allow load tests, or stop allowing them
///
/// Runs stop within two seconds when they are no longer allowed. 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/load-tests", operation_id = "load_tests_save",
    tag = "load-tests",
    params(("If-Match" = Option<String>, Header, description = "The `revision`, in quotes; a list, or `*` for any")),
    request_body = PermissionBody, security(("contributor" = ["developer-keys:write"])),
    responses((status = 200, body = LoadTestsOut), (status = 412, body = Problem)))]
async fn load_tests_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PermissionBody>,
) -> ApiResult<Shown> {
    let change = PermissionChange {
        allowed_until: body.allowed_until.map(Timestamp::from_ms),
        max_calls_per_second: u32::try_from(body.max_calls_per_second).unwrap_or(0),
    };
    let rules = state.settings.load_tests;
    let saved = load_tests::save(&caller.ctx, &caller.db, rules, &seen(&headers), change).await?;
    shown(&state, &caller, saved).await
}

/// Make a new key for load tests
///
/// The key before starts no more runs. It is shown in this response only.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/load-tests/key", operation_id = "load_tests_make_key",
    tag = "load-tests", security(("contributor" = ["developer-keys:write"])),
    responses((status = 201, body = KeyOut)))]
async fn load_tests_make_key(caller: Contributor) -> ApiResult<(StatusCode, Json<KeyOut>)> {
    let key = load_tests::renew_key(&caller.ctx, &caller.db).await?;
    Ok((StatusCode::CREATED, Json(KeyOut { key })))
}

/// List the runs of load tests
///
/// Newest first.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/load-tests/runs", operation_id = "load_runs_list",
    tag = "load-tests", params(ListQuery), security(("contributor" = ["developer-keys:read"])),
    responses((status = 200, body = LoadRunsOut)))]
async fn load_runs_list(caller: Contributor, ApiQuery(query): ApiQuery<ListQuery>) -> ApiResult<Json<LoadRunsOut>> {
    let page = load_tests::list(&caller.ctx, &caller.db, &query.into()).await?;
    let now = caller.ctx.now();
    let runs = page.items.into_iter().map(|run| LoadRunOut::at(now, run)).collect();
    Ok(Json(LoadRunsOut { runs, listing: page.next_cursor.into() }))
}
