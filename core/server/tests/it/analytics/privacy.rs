//! Who is counted, and what is not stored.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::platform::analytics_salt;

use super::recorded::{events, visits};
use crate::account::roles::holder;
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;

const EVENTS: &str = "/api/v1/clanker/events";

async fn view(visitor: &mut Client, page: &str, identifier: Option<&str>) -> Result<()> {
    let content = json!({"page_path": page, "analytics_id": identifier}).to_string();
    let event = json!({"event_schema_name": "page_view", "event_content": content});
    visitor.post(EVENTS, &event).await?.expect(202)?;
    Ok(())
}

async fn choose(app: &App, change: impl FnOnce(&mut Value)) -> Result<()> {
    let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
    let mut owner = app.owner().await?;
    let mut settings = owner.get(&path).await?.expect(200)?;
    change(&mut settings);
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

/// A browser that sends a further header.
fn sending(app: &App, name: &'static str, value: &str) -> Client {
    let mut visitor = app.juniper();
    visitor.further.push((name, value.to_owned()));
    visitor
}

/// All files of a folder and the folders in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.is_file() {
            found.push(path);
        }
    }
    Ok(found)
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn programs_and_contributors_are_not_counted() -> Result<()> {
    on_sqlite(async |app| {
        for agent in ["", "curl/8.5.0", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"] {
            let mut program = app.juniper();
            agent.clone_into(&mut program.user_agent);
            view(&mut program, "/", None).await?;
        }
        view(&mut sending(app, "sec-purpose", "prefetch"), "/", None).await?;
        view(&mut sending(app, "origin", "https://evil.example"), "/", None).await?;
        let mut owner = app.juniper();
        owner.token = app.owner().await?.token;
        view(&mut owner, "/", None).await?;
        let mut tester = app.juniper();
        tester.cookies.insert("TESTER".to_owned(), "pass".to_owned());
        view(&mut tester, "/", None).await?;
        ensure!(events(app, "juniper").await?.is_empty());
        view(&mut app.juniper(), "/", None).await?;
        // The search is counted as a search.
        view(&mut app.juniper(), "/search", None).await?;
        assert_eq!(events(app, "juniper").await?.len(), 1);
        Ok(())
    })
    .await
}

