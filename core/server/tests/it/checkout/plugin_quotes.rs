//! Delivery options, taxes and discounts by a plugin, which fails as the postal code says: see `plugins/tests/told-quotes`.

use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_commerce::pricing::totals;
use stoa_entity::tenant::{order, plugin_answer, plugin_setting};
use stoa_kernel::clock::Timestamp;
use stoa_tenancy::Tenant;

use crate::app::{App, settings};
use crate::client::Client;
use crate::demo_database;
use crate::shop::{self, APPROVED};

const PLUGIN: &str = "test.quotes";
const NOT_NOW: &str = "Delivery prices are not available right now. Please try again in a few minutes or choose another \
                       delivery option.";

async fn start(folder: &Path, component: Option<&[u8]>) -> Result<App> {
    start_with(folder, PLUGIN, component).await
}

/// The demo sites with the bundled plugins and one for tests, which the dollar shop has switched on.
pub(crate) async fn start_with(folder: &Path, plugin: &str, component: Option<&[u8]>) -> Result<App> {
    let data = folder.join("data");
    let is_new = !data.exists();
    if is_new {
        demo_database::sqlite(&data).await?;
    }
    let mut config = settings(&data, "");
    let bundled = Path::new(&config.plugins.dir).canonicalize()?;
    let plugins = folder.join(if component.is_some() { "plugins-rebuilt" } else { "plugins" });
    if !plugins.exists() {
        std::fs::create_dir(&plugins)?;
        for entry in std::fs::read_dir(&bundled)? {
            let entry = entry?;
            symlink(entry.path(), plugins.join(entry.file_name()))?;
        }
        let told = bundled.with_file_name("plugins-hostile").join(plugin);
        ensure!(told.is_dir(), "there is no {}; run `cargo xtask plugins` first", told.display());
        let own = plugins.join(plugin);
        match component {
            None => symlink(&told, own)?,
            Some(bytes) => {
                std::fs::create_dir(&own)?;
                std::fs::copy(told.join("plugin.toml"), own.join("plugin.toml"))?;
                std::fs::write(own.join("plugin.wasm"), bytes)?;
            }
        }
    }
    config.plugins.dir = plugins.display().to_string();
    let app = App::start(config).await?;
    if is_new {
        let tenant = tenant(&app).await?;
        let tx = tenant.db.write().await?;
        tx.insert(plugin_setting::ActiveModel {
            plugin_id: Set(plugin.to_owned()),
            enabled: Set(true),
            settings: Set(json!({})),
            revision: Set(1),
            ..Default::default()
        })
        .await?;
        tx.commit().await?;
        // The worker may have read the plugins of the site before.
        app.stoa.jobs().plugins.evict(tenant.ctx.website()).await;
        let mug = shop::product(&app, "juniper", "hearth-mug").await?;
        let stock = json!({"variantId": shop::in_stock(&mug)["id"], "unlimited": true, "qtyInStock": 0,
            "seen": shop::seen(&shop::in_stock(&mug))});
        let path = format!("{}/stock", mug["path"].as_str().context("no path")?);
        app.shared_owner().await?.put(&path, &stock).await?.expect(200)?;
    }
    Ok(app)
}

pub(crate) async fn tenant(app: &App) -> Result<Tenant> {
    Ok(app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?)
}

/// Delivery to the United States by the plugin, and by other options.
async fn deliver_by_plugin(app: &App, others: &[Value]) -> Result<()> {
    let (mut owner, base) = owner(app).await?;
    let zones = owner.get(&format!("{base}/shipping-zones")).await?.expect(200)?;
    for zone in zones["zones"].as_array().context("no zones")? {
        let path = format!("{base}/shipping-zones/{}", zone["id"].as_str().context("no id")?);
        owner.if_match = Some(format!("\"{}\"", zone["revision"]));
        ensure!(owner.delete(&path).await?.status < 300, "the zone stays");
        owner.if_match = None;
    }
    let mut options = vec![json!({"label": "Carrier", "kind": "plugin", "plugin": PLUGIN})];
    options.extend_from_slice(others);
    let zone = json!({"name": "Here", "places": [{"country": "US", "regions": []}], "options": options});
    owner.post(&format!("{base}/shipping-zones"), &zone).await?.expect(201)?;
    Ok(())
}

pub(super) async fn owner(app: &App) -> Result<(Client, String)> {
    Ok((app.shared_owner().await?, format!("/api/v1/websites/{}", app.website("juniper").await?)))
}

