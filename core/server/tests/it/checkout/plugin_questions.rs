//! Questions of the checkout by a plugin, which fails as the postal code says: see `plugins/tests/told-questions`.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::plugin_setting;

use super::plugin_quotes::{owner, read_plugins_again, start_with, tenant, with_mugs};
use crate::app::App;
use crate::client::Client;
use crate::languages::translations::open;
use crate::shop::{self, APPROVED};

const PLUGIN: &str = "test.questions";
const TIME: &str = "test.questions:time";
const NOTE: &str = "test.questions:note";

async fn start(folder: &std::path::Path) -> Result<App> {
    start_with(folder, PLUGIN, None).await
}

/// The checkout of a mug that is sent to a postal code; all is said but the answers.
async fn sent_to(app: &App, postal_code: &str) -> Result<(Client, String, Value)> {
    let (mut shopper, base) = with_mugs(app, 1).await?;
    let checkout = send(&mut shopper, &base, postal_code).await?;
    Ok((shopper, base, checkout))
}

async fn send(shopper: &mut Client, base: &str, postal_code: &str) -> Result<Value> {
    let mut address = shop::address("US");
    address["postalCode"] = json!(postal_code);
    let checkout = shopper.put(&format!("{base}/shipping"), &address).await?.expect(200)?;
    let option = json!({"optionId": checkout["shippingOptions"][0]["id"]});
    shopper.put(&format!("{base}/shipping-option"), &option).await?.expect(200)
}

fn asked(checkout: &Value) -> Vec<&str> {
    let fields = checkout["settings"]["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
    fields.iter().filter_map(|field| field["id"].as_str()).collect()
}

fn answers(time: &str, note: &str) -> Value {
    json!({"note": "", "answers": {TIME: time, NOTE: note, "test.questions:dog": "true"}})
}

async fn order(app: &App, bought: &Value) -> Result<(Client, Value)> {
    let (mut owner, base) = owner(app).await?;
    let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
    let order = owner.get(&path).await?.expect(200)?;
    Ok((owner, order))
}

// spec: checkout.plugin-questions
#[tokio::test(flavor = "multi_thread")]
async fn questions_are_asked_checked_and_kept_with_the_order() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    let early = shopper.get(&base).await?.expect(200)?;
    assert_eq!(asked(&early), Vec::<&str>::new(), "nothing is known of the destination");
    let checkout = send(&mut shopper, &base, "28801").await?;
    assert_eq!(asked(&checkout), [TIME, NOTE, "test.questions:dog"]);
    let fields = &checkout["settings"]["fields"];
    assert_eq!((&fields[0]["choices"], &fields[0]["required"]), (&json!(["Morning", "Evening"]), &json!(true)));
    assert_eq!((&fields[1]["help"], &fields[1]["maxLength"]), (&json!("Not printed on the parcel."), &json!(500)));
    assert_eq!(checkout["steps"]["details"], false);

    let open = shop::submit(&mut shopper, &checkout, "unanswered", APPROVED).await?.problem(400)?;
    ensure!(open["errors"]["details"].is_string(), "{open}");
    let path = format!("{base}/details");
    let refused = shopper.put(&path, &answers("Night", "forbidden")).await?.problem(400)?;
    ensure!(refused["errors"][format!("answers.{TIME}")].is_string(), "{refused}");
    let refused = shopper.put(&path, &answers("Evening", "forbidden")).await?.problem(400)?;
    assert_eq!(refused["errors"], json!({format!("answers.{NOTE}"): "Not this."}));
    let long = "x".repeat(501);
    let refused = shopper.put(&path, &answers("Evening", &long)).await?.problem(400)?;
    ensure!(refused["errors"][format!("answers.{NOTE}")].is_string(), "{refused}");
    let checkout = shopper.put(&path, &answers("Evening", "Second\nfloor")).await?.expect(200)?;
    assert_eq!(checkout["steps"]["details"], true);
    let bought = shop::submit(&mut shopper, &checkout, "answered-0001", APPROVED).await?.expect(200)?;
    assert_eq!(bought["status"], "paid");

    let (mut owner, order) = order(&app, &bought).await?;
    let kept = json!([{"fieldId": TIME, "label": "When may we ring?", "value": "Evening", "kind": "choice"},
        {"fieldId": NOTE, "label": "Note for the courier", "value": "Second\nfloor", "kind": "textarea"},
        {"fieldId": "test.questions:dog", "label": "There is a dog", "value": "Yes", "kind": "checkbox"}]);
    assert_eq!(order["answers"], kept);
    let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
    ensure!(page.text.contains("When may we ring?") && page.text.contains("Evening"), "{}", page.text);
    for email in app.emails(2).await? {
        ensure!(email.replace("=\r\n", "").contains("When may we ring?"), "{email}");
    }
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let link = owner.post(&format!("{base}/orders/export-link"), &Value::Null).await?.expect(200)?;
    let csv = owner.get(link["url"].as_str().context("no link")?).await?;
    ensure!(csv.text.contains("When may we ring?: Evening"), "{csv:?}");
    app.stop().await
}

