//! Graceful shutdown: `/readyz` reports it first, requests are accepted until load balancers know, and a second signal
//! ends at once.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::process::{PROGRAM, Server, TestDeployment};

async fn draining(ground: &TestDeployment, seconds: u64) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").env("STOA_SERVER__DRAIN_SECONDS", seconds.to_string());
    let server = Server::of(command).await?;
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    Command::new("kill").args(["-TERM", &server.id().to_string()]).status()?;
    let told = Instant::now();
    loop {
        let ready = server.browser("localhost").get("/readyz").await?;
        if ready.status == 503 {
            ensure!(ready.text.contains("stopping"), "{}", ready.text);
            return Ok(server);
        }
        ensure!(told.elapsed() < Duration::from_secs(2), "it does not say that it stops");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn graceful_drain_and_second_signal() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let server = draining(&ground, 60).await?;
    let page = server.browser("juniper.localhost").get("/contact").await?;
    ensure!(page.status == 200, "{} {}", page.status, page.text);
    ensure!(page.header("connection") == "close", "the next call comes here as well: {:?}", page.headers);
    let again = Instant::now();
    server.stop().await?;
    ensure!(again.elapsed() < Duration::from_secs(5), "a second signal is waited for: {:?}", again.elapsed());

    let mut server = draining(&ground, 1).await?;
    let told = Instant::now();
    ensure!(server.ended().await?.success(), "it does not end well");
    ensure!(told.elapsed() < Duration::from_secs(15), "it ends late: {:?}", told.elapsed());
    Ok(())
}
