//! Two processes' worth of the program on one Postgres and one Redis.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_testkit::{Postgres, Redis};

use crate::app::{App, settings};
use crate::template;

struct Pair {
    one: App,
    two: App,
    redis: Redis,
    _folder: tempfile::TempDir,
    _postgres: Postgres,
}

async fn start() -> Result<Pair> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let postgres = Postgres::start()?;
    let redis = Redis::start()?;
    let url = template::postgres(&postgres, &data).await?;
    let text = format!("\n[redis]\nurl = {:?}\n", redis.url());
    let mut config = settings(&data, &url);
    let file = data.with_extension("toml");
    std::fs::write(&file, format!("{}{text}", std::fs::read_to_string(&file)?))?;
    config.redis = stoa_server::config::load(Some(&file))?.redis;
    let one = App::start(config.clone()).await?;
    let two = App::start(config).await?;
    Ok(Pair { one, two, redis, _folder: folder, _postgres: postgres })
}

async fn home(app: &App) -> Result<(String, Value)> {
    let website = app.website("juniper").await?;
    let base = format!("/api/v1/websites/{website}/pages");
    let mut owner = app.owner().await?;
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    let path = format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?);
    let page = owner.get(&path).await?.expect(200)?;
    Ok((path, page))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_postgres_and_redis_serve_the_same_sites() -> Result<()> {
    let mut pair = start().await?;
    let marker = "Fired twice this week";
    ensure!(!pair.two.juniper().get("/").await?.text.contains(marker));

    let (path, mut page) = home(&pair.one).await?;
    let heading = json!({"id": "marker", "kind": "text", "settings": {"html": format!("<h2>{marker}</h2>")}});
    let section = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    section.context("the first section has no blocks")?.push(heading);
    let mut owner = pair.one.owner().await?;
    let mut body = page.clone();
    body["revision"] = page["revision"].clone();
    let saved = owner.save_page(&path, &body).await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    let begun = Instant::now();
    while !pair.two.juniper().get("/").await?.text.contains(marker) {
        ensure!(begun.elapsed() < Duration::from_secs(1), "the other server still shows the old page");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let mut shopper = pair.one.juniper();
    let account = json!({"email": "ada@example.com", "password": "long enough words", "firstName": "Ada",
                         "lastName": "Byron"});
    let made = shopper.post("/api/site-users/account", &account).await?;
    ensure!(made.status < 300, "{made:?}");
    let sign_in = json!({"email": "ada@example.com", "password": "long enough words", "rememberMe": false});
    shopper.post("/api/site-users/account/session", &sign_in).await?.expect(200)?;
    let mut elsewhere = shopper.at(pair.two.address);
    elsewhere.host = pair.two.juniper().host;
    let me = elsewhere.get("/api/site-users/account").await?.expect(200)?;
    assert_eq!(me["email"], "ada@example.com");

    pair.redis.kill();
    for app in [&pair.one, &pair.two] {
        let answer = app.juniper().get("/").await?;
        ensure!(answer.status == 200 && answer.text.contains(marker), "without Redis: {}", answer.status);
    }
    elsewhere.get("/api/site-users/account").await?.expect(200)?;
    pair.one.stop().await?;
    pair.two.stop().await
}
