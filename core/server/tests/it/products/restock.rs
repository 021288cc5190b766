//! Restock notifications: sign-ups for sold-out variants, and their e-mails.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_entity::tenant::{mailing_list, subscriber};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both, on_postgres, on_sqlite, settings};
use crate::client::{Client, TestResponse};
use crate::demo_database;
use crate::shop;

const RESTOCK: &str = "/api/site-users/account/notifications/restock";

/// A sold-out variant of the dollar shop.
struct SoldOutVariant {
    product: String,
    variant: String,
    path: String,
}

async fn gone(app: &App, url_id: &str, sku: &str) -> Result<SoldOutVariant> {
    let product = shop::product(app, "juniper", url_id).await?;
    let variants = product["variants"].as_array().context("no variants")?;
    let variant = variants.iter().find(|variant| variant["sku"] == sku).context("no such variant")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(SoldOutVariant { product: text(&product["id"]), variant: text(&variant["id"]), path: text(&product["path"]) })
}

impl SoldOutVariant {
    fn wish(&self, email: &str) -> Value {
        json!({"isJoinMailingList": true, "productId": self.product, "variantId": self.variant,
               "siteVisitorEmail": email})
    }

    async fn sign_up(&self, shopper: &mut Client, email: &str) -> Result<TestResponse> {
        shopper.post(RESTOCK, &self.wish(email)).await
    }

    async fn set_stock(&self, owner: &mut Client, pieces: i64) -> Result<()> {
        let product = owner.get(&self.path).await?.expect(200)?;
        let variants = product["variants"].as_array().context("no variants")?;
        let variant = variants.iter().find(|variant| variant["id"] == self.variant).context("no such variant")?;
        let seen = shop::seen(variant);
        let stock = json!({"variantId": self.variant, "unlimited": false, "qtyInStock": pieces, "seen": seen});
        owner.put(&format!("{}/stock", self.path), &stock).await?.expect(200).map(|_| ())
    }

    fn list(&self) -> String {
        format!("{RESTOCK}?productId={}&variantId={}", self.product, self.variant)
    }
}

