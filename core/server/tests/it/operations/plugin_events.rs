//! Event hooks and scheduled jobs of plugins: what happens on a site reaches them, even after failures and kills.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{event_outbox, plugin_setting, plugin_storage};
use stoa_server::wiring::{AppContext, Stoa};
use stoa_testkit::Postgres;

use crate::app::{App, settings};
use crate::client::Client;
use crate::demo_database;
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const RECORDER: &str = "test.recorder";
const WEBHOOKS: &str = "stoa.webhooks";

/// A folder with the bundled plugins and the one that writes down what happens.
fn plugins_with_recorder(bundled: &Path, folder: &Path) -> Result<PathBuf> {
    let bundled = bundled.canonicalize()?;
    let plugins = folder.join("plugins");
    std::fs::create_dir(&plugins)?;
    for plugin in std::fs::read_dir(&bundled)? {
        let plugin = plugin?;
        symlink(plugin.path(), plugins.join(plugin.file_name()))?;
    }
    let recorder = bundled.with_file_name("plugins-hostile").join(RECORDER);
    ensure!(recorder.is_dir(), "there is no {}; run `cargo xtask plugins` first", recorder.display());
    symlink(recorder, plugins.join(RECORDER))?;
    Ok(plugins)
}

async fn with_recorder(folder: &Path) -> Result<App> {
    let data = folder.join("data");
    demo_database::sqlite(&data).await?;
    let mut config = settings(&data, "");
    config.plugins.dir = plugins_with_recorder(Path::new(&config.plugins.dir), folder)?.display().to_string();
    App::start(config).await
}

/// Enables the recorder on a site with these settings.
async fn enable(app: &App, website: &str, settings: Value) -> Result<()> {
    let id = website.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
    let tx = tenant.db.write().await?;
    tx.delete::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(RECORDER)).exec().await?;
    let on = plugin_setting::ActiveModel {
        plugin_id: Set(RECORDER.to_owned()),
        enabled: Set(true),
        settings: Set(settings),
        revision: Set(1),
        ..Default::default()
    };
    tx.insert(on).await?;
    tx.commit().await?;
    app.stoa.jobs().plugins.evict(&id).await;
    Ok(())
}

/// What the recorder has written down on a site.
async fn lines(app: &App, website: &str) -> Result<Vec<Value>> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let own = plugin_storage::Column::PluginId.eq(RECORDER);
    let rows = tenant.db.read().await?.find::<plugin_storage::Entity>().filter(own).all().await?;
    let Some(row) = rows.into_iter().find(|row| row.key == "lines") else { return Ok(Vec::new()) };
    Ok(serde_json::from_slice(&STANDARD.decode(row.value)?)?)
}

fn topics_of<'a>(lines: &'a [Value], object: &str) -> Vec<&'a str> {
    lines.iter().filter(|line| line["objectId"] == object).filter_map(|line| line["topic"].as_str()).collect()
}

// spec: plugins.events.topics
#[tokio::test(flavor = "multi_thread")]
async fn what_happens_on_a_site_reaches_its_plugin_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_recorder(folder.path()).await?;
    let (juniper, kissaten) = (app.website("juniper").await?, app.website("kissaten").await?);
    enable(&app, &juniper, json!({})).await?;
    let bought = shop::buy(&app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    let order = bought["orderId"].as_str().context("no order")?.to_owned();
    shop::buy(&app, &mut app.kissaten(), "kissaten", "sencha").await.ok();
    let fulfil = format!("/api/v1/websites/{juniper}/orders/{order}/fulfill");
    app.owner().await?.post(&fulfil, &json!({})).await?.expect(200)?;
    app.until(async || Ok(topics_of(&lines(&app, &juniper).await?, &order).contains(&"order.fulfilled"))).await?;

    let seen = lines(&app, &juniper).await?;
    assert_eq!(topics_of(&seen, &order), ["order.placed", "order.paid", "order.fulfilled"]);
    let paid = seen.iter().find(|line| line["topic"] == "order.paid").context("not paid")?;
    let payload = &paid["payload"];
    assert_eq!((&payload["orderId"], &payload["paymentStatus"]), (&json!(order), &json!("PAID")));
    ensure!(payload["number"].as_i64() > Some(0) && payload["total"].as_i64() > Some(0), "{payload}");
    assert_eq!(payload["customer"]["email"], "ada@example.com");
    ensure!(!json!(seen).to_string().contains(shop::APPROVED), "card data reaches no hook");
    ensure!(seen.iter().any(|line| line["topic"] == "customer.created"), "{seen:?}");
    let tenant = app.stoa.foundation.tenancy.for_system(&kissaten.parse()?, "test").await?;
    assert_eq!(tenant.db.read().await?.find::<event_outbox::Entity>().count().await?, 0, "nobody listens there");
    assert_eq!(lines(&app, &kissaten).await?, Vec::<Value>::new());
    app.stop().await
}

