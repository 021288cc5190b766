//! Requests of load tests. They carry the pass of their run in a header; a valid pass gives them the limit of the run in
//! place of the limits per address, and marks what they make (`stoa_entity::load_run_items`). Other requests only have
//! this header looked up.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{Extensions, HeaderName};
use moka::future::Cache;
use stoa_commerce::payments;
use stoa_commerce::ports::PaymentMethod;
use stoa_entity::TenantDb;
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::website::{SiteVisibility, WebsiteStatus};
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_site::content;
use stoa_site::load_tests::{self, LoadTestRefusal, RunPass};

use crate::extract::HostName;
use crate::state::AppState;

/// The header with the pass.
pub(crate) const PASS: HeaderName = HeaderName::from_static("stoa-load-run");
/// How long a process relies on an answer about whether a run goes on.
const TIME_TO_LIVE: Duration = Duration::from_secs(2);
/// Runs that are kept in mind at the same time.
const MAX_KEPT: u64 = 10_000;

/// Calls per second that runs which go on may make, as this process asked last; none for those that are over.
#[derive(Clone, Debug)]
pub(crate) struct KnownRuns(Cache<LoadRunId, Option<u32>>);

impl Default for KnownRuns {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MAX_KEPT).time_to_live(TIME_TO_LIVE).build())
    }
}

impl KnownRuns {
    /// Has a run asked about again with its next request.
    pub(crate) async fn forget(&self, run: &LoadRunId) {
        self.0.invalidate(run).await;
    }
}

/// The pass that a request carries, with the requested host.
pub(crate) struct ShownPass {
    /// None when it is not one of ours.
    pass: Option<RunPass>,
    host: HostName,
}

impl ShownPass {
    /// That of a request; none without the header.
    pub(crate) fn of(state: &AppState, request: &Request) -> Option<Self> {
        let header = request.headers().get(PASS)?;
        let pass = header.to_str().ok().and_then(|text| RunPass::open(text, &state.load_passes));
        Some(Self { pass, host: HostName::of(request.headers(), request.uri()) })
    }
}

/// The run of a request with such a pass, with the calls per second that are allowed now.
///
/// # Errors
/// When the pass is not valid, its run is over, or it is for another site than that of the host.
pub(crate) async fn verified(state: &AppState, shown: Option<ShownPass>) -> Result<Option<RunPass>, Failure> {
    let Some(ShownPass { pass, host }) = shown else { return Ok(None) };
    let in_time = pass.filter(|pass| state.settings.load_tests.allowed && state.tenancy.now() < pass.ends_on);
    let Some(pass) = in_time else { return Err(LoadTestRefusal::Ended.into()) };
    let site = state.tenancy.hosts.resolve(&host.0).await?;
    if site.is_some_and(|site| site.website != pass.website) {
        return Err(LoadTestRefusal::Ended.into());
    }
    let Some(calls) = allowed_calls(state, &pass).await? else { return Err(LoadTestRefusal::Ended.into()) };
    Ok(Some(RunPass { max_calls_per_second: calls.min(pass.max_calls_per_second), ..pass }))
}

/// Calls per second that a run may make now; none when it is over.
async fn allowed_calls(state: &AppState, pass: &RunPass) -> Result<Option<u32>, Failure> {
    let of_pass = Some(pass.max_calls_per_second);
    let reach = state.tenancy.databases.reach();
    // While the database is away, a run gets what visitors get: kept pages. All else is refused anyway.
    if reach.is_away() {
        return Ok(of_pass);
    }
    let asked = state.load_runs().0.try_get_with_by_ref(&pass.run, ask(state, pass)).await;
    if asked.is_err() && reach.is_in_doubt() {
        return Ok(of_pass);
    }
    asked.map_err(|error: Arc<Failure>| match error.code {
        ErrorCode::Internal => Failure::internal(error),
        code => Failure::new(code, error.detail.clone()),
    })
}

async fn ask(state: &AppState, pass: &RunPass) -> Result<Option<u32>, Failure> {
    let databases = &state.tenancy.databases;
    let tx = databases.tenant(&pass.website).await?.read().await?;
    let calls = load_tests::allowed_calls(&tx, &pass.run, state.tenancy.now()).await?;
    Ok(calls.map(|calls| calls.min(state.settings.load_tests.max_calls_per_second)))
}

/// What load tests need of a site besides the permission of its owner.
pub(crate) struct Surroundings {
    /// The payment methods that the shop offers.
    pub(crate) methods: Vec<PaymentMethod>,
    /// Whether visitors see the site.
    pub(crate) is_open: bool,
}

impl Surroundings {
    /// Those of a site with this status.
    ///
    /// # Errors
    /// When the database or a payment provider fails.
    pub(crate) async fn of(
        state: &AppState,
        ctx: &TenantCtx,
        db: &TenantDb,
        status: WebsiteStatus,
    ) -> Result<Self, Failure> {
        let at_hand = state.payments.methods(ctx).await?;
        let has_password = content::site_lock_of_call(ctx, db).await?.is_some();
        let tx = db.read().await?;
        let methods = payments::offered_anywhere(&tx, &at_hand).await?;
        Ok(Self { methods, is_open: status.shown() == SiteVisibility::Everything && !has_password })
    }

    /// Whether orders can be paid without real money.
    pub(crate) fn pays_in_test_mode(&self) -> bool {
        self.methods.iter().any(|method| method.test_mode)
    }
}

/// The run of a request to a site.
///
/// # Errors
/// When the pass of the request is for another site.
pub(crate) fn of_site(extensions: &Extensions, website: &WebsiteId) -> Result<Option<LoadRunId>, Failure> {
    match extensions.get::<RunPass>() {
        Some(pass) if pass.website != *website => Err(LoadTestRefusal::Ended.into()),
        Some(pass) => Ok(Some(pass.run.clone())),
        None => Ok(None),
    }
}

/// The run of a request to a site; none for the pass of another site.
pub(crate) fn run_of(extensions: &Extensions, website: &WebsiteId) -> Option<LoadRunId> {
    of_site(extensions, website).ok().flatten()
}