/// Has the plugin calculate the taxes.
async fn tax_by_plugin(app: &App, own_rates_on_failure: bool) -> Result<()> {
    let (mut owner, base) = owner(app).await?;
    let path = format!("{base}/store-settings");
    let mut settings = owner.get(&path).await?.expect(200)?;
    settings["taxes"] = json!({"plugin": PLUGIN, "ownRatesOnFailure": own_rates_on_failure, "taxIdField": ""});
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

/// A shopper with mugs in the cart who has said who they are, and the path of their checkout.
pub(super) async fn with_mugs(app: &App, quantity: i64) -> Result<(Client, String)> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    let added = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), quantity).await?.expect(200)?;
    let base = format!("/api/2/commerce/checkout/{}", added["shoppingCart"]["cartToken"].as_str().context("no token")?);
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    Ok((shopper, base))
}

fn address(postal_code: &str) -> Value {
    let mut address = shop::address("US");
    address["postalCode"] = json!(postal_code);
    address
}

async fn choose(shopper: &mut Client, base: &str, option: &Value) -> Result<Value> {
    shopper.put(&format!("{base}/shipping-option"), &json!({"optionId": option["id"]})).await?.expect(200)
}

/// The order as stored, whose totals are computed again from its inputs alone.
async fn recomputed(app: &App, bought: &Value) -> Result<order::Model> {
    let rows = tenant(app).await?.db.read().await?.find::<order::Entity>().all().await?;
    let row = rows.into_iter().find(|row| bought["orderId"] == row.id.as_str()).context("no order")?;
    let again = totals(&row.pricing.0)?;
    assert_eq!(
        (again.discount_cents, again.shipping_cents, again.tax_cents, again.grand_total_cents),
        (row.discount_cents, row.shipping_cents, row.tax_cents, row.grand_total_cents)
    );
    Ok(row)
}

// spec: checkout.plugin-rates
#[tokio::test(flavor = "multi_thread")]
async fn delivery_options_of_a_plugin_are_offered_and_bought() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    deliver_by_plugin(&app, &[]).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let checkout = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
    let options = checkout["shippingOptions"].as_array().context("no options")?;
    let labels: Vec<&str> = options.iter().filter_map(|option| option["label"].as_str()).collect();
    assert_eq!(labels, ["Economy (3–5 days)", "Express (1 day)"]);
    let [economy, express] = [&options[0], &options[1]].map(|option| option["priceCents"].as_i64().unwrap_or(0));
    ensure!(economy >= 400 && express == 2 * economy, "{options:?}");
    let checkout = choose(&mut shopper, &base, &options[1]).await?;
    assert_eq!(checkout["cart"]["shippingCostCents"], express);
    let bought = shop::submit(&mut shopper, &checkout, "by-express", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    let row = recomputed(&app, &bought).await?;
    let answers = &row.pricing.0.plugins;
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!((answers[0].plugin.as_str(), answers[0].digest.len()), (PLUGIN, 64));
    assert_eq!(answers[0].answer[1]["priceCents"], express);

    // Nothing can be delivered there, and answers that no shop can offer are no answers.
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let nowhere = shopper.put(&format!("{base}/shipping"), &address("28808")).await?.problem(400)?;
    ensure!(nowhere["errors"]["country"] != NOT_NOW, "{nowhere}");
    for wrong in ["28806", "28807"] {
        let problem = shopper.put(&format!("{base}/shipping"), &address(wrong)).await?.problem(400)?;
        assert_eq!(problem["errors"]["country"], NOT_NOW, "{wrong}");
    }
    app.stop().await
}

// spec: checkout.plugin-rates
#[tokio::test(flavor = "multi_thread")]
async fn two_options_of_a_zone_are_served_by_one_answer() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    let free = json!({"label": "Carrier for members", "kind": "plugin", "plugin": PLUGIN, "freeOverCents": 1});
    deliver_by_plugin(&app, &[free]).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let checkout = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
    let options = checkout["shippingOptions"].as_array().context("no options")?;
    assert_eq!(options.len(), 4, "{options:?}");
    ensure!(options[0]["priceCents"].as_i64() > Some(0), "{options:?}");
    assert_eq!((&options[2]["priceCents"], &options[3]["priceCents"]), (&json!(0), &json!(0)));
    let checkout = choose(&mut shopper, &base, &options[3]).await?;
    let bought = shop::submit(&mut shopper, &checkout, "one-answer-for-two", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    let row = recomputed(&app, &bought).await?;
    assert_eq!((row.shipping_cents.0, row.pricing.0.plugins.len()), (0, 1));
    app.stop().await
}

