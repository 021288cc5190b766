//! Removal of what a run made: nothing of it is left in any table, and stock and codes are as before.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_analytics::{EventKind, Hit};
use stoa_entity::analytics::{analytics_event, analytics_load_event, analytics_text, analytics_visit};
use stoa_entity::tenant::{load_run_item, order, payment, stock_change};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_tenancy::LoadRunSite;

use super::invariants::plant;
use super::run::Run;
use super::{belong, new_run};
use crate::analytics::recorded;
use crate::app::{App, on_both_at_once};
use crate::client::Client;
use crate::forms::comments::{COMMENTS, begin};
use crate::operations::commands::{refused, succeeds};
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::requests::PICTURE;
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

/// Rows that stay or change by themselves: the run itself with its log, the number of the last order, what the test
/// provider notes of its charges, and the stamp that any change renews.
const BESIDES: [&str; 10] = [
    "audit",
    "counter",
    "form_key",
    "load_run",
    "load_test_permission",
    "plugin_activity",
    "plugin_sample",
    "plugin_storage",
    "plugin_storage_size",
    "shop_stamp",
];
/// Tables whose rows are compared as they are, not only counted.
const EXACT: [&str; 4] = ["stock_change", "discount_use", "order", "customer"];

/// The rows of a site by table, and those of its visitors' analytics.
async fn rows(app: &App, website: &str) -> Result<BTreeMap<String, Vec<String>>> {
    let tenancy = &app.stoa.foundation.tenancy;
    let tenant = tenancy.for_system(&website.parse()?, "test").await?;
    let rows = tenant.db.read().await?.everything().await?;
    let mut rows: BTreeMap<String, Vec<String>> =
        rows.into_iter().map(|(table, rows)| (table.to_owned(), rows)).collect();
    rows.retain(|table, _| !BESIDES.contains(&table.as_str()));
    if let Some(analytics) = recorded::stored(app, "juniper").await? {
        let tx = analytics.read().await?;
        for (table, count) in [
            ("analytics_event", tx.find::<analytics_event::Entity>().count().await?),
            ("analytics_visit", tx.find::<analytics_visit::Entity>().count().await?),
            ("analytics_text", tx.find::<analytics_text::Entity>().count().await?),
            ("analytics_load_event", tx.find::<analytics_load_event::Entity>().count().await?),
        ] {
            rows.insert(table.to_owned(), vec![String::new(); usize::try_from(count)?]);
        }
    }
    Ok(rows)
}

/// What differs between two states, by table.
fn differences(before: &BTreeMap<String, Vec<String>>, after: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for (table, now) in after {
        let known = before.get(table).map_or(&[][..], Vec::as_slice);
        if known.len() != now.len() || (EXACT.contains(&table.as_str()) && known != now) {
            found.push(format!("{table}: {} rows, then {}: {now:?}", known.len(), now.len()));
        }
    }
    found
}

/// Stock and uses of codes.
async fn figures(app: &App, owner: &mut Client, base: &str) -> Result<(Value, Value)> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let codes = owner.get(&format!("{base}/discounts?query=welcome10")).await?.expect(200)?;
    let stock = mug["variants"].as_array().context("no variants")?.iter().map(|variant| variant["qtyInStock"].clone());
    Ok((Value::from_iter(stock), codes["discounts"][0]["usedCount"].clone()))
}

/// What reports and exports say.
async fn reports(owner: &mut Client, base: &str) -> Result<Vec<String>> {
    let mut told = Vec::new();
    for sheet in ["orders.csv", "customers.csv"] {
        told.push(owner.get(&format!("{base}/{sheet}")).await?.text);
    }
    let carts = owner.get(&format!("{base}/analytics/abandoned-carts")).await?.expect(200)?;
    told.push(format!("{} {}", carts["carts"], carts["abandoned"]));
    let sales = owner.get(&format!("{base}/sales")).await?.expect(200)?;
    told.push(sales["totals"].to_string());
    Ok(told)
}

