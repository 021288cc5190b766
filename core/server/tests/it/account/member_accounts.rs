//! Site users and their accounts: carts that follow them, e-mails, passwords, addresses, orders, and their rights to
//! data access and erasure.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::TenantDb;
use stoa_entity::tenant::{restock_sign_up, site_session, submission, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{RestockSignUpId, SubmissionId, WebsiteId};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, MEMBER_PASSWORD, TestResponse};
use crate::shop::{self, APPROVED};

const CART: &str = "/api/commerce/shopping-cart";
const ACCOUNT: &str = "/api/site-users/account";

async fn mug(app: &App) -> Result<(Value, Value)> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    Ok((product, variant))
}

/// The token in the latest e-mail with this link.
async fn token(app: &App, emails: usize, link: &str) -> Result<String> {
    token_in(&app.emails(emails).await?, link)
}

/// Decodes quoted-printable text: joins lines, and replaces `=3D` by `=`.
pub(crate) fn plain(message: &str) -> String {
    message.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=")
}

/// The token in an e-mail with this link.
pub(crate) fn token_in(emails: &[String], link: &str) -> Result<String> {
    let mark = format!("/account/{link}#token=");
    let found =
        emails.iter().map(|message| plain(message)).find_map(|message| message.split(&mark).nth(1).map(str::to_owned));
    let rest = found.with_context(|| format!("no e-mail links to {link}: {emails:?}"))?;
    Ok(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
}

/// Creates an account, signs in and confirms the address.
pub(crate) async fn confirmed(app: &App, email: &str, emails: usize) -> Result<Client> {
    let mut member = app.juniper();
    member.join(email).await?;
    let token = token(app, emails, "verify").await?;
    member.post(&format!("{ACCOUNT}/email/verify"), &json!({"token": token})).await?.expect(200)?;
    Ok(member)
}

// spec: cart.merge-on-login.open
#[tokio::test(flavor = "multi_thread")]
async fn guest_cart_merges_at_sign_in() -> Result<()> {
    on_postgres(async |app| {
        let (product, variant) = mug(app).await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mut first = app.juniper();
        first.join("ada@example.com").await?;
        shop::add(&mut first, &product, &variant, 2).await?.expect(200)?;

        let mut second = app.juniper();
        shop::add(&mut second, &product, &variant, 1).await?.expect(200)?;
        shop::add(&mut second, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let session = second.enter("ada@example.com", MEMBER_PASSWORD).await?;
        assert_eq!(session["cartNotices"], json!([]));
        assert!(!second.cookies.contains_key("CART"), "the guest's cart is no more");
        assert_eq!(second.cookies["hasCart"], "true");
        let joined = second.get(CART).await?.expect(200)?;
        assert_eq!(joined["totalQuantity"], 4);
        assert_eq!(joined["entries"].as_array().map(Vec::len), Some(2), "equal lines grow");
        assert_eq!(first.get(CART).await?.expect(200)?["id"], joined["id"], "both browsers see one cart");

        second.enter("ada@example.com", MEMBER_PASSWORD).await?;
        assert_eq!(second.get(CART).await?.expect(200)?["totalQuantity"], 4, "again changes nothing");

        let left = variant["qtyInStock"].as_i64().context("stock is counted")? - 3;
        let mut third = app.juniper();
        shop::add(&mut third, &product, &variant, left + 1).await?.expect(200)?;
        let session = third.enter("ada@example.com", MEMBER_PASSWORD).await?;
        let notices = session["cartNotices"].as_array().context("no notices")?;
        assert!(notices[0].as_str().is_some_and(|text| text.contains("we do not have enough")), "{notices:?}");
        let full = third.get(CART).await?.expect(200)?;
        assert_eq!(full["totalQuantity"].as_i64(), Some(left + 3 + 1), "capped to stock");
        Ok(())
    })
    .await
}

// spec: site-user.logout.clone-cart.open, site-user.state
#[tokio::test(flavor = "multi_thread")]
async fn cart_after_sign_out() -> Result<()> {
    on_postgres(async |app| {
        let (product, variant) = mug(app).await?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        member.get(ACCOUNT).await?.expect(200)?;
        let added = shop::add(&mut member, &product, &variant, 2).await?.expect(200)?;
        let own = added["shoppingCart"]["id"].clone();
        member.delete(&format!("{ACCOUNT}/session?cloneCart=true")).await?.expect(200)?;
        assert_eq!(member.get(ACCOUNT).await?.status, 401);
        let copy = member.get(CART).await?.expect(200)?;
        assert_eq!(copy["totalQuantity"], 2);
        assert_ne!(copy["id"], own, "a copy, not the account's own");

        let mut elsewhere = app.juniper();
        elsewhere.enter("ada@example.com", MEMBER_PASSWORD).await?;
        assert_eq!(elsewhere.get(CART).await?.expect(200)?["id"], own);
        elsewhere.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
        assert_eq!(elsewhere.cookies["hasCart"], "false");
        assert_eq!(elsewhere.get(CART).await?.expect(200)?["id"], Value::Null);
        Ok(())
    })
    .await
}

// spec: cart.get.query.open
#[tokio::test(flavor = "multi_thread")]
async fn account_page_sample_for_contributors_only() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let mut visitor = app.juniper();
        let plain = visitor.get(&format!("{CART}?mock=true")).await?.expect(200)?;
        assert_eq!(plain["entries"], json!([]));
        let (product, variant) = mug(app).await?;
        shop::add(&mut visitor, &product, &variant, 1).await?.expect(200)?;
        let first = visitor.get(&format!("{CART}?timecode=1&calculateSubtotal=true")).await?;
        let second = visitor.get(&format!("{CART}?timecode=2")).await?;
        assert_eq!(first.json(), second.json());
        assert_eq!(first.header("cache-control"), "no-store");
        let owner = app.owner().await?;
        let mut editor = app.juniper();
        (editor.token, editor.website) = (owner.token.clone(), Some(website));
        let sample = editor.get(&format!("{CART}?mock=true")).await?.expect(200)?;
        assert!(sample["entries"].as_array().is_some_and(|lines| !lines.is_empty()), "{sample}");
        assert!(sample["subtotalCents"].as_i64() > Some(0));
        assert_eq!(editor.get(CART).await?.expect(200)?["entries"], json!([]), "nothing was stored");
        editor.website = Some(app.website("kissaten").await?);
        assert_eq!(editor.get(&format!("{CART}?mock=true")).await?.expect(200)?["entries"], json!([]));
        Ok(())
    })
    .await
}

