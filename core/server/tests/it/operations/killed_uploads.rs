//! The program is killed during uploads. Confirmed files are complete afterwards; each of the others is either missing
//! or complete.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::app::{GLANCE, PATIENCE};
use crate::client::Client;
use crate::process::{Server, TestDeployment, juniper_website_id};

/// Delays before the kill, milliseconds.
const TIMES: [u64; 4] = [40, 90, 170, 310];
const SENDERS: usize = 3;

/// Videos by name.
type VideoFiles = BTreeMap<String, Vec<u8>>;

/// A file with a video header that repeats its own name.
fn film(name: &str) -> Vec<u8> {
    [b"\0\0\0\x18ftypisom".to_vec(), format!("{name} ").repeat(120_000).into_bytes()].concat()
}

/// Uploads one video after another until the program has ended.
async fn send(mut owner: Client, names: String, confirmed: Arc<Mutex<Vec<String>>>) {
    for number in 0..1_000 {
        let name = format!("{names}-{number}");
        let Ok(answer) = owner.upload("/api/assets", &format!("{name}.mp4"), &film(&name)).await else { return };
        if answer.status == 201 {
            confirmed.lock().unwrap_or_else(PoisonError::into_inner).push(name);
        }
    }
}

/// All videos of the site as served to visitors.
async fn served(server: &Server, website: &str) -> Result<VideoFiles> {
    let mut owner = server.owner().await?;
    let mut films = VideoFiles::new();
    let mut next = String::new();
    loop {
        let path = format!("/api/v1/websites/{website}/assets?kind=video&limit=100{next}");
        let listed = owner.get(&path).await?.expect(200)?;
        for asset in listed["assets"].as_array().context("no assets")? {
            let url = asset["url"].as_str().context("no url")?;
            let (answer, bytes) = server.browser("juniper.localhost").get_with(url, "Accept", "*/*").await?;
            ensure!(answer.status == 200, "{url}: {}", answer.status);
            let name = asset["filename"].as_str().and_then(|name| name.strip_suffix(".mp4")).context("no name")?;
            films.insert(name.to_owned(), bytes);
        }
        match listed["nextPageCursor"].as_str() {
            Some(cursor) => next = format!("&cursor={cursor}"),
            None => return Ok(films),
        }
    }
}

/// Waits until an upload is confirmed: on a busy machine none may be after the usual times.
async fn wait_for_first(confirmed: &Mutex<Vec<String>>) -> Result<()> {
    let begun = Instant::now();
    while confirmed.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
        ensure!(begun.elapsed() < PATIENCE, "nothing was taken before any end");
        tokio::time::sleep(GLANCE).await;
    }
    Ok(())
}

async fn files_stay_whole(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let mut server = ground.server().await?;
    let website = juniper_website_id(&mut server.owner().await?).await?;
    let confirmed = Arc::new(Mutex::new(Vec::new()));
    for (round, time) in TIMES.into_iter().enumerate() {
        let mut senders = Vec::new();
        for sender in 0..SENDERS {
            let mut owner = server.owner().await?;
            owner.website = Some(website.clone());
            senders.push(tokio::spawn(send(owner, format!("film-{round}-{sender}"), Arc::clone(&confirmed))));
        }
        tokio::time::sleep(Duration::from_millis(time)).await;
        if round + 1 == TIMES.len() {
            wait_for_first(&confirmed).await?;
        }
        server.kill();
        for sender in senders {
            sender.await?;
        }
        server = ground.server().await?;
    }
    let films = served(&server, &website).await?;
    for (name, bytes) in films.iter().filter(|(name, _)| name.starts_with("film-")) {
        ensure!(*bytes == film(name), "{name} is not whole: {} bytes", bytes.len());
    }
    let confirmed = confirmed.lock().unwrap_or_else(PoisonError::into_inner);
    for name in confirmed.iter() {
        ensure!(films.contains_key(name), "{name} was taken and is not there");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_upload_on_sqlite() -> Result<()> {
    files_stay_whole(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_upload_on_postgres() -> Result<()> {
    files_stay_whole(true).await
}
