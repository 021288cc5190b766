//! `stoa serve`.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use axum::Router;
use axum::http::header;
use axum::routing::get;
use stoa_http::Proxies;
use stoa_serving::Limits;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::cli::say;
use crate::config::Config;
use crate::connection_limits::{allow_open_files, connection_limits, connections_within};
use crate::wiring::{AppContext, Stoa};
use crate::{jobs, private_files, seed};

/// Maximum number of connections to the metrics address.
const MAX_METRICS_CONNECTIONS: usize = 10;

/// How long the end of the program may wait for what plugins did: it is stored site by site, and a database that does not
/// answer would hold each of them up, while a service manager waits.
const LONGEST_FLUSH: Duration = Duration::from_secs(5);

/// Serves until the process is told to stop; requests under way are completed.
pub(crate) async fn serve(config: Config, demo: bool) -> anyhow::Result<()> {
    ignore_file_size_signal();
    let allowed = allow_open_files();
    let address = config.bind_address().context("server.bind is not an address")?;
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}; choose another port with --port"))?;
    let bound = listener.local_addr()?;
    let _alone = if config.database.url.is_empty() { Some(claim(&config.data_dir)?) } else { None };
    let foundation = AppContext::open(&config).await?;
    let made = if demo { Some(seed::demo(&foundation).await?) } else { None };
    let stoa = Stoa::build(&config, foundation, bound.port()).await?;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(jobs::work(stoa.jobs(), stop.clone()));
    announce(&stoa, bound, made).await?;
    let (bell, leaving) = (stoa.bell(), stoa.leaving());
    let drain = Duration::from_secs(config.server.drain_seconds);
    let stopping = async move {
        let signal = signalled().await;
        tokio::spawn(exit_on_second_signal());
        leaving.begin();
        if signal == StopSource::ByManager {
            tokio::time::sleep(drain).await;
        }
        bell.stop();
    };
    let limits = Limits { at_once: connections_within(allowed, &config), ..connection_limits(&config) };
    let metrics = tokio::spawn(serve_metrics(config.clone(), stoa.metrics_router(&config.metrics.token), stop.clone()));
    stoa_serving::serve(listener, stoa.router(), limits, stopping).await;
    // At once, since a service manager may end the program before a long job does.
    store_collected(&stoa).await;
    stop.cancel();
    let worked = worker.await;
    // Jobs call plugins and record orders.
    store_collected(&stoa).await;
    worked?;
    metrics.await?;
    Ok(())
}

/// Stores what visitors and plugins did, which is collected in memory.
async fn store_collected(stoa: &Stoa) {
    if !stoa.analytics().flush().await {
        tracing::warn!("events of the last visitors could not be stored");
    }
    if tokio::time::timeout(LONGEST_FLUSH, stoa.flush_plugin_activity()).await.is_err() {
        tracing::warn!("not all that plugins did last could be stored in time");
    }
}

/// Without this, a write beyond the file size limit (`ulimit -f`) kills the process; with it, the write fails with an
/// error.
fn ignore_file_size_signal() {
    #[cfg(target_os = "linux")]
    {
        use tokio::signal::unix::{SignalKind, signal};
        /// SIGXFSZ, the same number on x86 and Arm.
        const FILE_TOO_LARGE: i32 = 25;
        // Registering a listener once replaces the default action of the signal permanently.
        if let Err(error) = signal(SignalKind::from_raw(FILE_TOO_LARGE)) {
            tracing::warn!(%error, "SIGXFSZ cannot be handled: exceeding a file size limit would end this program");
        }
    }
}

/// Serves metrics. A failure to bind is only logged: two servers on one machine may be set up with the same metrics
/// address.
async fn serve_metrics(config: Config, router: Router, stop: CancellationToken) {
    let Some(address) = config.metrics_address() else { return };
    match TcpListener::bind(address).await {
        Ok(listener) => {
            let limits = Limits {
                from_one_address: MAX_METRICS_CONNECTIONS,
                at_once: MAX_METRICS_CONNECTIONS,
                proxies: Proxies::default(),
                ..connection_limits(&config)
            };
            stoa_serving::serve(listener, router, limits, stop.cancelled_owned()).await;
        }
        Err(error) => {
            tracing::error!(%error, "cannot listen on {address}, so metrics are not available; change metrics.bind");
        }
    }
}

/// Locks the data folder: only one server may use the site files at a time, since caches and counters are in its
/// memory. The lock ends with the process, however it ends.
fn claim(folder: &Path) -> anyhow::Result<File> {
    private_files::data_folder(folder)?;
    let file = File::create(folder.join("server.lock"))
        .with_context(|| format!("the data folder {} cannot be written", folder.display()))?;
    if file.try_lock().is_err() {
        bail!("another server uses the data folder {}; choose another one with --data-dir", folder.display());
    }
    Ok(file)
}

/// Maximum number of sites printed at start-up.
const NAMED_SITES: u64 = 10;

async fn announce(stoa: &Stoa, bound: SocketAddr, demo: Option<bool>) -> anyhow::Result<()> {
    let settings = stoa.settings();
    say(&format!("Stoa listens on {bound}."));
    say(&format!("  Admin   {}/admin/", settings.origin(&settings.platform_host)));
    let (sites, count) = stoa.foundation.tenancy.tenants.some(NAMED_SITES).await?;
    for site in &sites {
        if let Some(host) = site.hosts.first() {
            say(&format!("  Site    {}/  {}", settings.origin(host), site.title));
        }
    }
    if count > NAMED_SITES {
        say(&format!("  and {} more", count - NAMED_SITES));
    }
    if let Some(token) = stoa.foundation.tenancy.staff.set_up_token(stoa.foundation.tenancy.now()).await? {
        let link = format!("{}/admin/welcome#token={token}", settings.origin(&settings.platform_host));
        say("There is no account yet. This link creates the first one; it works once, within a day:");
        say(&format!("  Set up  {link}"));
    }
    if demo.is_some() {
        for sign_in in seed::SIGN_INS {
            say(&format!("  Sign in {} / {}  ({})", sign_in.email, seed::PASSWORD, sign_in.description));
        }
    }
    Ok(())
}

/// Origin of a stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopSource {
    /// A person at a terminal, who waits for the end.
    ByHand,
    /// A service manager, which routes requests elsewhere meanwhile.
    ByManager,
}

/// A second stop signal ends the process at once. Interrupted work is found at the next start, as after a power
/// failure.
async fn exit_on_second_signal() {
    signalled().await;
    tracing::warn!("second stop signal: running requests and jobs are aborted");
    std::process::exit(1);
}

pub(super) async fn stop_signal() {
    signalled().await;
}

async fn signalled() -> StopSource {
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "cannot listen for the interrupt signal");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(error) => {
                tracing::error!(%error, "cannot listen for the termination signal");
                std::future::pending::<()>().await;
            }
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => StopSource::ByHand,
        () = terminated => StopSource::ByManager,
    }
}

/// Serves the bytes of a file from a route without any middleware.
pub(crate) async fn bare_route(file: &Path, port: u16) -> anyhow::Result<()> {
    let page = bytes::Bytes::from(std::fs::read(file)?);
    let route = get(move || {
        let page = page.clone();
        async move { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page) }
    });
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, Router::new().route("/", route)).with_graceful_shutdown(stop_signal()).await?;
    Ok(())
}