// spec: site-user.login.xsrf-header, site-user.login.remember-me.open, site-user.cookie.name.open
#[tokio::test(flavor = "multi_thread")]
async fn member_session_validation_and_length() -> Result<()> {
    on_both(async |app| {
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let profile = json!({"firstName": "Augusta", "lastName": "King"});
        let proof = member.xsrf.take();
        let refused = member.put(ACCOUNT, &profile).await?.problem(403)?;
        assert_eq!(refused["crumbFail"], true);
        member.xsrf = proof;
        assert_eq!(member.put(ACCOUNT, &profile).await?.expect(200)?["firstName"], "Augusta");
        let own = member.get(ACCOUNT).await?.expect(200)?;
        assert_eq!(own["xsrfToken"].as_str(), member.xsrf.as_deref(), "a reloaded page learns the token again");

        for (remember, age) in [(true, Some("Max-Age=2592000")), (false, None)] {
            let body = json!({"email": "ada@example.com", "password": MEMBER_PASSWORD, "rememberMe": remember});
            let answer = app.juniper().post(&format!("{ACCOUNT}/session"), &body).await?;
            let cookies: Vec<&str> = answer
                .headers
                .get_all("set-cookie")
                .iter()
                .filter_map(|cookie| cookie.to_str().ok())
                .filter(|cookie| cookie.starts_with("SITE_USER=") || cookie.starts_with("SiteUserInfo="))
                .collect();
            ensure!(cookies.len() == 2, "{cookies:?}");
            for cookie in cookies {
                match age {
                    Some(age) => assert!(cookie.contains(age), "{cookie}"),
                    None => assert!(!cookie.contains("Max-Age"), "{cookie}"),
                }
            }
        }
        let mut forger = app.juniper();
        let id = own["id"].as_str().context("no id")?;
        let forged = format!("%7B%22authenticated%22%3Atrue%2C%22siteUserId%22%3A%22{id}%22%7D");
        forger.cookies.insert("SiteUserInfo".to_owned(), forged);
        assert_eq!(forger.get(ACCOUNT).await?.status, 401, "the readable cookie has no authority");
        Ok(())
    })
    .await
}

