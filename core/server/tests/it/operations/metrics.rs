//! Metrics: the address of their own at which they are served, and figures of the process.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use stoa_server::process_metrics::{memory_bytes, processor_time};
use stoa_testkit::free_port;
use tokio::time::sleep;

use crate::app::{GLANCE, PATIENCE};
use crate::process::{Server, TestDeployment};

const TOKEN: &str = "a token of some length";

/// Status and text of a response from the metrics address.
async fn ask(port: u16, path: &str, token: Option<&str>) -> Result<(u16, String)> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut request = reqwest::Client::new().get(format!("http://127.0.0.1:{port}{path}"));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    // The server reports that it listens slightly before it serves metrics.
    let begun = Instant::now();
    let answer = loop {
        match request.try_clone().context("it has no body")?.send().await {
            Err(error) if error.is_connect() && begun.elapsed() < PATIENCE => sleep(GLANCE).await,
            answer => break answer?,
        }
    };
    Ok((answer.status().as_u16(), answer.text().await?))
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_have_own_listen_address() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let port = free_port()?;
    ground.add(&format!("[metrics]\nbind = '127.0.0.1:{port}'\n"))?;
    let server = ground.server().await?;
    for host in ["juniper.localhost", "localhost", "127.0.0.1", "nowhere.localhost"] {
        let asked = server.browser(host).get("/metrics").await?;
        ensure!(asked.status == 404 && !asked.text.contains("stoa_"), "{host}: {asked:?}");
    }
    let (status, text) = ask(port, "/metrics", None).await?;
    ensure!(status == 200 && text.contains("stoa_http_requests_total"), "{status}: {text}");
    ensure!(ask(port, "/healthz", None).await?.0 == 404, "nothing else is there");
    let begun = Instant::now();
    let expected = [
        "stoa_jobs_due{",
        "stoa_jobs_dead{",
        "stoa_job_lag_seconds ",
        "stoa_due_work_sites ",
        "stoa_due_work_age_seconds ",
        "process_cpu_seconds_total ",
        "process_resident_memory_bytes ",
        "stoa_processors ",
        "stoa_database_waiting ",
        "stoa_database_wait_seconds_count ",
        "stoa_lock_wait_seconds_count ",
    ];
    loop {
        let (_, text) = ask(port, "/metrics", None).await?;
        let missing: Vec<&str> = expected.into_iter().filter(|name| !text.contains(name)).collect();
        if missing.is_empty() {
            ensure!(text.contains("stoa_jobs_dead{kind=\"outbox\"} 0"), "{text}");
            ensure!(!text.contains("stoa_database_connections"), "SQLite has no pool: {text}");
            break;
        }
        ensure!(begun.elapsed() < PATIENCE, "{missing:?} are missing: {text}");
        sleep(GLANCE).await;
    }
    // A second server on the machine finds the address in use and still serves its sites.
    let other = TestDeployment::new(false).await?;
    other.add(&format!("[metrics]\nbind = '127.0.0.1:{port}'\n"))?;
    let second = other.server().await?;
    ensure!(second.browser("juniper.localhost").get("/healthz").await?.status == 200);
    for running in [server, second] {
        ensure!(running.stop().await?.success());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_tell_connections_to_postgres() -> Result<()> {
    let ground = TestDeployment::new(true).await?;
    let port = free_port()?;
    ground.add(&format!("[metrics]\nbind = '127.0.0.1:{port}'\n"))?;
    let server = ground.server().await?;
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    let (_, text) = ask(port, "/metrics", None).await?;
    let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
    let open = ["used", "idle"].map(|state| value(&format!("stoa_database_connections{{state=\"{state}\"}}")));
    ensure!(open.iter().flatten().sum::<f64>() >= 1.0, "{text}");
    ensure!(value("stoa_database_connections_max") == Some(10.0), "{text}");
    ensure!(value("stoa_database_wait_seconds_count").is_some_and(|count| count > 0.0), "{text}");
    ensure!(value("process_cpu_seconds_total").is_some_and(|seconds| seconds > 0.0), "{text}");
    server.stop().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_token_allows_remote_access() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let port = free_port()?;
    ground.add(&format!("[metrics]\nbind = '0.0.0.0:{port}'\ntoken = '{TOKEN}'\n"))?;
    let server: Server = ground.server().await?;
    for wrong in [None, Some(""), Some("a token of another length"), Some(&TOKEN[1..])] {
        let (status, text) = ask(port, "/metrics", wrong).await?;
        ensure!(status == 401 && !text.contains("stoa_"), "{wrong:?}: {status} {text}");
    }
    ensure!(ask(port, "/metrics", Some(TOKEN)).await?.0 == 200);
    server.stop().await?;
    Ok(())
}

#[test]
fn figures_of_process_files() {
    let stat = "77 (stoa (x)) S 1 77 77 0 -1 4194560 900 0 2 0 120 30 5 6 20 0 8 0 4711 5000 300";
    assert_eq!(processor_time(stat), Some(Duration::from_millis(1_500)));
    assert_eq!(memory_bytes("VmPeak:\t 90 kB\nVmRSS:\t    12 kB\n", "VmRSS:"), Some(12_288));
    assert_eq!((processor_time("no process"), memory_bytes("VmRSS: much", "VmRSS:")), (None, None));
}
