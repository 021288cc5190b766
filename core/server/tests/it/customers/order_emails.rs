//! Order e-mails: in the recipient's language, and their preview in the admin.

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ColumnTrait as _, ConnectOptions, ConnectionTrait as _, Database, Statement};
use serde_json::{Value, json};
use stoa_entity::tenant::outbox;
use stoa_kernel::id::WebsiteId;
use stoa_migration::{Migrator as _, TenantMigrator};

use crate::app::{App, on_both, on_both_at_once, on_postgres, on_sqlite};
use crate::client::Client;
use crate::languages::translations::open;
use crate::shop;

/// The site's e-mails of a kind to an address, latest first, once there are `count`.
async fn written(app: &App, kind: &str, to: &str, count: usize) -> Result<Vec<Value>> {
    let log = format!("/api/v1/websites/{}/mail", app.website("juniper").await?);
    let mut owner = app.shared_owner().await?;
    let reader = owner.clone();
    let listed = async || {
        let page = reader.clone().get(&log).await?.expect(200)?;
        let messages = page["messages"].as_array().context("no e-mails")?;
        let is_wanted = |message: &&Value| message["kind"] == kind && message["to"] == to;
        let ids = messages.iter().filter(is_wanted).map(|message| message["id"].as_str().map(str::to_owned));
        ids.collect::<Option<Vec<String>>>().context("no id")
    };
    app.until(async || Ok(listed().await?.len() >= count)).await?;
    let mut emails = Vec::new();
    for id in listed().await? {
        emails.push(owner.get(&format!("{log}/{id}")).await?.expect(200)?);
    }
    Ok(emails)
}

async fn read_in(shopper: &mut Client, language: &str) -> Result<()> {
    let told = shopper.post("/api/site-users/account/locale", &json!({"language": language})).await?;
    ensure!(told.status == 204, "{language}: {told:?}");
    Ok(())
}

// spec: site-user.locale.response.open
#[tokio::test(flavor = "multi_thread")]
async fn order_emails_in_customer_language() -> Result<()> {
    on_sqlite(async |app| {
        let mut stranger = app.juniper();
        for wrong in ["", "d", "english please", "de_DE"] {
            let body = json!({"language": wrong});
            let refused = stranger.post("/api/site-users/account/locale", &body).await?.problem(400)?;
            ensure!(refused["errors"]["language"] == "Enter a language tag such as en-US.", "{wrong}: {refused}");
        }
        read_in(&mut stranger, "de-AT").await?;
        shop::buy(app, &mut stranger, "juniper", "hearth-mug").await?;
        let message = &written(app, "order-confirmed", "ada@example.com", 1).await?[0];
        let (subject, text) = (message["subject"].as_str().unwrap(), message["text"].as_str().unwrap());
        ensure!(subject.starts_with("Bestellung Nr.\u{a0}") && text.contains("Zwischensumme: "), "{message}");
        ensure!(
            text.contains(",00") && message["html"].as_str().unwrap().contains("<html lang=\"de-AT\">"),
            "{message}"
        );

        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        read_in(&mut member, "fr").await?;
        let mut elsewhere = app.juniper();
        elsewhere.enter("ada@example.com", crate::client::MEMBER_PASSWORD).await?;
        read_in(&mut stranger, "es").await?;
        let placed = shop::buy(app, &mut elsewhere, "juniper", "hearth-mug").await?;
        let message = &written(app, "order-confirmed", "ada@example.com", 2).await?[0];
        ensure!(
            message["subject"].as_str().unwrap().starts_with("Commande n°\u{a0}"),
            "the account's, anywhere: {message}"
        );

        read_in(&mut member, "ja-JP").await?;
        let order = format!(
            "/api/v1/websites/{}/orders/{}",
            app.website("juniper").await?,
            placed["orderId"].as_str().unwrap()
        );
        let again = json!({"kind": "order-confirmed"});
        app.owner().await?.post(&format!("{order}/resend"), &again).await?.expect(200)?;
        let message = &written(app, "order-confirmed", "ada@example.com", 3).await?[0];
        ensure!(message["text"].as_str().unwrap().contains("合計: "), "the order knows no language: {message}");
        read_in(&mut member, "ko").await?;
        app.owner().await?.post(&format!("{order}/resend"), &again).await?.expect(200)?;
        let message = &written(app, "order-confirmed", "ada@example.com", 4).await?[0];
        let html = message["html"].as_str().unwrap();
        ensure!(html.contains("lang=\"en-US\"") && html.contains("Thank you"), "without texts, the site's: {message}");
        Ok(())
    })
    .await
}

