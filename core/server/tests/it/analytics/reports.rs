//! What contributors see of the visitors.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_analytics::{Device, EventKind, Hit, Medium, VisitFacts, blocks, rollups};
use stoa_entity::analytics::{analytics_block, analytics_event};
use stoa_entity::tenant::analytics_email_report;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use super::recorded::{record_then, rows, stored};
use crate::account::roles::holder;
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;

/// 11:00 on 31 October 2026 in New York; the clocks there are set back in the night to the second.
pub(super) const SATURDAY: i64 = 1_793_458_800_000;
pub(super) const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// Events of a visitor.
pub(super) struct Recording {
    visitor: i64,
    facts: Arc<VisitFacts>,
}

impl Recording {
    pub(super) fn new(visitor: i64, source: Option<&str>, country: &str, device: Device) -> Self {
        let country = country.as_bytes().try_into().ok();
        let medium = if source.is_some() { Medium::Organic } else { Medium::Direct };
        let source = source.map(str::to_owned);
        let facts = VisitFacts { source, medium, country, device, ..VisitFacts::default() };
        Self { visitor, facts: Arc::new(facts) }
    }

    fn hit(&self, at: i64, kind: EventKind) -> Hit {
        Hit {
            id: at * 1_000 + self.visitor * 50 + i64::from(kind.number()),
            at: Timestamp::from_ms(at),
            kind,
            visitor: self.visitor,
            is_identified: false,
            page: Some("/".to_owned()),
            title: Some("Home".to_owned()),
            object: None,
            number: None,
            text: None,
            facts: Arc::clone(&self.facts),
        }
    }

    pub(super) fn view(&self, at: i64, page: &str) -> Hit {
        Hit { page: Some(page.to_owned()), ..self.hit(at, EventKind::PageView) }
    }

    pub(super) fn about(&self, at: i64, kind: EventKind, object: &str, number: Option<i64>) -> Hit {
        Hit { object: Some(object.to_owned()), number, ..self.hit(at, kind) }
    }
}

/// Three visits on Saturday, one on Sunday, whose day has 25 hours.
fn weekend() -> Vec<Hit> {
    let ada = Recording::new(1, Some("google"), "DE", Device::Mobile);
    let bob = Recording::new(2, None, "US", Device::Desktop);
    let cy = Recording::new(3, Some("google"), "US", Device::Desktop);
    let sunday = SATURDAY + 26 * HOUR;
    vec![
        ada.view(SATURDAY, "/"),
        ada.view(SATURDAY + MINUTE, "/shop"),
        ada.about(SATURDAY + 2 * MINUTE, EventKind::Heartbeat, "", Some(30_000)),
        ada.about(SATURDAY + 3 * MINUTE, EventKind::SiteSearch, "mug", Some(4)),
        ada.about(SATURDAY + 4 * MINUTE, EventKind::SiteSearch, "teapot", Some(0)),
        ada.about(SATURDAY + 5 * MINUTE, EventKind::Purchase, "ord_1", Some(2_450)),
        bob.view(SATURDAY + HOUR, "/"),
        bob.about(SATURDAY + HOUR + MINUTE, EventKind::FormRender, "contact", None),
        cy.view(SATURDAY + 2 * HOUR, "/shop"),
        cy.about(SATURDAY + 2 * HOUR + MINUTE, EventKind::FormRender, "contact", None),
        cy.about(SATURDAY + 2 * HOUR + 2 * MINUTE, EventKind::FormStart, "contact", None),
        cy.about(SATURDAY + 2 * HOUR + 3 * MINUTE, EventKind::FormSubmit, "contact", None),
        cy.view(sunday, "/"),
    ]
}

pub(super) async fn sum_up(app: &App) -> Result<()> {
    let db = stored(app, "juniper").await?.context("nothing recorded")?;
    Ok(rollups::run(&db, "America/New_York", app.stoa.foundation.tenancy.now()).await?)
}

/// Sums up all days again.
async fn sum_up_again(app: &App) -> Result<()> {
    let db = stored(app, "juniper").await?.context("nothing recorded")?;
    let now = app.stoa.foundation.tenancy.now();
    let days = rollups::repeat(&db, "America/New_York", jiff::civil::date(2026, 10, 30), now).await?;
    ensure!(days > 1, "{days} days");
    Ok(())
}

