//! Graceful shutdown: `/readyz` reports it first, requests are accepted until load balancers know, those under way are
//! completed, and a second signal ends at once. What is collected in memory is stored at the end.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures::future::try_join_all;
use serde_json::json;
use stoa_server::seed::PASSWORD;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::plugins::{home, message, preview, with_blocks};
use crate::app::{GLANCE, PATIENCE};
use crate::process::{PROGRAM, Server, TestDeployment, juniper_website_id};

/// A server that accepts requests for this long after it is told to stop.
async fn started(ground: &TestDeployment, seconds: u64) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").env("STOA_SERVER__DRAIN_SECONDS", seconds.to_string());
    let server = Server::of(command).await?;
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    Ok(server)
}

/// Tells a server to stop, and waits until it says that it will.
async fn drain(server: &Server) -> Result<()> {
    Command::new("kill").args(["-TERM", &server.id().to_string()]).status()?;
    let told = Instant::now();
    loop {
        let ready = server.browser("localhost").get("/readyz").await?;
        if ready.status == 503 {
            ensure!(ready.text.contains("stopping"), "{}", ready.text);
            return Ok(());
        }
        ensure!(told.elapsed() < PATIENCE, "it does not say that it stops");
        sleep(GLANCE).await;
    }
}

/// A sign-in that is under way: the server waits for the rest of its body.
struct UnfinishedSignIn {
    stream: TcpStream,
    rest: String,
}

impl UnfinishedSignIn {
    async fn begin(server: &Server) -> Result<Self> {
        let mut browser = server.browser("localhost");
        browser.get("/api/openapi.json").await?;
        let crumb = browser.cookies.get("crumb").context("no crumb")?;
        let body = json!({"email": "owner@stoa.example", "password": PASSWORD}).to_string();
        let (beginning, rest) = body.split_at(4);
        let head = format!(
            "POST /api/auth/session HTTP/1.1\r\nHost: {}\r\nCookie: crumb={crumb}\r\nX-CSRF-Token: {crumb}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{beginning}",
            browser.host,
            body.len()
        );
        let mut stream = TcpStream::connect(server.address).await?;
        stream.write_all(head.as_bytes()).await?;
        Ok(Self { stream, rest: rest.to_owned() })
    }

    async fn finish(mut self) -> Result<()> {
        self.stream.write_all(self.rest.as_bytes()).await?;
        let mut answer = Vec::new();
        timeout(PATIENCE, self.stream.read_to_end(&mut answer)).await.context("no answer")??;
        let answer = String::from_utf8_lossy(&answer);
        ensure!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"accessToken\""), "{answer}");
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn graceful_drain_and_second_signal() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let server = started(&ground, 300).await?;
    drain(&server).await?;
    // Longer than a server that does not drain accepts connections that were waiting already.
    sleep(Duration::from_secs(2)).await;
    let page = server.browser("juniper.localhost").get("/contact").await?;
    ensure!(page.status == 200, "{} {}", page.status, page.text);
    ensure!(page.header("connection") == "close", "the next call comes here as well: {:?}", page.headers);
    // A minute is too short for a server that would wait after the second signal.
    server.stop().await?;

    let mut server = started(&ground, 2).await?;
    let sign_ins = try_join_all((0..3).map(|_| UnfinishedSignIn::begin(&server))).await?;
    drain(&server).await?;
    let told = Instant::now();
    while TcpStream::connect(server.address).await.is_ok() {
        ensure!(told.elapsed() < PATIENCE, "it still accepts connections");
        sleep(Duration::from_millis(100)).await;
    }
    try_join_all(sign_ins.into_iter().map(UnfinishedSignIn::finish)).await?;
    ensure!(server.ended().await?.success(), "it does not end well");
    Ok(())
}

// spec: plugins.site.activity
#[tokio::test(flavor = "multi_thread")]
async fn what_plugins_did_last_is_known_after_a_restart() -> Result<()> {
    for on_postgres in [false, true] {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let website = juniper_website_id(&mut owner).await?;
        let path = home(&mut owner, &website).await?;
        let block = json!({"id": "last", "kind": "callout", "settings": {"title": "Sale", "text": "From ten."}});
        let page = with_blocks(&mut owner, &path, &[block]).await?;
        assert_eq!(message(&preview(&mut owner, &path, &page).await?, "last"), "");
        ensure!(server.stop().await?.success(), "it does not end well");

        let server = ground.server().await?;
        let activity = format!("/api/v1/websites/{website}/plugins/stoa.callout/activity");
        let activity = server.owner().await?.get(&activity).await?.expect(200)?;
        assert_eq!(activity["kinds"][0]["kind"], "block", "{activity}");
        ensure!(activity["kinds"][0]["calls"].as_i64().is_some_and(|calls| calls > 0), "{activity}");
    }
    Ok(())
}