// spec: plugins.events.order
#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_needs_no_delivery_is_told_as_placed_and_paid_first() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_recorder(folder.path()).await?;
    let juniper = app.website("juniper").await?;
    enable(&app, &juniper, json!({})).await?;
    let gift = json!({"label": "Gift", "code": "GIFT", "kind": "percent", "rateBasisPoints": 10_000,
        "appliesTo": "order", "enabled": true});
    app.owner().await?.post(&format!("/api/v1/websites/{juniper}/discounts"), &gift).await?.expect(201)?;
    let notebook = shop::product(&app, "juniper", "glaze-notebook").await?;
    let mut address = shop::address("US");
    address["region"] = json!("NC");
    for is_free in [false, true] {
        let mut shopper = app.juniper();
        let added = shop::add(&mut shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
        let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let base = format!("/api/2/commerce/checkout/{token}");
        let customer = json!({"email": "ada@example.com", "mailConsent": false});
        shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
        let checkout = match is_free {
            true => shopper.post(&format!("{base}/coupons"), &json!({"promoCode": "GIFT"})).await?.expect(200)?,
            false => {
                let billing = json!({"sameAsShipping": false, "address": address});
                shopper.put(&format!("{base}/billing"), &billing).await?.expect(200)?
            }
        };
        let bought = shop::submit(&mut shopper, &checkout, &format!("notebook-{is_free}"), shop::APPROVED).await?;
        let bought = bought.expect(200)?;
        let order = bought["orderId"].as_str().context("no order")?;
        app.until(async || Ok(topics_of(&lines(&app, &juniper).await?, order).len() == 3)).await?;
        let seen = lines(&app, &juniper).await?;
        assert_eq!(topics_of(&seen, order), ["order.placed", "order.paid", "order.fulfilled"], "free: {is_free}");
        let numbers: Vec<&Value> =
            seen.iter().filter(|line| line["objectId"] == order).map(|line| &line["payload"]["number"]).collect();
        ensure!(numbers.iter().all(|number| *number == numbers[0] && number.as_i64() > Some(0)), "{numbers:?}");
    }
    app.stop().await
}

async fn deliveries(owner: &mut Client, website: &str, query: &str) -> Result<Value> {
    owner.get(&format!("/api/v1/websites/{website}/plugins/deliveries{query}")).await?.expect(200)
}

// spec: plugins.events.replay
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_event_is_listed_and_replayed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_recorder(folder.path()).await?;
    let (juniper, kissaten) = (app.website("juniper").await?, app.website("kissaten").await?);
    let mut owner = app.owner().await?;
    enable(&app, &juniper, json!({"fails": "order.paid"})).await?;
    let bought = shop::buy(&app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    let order = bought["orderId"].as_str().context("no order")?.to_owned();
    let failing = async || {
        let listed = deliveries(&mut app.owner().await?, &juniper, "?state=failing").await?;
        Ok(listed["failing"] == 1 && listed["pending"] == 0)
    };
    app.until(failing).await?;
    let listed = deliveries(&mut owner, &juniper, "?state=failing&plugin=test.recorder").await?;
    let own = &listed["deliveries"][0];
    assert_eq!([&own["topic"], &own["objectId"], &own["attempts"]], [&json!("order.paid"), &json!(order), &json!(1)]);
    ensure!(own["lastError"].as_str().is_some_and(|error| error.contains("told to fail")), "{own}");
    assert_eq!(deliveries(&mut owner, &juniper, "?state=dead").await?["deliveries"], json!([]));

    let replay = format!("plugins/deliveries/{}/replay", own["id"].as_str().context("no id")?);
    let mut viewer = app.staff("viewer@stoa.example").await?;
    viewer.post(&format!("/api/v1/websites/{juniper}/{replay}"), &json!({})).await?.problem(403)?;
    owner.post(&format!("/api/v1/websites/{kissaten}/{replay}"), &json!({})).await?.problem(404)?;
    enable(&app, &juniper, json!({})).await?;
    owner.post(&format!("/api/v1/websites/{juniper}/{replay}"), &json!({})).await?.expect(202)?;
    app.until(async || Ok(topics_of(&lines(&app, &juniper).await?, &order).len() == 2)).await?;
    assert_eq!(topics_of(&lines(&app, &juniper).await?, &order), ["order.placed", "order.paid"]);
    app.until(async || {
        let listed = deliveries(&mut app.owner().await?, &juniper, "").await?;
        Ok(listed["deliveries"] == json!([]) && listed["failing"] == 0)
    })
    .await?;
    let all = format!("/api/v1/websites/{juniper}/plugins/deliveries/replay");
    let none = owner.post(&all, &json!({"pluginId": RECORDER})).await?.expect(202)?;
    assert_eq!(none["count"], 0);
    app.stop().await
}

