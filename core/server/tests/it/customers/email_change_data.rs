//! Change of an account's address: data of its owner moves along, and nobody else gets it.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::member_accounts;
use crate::account::member_accounts::{confirmed, leave_personal_data, token_in, traces};
use crate::app::{App, on_both, on_postgres};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::customers::email_change::emails_to;
use crate::forms::form_fields;
use crate::pages::blocks;
use crate::shop;
use crate::transaction_pauses::Journal;

const ACCOUNT: &str = "/api/site-users/account";

/// A person who bought as a guest, created an account, left data all over the site, and changed their address.
async fn moved(app: &App, owner: &mut Client, base: &str) -> Result<(Client, Value)> {
    shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    let mut member = confirmed(app, "ada@example.com", 3).await?;
    leave_personal_data(app).await?;
    name_in_prices(owner, base, "ada@example.com").await?;
    let before = shop::customer(owner, base, "ada@example.com").await?;
    let wish = json!({"email": "ada@loom.org", "password": MEMBER_PASSWORD});
    member.post(&format!("{ACCOUNT}/email"), &wish).await?.expect(202)?;
    let link = token_in(&emails_to(&app.emails(5).await?, "ada@loom.org"), "verify")?;
    member.post(&format!("{ACCOUNT}/email/verify"), &json!({"token": link})).await?.expect(200)?;
    let after = shop::customer(owner, base, "ada@loom.org").await?;
    ensure!(after["id"] == before["id"], "the customer is another one: {before} {after}");
    Ok((member, after))
}

/// A price list and a discount for one customer.
async fn name_in_prices(owner: &mut Client, base: &str, email: &str) -> Result<()> {
    let list = json!({"name": "For her", "enabled": true, "audience": "named", "customers": [email],
        "rateBasisPoints": 1000});
    owner.post(&format!("{base}/price-lists"), &list).await?.expect(201)?;
    let discount = json!({"label": "Hers", "code": "HERS", "kind": "percent", "rateBasisPoints": 1000,
        "appliesTo": "order", "customers": [email], "enabled": true});
    owner.post(&format!("{base}/discounts"), &discount).await?.expect(201)?;
    Ok(())
}

/// Subscribes by a form of the site, unconfirmed, and submits another form.
async fn ask_for_news(app: &App, owner: &mut Client, email: &str) -> Result<()> {
    let website = app.website("juniper").await?;
    let path = blocks::path_of(owner, &website, "/about").await?;
    let fields =
        json!([{"id": "email", "type": "email", "title": "Email"}, {"id": "said", "type": "text", "title": "Said"}]);
    let form = json!({"id": "questions", "kind": "form", "settings": {"formName": "Questions", "fields": fields}});
    blocks::publish(owner, &path, &json!([{"id": "news", "kind": "newsletter", "settings": {}}, form])).await?;
    let mut visitor = app.juniper();
    form_fields::answer(&mut visitor, "news", &json!({"email": email})).await?.expect(200)?;
    let asked = json!({"email": email, "said": "I live at 12 Loom Street"});
    form_fields::answer(&mut visitor, "questions", &asked).await?.expect(200)?;
    Ok(())
}