// spec: checkout.plugin-questions
#[tokio::test(flavor = "multi_thread")]
async fn the_order_has_the_words_of_the_shopper_and_of_the_owner() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    open(&app, "juniper").await?;
    let (mut shopper, base) = with_mugs(&app, 1).await?;
    shopper.language = Some("fr".to_owned());
    let checkout = send(&mut shopper, &base, "28801").await?;
    let fields = &checkout["settings"]["fields"];
    assert_eq!(
        (&fields[0]["label"], &fields[0]["choices"][1]),
        (&json!("Quand pouvons-nous sonner ?"), &json!("Soir"))
    );
    let path = format!("{base}/details");
    let refused = shopper.put(&path, &answers("Soir", "forbidden")).await?.problem(400)?;
    assert_eq!(refused["errors"][format!("answers.{NOTE}")], "Pas cela.");
    let checkout = shopper.put(&path, &answers("Soir", "")).await?.expect(200)?;
    assert_eq!(checkout["answers"][0]["value"], "Soir");
    let bought = shop::submit(&mut shopper, &checkout, "en-francais-0001", APPROVED).await?.expect(200)?;
    let (_, order) = order(&app, &bought).await?;
    let kept = json!({"fieldId": TIME, "label": "When may we ring?", "value": "Evening", "kind": "choice"});
    assert_eq!(order["answers"][0], kept);
    let emails: Vec<String> = app.emails(2).await?.into_iter().map(|email| email.replace("=\r\n", "")).collect();
    let to_customer = emails.iter().find(|email| email.contains("To: ada@example.com")).context("no e-mail")?;
    ensure!(to_customer.contains("Quand pouvons-nous sonner") && to_customer.contains("Soir"), "{to_customer}");
    app.stop().await
}

// spec: checkout.plugin-questions
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_plugin_holds_up_no_order() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    // It fails when it checks: what is said is taken.
    let (mut shopper, base, _) = sent_to(&app, "28803").await?;
    let checkout = shopper.put(&format!("{base}/details"), &answers("Morning", "forbidden")).await?.expect(200)?;
    let bought = shop::submit(&mut shopper, &checkout, "unchecked-0001", APPROVED).await?.expect(200)?;
    let (_, order) = order(&app, &bought).await?;
    assert_eq!(order["answers"][1]["value"], "forbidden");
    // It fails when it is asked, or asks more than it may: nothing is asked, what is required included.
    for postal_code in ["28802", "28806"] {
        let (mut shopper, _, checkout) = sent_to(&app, postal_code).await?;
        assert_eq!(asked(&checkout), Vec::<&str>::new(), "{postal_code}");
        let key = format!("unasked-{postal_code}");
        let bought = shop::submit(&mut shopper, &checkout, &key, APPROVED).await?.expect(200)?;
        assert_eq!(bought["status"], "paid", "{postal_code}");
    }
    app.stop().await
}

// spec: checkout.plugin-questions
#[tokio::test(flavor = "multi_thread")]
async fn answers_go_with_their_questions() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    let (mut shopper, base, _) = sent_to(&app, "28801").await?;
    shopper.put(&format!("{base}/details"), &answers("Morning", "Second floor")).await?.expect(200)?;
    // Another destination, for which one of the questions is asked.
    let checkout = send(&mut shopper, &base, "28807").await?;
    assert_eq!((asked(&checkout), &checkout["steps"]["details"]), (vec![TIME], &json!(true)));
    let bought = shop::submit(&mut shopper, &checkout, "one-question-0001", APPROVED).await?.expect(200)?;
    let (_, order) = order(&app, &bought).await?;
    let kept = json!([{"fieldId": TIME, "label": "When may we ring?", "value": "Morning", "kind": "choice"}]);
    assert_eq!(order["answers"], kept);

    let tx = tenant(&app).await?.db.write().await?;
    let own = plugin_setting::Column::PluginId.eq(PLUGIN);
    tx.update::<plugin_setting::Entity>(own).set(plugin_setting::Column::Enabled, false).exec().await?;
    tx.commit().await?;
    read_plugins_again(&app).await?;
    let (_, _, checkout) = sent_to(&app, "28801").await?;
    assert_eq!(asked(&checkout), Vec::<&str>::new(), "it is switched off");
    app.stop().await
}