/// Does everything that a run can do.
async fn use_the_shop(app: &App, run: &Run, owner: &Client) -> Result<()> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    for number in 0..3 {
        let email = format!("shopper-{number}@everything.invalid");
        run.buy(&mut run.of(app.juniper()), &mug, &email, if number == 0 { "WELCOME10" } else { "" }).await?;
    }
    // A cart that is left, and one of an account.
    let mut leaving = run.of(app.juniper());
    shop::add(&mut leaving, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let mut member = run.of(app.juniper());
    member.join("member@everything.invalid").await?;
    run.buy(&mut member, &mug, "member@everything.invalid", "").await?;
    // An account that ordered nothing.
    run.of(app.juniper()).join("guest@everything.invalid").await?;
    let seen = [("event", "1"), ("data", r#"{"url": "/only-in-the-run"}"#)];
    let answer = member.form("/api/census/RecordHit", &seen).await?;
    ensure!(answer.status == 200, "{answer:?}");
    // A contributor, and a program with the contributor's rights.
    let mut contributor = run.of(owner.clone());
    let page =
        contributor.post(&format!("{}/pages", run.base), &json!({"title": "Made by a run"})).await?.expect(201)?;
    ensure!(page["id"].is_string(), "{page}");
    contributor.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    let website = contributor.website.clone().context("no website")?;
    let items = shop::items_path(&mut contributor, &website).await?;
    let made = json!({"productType": 1, "name": "Made by a run"});
    contributor.post(&items, &made).await?.expect(201)?;
    Ok(())
}

/// The view of a page.
fn late_hit(at: Timestamp) -> Hit {
    Hit {
        id: 1,
        at,
        kind: EventKind::PageView,
        visitor: 1,
        is_identified: false,
        page: Some("/late".to_owned()),
        title: None,
        object: None,
        number: None,
        text: None,
        facts: Arc::default(),
    }
}

/// Waits until nothing is left of a run.
async fn removed(app: &App, run: &Run, owner: &Client) -> Result<Value> {
    app.until(async || Ok(run.seen(&mut owner.clone()).await?["state"] == "removed")).await?;
    run.seen(&mut owner.clone()).await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_run_is_left() -> Result<()> {
    on_both_at_once(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        // The shop has customers and orders of its own.
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.emails(2).await?;
        let run = Run::start(&mut owner, &app.juniper(), &website, "everything").await?;
        app.outbox_done("juniper").await?;
        let reports_before = reports(&mut owner, &run.base).await?;
        let (before, figures_before) = (rows(app, &website).await?, figures(app, &mut owner, &run.base).await?);

        use_the_shop(app, &run, &owner).await?;
        app.outbox_done("juniper").await?;
        let during = differences(&before, &rows(app, &website).await?);
        for table in [
            "order",
            "cart",
            "site_user",
            "collection",
            "asset",
            "product",
            "stock_change",
            "mail",
            "analytics_load_event",
        ] {
            ensure!(during.iter().any(|told| told.starts_with(&format!("{table}:"))), "{table}: {during:?}");
        }
        ensure!(figures(app, &mut owner, &run.base).await? != figures_before);
        let reports_now = reports(&mut owner, &run.base).await?;
        ensure!(reports_now == reports_before, "{reports_before:?}, then {reports_now:?}");
        let made = run.seen(&mut owner).await?["made"].clone();
        ensure!(made["orders"] == 4 && made["carts"] == 5 && made["customers"] == 5, "{made}");
        // Nobody was written to, and no report counts its visitors.
        ensure!(app.emails(2).await?.len() == 2);
        for table in ["analytics_event", "analytics_visit", "analytics_text"] {
            ensure!(!during.iter().any(|told| told.starts_with(&format!("{table}:"))), "{table}: {during:?}");
        }

        let answer = owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
        ensure!(answer["state"] == "removing", "{answer}");
        ensure!(run.of(app.juniper()).get("/shop").await?.status == 403, "its pass is not accepted any more");
        let seen = removed(app, &run, &owner).await?;
        ensure!(seen["removed"]["orders"] == 4 && seen["removed"]["siteUsers"] == 2, "{seen}");
        ensure!(seen["made"] == made && seen["removed"] == made, "{made}, then {seen}");
        let left = differences(&before, &rows(app, &website).await?);
        ensure!(left.is_empty(), "{}", left.join("\n"));
        let figures_after = figures(app, &mut owner, &run.base).await?;
        ensure!(figures_after == figures_before, "{figures_before:?}, then {figures_after:?}");
        // A process may store events only after that: they go too.
        let tenancy = &app.stoa.foundation.tenancy;
        let own: WebsiteId = website.parse()?;
        app.stoa.analytics().record_of_run(&own, run.id.parse()?, late_hit(tenancy.now() - 5_000));
        recorded::stored(app, "juniper").await?.context("no analytics")?;
        let late = async || recorded::rows::<analytics_load_event::Entity>(app, "juniper").await;
        app.until(async || Ok(late().await?.is_empty())).await?;
        // It can be repeated.
        owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
        Ok(())
    })
    .await
}

/// Buys a product without a run and returns the address of its file.
async fn download(app: &App, owner: &mut Client, product: &Value) -> Result<String> {
    let files = format!("{}/files?filename=a.pdf", product["path"].as_str().context("no path")?);
    owner.post_file(&files, b"abc").await?.expect(201)?;
    let mut buyer = app.juniper();
    shop::add(&mut buyer, product, &product["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut buyer, "US").await?;
    let paid = shop::submit(&mut buyer, &checkout, "of-a-person-1", shop::APPROVED).await?.expect(200)?;
    let confirmed = buyer.get(paid["redirectUrl"].as_str().context("no page")?).await?;
    let link = confirmed.text.split("href=\"").find(|part| part.starts_with("/checkout/downloads/"));
    Ok(link.and_then(|part| part.split('"').next()).context("no link")?.to_owned())
}

/// A comment in a run, and the reply of a person to it; the address where both are seen.
async fn conversation(run: &Run, owner: &mut Client, visitor: &mut Client, post: &str) -> Result<String> {
    let states = format!("{}/comments/states", run.base);
    let approve = |said: &Value| json!({"ids": [said["comment"]["id"]], "state": "APPROVED"});
    let body = json!({"targetId": post, "author": "Shopper", "email": "shopper@kept.invalid", "text": "Of the run"});
    let first = run.of(visitor.clone()).post(COMMENTS, &body).await?.expect(201)?;
    owner.post(&states, &approve(&first)).await?.expect(200)?;
    let parent = &first["comment"]["id"];
    let body = json!({"targetId": post, "author": "Bo", "text": "Of a person", "parentId": parent});
    let reply = visitor.post(COMMENTS, &body).await?.expect(201)?;
    owner.post(&states, &approve(&reply)).await?.expect(200)?;
    Ok(format!("{COMMENTS}?targetId={post}"))
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn what_people_have_to_do_with_is_kept() -> Result<()> {
    on_both_at_once(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let run = Run::start(&mut owner, &app.juniper(), &website, "kept").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mut orders = Vec::new();
        for email in ["real@kept.invalid", "captured@kept.invalid", "gone@kept.invalid"] {
            orders.push(run.buy(&mut run.of(app.juniper()), &bowl, email, "").await?);
        }
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        let link = download(app, &mut owner, &notebook).await?;
        let comments = conversation(&run, &mut owner, &mut visitor, &post).await?;
        plant(app, async |tx| {
            let real = order::Column::Id.eq(orders[0].as_str());
            tx.update::<order::Entity>(real).set(order::Column::TestMode, false).exec().await?;
            let captured = payment::Column::OrderId.eq(orders[1].as_str());
            tx.update::<payment::Entity>(captured).set(payment::Column::TestMode, Some(false)).exec().await?;
            // As if the run had made the product.
            tx.insert(load_run_item::ActiveModel {
                website_id: Set(tx.website().clone()),
                run_id: Set(run.id.parse()?),
                kind: Set(LoadRunItemKind::Product),
                item_id: Set(notebook["id"].as_str().context("no id")?.to_owned()),
            })
            .await?;
            Ok(())
        })
        .await?;

        owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
        let seen = removed(app, &run, &owner).await?;
        ensure!(seen["removed"]["orders"] == 1 && seen["removed"]["products"] == 0, "{seen}");
        let kept = &seen["kept"];
        ensure!(kept["orders"] == 2 && kept["products"] == 1 && kept["comments"] == 1 && kept["assets"] == 0, "{seen}");
        ensure!(seen["made"]["orders"] == 3 && seen["made"]["comments"] == 1, "{seen}");
        let customers = |list: &str| seen[list]["customers"].clone();
        ensure!(
            (customers("made"), customers("removed"), customers("kept")) == (json!(3), json!(1), json!(2)),
            "{seen}"
        );
        let listed = app.stoa.foundation.tenancy.tenants.load_runs(Some("kept")).await?;
        ensure!(listed.len() == 1, "commands list what was kept");
        for (order, status) in orders.iter().zip([200, 200, 404]) {
            let answer = owner.get(&format!("{}/orders/{order}", run.base)).await?;
            ensure!(answer.status == status, "{answer:?}");
        }
        ensure!(visitor.get(&link).await?.text == "abc", "the buyer still has the file");
        let threads = visitor.get(&comments).await?.expect(200)?;
        let thread = &threads["comments"][0];
        ensure!(thread["text"] == "" && thread["replies"][0]["text"] == "Of a person", "{threads}");
        Ok(())
    })
    .await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn a_stock_correction_by_hand_holds() -> Result<()> {
    on_both_at_once(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let run = Run::start(&mut owner, &app.juniper(), &website, "counted").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&mug);
        let (id, shelf) = (variant["id"].as_str().context("no id")?, shop::seen(&variant));
        run.buy(&mut run.of(app.juniper()), &mug, "one@counted.invalid", "").await?;
        owner.if_match = Some(format!("\"{}\"", shelf - 2));
        let counted = json!({"unlimited": false, "qtyInStock": shelf});
        owner.put(&format!("{}/inventory/{id}", run.base), &counted).await?.expect(200)?;
        owner.if_match = None;
        run.buy(&mut run.of(app.juniper()), &mug, "two@counted.invalid", "").await?;

        owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
        removed(app, &run, &owner).await?;
        let level = owner.get(&format!("{}/inventory/{id}", run.base)).await?.expect(200)?;
        ensure!(level["qtyInStock"] == shelf, "what was counted, without the orders since: {level}");
        plant(app, async |tx| {
            let own = stock_change::Column::VariantId.eq(id);
            let entries = tx.find::<stock_change::Entity>().filter(own).all().await?;
            let sum: i64 = entries.iter().map(|entry| entry.delta).sum();
            ensure!(sum == shelf, "{entries:?}");
            ensure!(entries.iter().all(|entry| !entry.reason.is_by_order()), "{entries:?}");
            Ok(())
        })
        .await
    })
    .await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn runs_are_listed_and_removed_by_commands() -> Result<()> {
    let app = App::sqlite().await?;
    let said = succeeds(&app.data, &["load", "allow", "juniper", "kissaten", "--for", "1h", "--calls", "50"])?;
    let keys: BTreeMap<&str, &str> = said.lines().filter_map(|line| line.split_once(' ')).collect();
    ensure!(keys.len() == 2 && keys.contains_key("kissaten"), "{said}");
    let wanted = new_run(keys["juniper"], "by-command");
    let started = app.juniper().post("/api/v1/load-tests/runs", &wanted).await?.expect(201)?;
    ensure!(started["maxCallsPerSecond"] == 50, "{started}");
    let mut shopper = app.juniper();
    belong(&mut shopper, &started);
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let listed = succeeds(&app.data, &["load", "runs"])?;
    ensure!(listed.starts_with("juniper\tby-command\tlr_") && listed.contains("\trunning\t"), "{listed}");
    let cleaned = succeeds(&app.data, &["load", "clean", "by-command", "--site", "juniper"])?;
    ensure!(cleaned == "juniper: removed carts 1.\n", "{cleaned}");
    ensure!(succeeds(&app.data, &["load", "runs"])?.is_empty());
    let nothing_left = "stoa: there is no run 'by-command', or nothing of it is left";
    refused(&app.data, &["load", "clean", "by-command"], &[nothing_left])?;
    app.stop().await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn notes_of_killed_servers_are_in_nobodys_way() -> Result<()> {
    let app = App::sqlite().await?;
    let said = succeeds(&app.data, &["load", "allow", "juniper", "--for", "1h"])?;
    let key = said.trim().rsplit(' ').next().context("no key")?;
    app.juniper().post("/api/v1/load-tests/runs", &new_run(key, "night")).await?.expect(201)?;
    // The server ended between the note and the start of this run on another site.
    let tenancy = &app.stoa.foundation.tenancy;
    let started = tenancy.tenants.load_runs(Some("night")).await?.pop().context("no run")?;
    let orphan = LoadRunSite {
        run: LoadRunId::generate(),
        website: app.website("kissaten").await?.parse()?,
        name: "night".to_owned(),
        started_on: Timestamp::from_ms(tenancy.now().ms() - 120_000),
    };
    tenancy.tenants.record_load_run(orphan).await?;
    let cleaned = succeeds(&app.data, &["load", "clean", "night"])?;
    ensure!(cleaned == "kissaten: the run has not started.\njuniper: removed nothing.\n", "{cleaned}");
    ensure!(tenancy.tenants.load_runs(Some("night")).await?.is_empty());
    // Or between the removal and the deletion of the note.
    tenancy.tenants.record_load_run(started).await?;
    ensure!(succeeds(&app.data, &["load", "clean", "night"])? == "juniper: removed nothing.\n");
    ensure!(tenancy.tenants.load_runs(None).await?.is_empty());
    app.stop().await
}

/// A removal that is killed in its second batch goes on after a restart.
async fn killed(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let server = ground.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let visitor = server.browser("juniper.localhost");
    let run = Run::start(&mut owner, &visitor, &website, "killed").await?;
    let mug = shop::product_of(&mut owner, &website, "hearth-mug").await?;
    for _ in 0..120 {
        shop::add(&mut run.of(visitor.clone()), &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    }
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };
    let carts = journal.number("SELECT count(*) FROM cart").await?;
    let carts = format!("SELECT count(*) - {} FROM cart", carts - 120);
    let last = journal.rows("SELECT CAST(max(item_id) AS TEXT) FROM load_run_item WHERE kind = 'cart'").await?;
    let when = format!("OLD.id = '{}'", last[0][0]).leak();
    let step = Step { name: "a hundred carts are removed", table: "cart", write: "DELETE", when };
    journal.pause_at(step).await?;
    owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
    journal.wait_until_held().await?;
    server.kill();
    journal.resume(step).await?;
    journal.end_claims().await?;
    let noted = "SELECT count(*) FROM load_run_item";
    ensure!(journal.number(noted).await? == 20, "the first batch is removed, the second is not");
    ensure!(journal.number(&carts).await? == 20, "each batch is removed whole or not at all");
    let server: Server = ground.server().await?;
    journal.wait_for_none("things of the run", noted).await?;
    journal.wait_for_none("carts", &carts).await?;
    journal.wait_for_removed_runs().await?;
    server.stop().await?;
    Ok(())
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn killed_removal_goes_on() -> Result<()> {
    killed(false).await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn killed_removal_goes_on_on_postgres() -> Result<()> {
    killed(true).await
}