/// Tables and columns of a site on SQLite that still contain one of these texts.
pub(crate) async fn found_in_tables(app: &App, website: &str, texts: &[&str]) -> Result<Vec<String>> {
    if !app.data.join("db/sites").join(format!("{website}.sqlite")).exists() {
        return Ok(Vec::new());
    }
    let journal = Journal::sqlite(&app.data, website).await?;
    let columns =
        "SELECT m.name, p.name FROM sqlite_master AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table'";
    let mut found = Vec::new();
    for column in journal.rows(columns).await? {
        let (table, column) = (&column[0], &column[1]);
        for text in texts {
            let holds = format!("instr(lower(CAST(\"{column}\" AS TEXT)), '{}') > 0", text.to_lowercase());
            if journal.number(&format!("SELECT count(*) FROM \"{table}\" WHERE {holds}")).await? > 0 {
                found.push(format!("{text} in {table}.{column}"));
            }
        }
    }
    Ok(found)
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn customer_export_and_erasure_follow_the_person() -> Result<()> {
    on_both(async |app| {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let (mut member, customer) = moved(app, &mut owner, &base).await?;
        let path = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
        let orders = owner.get(&format!("{path}/orders")).await?.expect(200)?;
        assert_eq!((orders["orders"].as_array().map(Vec::len), &customer["hasAccount"]), (Some(1), &json!(true)));
        let stale = owner.get(&format!("{base}/customers?query=ada@example.com")).await?.expect(200)?;
        assert_eq!(stale["customers"], json!([]), "the list keeps a row of the address before");

        ask_for_news(app, &mut owner, "ada@loom.org").await?;
        let emails = app.emails(7).await?;
        let invitation =
            emails.iter().find(|message| message.contains("/mailing-list/confirm")).context("no e-mail")?;
        let confirm = form_fields::link_in(invitation, "/mailing-list/confirm?token=")?;
        let told = member.get(&format!("{ACCOUNT}/export")).await?.expect(200)?;
        let handed_out = owner.get(&format!("{path}/export")).await?.expect(200)?;
        for document in [&told, &handed_out] {
            assert_eq!(
                (&document["email"], &document["formerEmails"]),
                (&json!("ada@loom.org"), &json!(["ada@example.com"]))
            );
            for part in ["orders", "restockSignUps", "pendingSubscriptions", "priceLists", "personalDiscounts"] {
                assert_eq!(document[part].as_array().map(Vec::len), Some(1), "{part}: {document}");
            }
            assert_eq!(document["personalDiscounts"], json!(["Hers"]));
            assert_eq!(document["restockSignUps"][0]["email"], "ada@loom.org", "the e-mail goes to the new address");
            ensure!(document["formSubmissions"].to_string().contains("Ada@example.com"), "{document}");
            ensure!(document["pendingSubscriptions"][0]["list"].is_string(), "{document}");
            let to = |address: &str| {
                document["emails"].as_array().is_some_and(|all| all.iter().any(|one| one["to"] == address))
            };
            ensure!(to("ada@example.com") && to("ada@loom.org"), "{document}");
        }

        let orders = member.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?;
        let order = format!("{base}/orders/{}", orders["orders"][0]["id"].as_str().context("no order")?);
        let mut moved_house = shop::address("US");
        moved_house["line1"] = json!("7 Spindle Lane");
        owner.put(&format!("{order}/shipping-address"), &moved_house).await?.expect(200)?;
        owner
            .post(&format!("{order}/notes"), &json!({"text": "Ada Byron rang from 7 Spindle Lane."}))
            .await?
            .expect(200)?;
        let parcel = json!({"trackingNumber": "1Z", "notifyCustomer": false});
        owner.post(&format!("{order}/fulfill"), &parcel).await?.expect(200)?;
        let texts = ["ada@example.com", "ada@loom.org", "byron", "loom street", "spindle lane", "828-555"];
        let before = member_accounts::listed_emails(&mut owner, &base).await?;
        ensure!(before.contains("ada@loom.org") && before.contains("loom street"), "the owner was told: {before}");
        let password = json!({"password": MEMBER_PASSWORD});
        member.post(&format!("{ACCOUNT}/erasure"), &password).await?.expect(200)?;
        assert_eq!(traces(app).await?, 0);
        assert_eq!(app.juniper().get(&confirm).await?.status, 404, "who is forgotten joins no list");
        let told = member_accounts::listed_emails(&mut owner, &base).await?;
        for text in texts {
            ensure!(!told.contains(text), "an e-mail still tells {text}: {told}");
            for place in [order.clone(), format!("{base}/orders"), format!("{base}/customers")] {
                let seen = owner.get(&place).await?.expect(200)?.to_string().to_lowercase();
                ensure!(!seen.contains(text), "{place} still tells {text}: {seen}");
            }
        }
        let website = app.website("juniper").await?;
        assert_eq!(found_in_tables(app, &website, &texts).await?, Vec::<String>::new());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn old_email_address_grants_no_access() -> Result<()> {
    on_postgres(async |app| {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let (mut member, customer) = moved(app, &mut owner, &base).await?;
        let before = app.emails(5).await?;
        let mut stranger = app.juniper();
        stranger.join("ada@example.com").await?;
        let emails = app.emails(before.len() + 1).await?;
        let new: Vec<String> = emails.into_iter().filter(|message| !before.contains(message)).collect();
        let link = token_in(&new, "verify")?;
        stranger.post(&format!("{ACCOUNT}/email/verify"), &json!({"token": link})).await?.expect(200)?;
        assert_eq!(stranger.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?["orders"], json!([]));
        let export = stranger.get(&format!("{ACCOUNT}/export")).await?.expect(200)?;
        assert_eq!((&export["orders"], &export["restockSignUps"]), (&json!([]), &json!([])), "{export}");
        let of_stranger = shop::customer(&mut owner, &base, "ada@example.com").await?;
        ensure!(of_stranger["id"] != customer["id"] && of_stranger["orderCount"] == 0, "{of_stranger}");
        let orders = member.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?;
        assert_eq!(orders["orders"].as_array().map(Vec::len), Some(1));
        Ok(())
    })
    .await
}