/// The language of the latest of the e-mails of a kind to the customer, once there are `count`.
async fn language_of_latest(app: &App, kind: &str, count: usize) -> Result<String> {
    let message = written(app, kind, "ada@example.com", count).await?.remove(0);
    let (_, rest) =
        message["html"].as_str().and_then(|html| html.split_once("<html lang=\"")).context("no language")?;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

// spec: multilingual.orders.open
#[tokio::test(flavor = "multi_thread")]
async fn order_emails_in_the_language_of_the_visit() -> Result<()> {
    on_both_at_once(async |app| {
        let (mut owner, translations) = open(app, "juniper").await?;
        let orders = format!("{}/orders", translations.trim_end_matches("/translations"));
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        for (bought, page, account, later) in [(1, "en-US", "fr", "de"), (2, "fr", "de", "ja")] {
            read_in(&mut member, account).await?;
            member.language = Some(page.to_owned());
            let placed = shop::buy(app, &mut member, "juniper", "hearth-mug").await?;
            member.language = None;
            assert_eq!(language_of_latest(app, "order-confirmed", 2 * bought - 1).await?, page);

            read_in(&mut member, later).await?;
            let order = format!("{orders}/{}", placed["orderId"].as_str().context("no order")?);
            let again = json!({"kind": "order-confirmed"});
            owner.post(&format!("{order}/resend"), &again).await?.expect(200)?;
            assert_eq!(language_of_latest(app, "order-confirmed", 2 * bought).await?, page, "sent again");
            let sent = owner.post(&format!("{order}/fulfill"), &json!({"notifyCustomer": true})).await?.expect(200)?;
            assert_eq!(language_of_latest(app, "order-fulfilled", bought).await?, page);
            let refund = json!({"idempotencyKey": format!("first-mug-{page}-0001"), "notifyCustomer": true,
                "items": [{"orderItemId": sent["items"][0]["id"], "quantity": 1}]});
            owner.post(&format!("{order}/refund"), &refund).await?.expect(200)?;
            assert_eq!(language_of_latest(app, "order-refunded", bought).await?, page);
            let invoice = owner.get(&format!("{order}/invoice")).await?.text;
            ensure!(invoice.contains(&format!("lang=\"{page}\"")), "{invoice}");
            if page == "fr" {
                // The site sends no e-mails in this language any more.
                let languages = json!({"languages": [
                    {"code": "en-US", "isPrimary": true, "enabled": true},
                    {"code": "fr", "isPrimary": false, "enabled": true, "custom": true}]});
                owner.put("/api/multilingual/languages", &languages).await?.expect(200)?;
                owner.post(&format!("{order}/resend"), &again).await?.expect(200)?;
                assert_eq!(language_of_latest(app, "order-confirmed", 2 * bought + 1).await?, later, "the account's");
            }
        }
        Ok(())
    })
    .await
}

// spec: order.emails.open
#[tokio::test(flavor = "multi_thread")]
async fn order_email_preview_without_orders() -> Result<()> {
    on_postgres(async |app| {
        let base = format!("/api/v1/websites/{}/mail/previews", app.website("juniper").await?);
        let mut manager = app.staff("shop@stoa.example").await?;
        let listed = manager.get(&base).await?.expect(200)?;
        let languages = ["en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he"];
        ensure!(listed["languages"] == json!(languages) && listed["language"] == "en", "{listed}");
        let emails = listed["emails"].as_array().context("no e-mails")?;
        ensure!(emails.len() >= 26, "{listed}");
        for message in emails {
            let path = format!("{base}/{}", message["kind"].as_str().context("no kind")?);
            let own = manager.get(&path).await?;
            ensure!(own.status == 200 && own.text.contains("data-page-type=\"301\""), "{path}: {own:?}");
            ensure!(own.header("content-type").starts_with("text/html"), "{path}");
            let mut seen = vec![own.text];
            for language in &languages[1..] {
                let page = manager.get(&format!("{path}?language={language}")).await?;
                let dir = if ["ar", "he"].contains(language) { " dir=\"rtl\"" } else { "" };
                let is_told = page.text.contains(&format!("<html lang=\"{language}\"{dir}>"))
                    && page.text.contains(&format!("<div class=\"sheet\"{dir}>"));
                ensure!(page.status == 200 && is_told && !seen.contains(&page.text), "{path} {language}: {page:?}");
                seen.push(page.text);
            }
        }
        let confirmed = manager.get(&format!("{base}/order-confirmed?language=de-CH")).await?.text;
        ensure!(confirmed.contains("Danke für Ihre Bestellung Nr.\u{a0}1024"), "{confirmed}");
        let transfer = manager.get(&format!("{base}/order-awaits-transfer?language=de")).await?.text;
        ensure!(
            transfer.contains("Hier stehen Ihre Anweisungen") && !transfer.contains("Your instructions"),
            "{transfer}"
        );
        let arabic = manager.get(&format!("{base}/order-confirmed?language=ar")).await?.text;
        ensure!(arabic.contains("US$\u{200e}"), "a mark keeps letters and sign together: {arabic}");
        manager.get(&format!("{base}/no-such-letter")).await?.problem(404)?;
        let refused = manager.get(&format!("{base}/order-confirmed?language=ko")).await?.problem(400)?;
        ensure!(
            refused["errors"]["language"]
                == format!("E-mails are not available in ko. Choose one of {}.", languages.join(", ")),
            "{refused}"
        );

        let send = format!("{base}/order-refunded/send");
        assert_eq!(manager.post(&send, &json!({"language": "es"})).await?.status, 204);
        let sent = written(app, "preview", "shop@stoa.example", 1).await?;
        ensure!(sent[0]["subject"].as_str().unwrap().starts_with("Reembolso del pedido n.º\u{a0}1024"), "{sent:?}");
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&base).await?.problem(403)?;
        viewer.get(&format!("{base}/order-confirmed")).await?.problem(403)?;
        viewer.post(&send, &json!({})).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: security.personal-data.open
#[tokio::test(flavor = "multi_thread")]
async fn processed_events_purged_after_a_week() -> Result<()> {
    on_both(async |app| {
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.emails(2).await?;
        let is_done = outbox::Column::DoneOn.is_not_null();
        let done = async || {
            anyhow::Ok(tenant.db.read().await?.find::<outbox::Entity>().filter(is_done.clone()).count().await?)
        };
        app.until(async || Ok(done().await? > 0)).await?;
        let tx = tenant.db.write().await?;
        let week_ago = tenant.ctx.now() - 7 * 24 * 60 * 60 * 1_000 - 1;
        tx.update::<outbox::Entity>(is_done.clone()).set(outbox::Column::DoneOn, week_ago).exec().await?;
        tx.commit().await?;
        // Any change makes the worker look at the site.
        read_in(&mut app.juniper(), "fr").await?;
        app.until(async || Ok(done().await? == 0)).await
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_log_filters() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.emails(2).await?;
        let log = format!("/api/v1/websites/{}/mail", app.website("juniper").await?);
        let mut found = async |filter: &str| {
            let page = owner.get(&format!("{log}?{filter}")).await?.expect(200)?;
            let messages = page["messages"].as_array().context("no e-mails")?;
            let mut kinds: Vec<String> =
                messages.iter().filter_map(|message| message["kind"].as_str().map(str::to_owned)).collect();
            kinds.sort_unstable();
            anyhow::Ok((kinds, page["nextPageCursor"].as_str().map(str::to_owned)))
        };
        ensure!(found("kind=order-received").await?.0 == ["order-received"]);
        ensure!(found("query=ADA@example").await?.0 == ["order-confirmed"], "by the receiver, in whatever case");
        ensure!(found("status=failed").await?.0.is_empty());
        ensure!(found("kind=password-reset").await?.0.is_empty(), "what acts for its reader is not listed");
        let (first, cursor) = found("query=order&limit=1").await?;
        let cursor = cursor.context("no second page")?;
        let (second, last) = found(&format!("query=order&limit=1&cursor={cursor}")).await?;
        ensure!(first.len() == 1 && second.len() == 1 && first != second && last.is_none(), "{first:?} {second:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_queued_before_migration_retry_for_four_days() -> Result<()> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let own = |name: &str| name == "m20261127_000160_mail_delivery";
    let before = TenantMigrator::migrations().iter().position(|migration| own(migration.name())).context("no such")?;
    TenantMigrator::up(&connection, Some(u32::try_from(before)?)).await?;
    let insert = "INSERT INTO mail (website_id, id, kind, reference, to_address, subject, text_body, html_body, status, \
                  attempts, created_on) VALUES ('web', 'mail-1', 'order-confirmed', '1', 'ada@example.com', '', 'a', 'b', \
                  'queued', 3, 1000)";
    connection.execute_unprepared("PRAGMA foreign_keys = OFF").await?;
    connection.execute_unprepared(insert).await?;
    TenantMigrator::up(&connection, None).await?;
    let found = "SELECT count(*) AS found FROM mail WHERE due_on = 0 AND give_up_on = 345601000 AND priority = 1 \
                 AND NOT awaits_server AND NOT is_sending";
    let row = connection.query_one_raw(Statement::from_string(connection.get_database_backend(), found)).await?;
    assert_eq!(row.context("no row")?.try_get::<i64>("", "found")?, 1);
    Ok(())
}