// spec: checkout.plugin-rates
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_plugin_takes_away_its_own_options_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    deliver_by_plugin(&app, &[json!({"label": "Post", "kind": "flat", "priceCents": 900})]).await?;
    // Each cart is a question of its own; the fifth failure suspends these questions, and nothing else of the plugin.
    for quantity in 1..=6 {
        let (mut shopper, base) = with_mugs(&app, quantity).await?;
        let postal_code = if quantity == 1 { "28804" } else { "28803" };
        let checkout = shopper.put(&format!("{base}/shipping"), &address(postal_code)).await?.expect(200)?;
        let options = checkout["shippingOptions"].as_array().context("no options")?;
        assert_eq!(options.len(), 1, "{options:?}");
        assert_eq!(checkout["selectedShippingOptionId"], options[0]["id"], "the only one");
    }
    let (mut owner, base) = owner(&app).await?;
    let listed = owner.get(&format!("{base}/plugins")).await?.expect(200)?;
    let plugins = listed["plugins"].as_array().context("no plugins")?;
    let own = plugins.iter().find(|plugin| plugin["id"] == PLUGIN).context("not listed")?;
    assert_eq!(own["failing"], json!(["shipping-provider"]));
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    shopper.put(&format!("{base}/shipping"), &address("28803")).await?.expect(200)?;
    let checkout = shopper.get(&base).await?.expect(200)?;
    let bought = shop::submit(&mut shopper, &checkout, "by-post-only", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid", "never a stuck checkout");
    ensure!(recomputed(&app, &bought).await?.pricing.0.plugins.is_empty());
    app.stop().await
}

// spec: checkout.plugin-rates
#[tokio::test(flavor = "multi_thread")]
async fn a_kept_answer_that_cannot_be_read_is_asked_anew() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    deliver_by_plugin(&app, &[]).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let first = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
    let tx = tenant(&app).await?.db.write().await?;
    let all = plugin_answer::Column::PluginId.eq(PLUGIN);
    let other = json!([{"name": "of another version"}]);
    tx.update::<plugin_answer::Entity>(all).set(plugin_answer::Column::Answer, other).exec().await?;
    tx.commit().await?;
    let again = shopper.get(&base).await?.expect(200)?;
    assert_eq!(again["shippingOptions"], first["shippingOptions"]);
    app.stop().await
}

// spec: checkout.plugin-rates
#[tokio::test(flavor = "multi_thread")]
async fn the_last_answer_counts_for_the_same_question_and_build() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    deliver_by_plugin(&app, &[]).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let first = shopper.put(&format!("{base}/shipping"), &address("28805")).await?.expect(200)?;
    let first = first["shippingOptions"].clone();
    // The plugin stops from now on. Its answer is no longer fresh, but it counts.
    let tx = tenant(&app).await?.db.write().await?;
    let all = plugin_answer::Column::PluginId.eq(PLUGIN);
    tx.update::<plugin_answer::Entity>(all)
        .set(plugin_answer::Column::FreshUntil, Timestamp::from_ms(1))
        .exec()
        .await?;
    tx.commit().await?;
    let again = shopper.get(&base).await?.expect(200)?;
    assert_eq!(again["shippingOptions"], first);
    let checkout = choose(&mut shopper, &base, &first[0]).await?;
    let bought = shop::submit(&mut shopper, &checkout, "with-the-last", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    let old_digest = recomputed(&app, &bought).await?.pricing.0.plugins[0].digest.clone();
    app.stop().await?;

    // Another build of the plugin: answers of the old one do not count, and an old order can still be explained.
    let built = Path::new(&settings(folder.path(), "").plugins.dir).canonicalize()?;
    let mut component = std::fs::read(built.with_file_name("plugins-hostile").join(PLUGIN).join("plugin.wasm"))?;
    // A custom section named `test`.
    component.extend_from_slice(&[0, 5, 4, b't', b'e', b's', b't']);
    let app = start(folder.path(), Some(&component)).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let problem = shopper.put(&format!("{base}/shipping"), &address("28805")).await?.problem(400)?;
    assert_eq!(problem["errors"]["country"], NOT_NOW);
    let checkout = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
    let checkout = choose(&mut shopper, &base, &checkout["shippingOptions"][0]).await?;
    let other = shop::submit(&mut shopper, &checkout, "of-the-new", APPROVED).await?.expect(200)?;
    ensure!(recomputed(&app, &other).await?.pricing.0.plugins[0].digest != old_digest);
    assert_eq!(recomputed(&app, &bought).await?.pricing.0.plugins[0].digest, old_digest);
    app.stop().await
}