// spec: roles.analytics-viewer, analytics.record-only-for
#[tokio::test(flavor = "multi_thread")]
async fn people_who_may_only_look_are_counted() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        for (roles, expected) in [(vec![10, 4], 0), (vec![3], 0), (vec![10], 1)] {
            let mut person = app.juniper();
            person.token = holder(app, &website, &roles).await?.token;
            view(&mut person, "/", None).await?;
            assert_eq!(events(app, "juniper").await?.len(), expected, "{roles:?}");
        }
        Ok(())
    })
    .await
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn a_browser_whose_owner_declines_is_not_counted() -> Result<()> {
    on_sqlite(async |app| {
        const PAGE: &str = "/~visits";
        let mut visitor = app.juniper();
        visitor.get(PAGE).await?;
        let page = visitor.get(PAGE).await?;
        ensure!(page.status == 200 && page.text.contains("are counted"), "{page:?}");
        ensure!(page.text.contains("action=\"/api/v1/own-visits?crumb="), "{}", page.text);
        assert_eq!(page.header("cache-control"), "no-store");
        for (call, field) in [("/api/cookie-consent", "allowed"), ("/api/v1/own-visits", "counted")] {
            visitor.cookies.insert("SS_ANALYTICS_ID".to_owned(), "one".to_owned());
            visitor.form(call, &[(field, "false")]).await?.expect(204)?;
            ensure!(!visitor.cookies.contains_key("SS_ANALYTICS_ID"), "{call}: the identifier stays");
        }
        let left = visitor.form("/api/v1/own-visits", &[("counted", "false"), ("path", PAGE)]).await?;
        ensure!(left.status == 303 && left.location() == PAGE, "{left:?}");
        assert_eq!(visitor.cookies.get("ss_notCounted").map(String::as_str), Some("1"));
        ensure!(visitor.get(PAGE).await?.text.contains("are not counted"), "the choice is not shown");
        view(&mut visitor, "/", None).await?;
        let hit = [("event", "1"), ("data", "{\"url\":\"http://juniper.localhost/about\"}")];
        visitor.form("/api/census/RecordHit", &hit).await?.expect(200)?;
        ensure!(events(app, "juniper").await?.is_empty(), "it is counted");

        let led = visitor.form("/api/v1/own-visits", &[("counted", "false"), ("path", "//evil.example")]).await?;
        ensure!(led.status == 303 && led.location() == "/", "{led:?}");
        visitor.form("/api/v1/own-visits", &[("counted", "perhaps")]).await?.problem(400)?;
        visitor.form("/api/v1/own-visits", &[("counted", "true")]).await?.expect(204)?;
        view(&mut visitor, "/", None).await?;
        assert_eq!(events(app, "juniper").await?.len(), 1);
        choose(app, |settings| settings["analytics"]["isEnabled"] = json!(false)).await?;
        let page = visitor.get(PAGE).await?.text;
        ensure!(page.contains("are not counted") && !page.contains("<form"), "{page}");
        // Before the password of the site is entered, too.
        let mut owner = app.owner().await?;
        let lock = format!("/api/v1/websites/{}/site-lock", app.website("juniper").await?);
        owner.put(&lock, &json!({"password": "clay and fire"})).await?.expect(200)?;
        visitor.form("/api/v1/own-visits", &[("counted", "false")]).await?.expect(204)?;
        Ok(())
    })
    .await
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn visitors_have_identifiers_only_where_they_allow_them() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        view(&mut visitor, "/", Some("one")).await?;
        ensure!(!visits(app, "juniper").await?[0].is_identified, "new sites set no identifiers");
        choose(app, |settings| settings["analytics"]["mode"] = json!("identifier")).await?;
        view(&mut app.juniper(), "/", Some("two")).await?;
        for header in ["sec-gpc", "dnt"] {
            view(&mut sending(app, header, "1"), "/", Some("three")).await?;
        }
        let found = visits(app, "juniper").await?;
        assert_eq!(found.iter().filter(|visit| visit.is_identified).count(), 1, "{found:?}");
        // Without an identifier, the same browser of the same network is the same visitor for a day.
        assert_eq!(found.len(), 2, "{found:?}");

        choose(app, |settings| {
            settings["cookieSettings"]["isRestrictiveCookiePolicyEnabled"] = json!(true);
            settings["cookieSettings"]["isCookieBannerEnabled"] = json!(true);
        })
        .await?;
        view(&mut visitor, "/", Some("four")).await?;
        assert_eq!(visits(app, "juniper").await?.iter().filter(|visit| visit.is_identified).count(), 1);
        visitor.form("/api/cookie-consent", &[("allowed", "true")]).await?.expect(204)?;
        view(&mut visitor, "/", Some("four")).await?;
        assert_eq!(visits(app, "juniper").await?.iter().filter(|visit| visit.is_identified).count(), 2);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_choose_what_is_counted() -> Result<()> {
    on_sqlite(async |app| {
        choose(app, |settings| settings["analytics"]["excludedPaths"] = json!(["/about", "/team/*"])).await?;
        for page in ["/about", "/team/ada", "/shop"] {
            view(&mut app.juniper(), page, None).await?;
        }
        let found = events(app, "juniper").await?;
        assert_eq!(found.iter().map(|event| event.page.as_str()).collect::<Vec<_>>(), ["/shop"]);
        choose(app, |settings| settings["analytics"]["isEnabled"] = json!(false)).await?;
        view(&mut app.juniper(), "/shop", None).await?;
        assert_eq!(events(app, "juniper").await?.len(), 1);
        let settings = app.juniper().get("/api/1/performance/settings").await?.expect(200)?;
        assert_eq!(settings["enabled"], false);

        let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["analytics"]["excludedPaths"] = json!(["about"]);
        let refused = owner.put(&path, &settings).await?.problem(400)?;
        ensure!(refused["errors"]["analytics.excludedPaths"].is_string(), "{refused}");
        Ok(())
    })
    .await
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_day_is_deleted_at_its_end() -> Result<()> {
    const DAY_MS: i64 = 24 * 3_600_000;
    on_both(async |app| {
        view(&mut app.juniper(), "/", None).await?;
        let tenancy = &app.stoa.foundation.tenancy;
        let now = tenancy.now();
        let days = async || -> Result<Vec<i64>> {
            let tx = tenancy.databases.platform().read().await?;
            let rows = tx.find::<analytics_salt::Entity>().filter(analytics_salt::Column::Day.gt(0)).all().await?;
            Ok(rows.into_iter().map(|row| row.day).collect())
        };
        let today = now.ms() / DAY_MS;
        assert_eq!(days().await?, [today]);
        let key = tenancy.visitor_salts.of(now).await?;
        assert_eq!(tenancy.visitor_salts.of(now).await?, key);
        let next = tenancy.visitor_salts.of(now + DAY_MS).await?;
        ensure!(next != key, "two days have one key");
        assert_eq!(days().await?, [today + 1]);
        tenancy.visitor_salts.forget_earlier(now + 2 * DAY_MS).await?;
        ensure!(days().await?.is_empty());
        Ok(())
    })
    .await
}

// spec: analytics.privacy.open
#[tokio::test(flavor = "multi_thread")]
async fn countries_come_from_the_proxy_or_the_network() -> Result<()> {
    let app = App::rate_limited_with("[analytics]\ncountry_header = 'CF-IPCountry'\n").await?;
    for (address, country) in [("217.0.0.1", None), ("217.0.0.2", Some("FR")), ("10.0.0.1", Some("XX"))] {
        let mut visitor = app.juniper();
        visitor.forwarded_for = Some(address.to_owned());
        visitor.further.extend(country.map(|country: &str| ("cf-ipcountry", country.to_owned())));
        view(&mut visitor, "/", None).await?;
    }
    let found = visits(&app, "juniper").await?;
    let mut countries: Vec<_> = found.into_iter().map(|visit| visit.country).collect();
    countries.sort();
    assert_eq!(countries, [None, Some("DE".to_owned()), Some("FR".to_owned())]);
    for path in files(&app.data)? {
        let bytes = std::fs::read(&path)?;
        let holds = bytes.windows(9).any(|window| window == b"217.0.0.1" || window == b"217.0.0.2");
        ensure!(!holds, "{} contains an address", path.display());
    }
    app.stop().await
}
