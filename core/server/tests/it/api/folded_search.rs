//! Searches in the admin ignore case, accents and character width, both in content and in names.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectOptions, ConnectionTrait as _, Database, DbBackend, Statement};
use serde_json::json;
use stoa_entity::tenant::pending_subscriber;
use stoa_kernel::search::folded;
use stoa_migration::{Migrator as _, PlatformMigrator, TenantMigrator};
use stoa_testkit::Postgres;

use crate::app::{App, on_both};
use crate::client::Client;
use crate::customers::email_change_data::found_in_tables;
use crate::customers::mailing_lists;
use crate::forms::comments::{COMMENTS, begin, choose, comment_body};
use crate::forms::form_fields;
use crate::pages::blocks;
use crate::products::catalogue::percent_encoded;
use crate::products::product_reviews::bought;
use crate::shop;

/// German, Turkish, Vietnamese and Japanese.
const WRITTEN: &str = "Große Schüssel, İstanbul ışığı, phở bò đặc biệt, デジタル";
/// Queries that match.
const TYPED: [&str; 7] =
    ["grosse schussel", "GROẞE SCHÜSSEL", "istanbul ISIGI", "ışığı", "pho bo dac biet", "ﾃﾞｼﾞﾀﾙ", "でじたる"];
/// A query that does not match: voicing marks distinguish words in Japanese.
const OTHER: &str = "てしたる";
const RESTOCK: &str = "/api/site-users/account/notifications/restock";

/// Number of rows of a list that match a query.
async fn found(client: &mut Client, list: &str, name: &str, text: &str) -> Result<usize> {
    let answer = client.get(&format!("{list}{}", percent_encoded(text))).await?.expect(200)?;
    answer[name].as_array().map(Vec::len).with_context(|| format!("no {name} in {answer}"))
}

