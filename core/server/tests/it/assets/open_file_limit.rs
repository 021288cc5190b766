//! With a low limit of open files the program raises the limit as far as allowed, reports what is missing, and lets
//! visitors wait instead of failing.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};
use futures::future::join_all;

use crate::process::{PROGRAM, Server, TestDeployment};

/// Pages and API requests of two sites that read the database.
const ASKED: [(&str, &str); 8] = [
    ("juniper.localhost", "/"),
    ("juniper.localhost", "/shop"),
    ("juniper.localhost", "/shop/hearth-mug"),
    ("juniper.localhost", "/search?q=mug"),
    ("juniper.localhost", "/api/commerce/shopping-cart"),
    ("kissaten.localhost", "/"),
    ("kissaten.localhost", "/search?q=tea"),
    ("localhost", "/readyz"),
];

/// The program with a soft and a hard limit of open files, and its log file.
async fn limited(ground: &TestDeployment, soft: u32, hard: u32) -> Result<(Server, PathBuf)> {
    let log = ground.data.with_extension("log");
    let mut command = Command::new("prlimit");
    command.arg(format!("--nofile={soft}:{hard}")).arg(PROGRAM).arg("--config").arg(&ground.config).arg("serve");
    command.stderr(File::create(&log)?);
    Ok((Server::of(command).await?, log))
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_wait_at_open_file_limit() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let (server, log) = limited(&ground, 80, 80).await?;
    let visits = (0..200).map(|number: usize| {
        let (host, path) = ASKED[number % ASKED.len()];
        let mut visitor = server.browser(host);
        // Each client closes its connection when it ends.
        tokio::spawn(async move { visitor.get(path).await.map(|answer| (path, answer)) })
    });
    let mut served = 0;
    for visit in join_all(visits).await {
        let (path, answer) = visit??;
        ensure!([200, 503].contains(&answer.status), "{path}: {} {}", answer.status, answer.text);
        served += usize::from(answer.status == 200);
    }
    ensure!(served >= 100, "{served} of 200 were served");
    for (host, path) in ASKED {
        let answer = server.browser(host).get(path).await?;
        ensure!(answer.status == 200, "{path} afterwards: {} {}", answer.status, answer.text);
    }
    let said = std::fs::read_to_string(log)?;
    let warning = said.lines().find(|line| line.contains("fewer open files than the settings require"));
    ensure!(warning.is_some_and(|line| line.contains("WARN") && line.contains("files.allowed=80")), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn open_file_limit_is_raised() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let (server, log) = limited(&ground, 80, 8_192).await?;
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id()))?;
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default();
    ensure!(files.split_whitespace().skip(3).take(2).all(|limit| limit == "8192"), "{limits}");
    server.browser("juniper.localhost").get("/").await?.expect(200)?;
    let said = std::fs::read_to_string(log)?;
    ensure!(!said.contains("fewer open files than the settings require"), "{said}");
    Ok(())
}
