//! What operators do with what visitors did: another database gets it, and sums are made again.

use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::post;
use sea_orm::ColumnTrait as _;
use serde_json::Value;
use stoa_analytics::{Device, Hit};
use stoa_entity::analytics::analytics_rollup;
use stoa_kernel::id::WebsiteId;
use tokio::net::TcpListener;

use super::recorded::{record_then, stored};
use super::reports::{MINUTE, Recording, base, read, sum_up};
use crate::app::{App, settings};
use crate::demo_database;
use crate::operations::commands::{refused, succeeds};

const HOUR: i64 = 60 * MINUTE;

/// A visit of two pages in one hour, two days ago.
fn visit(app: &App) -> Vec<Hit> {
    let visitor = Recording::new(1, Some("google"), "DE", Device::Desktop);
    let then = (app.stoa.foundation.tenancy.now().ms() / HOUR - 48) * HOUR;
    vec![visitor.view(then, "/"), visitor.view(then + 1_000, "/shop")]
}

/// A server that takes everything, and what it got: the user, the address and the body.
async fn receiver() -> Result<(String, Arc<Mutex<Vec<String>>>)> {
    let calls: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&calls);
    let take = move |uri: Uri, headers: HeaderMap, body: String| async move {
        let user = headers.get("x-clickhouse-user").and_then(|user| user.to_str().ok()).unwrap_or_default();
        seen.lock().unwrap().push(format!("{user} {uri}\n{body}"));
        StatusCode::OK
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", post(take))).await });
    Ok((url, calls))
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_sent_to_the_database_of_the_operator() -> Result<()> {
    let (url, calls) = receiver().await?;
    let more = format!(
        "[analytics]\nexport_url = '{url}'\nexport_table = 'stoa.events'\nexport_user = 'stoa'\n\
         export_password = 'a secret'\n"
    );
    let app = App::sqlite_with(&more).await?;
    record_then(&app, "juniper", visit(&app)).await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let foundation = &app.stoa.foundation;
    foundation.databases.due_work().wake(&website, foundation.tenancy.now()).await?;
    app.until(async || Ok(!calls.lock().unwrap().is_empty())).await?;
    let sent = calls.lock().unwrap().clone();
    let rows: Vec<Value> = sent
        .iter()
        .flat_map(|call| call.lines().skip(1))
        .map(serde_json::from_str::<Value>)
        .collect::<Result<Vec<Value>, _>>()
        .with_context(|| format!("{sent:?}"))?;
    ensure!(sent.iter().all(|call| call.starts_with("stoa /?query=INSERT+INTO+stoa.events+FORMAT+JSONEachRow\n")));
    let mut pages: Vec<&Value> = rows.iter().map(|row| &row["page"]).collect();
    pages.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
    assert_eq!(pages, ["/", "/shop"]);
    ensure!(rows.iter().all(|row| row["website_id"] == website.as_str() && row["source"] == "google"), "{rows:?}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_makes_wrong_sums_again() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    demo_database::sqlite(&data).await?;
    let first = App::start(settings(&data, "")).await?;
    record_then(&first, "juniper", visit(&first)).await?;
    sum_up(&first).await?;
    let summary = format!("{}/summary", base(&first).await?);
    let right = read(&mut first.owner().await?, &summary).await?;
    assert_eq!((&right["totals"]["visits"], &right["totals"]["views"]), (&Value::from(1), &Value::from(2)));
    let db = stored(&first, "juniper").await?.context("nothing recorded")?;
    let tx = db.write().await?;
    let all = analytics_rollup::Column::Views.gte(0);
    tx.update::<analytics_rollup::Entity>(all).set(analytics_rollup::Column::Views, 99_i64).exec().await?;
    tx.commit().await?;
    drop(db);
    ensure!(read(&mut first.owner().await?, &summary).await?["totals"] != right["totals"], "the sums are not read");
    first.stop().await?;

    let again = |site: &'static str, day: &'static str| ["analytics", "rollup", "--site", site, "--from", day];
    refused(
        &data,
        &again("nowhere", "yesterday"),
        &["There is no site 'nowhere'.", "Write the day as in 2026-11-01."],
    )?;
    for _ in 0..2 {
        let said = succeeds(&data, &again("juniper", "2020-01-01"))?;
        ensure!(said.contains("Days that were summed up again: "), "{said}");
        let second = App::start(settings(&data, "")).await?;
        assert_eq!(read(&mut second.owner().await?, &summary).await?["totals"], right["totals"]);
        second.stop().await?;
    }
    Ok(())
}
