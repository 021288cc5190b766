//! Each documented call that changes something, made by whoever may: what it answers is not all, rows of the site differ
//! afterwards. And each that reads leaves them as they were.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};

use crate::app::{App, on_both};
use crate::calls::{Known, routes, send};

type Rows = BTreeMap<&'static str, Vec<String>>;

/// Tables that the program writes by itself: what was asked of it is done later, and who did what is noted besides.
const BESIDES: [&str; 6] = ["audit", "outbox", "mail", "page_presence", "webhook_delivery", "shop_stamp"];

/// Calls that change no row of a site, and why.
const NO_ROWS: [(&str, &str); 0] = [];

/// Reads that note something.
const NOTING: [(&str, &str); 0] = [];

async fn rows(app: &App, website: &str) -> Result<Rows> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let mut rows = tenant.db.read().await?.everything().await?;
    rows.retain(|table, _| !BESIDES.contains(table));
    Ok(rows)
}

fn changed(before: &Rows, after: &Rows) -> BTreeSet<&'static str> {
    before.keys().filter(|table| before.get(*table) != after.get(*table)).copied().collect()
}

// spec: scope.server-behaviour.open
#[tokio::test(flavor = "multi_thread")]
async fn what_is_answered_is_also_kept_and_reading_keeps_nothing() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let mut owner = app.owner().await?;
        owner.website = Some(website.clone());
        let mut shopper = app.juniper();
        let mut known = Known::gather(app, &mut owner, &mut shopper).await?;
        let mut odd = Vec::new();
        let mut kept = 0;
        for route in &routes()? {
            known.refresh(&mut owner, &mut shopper).await?;
            let Ok(path) = known.path(route) else { continue };
            let body = known.body(route).with_context(|| route.id.clone())?;
            let client = if route.contributor { &mut owner } else { &mut shopper };
            let before = rows(app, &website).await?;
            let answer = send(client, route, &path, body.as_ref()).await?;
            let changed = changed(&before, &rows(app, &website).await?);
            let is_read = route.method == "GET";
            let exempt = if is_read { &NOTING[..] } else { &NO_ROWS[..] }.iter().any(|(id, _)| *id == route.id);
            let done = (200..400).contains(&answer.status);
            kept += usize::from(done && !is_read && !changed.is_empty());
            let right = match (is_read, done) {
                (true, _) => changed.is_empty(),
                (false, true) => !changed.is_empty(),
                // Refused: told apart by the tests of each call; nothing of it may be kept.
                (false, false) => changed.is_empty(),
            };
            if !right && !exempt {
                odd.push(format!("{} {} {}: {changed:?}", route.method, route.id, answer.status));
            }
        }
        ensure!(odd.is_empty(), "{}", odd.join("\n"));
        ensure!(kept > 100, "only {kept} calls keep something");
        Ok(())
    })
    .await
}