// spec: site-user.account.open
#[tokio::test(flavor = "multi_thread")]
async fn member_email_confirmation_and_password_reset() -> Result<()> {
    on_sqlite(async |app| {
        let weak = json!({"email": "ada@example.com", "password": "1234567"});
        assert_eq!(app.juniper().post(ACCOUNT, &weak).await?.problem(400)?["code"], "validation-failed");
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["emailVerified"], false);
        let verify = json!({"token": token(app, 1, "verify").await?});
        let path = format!("{ACCOUNT}/email/verify");
        assert_eq!(app.kissaten().post(&path, &verify).await?.status, 400, "a token belongs to one site");
        let asked = app.juniper().post(&path, &verify).await?.problem(401)?;
        ensure!(asked["error"].as_str().is_some_and(|text| text.starts_with("Sign in to the account")), "{asked}");
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["emailVerified"], false, "a click proves no account");
        member.post(&path, &verify).await?.expect(200)?;
        assert_eq!(member.post(&path, &verify).await?.status, 400, "a token works once");
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["emailVerified"], true);

        let ask = format!("{ACCOUNT}/password/reset-request");
        let known = app.juniper().post(&ask, &json!({"email": "Ada@example.com"})).await?;
        let unknown = app.juniper().post(&ask, &json!({"email": "eve@example.com"})).await?;
        assert_eq!((known.status, &known.text), (202, &unknown.text), "nobody learns which addresses have accounts");
        for none in ["", "ada", "ada@example"] {
            let refused = app.juniper().post(&ask, &json!({"email": none})).await?.problem(400)?;
            assert_eq!(refused["errors"]["email"], "Please enter a valid email");
        }
        let reset = token(app, 2, "reset").await?;
        let mut owner = app.owner().await?;
        let mails = format!("/api/v1/websites/{}/mail", app.website("juniper").await?);
        let listed = owner.get(&mails).await?.expect(200)?;
        assert_eq!(listed["messages"], json!([]), "e-mails that open accounts are nobody else's");

        let path = format!("{ACCOUNT}/password/reset");
        let short = json!({"token": reset, "password": "1234567"});
        assert!(app.juniper().post(&path, &short).await?.problem(400)?["errors"]["password"].is_string());
        let new = json!({"token": reset, "password": "quite another one"});
        app.juniper().post(&path, &new).await?.expect(200)?;
        assert_eq!(app.juniper().post(&path, &new).await?.status, 400, "a token works once");
        assert_eq!(member.get(ACCOUNT).await?.status, 401, "all sessions have ended");
        member.enter("ada@example.com", "quite another one").await?;

        let mut other = app.juniper();
        other.enter("ada@example.com", "quite another one").await?;
        let path = format!("{ACCOUNT}/password");
        let wrong = json!({"currentPassword": "a guess", "newPassword": MEMBER_PASSWORD});
        assert!(member.post(&path, &wrong).await?.problem(400)?["errors"]["currentPassword"].is_string());
        let right = json!({"currentPassword": "quite another one", "newPassword": MEMBER_PASSWORD});
        member.post(&path, &right).await?.expect(200)?;
        assert_eq!(other.get(ACCOUNT).await?.status, 401, "other sessions end");
        member.get(ACCOUNT).await?.expect(200)?;
        other.enter("ada@example.com", MEMBER_PASSWORD).await?;
        member.delete(&format!("{ACCOUNT}/sessions")).await?.expect(200)?;
        assert_eq!(other.get(ACCOUNT).await?.status, 401, "signed out everywhere");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_addresses_are_private_and_offered_at_checkout() -> Result<()> {
    on_both(async |app| {
        let path = format!("{ACCOUNT}/addresses");
        assert_eq!(app.juniper().get(&path).await?.status, 401);
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let home = json!({"address": shop::address("US"), "isDefault": false});
        let first = member.post(&path, &home).await?.expect(201)?;
        assert_eq!(first["isDefault"], true, "the first is proposed");
        let mut work = home.clone();
        work["address"]["line1"] = json!("1 Mill Lane");
        work["isDefault"] = json!(true);
        let second = member.post(&path, &work).await?.expect(201)?;
        let listed = member.get(&path).await?.expect(200)?;
        assert_eq!(listed["addresses"][0]["id"], second["id"]);
        assert_eq!(listed["addresses"][1]["isDefault"], false);
        let incomplete = json!({"address": {"country": "US"}, "isDefault": false});
        assert!(member.post(&path, &incomplete).await?.problem(400)?["errors"]["line1"].is_string());

        let second_path = format!("{path}/{}", second["id"].as_str().context("no id")?);
        let mut other = app.juniper();
        other.join("eve@example.com").await?;
        assert_eq!(other.put(&second_path, &home).await?.status, 404);
        assert_eq!(other.delete(&second_path).await?.status, 404);

        let (product, variant) = mug(app).await?;
        shop::add(&mut member, &product, &variant, 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut member, "US").await?;
        assert_eq!(checkout["buyer"]["email"], "ada@example.com");
        assert_eq!(checkout["buyer"]["addresses"][0]["address"]["line1"], "1 Mill Lane");
        let token = checkout["cartToken"].as_str().context("no token")?;
        // A checkout link reveals nobody's addresses.
        other.get(&format!("/api/2/commerce/checkout/{token}")).await?.problem(404)?;

        member.delete(&second_path).await?.expect(200)?;
        let left = member.get(&path).await?.expect(200)?;
        assert_eq!(left["addresses"][0]["isDefault"], true, "another one is proposed");

        let placed = shop::submit(&mut member, &checkout, "key-account-0001", APPROVED).await?.expect(200)?;
        let orders = member.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?;
        assert_eq!(orders["orders"][0]["id"], placed["orderId"]);
        let status = orders["orders"][0]["statusUrl"].as_str().context("no address")?;
        assert_eq!(app.juniper().get(status).await?.status, 200);
        assert_eq!(other.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?["orders"], json!([]));
        assert_eq!(member.get(CART).await?.expect(200)?["entries"], json!([]), "the next cart is a new one");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_form_answers_stored_with_order() -> Result<()> {
    on_postgres(async |app| {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let mut settings = owner.get(&format!("{base}/store-settings")).await?.expect(200)?;
        settings["checkout"] = json!({"guestCheckout": false, "orderNote": true, "fields": [
            {"id": "day", "label": "Delivery day", "kind": "date", "required": true, "choices": []},
            {"id": "box", "label": "Gift box", "kind": "choice", "required": false, "choices": ["Red", "Blue"]}]});
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&format!("{base}/store-settings"), &settings).await?.expect(200)?;
        owner.if_match = None;

        let (product, variant) = mug(app).await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        assert_eq!(checkout["steps"]["details"], false);
        let refused = shop::submit(&mut shopper, &checkout, "key-details-0001", APPROVED).await?.problem(400)?;
        assert!(refused["errors"]["signIn"].is_string() && refused["errors"]["details"].is_string(), "{refused}");
        let path = format!("/api/2/commerce/checkout/{}/details", checkout["cartToken"].as_str().context("none")?);
        let wrong = json!({"note": "", "answers": {"day": "soon", "box": "Green"}});
        let refused = shopper.put(&path, &wrong).await?.problem(400)?;
        assert!(refused["errors"]["answers.day"].is_string() && refused["errors"]["answers.box"].is_string());
        let right = json!({"note": "Ring twice", "answers": {"day": "2026-12-24", "box": "Red"}});
        let told = shopper.put(&path, &right).await?.expect(200)?;
        assert_eq!((&told["steps"]["details"], &told["note"]), (&json!(true), &json!("Ring twice")));

        shopper.join("ada@example.com").await?;
        let placed = shop::submit(&mut shopper, &told, "key-details-0002", APPROVED).await?.expect(200)?;
        let order = format!("{base}/orders/{}", placed["orderId"].as_str().context("no order")?);
        let seen = owner.get(&order).await?.expect(200)?;
        assert_eq!(seen["note"], "Ring twice");
        assert_eq!(seen["answers"][0]["value"], "2026-12-24");
        assert_eq!(seen["answers"][1]["label"], "Gift box");
        let slip = owner.get(&format!("{order}/packing-slip")).await?;
        assert!(slip.text.contains("Gift box") && slip.text.contains("December 24, 2026"), "{}", slip.text);
        Ok(())
    })
    .await
}

/// All e-mails readable by contributors, with their text.
pub(crate) async fn listed_emails(owner: &mut Client, base: &str) -> Result<String> {
    let list = owner.get(&format!("{base}/mail?limit=100")).await?.expect(200)?;
    let mut told = list.to_string();
    for message in list["messages"].as_array().context("no e-mails")? {
        let id = message["id"].as_str().context("no id")?;
        told.push_str(&owner.get(&format!("{base}/mail/{id}")).await?.expect(200)?.to_string());
    }
    Ok(told.to_lowercase())
}

pub(crate) async fn juniper(app: &App) -> Result<TenantDb> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    Ok(app.stoa.foundation.tenancy.for_system(&website, "test").await?.db)
}

/// A form submission and a newsletter sign-up of a person with an address.
pub(crate) async fn leave_personal_data(app: &App) -> Result<()> {
    let tx = juniper(app).await?.write().await?;
    let variant = tx.find::<variant::Entity>().one().await?.context("no variant")?;
    tx.insert(submission::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(SubmissionId::generate()),
        form_id: Set("contact".to_owned()),
        page_id: Set(String::new()),
        page_title: Set("Contact".to_owned()),
        answers: Set(serde_json::from_value(json!([{"label": "Email", "value": "Ada@example.com"}]))?),
        created_on: Set(Timestamp::from_ms(1)),
        ..Default::default()
    })
    .await?;
    tx.insert(restock_sign_up::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(RestockSignUpId::generate()),
        product_id: Set(variant.product_id),
        variant_id: Set(variant.id),
        email: Set("ada@example.com".to_owned()),
        is_join_mailing_list: Set(false),
        language: Set(None),
        site_user_id: Set(None),
        signed_up_on: Set(Timestamp::from_ms(1)),
        notified_on: Set(None),
        written_on: Set(None),
        searched: Set("ada@example.com".to_owned()),
    })
    .await?;
    Ok(tx.commit().await?)
}

