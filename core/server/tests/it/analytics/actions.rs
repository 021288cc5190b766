//! Reports on what visitors did, of all visits and of some.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_analytics::{Device, EventKind, Hit};
use stoa_entity::tenant::mail;
use stoa_kernel::id::WebsiteId;

use super::recorded::record_then;
use super::reports::{MINUTE, RANGE, Recording, SATURDAY, base, read, sum_up};
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop;

/// A day before the days of the reports that have two.
const DAY: i64 = 24 * 60 * MINUTE;

/// Two visits from a search engine and one whose address was typed, and one of the days before.
fn visits() -> Vec<Hit> {
    let ada = Recording::new(1, Some("google"), "DE", Device::Mobile);
    let bob = Recording::new(2, None, "US", Device::Desktop);
    let cy = Recording::new(3, Some("google"), "US", Device::Desktop);
    let early = SATURDAY - 2 * DAY;
    vec![
        ada.view(SATURDAY, "/shop"),
        ada.about(SATURDAY + 1, EventKind::SiteSearch, "mug", Some(4)),
        ada.about(SATURDAY + 2, EventKind::SiteSearch, "teapot", Some(0)),
        ada.about(SATURDAY + 3, EventKind::ProductPageView, "prd_1", None),
        ada.about(SATURDAY + 4, EventKind::QuickView, "prd_1", None),
        ada.about(SATURDAY + 5, EventKind::AddToCart, "prd_1", None),
        ada.about(SATURDAY + 6, EventKind::OutboundClick, "https://maps.example.com/", None),
        ada.about(SATURDAY + 7, EventKind::ButtonRender, "Buy", None),
        bob.view(SATURDAY + MINUTE, "/"),
        bob.about(SATURDAY + MINUTE + 1, EventKind::SiteSearch, "mug", Some(4)),
        bob.about(SATURDAY + MINUTE + 2, EventKind::ProductPageView, "prd_1", None),
        bob.about(SATURDAY + MINUTE + 3, EventKind::FormRender, "contact", None),
        bob.about(SATURDAY + MINUTE + 4, EventKind::FormSubmit, "contact", None),
        bob.about(SATURDAY + MINUTE + 5, EventKind::FileDownload, "/menu.pdf", None),
        bob.about(SATURDAY + MINUTE + 6, EventKind::Custom, "brochure_requested", None),
        bob.about(SATURDAY + MINUTE + 7, EventKind::ButtonRender, "Buy", None),
        bob.about(SATURDAY + MINUTE + 8, EventKind::ButtonClick, "Buy", None),
        cy.view(early, "/shop"),
        cy.about(early + 1, EventKind::SiteSearch, "mug", Some(4)),
        cy.about(early + 2, EventKind::OutboundClick, "https://maps.example.com/", None),
        cy.about(early + 3, EventKind::ProductPageView, "prd_1", None),
    ]
}