// spec: checkout.plugin-taxes
#[tokio::test(flavor = "multi_thread")]
async fn taxes_by_a_plugin_are_charged_or_no_order_is_placed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    deliver_by_plugin(&app, &[]).await?;
    tax_by_plugin(&app, false).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let checkout = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
    let checkout = choose(&mut shopper, &base, &checkout["shippingOptions"][0]).await?;
    let cents = |name: &str| checkout["cart"][name].as_i64().unwrap_or(-1);
    let rounded = |amount: i64| (amount * 19 + 50) / 100;
    assert_eq!(cents("taxCents"), rounded(cents("subtotalCents")) + rounded(cents("shippingCostCents")));
    assert_eq!(checkout["cart"]["applicableTaxRules"][0]["label"], "VAT 19%");
    let bought = shop::submit(&mut shopper, &checkout, "taxed-by-it", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    assert_eq!(recomputed(&app, &bought).await?.pricing.0.plugins.len(), 2);

    for (failing, key) in [("28812", "fails"), ("28813", "stops"), ("28814", "loops")] {
        let (mut shopper, base) = with_mugs(&app, 2).await?;
        let checkout = shopper.put(&format!("{base}/shipping"), &address(failing)).await?.expect(200)?;
        let checkout = choose(&mut shopper, &base, &checkout["shippingOptions"][0]).await?;
        let problem = shop::submit(&mut shopper, &checkout, &format!("taxes-{key}"), APPROVED).await?.problem(400)?;
        ensure!(problem["detail"].to_string().contains("Taxes cannot be calculated right now"), "{failing}: {problem}");
        let again = shopper.put(&format!("{base}/shipping"), &address("28801")).await?.expect(200)?;
        let again = choose(&mut shopper, &base, &again["shippingOptions"][0]).await?;
        ensure!(again["cart"]["taxCents"].as_i64() > Some(0), "{failing}: never stuck");
    }

    // It is not taken away from a shop that would take no order then.
    let (mut owner, site) = owner(&app).await?;
    let path = format!("{site}/plugins/{PLUGIN}");
    let refused = owner.call("PATCH", &path, Some(&json!({"enabled": false}))).await?.problem(409)?;
    ensure!(refused["detail"].to_string().contains("calculates the taxes of the shop"), "{refused}");

    // The owner prefers the shop's own taxes.
    tax_by_plugin(&app, true).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let checkout = shopper.put(&format!("{base}/shipping"), &address("28812")).await?.expect(200)?;
    let checkout = choose(&mut shopper, &base, &checkout["shippingOptions"][0]).await?;
    assert_eq!(checkout["cart"]["applicableTaxRules"][0]["label"], "NC sales tax");
    let bought = shop::submit(&mut shopper, &checkout, "taxed-by-shop", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    app.stop().await
}

/// Saves the settings of another plugin, after which the plugins of the site are read again.
pub(super) async fn read_plugins_again(app: &App) -> Result<()> {
    let (mut owner, base) = owner(app).await?;
    let path = format!("{base}/installment-providers");
    let listed = owner.get(&path).await?.expect(200)?;
    let known = &listed["providers"][0];
    let body = json!({"id": known["id"], "enabled": known["enabled"], "settings": known["settings"],
        "revision": known["revision"]});
    owner.put(&path, &body).await?.expect(200)?;
    Ok(())
}

// spec: cart.plugin-discounts
#[tokio::test(flavor = "multi_thread")]
async fn discounts_of_a_plugin_apply_by_themselves() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path(), None).await?;
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    let two = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 2).await?.expect(200)?;
    assert_eq!(two["shoppingCart"]["discountCents"], 0);
    let three = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let cart = &three["shoppingCart"];
    let off = cart["subtotalCents"].as_i64().context("no subtotal")? / 10;
    assert_eq!((&cart["discountCents"], &cart["discounts"][0]["label"]), (&json!(off), &json!("Three or more")));
    let checkout = shop::prepare(&mut shopper, "US").await?;
    assert_eq!(checkout["cart"]["discountCents"], off);
    // It is switched off between the last look and the order: the shopper is told.
    let tenant = tenant(&app).await?;
    let switch = async |enabled: bool| {
        let tx = tenant.db.write().await?;
        let own = plugin_setting::Column::PluginId.eq(PLUGIN);
        tx.update::<plugin_setting::Entity>(own).set(plugin_setting::Column::Enabled, enabled).exec().await?;
        tx.commit().await?;
        read_plugins_again(&app).await
    };
    switch(false).await?;
    let changed = shop::submit(&mut shopper, &checkout, "without-discount", APPROVED).await?.problem(409)?;
    assert_eq!((&changed["code"], &changed["cart"]["discountCents"]), (&json!("cart-changed"), &json!(0)));
    switch(true).await?;
    let bought = shop::submit(&mut shopper, &checkout, "with-discount", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");
    let row = recomputed(&app, &bought).await?;
    assert_eq!((row.discount_cents.0, row.pricing.0.plugins.len()), (off, 1));

    // The other shop of the server has not switched it on.
    let bowl = app.kissaten().get("/api/commerce/shopping-cart").await?.expect(200)?;
    assert_eq!(bowl["discounts"], json!([]));
    app.stop().await
}