/// Packs the weekend, as the job does a week later.
async fn pack(app: &App) -> Result<()> {
    let db = stored(app, "juniper").await?.context("nothing recorded")?;
    blocks::run(&db, Timestamp::from_ms(SATURDAY + 10 * 24 * HOUR)).await?;
    ensure!(blocks::next_due(&db).await?.is_none(), "something is left");
    ensure!(rows::<analytics_event::Entity>(app, "juniper").await?.is_empty(), "events are left");
    ensure!(!rows::<analytics_block::Entity>(app, "juniper").await?.is_empty(), "nothing is packed");
    Ok(())
}

pub(super) const RANGE: &str = "from=2026-10-31&to=2026-11-01";

pub(super) async fn base(app: &App) -> Result<String> {
    Ok(format!("/api/v1/websites/{}/analytics", app.website("juniper").await?))
}

pub(super) async fn read(owner: &mut Client, address: &str) -> Result<Value> {
    owner.get(address).await?.expect(200)
}

/// All reports of the weekend.
async fn reports(app: &App, owner: &mut Client) -> Result<Vec<Value>> {
    let base = base(app).await?;
    let mut seen = Vec::new();
    for report in [
        "summary?compare=true",
        "series?by=day&compare=true",
        "series?by=hour",
        "series?by=month",
        "top?by=source",
        "top?by=page",
        "top?by=entry",
        "top?by=country",
        "top?by=device",
        "searches?limit=10",
        "forms?limit=10",
        "funnel?limit=10",
        "summary?filter.source=google",
        "series?by=hour&filter.page=%2Fshop",
        "top?by=page&filter.country=US",
        "top?by=source&filter.device=desktop&filter.medium=direct",
        "buttons?limit=10",
    ] {
        seen.push(read(owner, &format!("{base}/{report}&{RANGE}")).await?);
    }
    Ok(seen)
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn sums_equal_a_recount_of_the_events() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let empty = read(&mut owner, &format!("{}/summary?{RANGE}", base(app).await?)).await?;
        assert_eq!((&empty["totals"]["visits"], &empty["before"]), (&json!(0), &Value::Null));
        record_then(app, "juniper", weekend()).await?;
        let raw = reports(app, &mut owner).await?;
        sum_up(app).await?;
        assert_eq!(reports(app, &mut owner).await?, raw, "sums of days and a recount of the events");
        pack(app).await?;
        assert_eq!(reports(app, &mut owner).await?, raw, "the same when the days are packed");
        sum_up_again(app).await?;
        assert_eq!(reports(app, &mut owner).await?, raw, "sums of packed days");

        let totals = &raw[0]["totals"];
        assert_eq!((&totals["visits"], &totals["visitors"], &totals["views"]), (&json!(4), &json!(4), &json!(5)));
        assert_eq!((&totals["bounces"], &totals["engagedMs"]), (&json!(3), &json!(30_000)));
        assert_eq!((&totals["orders"], &totals["revenueCents"]), (&json!(1), &json!(2_450)));
        assert_eq!((&raw[0]["timeZone"], &raw[0]["before"]["visits"]), (&json!("America/New_York"), &json!(0)));
        let visits = |report: &Value| -> Vec<i64> {
            report["periods"].as_array().into_iter().flatten().filter_map(|own| own["visits"].as_i64()).collect()
        };
        assert_eq!(visits(&raw[1]), [3, 1]);
        let hours = visits(&raw[2]);
        assert_eq!((hours.len(), hours.iter().sum::<i64>()), (49, 4), "one of the days has 25 hours");
        let rows = |report: &Value| -> Vec<(String, i64)> {
            let row = |own: &Value| Some((own["value"].as_str()?.to_owned(), own["visits"].as_i64()?));
            report["rows"].as_array().into_iter().flatten().filter_map(row).collect()
        };
        assert_eq!(rows(&raw[4]), [("google".to_owned(), 3), (String::new(), 1)]);
        assert_eq!(raw[4]["rows"][0]["revenueCents"], 2_450);
        assert_eq!(raw[5]["rows"][0]["label"], "Home");
        assert_eq!((&raw[9]["searches"], &raw[9]["withoutResults"]), (&json!(2), &json!(1)));
        let form = &raw[10]["rows"][0];
        assert_eq!((&form["shown"], &form["started"], &form["sent"]), (&json!(2), &json!(1), &json!(1)));
        assert_eq!((&raw[11]["visits"], &raw[11]["orders"]), (&json!(4), &json!(1)));

        let base = base(app).await?;
        for (filter, expected) in [
            ("source=google", 3),
            ("source=", 1),
            ("country=US", 3),
            ("device=mobile", 1),
            ("medium=direct", 1),
            ("page=/shop", 2),
            ("entry=/shop", 1),
            ("exit=/shop", 2),
            ("campaign=autumn", 0),
        ] {
            let address = format!("{base}/summary?{RANGE}&filter.{filter}");
            assert_eq!(read(&mut owner, &address).await?["totals"]["visits"], expected, "{filter}");
        }
        let both = format!("{base}/top?by=country&{RANGE}&filter.source=google&filter.device=desktop");
        assert_eq!(rows(&read(&mut owner, &both).await?), [("US".to_owned(), 2)]);
        for wrong in ["from=yesterday", "from=2026-11-02&to=2026-11-01", "from=2000-01-01", "by=hour&from=2025-01-01"] {
            let refused = owner.get(&format!("{base}/series?{wrong}")).await?.problem(400)?;
            ensure!(refused["errors"].is_object(), "{wrong}: {refused}");
        }
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn reports_are_files_for_spreadsheets_too() -> Result<()> {
    on_sqlite(async |app| {
        record_then(app, "juniper", weekend()).await?;
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        let file = owner.get(&format!("{base}/top?by=source&{RANGE}&format=csv")).await?;
        ensure!(file.header("content-type").starts_with("text/csv"), "{file:?}");
        ensure!(file.header("content-disposition").contains("visits-by-dimension.csv"), "{file:?}");
        let lines: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[1], r#""google","3","3","4","2","30","1","24.50""#);
        assert_eq!(lines.len(), 3);
        pack(app).await?;
        assert_eq!(owner.get(&format!("{base}/top?by=source&{RANGE}&format=csv")).await?.text, file.text);
        for report in [
            "summary",
            "series",
            "live",
            "searches",
            "forms",
            "popups",
            "buttons",
            "action-kinds",
            "actions",
            "funnel",
            "speed",
            "errors",
            "emails",
            "abandoned-carts",
            "sales-breakdown",
            "cohorts",
        ] {
            let file = owner.get(&format!("{base}/{report}?format=csv")).await?;
            ensure!(file.status == 200 && file.header("content-type").starts_with("text/csv"), "{report}: {file:?}");
        }
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn real_time_is_filtered_and_a_file_too() -> Result<()> {
    on_both(async |app| {
        let now = app.stoa.foundation.tenancy.now().ms();
        let ada = Recording::new(1, Some("google"), "DE", Device::Mobile);
        let bob = Recording::new(2, None, "US", Device::Desktop);
        let seen =
            vec![ada.view(now - 3 * MINUTE, "/"), ada.view(now - 2 * MINUTE, "/shop"), bob.view(now - MINUTE, "/")];
        record_then(app, "juniper", seen).await?;
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        for (filters, visitors, views) in [
            ("", 2, 3),
            ("filter.source=google", 1, 2),
            ("filter.source=", 1, 1),
            ("filter.country=US", 1, 1),
            ("filter.device=mobile", 1, 2),
            ("filter.page=/shop", 1, 1),
            ("filter.page=/&filter.country=DE", 1, 1),
            ("filter.country=FR", 0, 0),
        ] {
            let live = read(&mut owner, &format!("{base}/live?{filters}")).await?;
            let minutes = live["minutes"].as_array().context("no minutes")?;
            let seen: i64 = minutes.iter().filter_map(|minute| minute["views"].as_i64()).sum();
            assert_eq!((&live["visitors30"], seen), (&json!(visitors), views), "{filters}: {live}");
        }
        let of_page = read(&mut owner, &format!("{base}/live?filter.page=/shop")).await?;
        assert_eq!(of_page["pages"], json!([{"value": "/shop", "visitors": 1}]));

        for (list, lines) in [("minutes", 31), ("pages", 3), ("sources", 2), ("countries", 2), ("latest", 3)] {
            let file = owner.get(&format!("{base}/live?format=csv&list={list}&filter.country=DE")).await?;
            ensure!(file.header("content-type").starts_with("text/csv"), "{list}: {file:?}");
            ensure!(file.header("content-disposition").contains("real-time.csv"), "{list}: {file:?}");
            assert_eq!(file.text.lines().count(), lines, "{list}: {}", file.text);
        }
        let sources = owner.get(&format!("{base}/live?format=csv&list=sources&filter.country=DE")).await?;
        assert_eq!(sources.text.lines().last(), Some("\"google\",\"1\""));
        owner.get(&format!("{base}/live?format=csv&list=visitors")).await?.problem(400)?;
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn roles_read_what_they_may() -> Result<()> {
    on_sqlite(async |app| {
        record_then(app, "juniper", weekend()).await?;
        let (website, base) = (app.website("juniper").await?, base(app).await?);
        for (role, visits, sales, notes) in
            [(1, 200, 200, 201), (3, 200, 200, 403), (8, 403, 200, 403), (15, 200, 200, 201), (4, 403, 403, 403)]
        {
            let mut person = holder(app, &website, &[role]).await?;
            for report in ["summary", "top?by=source", "live", "speed", "errors", "emails"] {
                let answer = person.get(&format!("{base}/{report}")).await?;
                assert_eq!(answer.status, visits, "role {role}, {report}");
            }
            for report in ["sales-breakdown", "abandoned-carts", "cohorts"] {
                assert_eq!(person.get(&format!("{base}/{report}")).await?.status, sales, "role {role}, {report}");
            }
            let note = json!({"day": "2026-10-31", "text": "The sale began"});
            assert_eq!(person.post(&format!("{base}/annotations"), &note).await?.status, notes, "role {role}");
        }
        // Another site has nothing of it, and its owner sees nothing.
        let mut stranger = holder(app, &app.website("kissaten").await?, &[1, 15]).await?;
        stranger.get(&format!("{base}/summary")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_links_and_mailings() -> Result<()> {
    on_both(async |app| {
        record_then(app, "juniper", weekend()).await?;
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        let notes = format!("{base}/annotations");
        for wrong in [json!({"day": "31.10.2026", "text": "A"}), json!({"day": "2026-10-31", "text": " "})] {
            owner.post(&notes, &wrong).await?.problem(400)?;
        }
        let note = owner.post(&notes, &json!({"day": "2026-10-31", "text": "Sale"})).await?.expect(201)?;
        let own = format!("{notes}/{}", note["id"].as_str().context("no id")?);
        let changed = owner.put(&own, &json!({"day": "2026-11-01", "text": "End of the sale"})).await?.expect(200)?;
        assert_eq!(read(&mut owner, &notes).await?["annotations"], json!([changed]));
        owner.delete(&own).await?.expect(204)?;
        owner.delete(&own).await?.problem(404)?;

        let links = format!("{base}/share-links");
        owner.post(&links, &json!({"label": "Board", "days": 367})).await?.problem(400)?;
        let link = owner.post(&links, &json!({"label": "Board", "days": 7})).await?.expect(201)?;
        let url = link["url"].as_str().context("no url")?;
        let path = url.split_once("/~figures/").context("another place")?.1;
        let mut reader = app.juniper();
        let page = reader.get(&format!("/~figures/{path}")).await?;
        ensure!(page.status == 200 && page.text.contains("Visitors of the last 30 days"), "{page:?}");
        assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
        ensure!(!page.text.contains("24.50") && !page.text.contains("<script"), "amounts or scripts");
        assert_eq!(app.kissaten().get(&format!("/~figures/{path}")).await?.status, 404, "a link of another site");
        assert_eq!(reader.get(&format!("/~figures/{path}0")).await?.status, 404);
        owner.delete(&format!("{links}/{}", link["id"].as_str().context("no id")?)).await?.expect(204)?;
        assert_eq!(reader.get(&format!("/~figures/{path}")).await?.status, 404, "an ended link");
        let site = base.strip_suffix("/analytics").context("another base")?;
        for action in ["analytics-link.create", "analytics-link.end"] {
            let log = owner.get(&format!("{site}/audit-log?action={action}")).await?.expect(200)?;
            ensure!(log["entries"][0]["subject"] == "Board", "{action}: {log}");
        }

        let mailing = format!("{base}/email-report");
        assert_eq!(read(&mut owner, &mailing).await?["frequency"], "never");
        owner.put(&mailing, &json!({"frequency": "daily"})).await?.problem(400)?;
        for frequency in ["weekly", "monthly", "never"] {
            owner.put(&mailing, &json!({"frequency": frequency})).await?.expect(200)?;
            assert_eq!(read(&mut owner, &mailing).await?["frequency"], frequency);
        }
        Ok(())
    })
    .await
}

/// Two visits with three page views.
fn two_visits(at: i64) -> Vec<Hit> {
    let (ada, bob) = (Recording::new(1, None, "DE", Device::Mobile), Recording::new(2, None, "US", Device::Desktop));
    vec![ada.view(at, "/"), ada.view(at + 1, "/tins"), bob.view(at, "/")]
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_mailed_to_who_asked_and_may_read_them() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let base = base(app).await?;
        let mut reader = holder(app, &website, &[3]).await?;
        reader.put(&format!("{base}/email-report"), &json!({"frequency": "weekly"})).await?.expect(200)?;
        let site: WebsiteId = website.parse()?;
        let now = app.stoa.foundation.tenancy.now();
        record_then(app, "juniper", two_visits(now.ms() - 7 * 24 * HOUR)).await?;
        let tenant = app.stoa.foundation.tenancy.for_system(&site, "test").await?;
        let tx = tenant.db.write().await?;
        let all = analytics_email_report::Column::NextOn.gt(0);
        tx.update::<analytics_email_report::Entity>(all)
            .set(analytics_email_report::Column::NextOn, now - 1)
            .exec()
            .await?;
        tx.commit().await?;
        let emails = app.emails(1).await?;
        let report = emails.first().context("no e-mail")?.replace("=\r\n", "");
        ensure!(report.contains("roles-3-@example.com") && report.contains("Your visitors from"), "{report}");
        ensure!(report.contains(&format!("/admin/sites/{website}/analytics")), "{report}");
        ensure!(["2 (0)", "3 (0)", "/tins"].iter().all(|figure| report.contains(figure)), "{report}");
        let row = tenant.db.read().await?.find::<analytics_email_report::Entity>().one().await?.context("no row")?;
        ensure!(row.next_on > now, "the next one is due in a week: {row:?}");

        // Who is no contributor any more gets none.
        let contributors = format!("/api/v1/websites/{website}/contributors");
        let mut owner = app.owner().await?;
        let listed = owner.get(&contributors).await?.expect(200)?;
        let people = listed["contributors"].as_array().context("no contributors")?;
        let own = people.iter().find(|own| own["email"] == "roles-3-@example.com").context("not there")?;
        owner.delete(&format!("{contributors}/{}", own["id"].as_str().context("no id")?)).await?.expect(204)?;
        let tx = tenant.db.write().await?;
        let all = analytics_email_report::Column::NextOn.gt(0);
        tx.update::<analytics_email_report::Entity>(all)
            .set(analytics_email_report::Column::NextOn, now - 1)
            .exec()
            .await?;
        tx.commit().await?;
        let is_gone = async || {
            let tx = tenant.db.read().await?;
            Ok(tx.find::<analytics_email_report::Entity>().count().await? == 0)
        };
        app.until(is_gone).await?;
        assert_eq!(app.emails(1).await?.len(), 1);
        Ok(())
    })
    .await
}

// spec: performance.report.open
#[tokio::test(flavor = "multi_thread")]
async fn speed_is_the_75th_percentile_by_page_and_device() -> Result<()> {
    use stoa_analytics::speed::{SpeedSample, Vital};
    on_both(async |app| {
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        for (value, device) in [
            (1_000.0, Device::Desktop),
            (1_200.0, Device::Desktop),
            (2_400.0, Device::Mobile),
            (5_000.0, Device::Mobile),
        ] {
            let at = Timestamp::from_ms(SATURDAY);
            let sample = SpeedSample { at, page: "/shop".to_owned(), device, vital: Vital::Lcp, value };
            app.stoa.analytics().record_speed(&website, sample);
        }
        ensure!(app.stoa.analytics().flush().await, "a database refused");
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        let report = read(&mut owner, &format!("{base}/speed?{RANGE}")).await?;
        let all = &report["vitals"][0];
        assert_eq!((&all["vital"], &all["samples"], &all["band"]), (&json!("LCP"), &json!(4), &json!("good")));
        assert_eq!((&all["good"], &all["needsImprovement"], &all["poor"]), (&json!(3), &json!(0), &json!(1)));
        assert_eq!(report["rows"][0]["value"], "/shop");
        let devices = read(&mut owner, &format!("{base}/speed?by=device&{RANGE}")).await?;
        let bands: Vec<(&Value, &Value)> =
            devices["rows"].as_array().context("no rows")?.iter().map(|row| (&row["value"], &row["band"])).collect();
        ensure!(bands.contains(&(&json!("mobile"), &json!("poor"))), "{bands:?}");
        let other = read(&mut owner, &format!("{base}/speed?{RANGE}&page=/")).await?;
        assert_eq!(other["vitals"], json!([]));
        let mobile = read(&mut owner, &format!("{base}/speed?{RANGE}&device=mobile")).await?;
        assert_eq!(mobile["vitals"][0]["samples"], 2);
        owner.get(&format!("{base}/speed?{RANGE}&device=fridge")).await?.problem(400)?;
        Ok(())
    })
    .await
}