/// All reports, of all visits and of those from a search engine, with an order of days before.
async fn reports(app: &App, owner: &mut Client) -> Result<Vec<Value>> {
    let base = base(app).await?;
    let mut seen = Vec::new();
    for filter in ["", "&filter.source=google", "&filter.page=%2Fshop&filter.device=mobile"] {
        for report in [
            "searches?",
            "forms?",
            "popups?",
            "buttons?",
            "funnel?",
            "action-kinds?",
            "actions?",
            "actions?kind=custom&",
        ] {
            seen.push(read(owner, &format!("{base}/{report}{RANGE}&compare=true{filter}")).await?);
        }
    }
    Ok(seen)
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn what_visitors_did_is_filtered_and_compared() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        record_then(app, "juniper", visits()).await?;
        let raw = reports(app, &mut owner).await?;
        sum_up(app).await?;
        assert_eq!(reports(app, &mut owner).await?, raw, "columns of days and a recount of the events");
        let [searches, forms, _, buttons, funnel, kinds, links, custom, rest @ ..] = raw.as_slice() else {
            anyhow::bail!("reports are missing")
        };
        assert_eq!((&searches["searches"], &searches["before"]["searches"]), (&json!(3), &json!(1)));
        let mug = json!({"text": "mug", "searches": 2, "withoutResults": 0,
                         "before": {"searches": 1, "withoutResults": 0}});
        assert_eq!(searches["rows"][0], mug);
        assert_eq!((&forms["rows"][0]["sent"], &forms["rows"][0]["before"]["sent"]), (&json!(1), &json!(0)));
        assert_eq!((&buttons["rows"][0]["shown"], &buttons["rows"][0]["clicked"]), (&json!(2), &json!(1)));
        assert_eq!((&funnel["seen"], &funnel["cart"], &funnel["before"]["seen"]), (&json!(2), &json!(1), &json!(1)));
        let times = |kind: &str| -> Result<i64> {
            let mut rows = kinds["rows"].as_array().context("no rows")?.iter();
            rows.find(|row| row["kind"] == kind).and_then(|row| row["times"].as_i64()).context("no such kind")
        };
        let found = (times("outbound-click")?, times("file-download")?, times("custom")?, times("video")?);
        assert_eq!(found, (1, 1, 1, 0));
        let link = json!({"value": "https://maps.example.com/", "times": 1, "visits": 1,
                          "before": {"times": 1, "visits": 1}});
        assert_eq!(links["rows"], json!([link]));
        assert_eq!(custom["rows"][0]["value"], "brochure_requested");

        // Only those from the search engine: the other visit did not come from there.
        let [searches, forms, _, buttons, funnel, _, links, custom, of_page @ ..] = rest else {
            anyhow::bail!("filtered reports are missing")
        };
        assert_eq!((&searches["searches"], &searches["withoutResults"]), (&json!(2), &json!(1)));
        assert_eq!((&forms["rows"], &custom["rows"]), (&json!([]), &json!([])));
        assert_eq!(buttons["rows"][0]["shown"], 1);
        assert_eq!((&funnel["visits"], &funnel["seen"], &funnel["cart"]), (&json!(1), &json!(1), &json!(1)));
        let product = &funnel["products"][0];
        assert_eq!((&product["seen"], &product["before"]["seen"]), (&json!(1), &json!(1)));
        assert_eq!(links["rows"], json!([link]));
        let searches = of_page.first().context("no report")?;
        ensure!(searches["searches"] == 2 && searches["before"]["searches"] == 0, "{searches}");
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn parts_of_reports_are_files_and_those_without_visits_are_compared_too() -> Result<()> {
    on_sqlite(async |app| {
        record_then(app, "juniper", visits()).await?;
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        let site = base.strip_suffix("/analytics").context("another base")?;
        for (address, line) in [
            (format!("{base}/funnel?part=steps&{RANGE}&format=csv"), r#""Saw a product","2""#),
            (format!("{base}/funnel?part=sources&{RANGE}&format=csv"), r#""google","1","0","0.00""#),
            (format!("{base}/funnel?{RANGE}&format=csv"), r#""prd_1","prd_1","2","1""#),
            (format!("{base}/actions?{RANGE}&format=csv"), r#""https://maps.example.com/","1","1""#),
            (format!("{base}/searches?{RANGE}&compare=true&format=csv"), r#""mug","2","0","1","0""#),
            (format!("{base}/funnel?part=steps&{RANGE}&compare=true&format=csv"), r#""Saw a product","2","1""#),
            (format!("{base}/top?by=source&{RANGE}&compare=true&format=csv"), r#""Visits before""#),
            (format!("{base}/speed?{RANGE}&compare=true&format=csv"), r#""p75 before","Measurements before""#),
            (format!("{base}/abandoned-carts?{RANGE}&compare=true&format=csv"), r#""Carts before","Abandoned before""#),
            (format!("{site}/sales?from=2020-01-01&until=2020-01-01&format=csv"), r#""2020-01-01","0","0.00""#),
        ] {
            let file = owner.get(&address).await?;
            ensure!(file.header("content-type").starts_with("text/csv"), "{address}: {file:?}");
            ensure!(file.text.contains(line), "{address}: {}", file.text);
        }
        for report in ["sales-breakdown?by=country", "abandoned-carts?", "speed?"] {
            let address = format!("{base}/{report}&{RANGE}");
            let (own, compared) =
                (read(&mut owner, &address).await?, read(&mut owner, &format!("{address}&compare=true")).await?);
            let before = |report: &Value| report.get("before").or(report["rows"][0].get("before")).cloned();
            ensure!(before(&own).is_none_or(|before| before.is_null()), "{own}");
            let is_empty = compared["rows"].as_array().is_some_and(Vec::is_empty);
            ensure!(is_empty || before(&compared).is_some_and(|before| !before.is_null()), "{compared}");
        }
        Ok(())
    })
    .await
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn what_happens_now_is_filtered() -> Result<()> {
    on_both(async |app| {
        let now = app.stoa.foundation.tenancy.now().ms();
        let ada = Recording::new(1, Some("google"), "DE", Device::Mobile);
        let bob = Recording::new(2, None, "US", Device::Desktop);
        let hits = vec![
            ada.view(now - MINUTE, "/shop"),
            ada.about(now - MINUTE + 1, EventKind::AddToCart, "prd_1", None),
            bob.view(now - MINUTE, "/"),
        ];
        record_then(app, "juniper", hits).await?;
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        for (filter, visitors, events) in [
            ("", 2, 3),
            ("filter.source=google", 1, 2),
            ("filter.source=", 1, 1),
            ("filter.device=mobile&filter.country=DE", 1, 2),
            ("filter.page=%2Fshop", 1, 2),
            ("filter.source=bing", 0, 0),
        ] {
            let live = read(&mut owner, &format!("{base}/live?{filter}")).await?;
            assert_eq!(live["visitors"], visitors, "{filter}: {live}");
            assert_eq!(live["latest"].as_array().map(Vec::len), Some(events), "{filter}: {live}");
        }
        Ok(())
    })
    .await
}

/// How many e-mails about orders a report has, and how many it has of the days before.
fn of_orders(report: &Value) -> (i64, i64) {
    let rows = report["rows"].as_array().into_iter().flatten();
    let own = rows.filter(|row| row["kind"] == "order-confirmed");
    let all = |counts: &Value| -> i64 {
        ["sent", "waiting", "failed"].iter().filter_map(|status| counts[*status].as_i64()).sum()
    };
    own.fold((0, 0), |(now, before), row| (now + all(row), before + all(&row["before"])))
}

// spec: analytics.reports.open
#[tokio::test(flavor = "multi_thread")]
async fn emails_are_compared_by_kind() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = (app.owner().await?, base(app).await?);
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.outbox_done("juniper").await?;
        let address = format!("{base}/emails?compare=true");
        let (written, _) = of_orders(&read(&mut owner, &address).await?);
        ensure!(written > 0, "no e-mail about the order");

        // A month later they are those of the days before.
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let tx = tenant.db.write().await?;
        let all = mail::Column::CreatedOn.gt(0);
        let earlier = app.stoa.foundation.tenancy.now() - 31 * DAY;
        tx.update::<mail::Entity>(all).set(mail::Column::CreatedOn, earlier).exec().await?;
        tx.commit().await?;
        let (now, before) = of_orders(&read(&mut owner, &address).await?);
        ensure!(now == 0 && before >= written, "{now} and {before} of {written}");
        let alone = read(&mut owner, &format!("{base}/emails")).await?;
        assert_eq!(of_orders(&alone), (0, 0), "not asked for");
        let file = owner.get(&format!("{address}&format=csv")).await?;
        ensure!(file.text.contains(r#""Sent before","Waiting before","Failed before""#), "{}", file.text);
        Ok(())
    })
    .await
}