/// Each query finds the one row, and the other query finds none.
async fn check_search_result(client: &mut Client, list: &str, name: &str) -> Result<()> {
    for text in TYPED {
        assert_eq!(found(client, list, name, text).await?, 1, "{list}{text}");
    }
    assert_eq!(found(client, list, name, OTHER).await?, 0, "{list}{OTHER}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn search_comments_and_reviews() -> Result<()> {
    on_both(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let kept = visitor.post(COMMENTS, &comment_body(&post, WRITTEN)).await?.expect(201)?;
        visitor.post(COMMENTS, &comment_body(&post, "Something else")).await?.expect(201)?;
        let list = format!("/api/v1/websites/{website}/comments");
        let search = format!("{list}?q=");
        check_search_result(&mut owner, &search, "comments").await?;
        let one = format!("{list}/{}", kept["comment"]["id"].as_str().context("no id")?);
        owner.put(&one, &json!({"text": "Nur noch Öl"})).await?.expect(200)?;
        assert_eq!(found(&mut owner, &search, "comments", "grosse").await?, 0, "the words before");
        assert_eq!(found(&mut owner, &search, "comments", "nur OL").await?, 1, "the words since");
        owner.post(&format!("{one}/replies"), &json!({"text": "Gern, Ömür"})).await?.expect(201)?;
        assert_eq!(found(&mut owner, &search, "comments", "omur").await?, 1, "what the site answers");

        let bought = bought(app, "folded-0001", &["hearth-mug"]).await?;
        let (mug, text) = (bought.field("rating", "Hearth Mug")?, bought.field("text", "Hearth Mug")?);
        let fields = [("author", "Gül Nguyễn"), (mug.as_str(), "5"), (text.as_str(), WRITTEN)];
        ensure!(visitor.form(&bought.link, &fields).await?.status == 303);
        let search = format!("/api/v1/websites/{website}/product-reviews?q=");
        check_search_result(&mut owner, &search, "reviews").await?;
        assert_eq!(found(&mut owner, &search, "reviews", "gul NGUYEN hearth").await?, 1, "by name and product");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn search_emails_and_people() -> Result<()> {
    on_both(async |app| {
        let (website, mut owner) = (app.website("juniper").await?, app.owner().await?);
        let base = format!("/api/v1/websites/{website}");
        let own = json!({"subject": WRITTEN, "heading": "Dear {name}", "opening": "Thank you.", "closing": ""});
        owner.if_match = Some("\"0\"".to_owned());
        owner.put(&format!("{base}/mail/texts/order-confirmed/en"), &own).await?.expect(200)?;
        owner.if_match = None;
        let paid = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.emails(2).await?;
        check_search_result(&mut owner, &format!("{base}/mail?query="), "messages").await?;

        let order = format!("{base}/orders/{}", paid["orderId"].as_str().context("no order")?);
        owner.put(&format!("{order}/email"), &json!({"email": "Jürgen@töpfer.example"})).await?.expect(200)?;
        for text in ["jurgen@topfer", "JÜRGEN byron", "ｊｕｒｇｅｎ"] {
            assert_eq!(found(&mut owner, &format!("{base}/customers?query="), "customers", text).await?, 1, "{text}");
            assert_eq!(found(&mut owner, &format!("{base}/orders?query="), "orders", text).await?, 1, "{text}");
        }

        let settings = format!("{base}/store-settings");
        let mut choices = owner.get(&settings).await?.expect(200)?;
        choices["restock"]["mailingListSignUpEnabled"] = json!(true);
        owner.if_match = Some(format!("\"{}\"", choices["revision"]));
        owner.put(&settings, &choices).await?.expect(200)?;
        owner.if_match = None;
        let jar = shop::product(app, "juniper", "moon-jar").await?;
        for email in ["Thùy@phở.vn", "someone@shop.vn"] {
            let wish = json!({"isJoinMailingList": true, "productId": jar["id"], "variantId": jar["variants"][0]["id"],
                "siteVisitorEmail": email});
            app.juniper().post(RESTOCK, &wish).await?.expect(200)?;
        }
        let about = blocks::path_of(&mut owner, &website, "/about").await?;
        blocks::publish(&mut owner, &about, &json!([{"id": "news", "kind": "newsletter", "settings": {}}])).await?;
        form_fields::answer(&mut app.juniper(), "news", &json!({"email": "dora@example.com"})).await?.expect(200)?;
        let all = format!("{base}/mailing-lists/summaries");
        app.until(async || {
            Ok(app.shared_owner().await?.get(&all).await?.expect(200)?["mailingLists"][0]["subscribers"] == 2)
        })
        .await?;
        let lists = owner.get(&all).await?.expect(200)?;
        let list = lists["mailingLists"][0]["id"].as_str().context("no list")?.to_owned();
        let people = format!("{base}/mailing-lists/{list}/subscribers?query=");
        for text in ["thuy@pho", "THÙY", "ｔｈｕｙ"] {
            assert_eq!(found(&mut owner, &people, "subscribers", text).await?, 1, "{text}");
        }
        let waiting = format!("{base}/mailing-lists/{list}/subscribers?state=pending&query=");
        app.until(async || Ok(found(&mut app.shared_owner().await?, &waiting, "subscribers", "ＤＯＲＡ").await? == 1))
            .await?;
        owner.website = Some(website);
        let sign_ups = format!("{RESTOCK}?productId={}&query=", jar["id"].as_str().context("no id")?);
        for text in ["thuy@pho", "THÙY"] {
            assert_eq!(found(&mut owner, &sign_ups, "signUps", text).await?, 1, "{text}");
        }
        let groups = format!("{RESTOCK}/groups?query=");
        for text in ["moon-01", "ｍｏｏｎ－０１"] {
            assert_eq!(found(&mut owner, &groups, "signUpGroups", text).await?, 1, "{text}");
        }
        Ok(())
    })
    .await
}

/// A member who has bought, rated, commented, submitted a form and subscribed, and got a reply.
async fn create_member_with_data(app: &App, email: &str) -> Result<()> {
    let (website, mut owner, mut visitor, post) = begin(app).await?;
    choose(&mut owner, &website, &[("/commentSettings/approval", json!("nobody"))]).await?;
    let bought = bought(app, "folded-0002", &["hearth-mug"]).await?;
    let (mug, text) = (bought.field("rating", "Hearth Mug")?, bought.field("text", "Hearth Mug")?);
    let fields = [("author", "Quökka"), (mug.as_str(), "5"), (text.as_str(), "Quökka sagt ja")];
    ensure!(app.juniper().form(&bought.link, &fields).await?.status == 303);
    visitor.join(email).await?;
    let kept = visitor.post(COMMENTS, &comment_body(&post, "Quökka sagt nein")).await?.expect(201)?;
    let mut other = app.juniper();
    other.get("/").await?;
    let answer = json!({"targetId": post, "author": "Bo", "text": "I agree", "parentId": kept["comment"]["id"]});
    other.post(COMMENTS, &answer).await?.expect(201)?;

    let about = blocks::path_of(&mut owner, &website, "/about").await?;
    let fields = json!([{"id": "email", "type": "email", "title": "Email"}]);
    let form = json!({"id": "questions", "kind": "form", "settings": {"formName": "Questions", "fields": fields}});
    blocks::publish(&mut owner, &about, &json!([form])).await?;
    form_fields::answer(&mut app.juniper(), "questions", &json!({"email": email})).await?.expect(200)?;
    let jar = shop::product(app, "juniper", "moon-jar").await?;
    let wish = json!({"isJoinMailingList": false, "productId": jar["id"], "variantId": jar["variants"][0]["id"],
        "siteVisitorEmail": email});
    app.juniper().post(RESTOCK, &wish).await?.expect(200)?;
    let lists = format!("/api/v1/websites/{website}/mailing-lists");
    let list = owner.post(&lists, &json!({"name": "Readers"})).await?.expect(201)?;
    let list = list["id"].as_str().context("no list")?;
    mailing_lists::add_to_list(app, "juniper", list, &[email]).await?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let tx = tenant.db.write().await?;
    tx.insert(pending_subscriber::ActiveModel {
        website_id: Set(tx.website().clone()),
        mailing_list_id: Set(list.parse()?),
        email: Set(email.to_owned()),
        token_hash: Set("hash".to_owned()),
        source: Set("form:news".to_owned()),
        language: Set(None),
        asked_on: Set(tenant.ctx.now()),
        expires_on: Set(tenant.ctx.now() + 7 * 24 * 3_600_000),
        searched: Set(folded(email)),
    })
    .await?;
    Ok(tx.commit().await?)
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn erased_person_is_not_found() -> Result<()> {
    let app = App::sqlite().await?;
    let email = "ada@example.com";
    create_member_with_data(&app, email).await?;
    let (website, mut owner) = (app.website("juniper").await?, app.owner().await?);
    let base = format!("/api/v1/websites/{website}");
    let customer = shop::customer(&mut owner, &base, email).await?;
    app.emails(3).await?;

    let texts = [email, "quokka", "quökka"];
    let held = found_in_tables(&app, &website, &texts).await?;
    for (text, column) in [
        (email, "orders.search"),
        (email, "customer.searched"),
        (email, "mail.searched"),
        (email, "submission.searched"),
        (email, "restock_sign_up.searched"),
        (email, "subscriber.searched"),
        (email, "pending_subscriber.searched"),
        (email, "visitor_comment.searched"),
        ("quokka", "visitor_comment.searched"),
        ("quokka", "product_review.searched"),
    ] {
        ensure!(held.contains(&format!("{text} in {column}")), "no {text} in {column}: {held:?}");
    }
    let one = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
    owner.call("DELETE", &one, Some(&json!({"email": email}))).await?.expect(200)?;
    let left = found_in_tables(&app, &website, &texts).await?;
    ensure!(left.is_empty(), "{left:?}");
    app.stop().await
}

/// Rows of a site from before the search columns existed, more than one batch.
async fn check_backfill(url: &str) -> Result<()> {
    let connection = Database::connect(url).await?;
    if connection.get_database_backend() == DbBackend::Postgres {
        PlatformMigrator::up(&connection, None).await?;
    }
    let own = |name: &str| name == "m20261128_000240_folded_people";
    let before = TenantMigrator::migrations().iter().position(|migration| own(migration.name())).context("no such")?;
    TenantMigrator::up(&connection, Some(u32::try_from(before)?)).await?;

    let mut options = ConnectOptions::new(url);
    options.max_connections(1);
    let site = Database::connect(options).await?;
    if site.get_database_backend() == DbBackend::Postgres {
        site.execute_unprepared("SELECT set_config('stoa.website_id', 'web', false)").await?;
    }
    let comment = |number: i32| {
        format!(
            "('web', 'cmt-{number:04}', 'post', '', '', 'Gül', 'gul@example.com', FALSE, '', 'Phở {number}', \
             'approved', '', 0, 0, 0, 1)"
        )
    };
    let comments: Vec<String> = (0..1_001).map(comment).collect();
    let comments = format!(
        "INSERT INTO visitor_comment (website_id, id, target_id, target_title, target_path, author, email, by_site, \
         visitor, body, state, spam_signs, replies, likes, flags, created_on) VALUES {}",
        comments.join(", ")
    );
    let list = "INSERT INTO mailing_list (website_id, id, name, created_on) VALUES ('web', 'list', 'News', 1)";
    let waits = "INSERT INTO pending_subscriber (website_id, mailing_list_id, email, token_hash, source, asked_on, \
                 expires_on) VALUES ('web', 'list', 'thùy@phở.vn', 'hash', 'restock', 1, 2)";
    let customer = "INSERT INTO customer (website_id, id, email, name, created_on, updated_on) \
                    VALUES ('web', 'cus', 'jürgen@töpfer.example', 'Jürgen Größe', 1, 1)";
    for insert in [comments.as_str(), list, waits, customer] {
        site.execute_unprepared(insert).await?;
    }

    TenantMigrator::up(&connection, None).await?;
    for (rows, count) in [
        ("visitor_comment WHERE searched LIKE 'pho %gul%gul@example.com'", 1_001),
        ("pending_subscriber WHERE searched = 'thuy@pho.vn'", 1),
        ("customer WHERE searched LIKE 'jurgen grosse%jurgen@topfer.example'", 1),
    ] {
        let query = format!("SELECT count(*) AS found FROM {rows}");
        let row = site.query_one_raw(Statement::from_string(site.get_database_backend(), query)).await?;
        assert_eq!(row.context("no row")?.try_get::<i64>("", "found")?, count, "{rows}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_before_migration_are_found() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}?mode=rwc", folder.path().join("site.sqlite").display());
    check_backfill(&file).await.context("on SQLite")?;
    let server = Postgres::start()?;
    check_backfill(&server.database()?).await.context("on Postgres")
}