// spec: plugins.jobs
#[tokio::test(flavor = "multi_thread")]
async fn a_job_of_a_plugin_runs_when_its_owner_asks() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_recorder(folder.path()).await?;
    let juniper = app.website("juniper").await?;
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{juniper}/plugins/jobs");
    assert_eq!(owner.get(&path).await?.expect(200)?["jobs"], json!([]), "off until the site switches it on");
    enable(&app, &juniper, json!({"fails": "tally"})).await?;
    let listed = owner.get(&path).await?.expect(200)?;
    let job = &listed["jobs"][0];
    assert_eq!([&job["name"], &job["cadence"], &job["runs"]], [&json!("tally"), &json!("every:900000"), &json!([])]);

    let run = format!("{path}/{RECORDER}/tally/run");
    app.staff("viewer@stoa.example").await?.post(&run, &json!({})).await?.problem(403)?;
    owner.post(&format!("{path}/{RECORDER}/other/run"), &json!({})).await?.problem(404)?;
    for (settings, status) in [(json!({"fails": "tally"}), "failed"), (json!({}), "succeeded")] {
        enable(&app, &juniper, settings).await?;
        owner.post(&run, &json!({})).await?.expect(204)?;
        app.until(async || {
            let listed = app.owner().await?.get(&path).await?.expect(200)?;
            Ok(listed["jobs"][0]["runs"][0]["status"] == status && listed["jobs"][0]["asked"] == false)
        })
        .await?;
    }
    let listed = owner.get(&path).await?.expect(200)?;
    assert_eq!(listed["jobs"][0]["dueOn"], job["dueOn"], "its schedule stays as it is");
    assert_eq!(lines(&app, &juniper).await?.len(), 1);
    app.stop().await
}

const DELIVERING: [Step; 3] = [
    Step { name: "the order is not written yet", table: "event_outbox", write: "INSERT", when: "NEW.topic <> ''" },
    Step {
        name: "the hook has not stored anything",
        table: "plugin_storage",
        write: "INSERT",
        when: "NEW.key = 'lines'",
    },
    Step {
        name: "the hook has stored one event and stores the next",
        table: "plugin_storage",
        write: "UPDATE",
        when: "NEW.key = 'lines'",
    },
];

/// The program is killed while it tells and delivers events. After each restart every order has reached the hook.
async fn check_nothing_is_lost(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let text = std::fs::read_to_string(&ground.config)?;
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins");
    let plugins = plugins_with_recorder(&bundled, &ground.data)?;
    let dir = |path: &Path| format!("dir = {:?}", path.display().to_string());
    ensure!(text.contains(&dir(&bundled)), "no folder of plugins in the settings");
    std::fs::write(&ground.config, text.replace(&dir(&bundled), &dir(&plugins)))?;
    let mut server = ground.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };
    journal
        .execute(&format!(
            "INSERT INTO plugin_setting (website_id, plugin_id, enabled, settings, revision) \
             VALUES ('{website}', '{RECORDER}', TRUE, '{{}}', 1)"
        ))
        .await?;
    let orders = "SELECT id FROM orders WHERE payment_status = 'paid'";
    let before = ids(&journal, orders).await?;
    // A start reads the settings again, and a change lets the worker plan the site.
    server.kill();
    journal.end_claims().await?;
    server = ground.server().await?;
    add_to_cart(&server, &product).await?;
    journal.wait_for_none("missing listeners", "SELECT 14 - count(*) FROM event_listener").await?;
    for (number, step) in DELIVERING.into_iter().enumerate() {
        journal.pause_at(step).await?;
        let mut shopper = add_to_cart(&server, &product).await?;
        let key = format!("killed-event-{number:04}");
        let buying = tokio::spawn(async move {
            let checkout = shop::prepare(&mut shopper, "US").await?;
            shop::submit(&mut shopper, &checkout, &key, shop::APPROVED).await.map(|_| ())
        });
        journal.wait_until_held().await.with_context(|| format!("{step:?}"))?;
        server.kill();
        let _ = buying.await?;
        journal.resume(step).await?;
        journal.end_claims().await?;
        server = ground.server().await?;
        journal.make_scheduled_work_due().await?;
        add_to_cart(&server, &product).await?;
        let open = "SELECT count(*) FROM payment WHERE status IN ('started', 'unknown')";
        journal.wait_for_none("payments without an outcome", open).await?;
        journal.wait_for_none("undelivered events", "SELECT count(*) FROM event_delivery").await?;
        let told = told(&journal).await?;
        for order in ids(&journal, orders).await?.iter().filter(|order| !before.contains(order)) {
            let topics = topics_of(&told, order);
            let first = |topic: &str| topics.iter().position(|told| *told == topic);
            let (placed, paid) = (first("order.placed"), first("order.paid"));
            ensure!(placed.is_some() && placed < paid, "{}: {order} told {topics:?}", step.name);
        }
    }
    server.kill();
    Ok(())
}