pub(crate) async fn traces(app: &App) -> Result<u64> {
    let tx = juniper(app).await?.read().await?;
    let answers = tx.find::<submission::Entity>().count().await?;
    Ok(answers + tx.find::<restock_sign_up::Entity>().count().await?)
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn member_data_export_and_erasure() -> Result<()> {
    on_sqlite(async |app| {
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let mut member = confirmed(app, "ada@example.com", 3).await?;
        let orders = member.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?;
        assert_eq!(orders["orders"].as_array().map(Vec::len), Some(1), "what the address bought as a guest");
        let home = json!({"address": shop::address("US"), "isDefault": true});
        member.post(&format!("{ACCOUNT}/addresses"), &home).await?.expect(201)?;
        let own = member.get(&format!("{ACCOUNT}/export")).await?.expect(200)?;
        assert_eq!(own["account"]["email"], "ada@example.com");
        for part in ["addresses", "orders", "carts", "restockSignUps", "emails", "formSubmissions"] {
            assert!(own[part].is_array(), "{part}: {own}");
        }
        leave_personal_data(app).await?;
        let told = member.get(&format!("{ACCOUNT}/export")).await?.expect(200)?;
        assert_eq!(told["formSubmissions"][0]["answers"][0]["value"], "Ada@example.com");
        assert_eq!(told["restockSignUps"].as_array().map(Vec::len), Some(1));
        let mut unproven = app.juniper();
        unproven.join("eve@example.com").await?;
        assert_eq!(unproven.get(&format!("{ACCOUNT}/export")).await?.status, 409);

        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        assert_eq!(
            (&customer["orderCount"], &customer["hasAccount"]),
            (&json!(0), &json!(true)),
            "test orders do not count"
        );
        let path = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
        let bought = owner.get(&format!("{path}/orders")).await?.expect(200)?;
        assert_eq!((bought["orders"].as_array().map(Vec::len), &bought["hasNextPage"]), (Some(1), &json!(false)));
        let exported = owner.get(&format!("{path}/export")).await?.expect(200)?;
        assert_eq!(exported["orders"].as_array().map(Vec::len), Some(1));
        let typed = json!({"email": "Ada@example.com "});
        let under_way = owner.call("DELETE", &path, Some(&typed)).await?.problem(409)?;
        assert!(under_way["error"].as_str().is_some_and(|text| text.contains("still open")), "{under_way}");

        let order = format!("{base}/orders/{}", orders["orders"][0]["id"].as_str().context("no id")?);
        let parcel = json!({"trackingNumber": "1Z", "notifyCustomer": false});
        owner.post(&format!("{order}/fulfill"), &parcel).await?.expect(200)?;
        let wrong = owner.call("DELETE", &path, Some(&json!({"email": "eve@example.com"}))).await?.problem(400)?;
        assert!(wrong["errors"]["email"].is_string());
        owner.call("DELETE", &path, Some(&typed)).await?.expect(200)?;
        assert_eq!(member.get(ACCOUNT).await?.status, 401, "the account is gone");
        assert_eq!(owner.get(&path).await?.status, 404);
        ensure!(
            !listed_emails(&mut owner, &base).await?.contains("ada@example.com"),
            "an e-mail still tells the address"
        );
        for place in [order, format!("{base}/orders"), format!("{base}/customers?query=ada@"), format!("{base}/mail")] {
            let seen = owner.get(&place).await?.expect(200)?.to_string();
            for trace in ["ada@example.com", "Byron", "Loom Street", "828-555"] {
                ensure!(!seen.contains(trace), "{place} still tells {trace}: {seen}");
            }
        }
        assert_eq!(traces(app).await?, 0, "answers and sign-ups are gone");
        let kept = owner.get(&format!("{base}/orders?query=hearth")).await?.expect(200)?;
        assert_eq!(kept["orders"][0]["paymentStatus"], "PAID", "the books keep the order");
        Ok(())
    })
    .await
}

/// Backdates all sessions so that they are due for renewal, and returns their expiry.
async fn age_sessions(app: &App) -> Result<Timestamp> {
    let tx = juniper(app).await?.write().await?;
    let row = tx.find::<site_session::Entity>().one().await?.context("no session")?;
    let mut value: Value = serde_json::from_str(&row.value)?;
    let written = value["renewedOn"].as_i64().context("no time")?;
    value["renewedOn"] = json!(written - 2 * 60 * 60 * 1_000);
    let until = row.expires_on - 2 * 60 * 60 * 1_000;
    tx.update::<site_session::Entity>(site_session::Column::Key.eq(row.key))
        .set(site_session::Column::Value, value.to_string())
        .set(site_session::Column::ExpiresOn, until)
        .exec()
        .await?;
    tx.commit().await?;
    Ok(until)
}

async fn session_lasts_until(app: &App) -> Result<Timestamp> {
    let tx = juniper(app).await?.read().await?;
    Ok(tx.find::<site_session::Entity>().one().await?.context("no session")?.expires_on)
}

fn is_renewed(answer: &TestResponse) -> bool {
    let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let mut own = cookies.filter(|cookie| cookie.starts_with("SITE_USER="));
    own.any(|cookie| cookie.contains("Max-Age=2592000"))
}

// spec: site-user.login.remember-me.open
#[tokio::test(flavor = "multi_thread")]
async fn session_renewal_without_account_page() -> Result<()> {
    on_both(async |app| {
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let fresh = member.get(CART).await?;
        ensure!(fresh.status == 200 && !is_renewed(&fresh), "the session was just written: {fresh:?}");
        let until = age_sessions(app).await?;
        ensure!(is_renewed(&member.get(CART).await?), "30 days begin again");
        let renewed = session_lasts_until(app).await?;
        ensure!(renewed > until, "it lasts no longer");
        ensure!(!is_renewed(&member.get(CART).await?), "once an hour is enough");
        assert_eq!(session_lasts_until(app).await?, renewed, "nothing was written");
        Ok(())
    })
    .await
}

// spec: site-user.login.xsrf-header, security.xsrf.site-user
#[tokio::test(flavor = "multi_thread")]
async fn account_language_is_saved() -> Result<()> {
    on_postgres(async |app| {
        let path = format!("{ACCOUNT}/locale");
        let mut visitor = app.juniper();
        assert_eq!(visitor.post(&path, &json!({"language": "not a tag"})).await?.status, 400);
        assert_eq!(visitor.post(&path, &json!({"language": "fr"})).await?.status, 204);
        let made = visitor.join("ada@example.com").await?;
        assert_eq!(made["language"], "fr", "what was said before the account was made");
        assert_eq!(visitor.post(&path, &json!({"language": "de-AT"})).await?.status, 204);
        let token = visitor.xsrf.take();
        let refused = visitor.post(&path, &json!({"language": "it"})).await?.problem(403)?;
        assert_eq!(refused["crumbFail"], true);
        let mut other = app.juniper();
        other.join("eve@example.com").await?;
        visitor.xsrf.clone_from(&other.xsrf);
        visitor.post(&path, &json!({"language": "it"})).await?.problem(403)?;
        visitor.put(ACCOUNT, &json!({"firstName": "Eve"})).await?.problem(403)?;
        visitor.xsrf = token;
        assert_eq!(visitor.get(ACCOUNT).await?.expect(200)?["language"], "de-AT");
        Ok(())
    })
    .await
}
