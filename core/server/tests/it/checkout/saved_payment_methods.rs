//! Payment methods that customers save, at a provider whose bank is its storage: see `plugins/tests/saving-payments`.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait as _, ColumnTrait as _};
use serde_json::{Value, json};
use stoa_entity::platform::{job, removed_website};
use stoa_entity::tenant::saved_payment_method::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::{plugin_setting, plugin_storage};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::SavedPaymentMethodId;
use stoa_kernel::job::JobKind;

use super::plugin_quotes::{owner, read_plugins_again, start_with, tenant};
use crate::app::App;
use crate::client::{Client, TestResponse};
use crate::shop;

const PLUGIN: &str = "tests.saving";
const SAVED: &str = "/api/v1/saved-payment-methods";
const LABEL: &str = "Visa ending in 4242";

async fn member(app: &App, email: &str) -> Result<Client> {
    let mut member = app.juniper();
    member.join(email).await?;
    Ok(member)
}

/// The checkout of a notebook, all is said but the payment.
async fn checkout(app: &App, shopper: &mut Client) -> Result<Value> {
    let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
    shop::add(shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
    shop::prepare(shopper, "US").await
}

fn offered(checkout: &Value) -> Result<&Value> {
    let methods = checkout["paymentMethods"].as_array().context("no methods")?;
    methods.iter().find(|method| method["provider"] == PLUGIN).context("the plugin is not offered")
}

/// Pays by the plugin; `how` is added to what is said of the payment.
async fn pay(shopper: &mut Client, checkout: &Value, key: &str, how: Value) -> Result<TestResponse> {
    let mut payment = json!({"provider": PLUGIN, "method": "card", "data": {}});
    for (name, value) in how.as_object().context("no object")? {
        payment[name.as_str()] = value.clone();
    }
    let body = json!({"idempotencyKey": key, "expectedTotalCents": checkout["cart"]["grandTotalCents"],
        "payment": payment});
    let token = checkout["cartToken"].as_str().context("no token")?;
    shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await
}

/// Saves the method with a purchase, and returns its id.
async fn save(app: &App, shopper: &mut Client, key: &str) -> Result<String> {
    let ready = checkout(app, shopper).await?;
    let paid = pay(shopper, &ready, key, json!({"save": true})).await?.expect(200)?;
    ensure!(paid["status"] == "paid", "{paid}");
    let saved = shopper.get(SAVED).await?.expect(200)?;
    Ok(saved["methods"][0]["id"].as_str().context("nothing is saved")?.to_owned())
}

async fn rows(app: &App) -> Result<Vec<Model>> {
    Ok(tenant(app).await?.db.read().await?.find::<Entity>().all().await?)
}

/// How many methods the bank knows.
async fn known_to_bank(app: &App) -> Result<u64> {
    let tx = tenant(app).await?.db.read().await?;
    Ok(tx.find::<plugin_storage::Entity>().filter(plugin_storage::Column::PluginId.eq(PLUGIN)).count().await?)
}

/// Switches the plugin on or off.
async fn switch(app: &App, is_on: bool) -> Result<()> {
    let tx = tenant(app).await?.db.write().await?;
    let own = plugin_setting::Column::PluginId.eq(PLUGIN);
    tx.update::<plugin_setting::Entity>(own).set(plugin_setting::Column::Enabled, is_on).exec().await?;
    tx.commit().await?;
    read_plugins_again(app).await
}

async fn forgotten(app: &App) -> Result<()> {
    app.until(async || Ok(rows(app).await?.is_empty() && known_to_bank(app).await? == 0)).await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn a_method_is_saved_used_and_forgotten() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    let ready = checkout(&app, &mut ada).await?;
    let method = offered(&ready)?;
    assert_eq!((&method["canSave"], &method["saved"]), (&json!(true), &json!([])));
    pay(&mut ada, &ready, "not-saved-0001", json!({})).await?.expect(200)?;
    ensure!(rows(&app).await?.is_empty(), "nobody asked for it");

    let id = save(&app, &mut ada, "saved-0001").await?;
    let listed = ada.get(SAVED).await?;
    ensure!(listed.text.contains(LABEL) && !listed.text.contains("m_pay"), "the token is never shown: {}", listed.text);
    let row = rows(&app).await?.pop().context("no row")?;
    ensure!(!row.sealed_token.contains("m_"), "stored as it is");
    let again = save(&app, &mut ada, "saved-0002").await?;
    assert_ne!(again, id, "the bank gave another token");
    ada.delete(&format!("{SAVED}/{again}")).await?.expect(200)?;

    let ready = checkout(&app, &mut ada).await?;
    assert_eq!(offered(&ready)?["saved"], json!([{"id": id, "label": LABEL}]));
    let paid = pay(&mut ada, &ready, "used-0001", json!({"savedMethodId": id})).await?.expect(200)?;
    assert_eq!(paid["status"], "paid");
    assert_eq!(rows(&app).await?.iter().filter(|row| !row.owner.is_empty()).count(), 1, "not saved again");

    ada.delete(&format!("{SAVED}/{id}")).await?.expect(200)?;
    ada.delete(&format!("{SAVED}/{id}")).await?.problem(404)?;
    assert_eq!(ada.get(SAVED).await?.expect(200)?, json!({"methods": []}));
    let ready = checkout(&app, &mut ada).await?;
    let refused = pay(&mut ada, &ready, "used-0002", json!({"savedMethodId": id})).await?.problem(400)?;
    ensure!(refused["errors"]["payment"].as_str().is_some_and(|said| said.contains("no longer")), "{refused}");
    forgotten(&app).await?;
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn a_saved_method_is_of_its_customer_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    let id = save(&app, &mut ada, "saved-0001").await?;

    let mut guest = app.juniper();
    guest.get(SAVED).await?.problem(401)?;
    let ready = checkout(&app, &mut guest).await?;
    assert_eq!((&offered(&ready)?["canSave"], &offered(&ready)?["saved"]), (&json!(false), &json!([])));
    pay(&mut guest, &ready, "guest-0001", json!({"savedMethodId": id})).await?.problem(400)?;
    let bought = pay(&mut guest, &ready, "guest-0002", json!({"save": true})).await?.expect(200)?;
    assert_eq!((bought["status"].as_str(), rows(&app).await?.len()), (Some("paid"), 1));

    let mut ben = member(&app, "ben@example.com").await?;
    let ready = checkout(&app, &mut ben).await?;
    assert_eq!(offered(&ready)?["saved"], json!([]));
    pay(&mut ben, &ready, "foreign-0001", json!({"savedMethodId": id})).await?.problem(400)?;
    ben.delete(&format!("{SAVED}/{id}")).await?.problem(404)?;
    let mut elsewhere = app.kissaten();
    elsewhere.join("ada@example.com").await?;
    elsewhere.delete(&format!("{SAVED}/{id}")).await?.problem(404)?;
    ada.xsrf = None;
    ada.delete(&format!("{SAVED}/{id}")).await?.problem(403)?;
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn only_methods_of_the_mode_that_have_not_expired_are_offered() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    let id = save(&app, &mut ada, "saved-0001").await?;
    let change = async |column: Column, value: sea_orm::Value| {
        let tx = tenant(&app).await?.db.write().await?;
        tx.update::<Entity>(Column::Id.eq(id.as_str())).set(column, Expr::value(value)).exec().await?;
        tx.commit().await?;
        anyhow::Ok(())
    };
    let ready = checkout(&app, &mut ada).await?;
    let token = ready["cartToken"].as_str().context("no token")?;
    let path = format!("/api/2/commerce/checkout/{token}");
    change(Column::ExpiresOn, Timestamp::from_ms(1).into()).await?;
    assert_eq!(offered(&ada.get(&path).await?.expect(200)?)?["saved"], json!([]));
    pay(&mut ada, &ready, "expired-0001", json!({"savedMethodId": id})).await?.problem(400)?;
    change(Column::ExpiresOn, None::<i64>.into()).await?;
    assert_eq!(offered(&ada.get(&path).await?.expect(200)?)?["saved"][0]["id"], json!(id));
    change(Column::TestMode, false.into()).await?;
    assert_eq!(offered(&ada.get(&path).await?.expect(200)?)?["saved"], json!([]));
    pay(&mut ada, &ready, "other-mode-0001", json!({"savedMethodId": id})).await?.problem(400)?;
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn with_ten_methods_no_further_one_is_offered_to_be_saved() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    save(&app, &mut ada, "saved-0001").await?;
    let row = rows(&app).await?.pop().context("no row")?;
    let copy = |_| {
        let mut copy = ActiveModel::from(row.clone()).reset_all();
        copy.id = Set(SavedPaymentMethodId::generate());
        copy
    };
    let tx = tenant(&app).await?.db.write().await?;
    tx.insert_many((1..10).map(copy).collect()).await?;
    tx.commit().await?;
    let ready = checkout(&app, &mut ada).await?;
    let method = offered(&ready)?;
    assert_eq!((&method["canSave"], method["saved"].as_array().map(Vec::len)), (&json!(false), Some(10)));
    let paid = pay(&mut ada, &ready, "one-more-0001", json!({"save": true})).await?.expect(200)?;
    assert_eq!(paid["status"], "paid");
    assert_eq!((rows(&app).await?.len(), known_to_bank(&app).await?), (10, 1), "the bank was not asked to save it");
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_customer_forgets_their_methods_also_when_the_plugin_is_away() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    save(&app, &mut ada, "saved-0001").await?;
    let (mut owner, base) = owner(&app).await?;
    let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
    let path = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
    let export = owner.get(&format!("{path}/export")).await?;
    ensure!(export.text.contains(LABEL) && !export.text.contains("m_pay"), "{}", export.text);

    switch(&app, false).await?;
    let erased = owner.call("DELETE", &path, Some(&json!({"email": "ada@example.com"}))).await?;
    ensure!(erased.status < 300, "{erased:?}");
    app.until(async || Ok(rows(&app).await?.iter().all(|row| row.tries > 0))).await?;
    let left = rows(&app).await?.pop().context("the provider has not forgotten it")?;
    assert_eq!((left.owner.as_str(), left.label.as_str()), ("", ""), "nothing of the customer is left");
    assert_eq!(known_to_bank(&app).await?, 1);

    switch(&app, true).await?;
    let tx = tenant(&app).await?.db.write().await?;
    tx.update::<Entity>(Column::Owner.eq("")).set(Column::ForgetOn, 1_i64).exec().await?;
    tx.commit().await?;
    forgotten(&app).await?;
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn removing_the_plugin_with_its_data_leaves_no_method() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    save(&app, &mut ada, "saved-0001").await?;
    let (mut owner, base) = owner(&app).await?;
    let removed = owner.delete(&format!("{base}/plugins/{PLUGIN}?data=delete")).await?;
    ensure!(removed.status == 204, "{removed:?}");
    ensure!(rows(&app).await?.is_empty() && known_to_bank(&app).await? == 0, "nothing is left of it");
    assert_eq!(ada.get(SAVED).await?.expect(200)?, json!({"methods": []}));
    app.stop().await
}

// spec: checkout.saved-payment-methods
#[tokio::test(flavor = "multi_thread")]
async fn providers_forget_the_methods_of_a_deleted_site_before_its_data_goes() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut ada = member(&app, "ada@example.com").await?;
    save(&app, &mut ada, "saved-0001").await?;
    let website = app.website("juniper").await?;
    let site = tenant(&app).await?;
    let file = app.data.join(format!("db/sites/{website}.sqlite"));
    let methods = async || anyhow::Ok(site.db.read().await?.find::<Entity>().all().await?);

    switch(&app, false).await?;
    let tx = site.db.write().await?;
    tx.update::<Entity>(Column::Owner.ne("")).set(Column::Tries, 20).exec().await?;
    tx.commit().await?;
    let tenancy = &app.stoa.foundation.tenancy;
    let deleted = tenancy.tenants.begin_deletion("juniper").await?;
    ensure!(!tenancy.tenants.is_known(&deleted).await?, "nobody reaches it any more");
    app.until(async || Ok(methods().await?.iter().all(|row| row.tries > 20))).await?;
    ensure!(file.exists(), "its data waits for the provider");
    // The provider would be asked again a day after this try: its data would stay for longer than that.
    app.until(async || {
        let tx = tenancy.databases.platform().read().await?;
        let own = job::Column::WebsiteId.eq(deleted.clone());
        let jobs = tx.find::<job::Entity>().filter(own).all().await?;
        let own = removed_website::Column::WebsiteId.eq(deleted.clone());
        let removed = tx.find::<removed_website::Entity>().filter(own).one().await?.context("it is gone")?;
        let end = removed.removed_on.ms() + 24 * 60 * 60 * 1_000;
        Ok(jobs.iter().any(|job| job.kind == JobKind::SiteRemoval && job.due_on.ms() == end))
    })
    .await?;

    let tx = site.db.write().await?;
    let own = plugin_setting::Column::PluginId.eq(PLUGIN);
    tx.update::<plugin_setting::Entity>(own).set(plugin_setting::Column::Enabled, true).exec().await?;
    tx.update::<Entity>(Column::Owner.eq("")).set(Column::ForgetOn, 1_i64).exec().await?;
    tx.commit().await?;
    app.stoa.jobs().plugins.evict(&deleted).await;
    tenancy.databases.due_work().wake(&deleted, tenancy.now()).await?;
    drop(site);
    app.until(async || Ok(!file.exists())).await?;
    app.stop().await
}