/// Changes the store settings of the dollar shop.
async fn choose(app: &App, change: impl FnOnce(&mut Value)) -> Result<()> {
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
    let mut choices = owner.get(&path).await?.expect(200)?;
    change(&mut choices);
    owner.if_match = Some(format!("\"{}\"", choices["revision"]));
    owner.put(&path, &choices).await?.expect(200).map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn restock_signup_is_idempotent() -> Result<()> {
    on_both(async |app| {
        let jar = gone(app, "moon-jar", "MOON-01").await?;
        jar.sign_up(&mut app.juniper(), "eve@example.com").await?.expect(200)?;
        choose(app, |choices| choices["restock"]["mailingListSignUpEnabled"] = true.into()).await?;
        for email in ["ada@example.com", "Ada@Example.com", "bob@example.com"] {
            jar.sign_up(&mut app.juniper(), email).await?.expect(200)?;
        }
        let mut wish = jar.wish("no@example.com");
        wish["isJoinMailingList"] = false.into();
        app.juniper().post(RESTOCK, &wish).await?.expect(200)?;

        let id: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        app.until(async || Ok(tenant.db.read().await?.find::<subscriber::Entity>().count().await? >= 2)).await?;
        let tx = tenant.db.read().await?;
        let lists = tx.find::<mailing_list::Entity>().all().await?;
        ensure!(lists.len() == 1 && lists[0].name == "News", "{lists:?}");
        let mut joined = tx.find::<subscriber::Entity>().all().await?;
        joined.sort_by(|one, other| one.email.cmp(&other.email));
        let emails: Vec<&str> = joined.iter().map(|row| row.email.as_str()).collect();
        ensure!(emails == ["ada@example.com", "bob@example.com"], "only those who were asked: {emails:?}");
        let told = joined.iter().all(|row| row.source == "restock" && row.consented_on > Timestamp::default());
        ensure!(told && joined[0].mailing_list_id == lists[0].id, "{joined:?}");
        Ok(())
    })
    .await
}

// spec: restock.post, restock.post.response.open
#[tokio::test(flavor = "multi_thread")]
async fn restock_signup_deduplicated_and_validated() -> Result<()> {
    on_sqlite(async |app| {
        let jar = gone(app, "moon-jar", "MOON-01").await?;
        let mut shopper = app.juniper();
        for email in ["ada@example.com", "Ada@Example.com"] {
            let noted = jar.sign_up(&mut shopper, email).await?.expect(200)?;
            assert_eq!(noted, json!({"success": true}));
        }
        let seen = app.owner_on("juniper").await?.get(&jar.list()).await?.expect(200)?;
        assert_eq!(seen["signUps"].as_array().map(Vec::len), Some(1));
        for (email, message) in [("", "Email cannot be blank"), ("abc", "Email is invalid")] {
            let problem = jar.sign_up(&mut shopper, email).await?.problem(400)?;
            assert_eq!((&problem["error"], &problem["errors"]["siteVisitorEmail"]), (&json!(message), &json!(message)));
        }
        let mug = gone(app, "hearth-mug", "MUG-10-OAT").await?;
        mug.sign_up(&mut shopper, "ada@example.com").await?.problem(400)?;
        let mixed = SoldOutVariant { product: mug.product, ..jar };
        mixed.sign_up(&mut shopper, "ada@example.com").await?.problem(404)?;
        let elsewhere =
            SoldOutVariant { product: seen["signUps"][0]["productId"].as_str().unwrap().to_owned(), ..mixed };
        elsewhere.sign_up(&mut app.kissaten(), "ada@example.com").await?.problem(404)?;
        choose(app, |choices| choices["restock"]["enabled"] = json!(false)).await?;
        elsewhere.sign_up(&mut shopper, "bob@example.com").await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: restock.groups.shape.open, restock.signups.shape.open, restock.send, restock.send.response.open
#[tokio::test(flavor = "multi_thread")]
async fn restock_list_and_single_notification() -> Result<()> {
    on_postgres(async |app| {
        let jar = gone(app, "moon-jar", "MOON-01").await?;
        let mut shopper = app.juniper();
        for email in ["ada@example.com", "bob@example.com"] {
            jar.sign_up(&mut shopper, email).await?.expect(200)?;
        }
        let mut owner = app.owner_on("juniper").await?;
        let groups = owner.get(&format!("{RESTOCK}/groups")).await?.expect(200)?;
        let group = &groups["signUpGroups"][0];
        assert_eq!((&group["productName"], &group["variantDescription"]), (&json!("Moon Jar"), &json!("")));
        assert_eq!((&group["signUpCount"], &group["qtyInStock"]), (&json!(2), &json!(0)));
        assert_eq!((&group["productId"], &group["variantId"]), (&json!(jar.product), &json!(jar.variant)));
        ensure!(group["lastSignUpOn"].as_i64() > Some(0), "{group}");
        assert_eq!((&groups["hasNextPage"], &groups["nextPageCursor"]), (&json!(false), &Value::Null));

        let listed = owner.get(&jar.list()).await?.expect(200)?;
        let sign_up = &listed["signUps"][0];
        assert_eq!((&sign_up["email"], &sign_up["isJoinMailingList"]), (&json!("bob@example.com"), &json!(true)));
        assert_eq!((&sign_up["language"], &sign_up["notifiedOn"]), (&Value::Null, &Value::Null));
        ensure!(sign_up["id"].is_string() && sign_up["signedUpOn"].as_i64() > Some(0), "{sign_up}");

        let website = owner.website.clone();
        for (email, status) in [("shop@stoa.example", 200), ("viewer@stoa.example", 403)] {
            let mut person = app.staff(email).await?;
            person.website.clone_from(&website);
            ensure!(person.get(&jar.list()).await?.status == status, "{email}");
        }

        let body = json!({"productId": jar.product, "variantId": jar.variant});
        let path = format!("{RESTOCK}/send");
        let sold_out = owner.post(&path, &body).await?.problem(409)?;
        assert_eq!(sold_out["error"], "The variant is out of stock. Add stock, then notify the customers.");
        jar.set_stock(&mut owner, 3).await?;
        let (mut one, mut two) = (owner.clone(), owner.clone());
        let (first, second) = tokio::join!(one.post(&path, &body), two.post(&path, &body));
        let told = [first?.expect(202)?, second?.expect(202)?].map(|answer| answer["queued"].as_i64().unwrap_or(-1));
        assert_eq!(told.iter().sum::<i64>(), 2, "{told:?}");
        assert_eq!(owner.post(&path, &body).await?.expect(202)?, json!({"queued": 0}));
        let emails = app.emails(2).await?;
        for message in &emails {
            ensure!(message.contains("Moon Jar is back in stock"), "{message}");
            ensure!(message.contains("/shop/moon-jar"), "{message}");
            ensure!(message.contains("You are receiving this email because"), "{message}");
        }
        let listed = owner.get(&jar.list()).await?.expect(200)?;
        ensure!(listed["signUps"].as_array().unwrap().iter().all(|one| one["notifiedOn"].is_i64()), "{listed}");
        let groups = owner.get(&format!("{RESTOCK}/groups")).await?.expect(200)?;
        assert_eq!(groups["signUpGroups"], json!([]));
        Ok(())
    })
    .await
}

// spec: restock.groups.get, restock.send-all, restock.send-all.response.open
#[tokio::test(flavor = "multi_thread")]
async fn restock_bulk_notification() -> Result<()> {
    let app = App::sqlite().await?;
    let (jar, mug) = (gone(&app, "moon-jar", "MOON-01").await?, gone(&app, "hearth-mug", "MUG-14-INK").await?);
    let class = gone(&app, "first-bowl-class", "CLS-SAT-2").await?;
    let mut shopper = app.juniper();
    for wanted in [&jar, &mug, &class] {
        wanted.sign_up(&mut shopper, "ada@example.com").await?.expect(200)?;
    }
    let mut owner = app.owner_on("juniper").await?;
    let (mut cursor, mut seen) = (String::new(), Vec::new());
    for page in 1.. {
        let groups = owner.get(&format!("{RESTOCK}/groups?limit=2&cursor={cursor}")).await?.expect(200)?;
        seen.extend(groups["signUpGroups"].as_array().unwrap().iter().map(|group| group["variantId"].clone()));
        assert_eq!(groups["hasNextPage"], json!(page == 1));
        let Some(next) = groups["nextPageCursor"].as_str() else { break };
        cursor = next.to_owned();
    }
    assert_eq!(seen.len(), 3);
    let request = |wanted: &SoldOutVariant| json!({"productId": wanted.product, "variantId": wanted.variant});
    let nowhere = json!({"productId": jar.product, "variantId": mug.variant});
    for back in [&jar, &mug] {
        back.set_stock(&mut owner, 2).await?;
    }
    let body = json!({"sendRequests": [request(&jar), nowhere.clone(), request(&class), request(&mug)]});
    let sent = owner.post(&format!("{RESTOCK}/send/all"), &body).await?.expect(202)?;
    assert_eq!(sent, json!({"queued": 2, "failed": [nowhere, request(&class)]}), "the class is still sold out");
    let emails = app.emails(2).await?;
    ensure!(emails.iter().any(|message| message.contains("Hearth Mug (")), "{emails:?}");
    let groups = owner.get(&format!("{RESTOCK}/groups")).await?.expect(200)?;
    assert_eq!(groups["signUpGroups"][0]["variantId"], json!(class.variant));
    app.stop().await
}

// spec: restock.signups.get
#[tokio::test(flavor = "multi_thread")]
async fn restock_signups_pagination() -> Result<()> {
    let app = App::sqlite().await?;
    let (thursday, saturday) =
        (gone(&app, "first-bowl-class", "CLS-THU-1").await?, gone(&app, "first-bowl-class", "CLS-SAT-2").await?);
    let mut owner = app.owner_on("juniper").await?;
    thursday.set_stock(&mut owner, 0).await?;
    let mut shopper = app.juniper();
    for number in 0..3 {
        thursday.sign_up(&mut shopper, &format!("shopper{number}@example.com")).await?.expect(200)?;
        saturday.sign_up(&mut shopper, &format!("shopper{number}@example.com")).await?.expect(200)?;
    }
    let whole = format!("{RESTOCK}?productId={}", thursday.product);
    for (list, expected) in [(thursday.list(), 3), (whole, 6)] {
        let first = owner.get(&format!("{list}&limit=2")).await?.expect(200)?;
        assert_eq!((first["signUps"].as_array().map(Vec::len), &first["hasNextPage"]), (Some(2), &json!(true)));
        let cursor = first["nextPageCursor"].as_str().context("no cursor")?;
        let rest = owner.get(&format!("{list}&limit=200&cursor={cursor}")).await?.expect(200)?;
        assert_eq!(
            (rest["signUps"].as_array().map(Vec::len), &rest["hasNextPage"]),
            (Some(expected - 2), &json!(false))
        );
    }
    app.stop().await
}

// spec: restock.server-validation.open
#[tokio::test(flavor = "multi_thread")]
async fn restock_signup_validation_and_rate_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    let (jar, mug) = (gone(&app, "moon-jar", "MOON-01").await?, gone(&app, "hearth-mug", "MUG-10-OAT").await?);
    let mut shopper = app.juniper();
    jar.sign_up(&mut shopper, "").await?.problem(400)?;
    jar.sign_up(&mut shopper, "a@b.photo").await?.problem(400)?;
    mug.sign_up(&mut shopper, "ada@example.com").await?.problem(400)?;
    let mixed = SoldOutVariant { product: mug.product.clone(), variant: jar.variant.clone(), path: String::new() };
    mixed.sign_up(&mut shopper, "ada@example.com").await?.problem(404)?;
    choose(&app, |choices| choices["restock"]["enabled"] = json!(false)).await?;
    jar.sign_up(&mut shopper, "ada@example.com").await?.problem(403)?;
    choose(&app, |choices| choices["restock"]["enabled"] = json!(true)).await?;
    for number in 6..=10 {
        jar.sign_up(&mut shopper, &format!("shopper{number}@example.com")).await?.expect(200)?;
    }
    let refused = jar.sign_up(&mut shopper, "one.more@example.com").await?;
    ensure!(refused.header("retry-after").parse::<u64>()? > 60, "{refused:?}");
    refused.problem(429)?;
    app.stop().await
}

// spec: restock.messages.defaults.open, restock.form.fields, restock.block.hidden-default
#[tokio::test(flavor = "multi_thread")]
async fn restock_block_on_sold_out_pages() -> Result<()> {
    let app = App::sqlite().await?;
    let block = async |path: &str| -> Result<String> {
        let page = app.juniper().get(path).await?;
        let block = page.text.split("<div class=\"product-restock-notification\"").nth(1).context("no block")?;
        Ok(block.split("</div>").next().unwrap_or_default().to_owned())
    };
    let jar = block("/shop/moon-jar").await?;
    for text in
        ["Want to know when it is back?", "value=\"Notify Me\"", "placeholder=\"Email Address\"", "name=\"email\""]
    {
        ensure!(jar.contains(text), "no {text} in {jar}");
    }
    let opening = |block: &str| block.split('>').next().unwrap_or_default().to_owned();
    ensure!(!opening(&jar).ends_with(" hidden") && !jar.contains("isJoinMailingList"), "{jar}");
    ensure!(opening(&block("/shop/hearth-mug").await?).ends_with(" hidden"), "others can be bought");
    choose(&app, |choices| choices["restock"]["mailingListSignUpEnabled"] = json!(true)).await?;
    let offered = block("/shop/moon-jar").await?;
    let checkbox = "<input type=\"checkbox\" name=\"isJoinMailingList\">Sign me up for news and updates";
    ensure!(offered.contains(checkbox), "{offered}");
    choose(&app, |choices| choices["restock"]["mailingListOptInByDefault"] = json!(true)).await?;
    let ticked = block("/shop/moon-jar").await?;
    ensure!(ticked.contains("name=\"isJoinMailingList\" checked>"), "{ticked}");
    let words = json!({"buttonText": "Write me", "CTAText": "All gone", "placeholderText": "Your address",
                       "mailingListDescription": "Letters from the kiln"});
    choose(&app, |choices| choices["restock"]["messages"] = words).await?;
    let told = block("/shop/moon-jar").await?;
    for text in ["All gone", "value=\"Write me\"", "placeholder=\"Your address\"", "Letters from the kiln"] {
        ensure!(told.contains(text), "no {text} in {told}");
    }
    app.stop().await
}

// spec: restock.server-validation.open
#[tokio::test(flavor = "multi_thread")]
async fn restock_signup_captcha() -> Result<()> {
    let service = service_that_knows("a good token").await?;
    let (_folder, data) = demo_database::sqlite_folder().await?;
    let mut config = settings(&data, "");
    config.captcha.kind = "checkbox".to_owned();
    config.captcha.verify_url = service;
    let app = App::start(config).await?;
    let jar = gone(&app, "moon-jar", "MOON-01").await?;
    let mut shopper = app.juniper();
    for token in [Value::Null, json!(""), json!("a bad token")] {
        let mut wish = jar.wish("ada@example.com");
        wish["captchaToken"] = token;
        let problem = shopper.post(RESTOCK, &wish).await?.problem(400)?;
        assert_eq!(problem["error"], "Complete CAPTCHA before submitting.");
    }
    for name in ["captchaToken", "recaptchaEnterpriseV3Token"] {
        let mut wish = jar.wish("ada@example.com");
        wish[name] = json!("a good token");
        shopper.post(RESTOCK, &wish).await?.expect(200)?;
    }
    app.stop().await
}

/// A fake captcha service on a free port that accepts one token.
pub(crate) async fn service_that_knows(token: &'static str) -> Result<String> {
    use axum::extract::Form;
    use std::collections::HashMap;
    let verify = async move |Form(form): Form<HashMap<String, String>>| {
        let success = form.get("response").is_some_and(|sent| sent == token) && form.contains_key("secret");
        axum::Json(json!({"success": success}))
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let router = axum::Router::new().route("/verify", axum::routing::post(verify));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(format!("http://{address}/verify"))
}

// spec: restock.payload.language
#[tokio::test(flavor = "multi_thread")]
async fn restock_language_notice() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
    for is_on in [false, true] {
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["multilingualEmails"] = json!(is_on);
        owner.put(&path, &settings).await?.expect(200)?;
        let page = app.juniper().get("/shop/moon-jar").await?.text;
        let block = page.split("data-stoa-island=\"restock\"").nth(1).and_then(|rest| rest.split('>').next());
        let block = block.context("no sign-up")?;
        assert_eq!(block.contains(" data-multilingual-mail"), is_on, "{block}");
    }
    app.stop().await
}