async fn ids(journal: &Journal, sql: &str) -> Result<Vec<String>> {
    Ok(journal.rows(sql).await?.into_iter().flatten().collect())
}

/// What the hook has stored; events may be there twice.
async fn told(journal: &Journal) -> Result<Vec<Value>> {
    let stored = format!("SELECT value FROM plugin_storage WHERE plugin_id = '{RECORDER}' AND key = 'lines'");
    let Some(value) = ids(journal, &stored).await?.into_iter().next() else { return Ok(Vec::new()) };
    Ok(serde_json::from_slice(&STANDARD.decode(value)?)?)
}

async fn add_to_cart(server: &Server, product: &Value) -> Result<Client> {
    let mut shopper = server.browser("juniper.localhost");
    let sku = shop::in_stock(product)["sku"].clone();
    let body = json!({"itemId": product["id"], "sku": sku, "quantity": 1, "additionalFields": null});
    shopper.post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
    Ok(shopper)
}

// spec: plugins.events.kill
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_telling_events_nothing_is_lost_on_sqlite() -> Result<()> {
    check_nothing_is_lost(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_telling_events_nothing_is_lost_on_postgres() -> Result<()> {
    check_nothing_is_lost(true).await
}

/// A program that nobody else uses, without a worker: only the test reads what its sites are.
async fn check_older_transaction(data: &Path, database: &str) -> Result<()> {
    let config = settings(data, database);
    let stoa = Stoa::build(&config, AppContext::open(&config).await?, 0).await?;
    let plugins = Arc::clone(&stoa.jobs().plugins);
    // They are known before the transaction, which does not read them.
    plugins.packages.rules().await?;
    let sites = stoa.foundation.tenancy.tenants.list().await?;
    let site = sites.into_iter().find(|site| site.identifier == "juniper").context("no site")?.id;
    let tenant = stoa.foundation.tenancy.for_system(&site, "test").await?;

    let older = tenant.db.snapshot().await?;
    let before = older.find::<plugin_setting::Entity>().filter(plugin_setting::Column::PluginId.eq(WEBHOOKS));
    assert_eq!(before.count().await?, 0, "it is turned on later");
    let change = tenant.db.write().await?;
    let on = plugin_setting::ActiveModel {
        plugin_id: Set(WEBHOOKS.to_owned()),
        enabled: Set(true),
        settings: Set(json!({})),
        revision: Set(1),
        ..Default::default()
    };
    change.insert(on).await?;
    change.commit().await?;

    ensure!(!plugins.hooks_differ(&site, &older).await?, "the older transaction reads the site as it was");
    drop(older);
    let newer = tenant.db.read().await?;
    ensure!(plugins.hooks_differ(&site, &newer).await?, "its listeners are not stored yet");
    drop(newer);
    let now = plugins.site(&site).await?;
    let is_on = now.activations.iter().any(|activation| activation.plugin_id == WEBHOOKS);
    ensure!(is_on, "what the older transaction read is kept after the change");
    Ok(stoa.foundation.databases.close().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_older_transaction_read_of_a_site_is_not_kept_after_a_change() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
    check_older_transaction(&data, "").await?;
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let server = Postgres::start()?;
    let url = demo_database::postgres(&server, &data).await?;
    check_older_transaction(&data, &url).await
}
