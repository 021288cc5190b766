//! E-mail texts: custom texts of the owner, the reader's language, and encryption in the database.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_entity::tenant::mail;
use stoa_kernel::id::WebsiteId;

use crate::account::member_accounts;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::forms::form_fields;
use crate::shop;

/// E-mails with quoted-printable lines joined.
async fn unfolded(app: &App, count: usize) -> Result<Vec<String>> {
    let emails = app.emails(count).await?;
    Ok(emails.into_iter().map(|message| message.replace("=\r\n", "").replace("=3D", "=")).collect())
}

// spec: order.emails.open
#[tokio::test(flavor = "multi_thread")]
async fn email_texts_edit_preview_reset() -> Result<()> {
    on_postgres(async |app| {
        let base = format!("/api/v1/websites/{}/mail", app.website("juniper").await?);
        let path = format!("{base}/texts/order-confirmed/en");
        let mut manager = app.staff("shop@stoa.example").await?;
        let usual = manager.get(&path).await?.expect(200)?;
        ensure!(usual["revision"] == 0 && usual["text"] == usual["usual"], "{usual}");
        ensure!(usual["places"] == json!(["site", "number", "name", "total"]), "{usual}");

        let own = json!({"subject": "Hooray, {name}! #{number}", "heading": "Dear {name}",
            "opening": "We are <b>busy</b> with it.\n\nSee https://stoa.example/care.", "closing": "Your {site}"});
        let draft = manager.post(&format!("{path}/preview"), &own).await?.expect(200)?;
        let html = draft["html"].as_str().context("no e-mail")?;
        ensure!(draft["subject"] == "Hooray, Ada Sample! #1024" && html.contains("data-page-type=\"301\""), "{draft}");
        ensure!(html.contains("&lt;b&gt;busy") && html.contains("href=\"https://stoa.example/care\""), "{html}");
        ensure!(manager.get(&path).await?.expect(200)?["revision"] == 0, "looking saves nothing");

        let wrong = json!({"subject": " ", "heading": "{iban}", "opening": "a".repeat(4_001), "closing": ""});
        manager.if_match = Some("\"0\"".to_owned());
        let told = manager.put(&path, &wrong).await?.problem(400)?["errors"].clone();
        ensure!(told["subject"] == "Enter a text.", "{told}");
        let unknown = "There is no placeholder {iban}. This e-mail has {site}, {number}, {name}, {total}.";
        ensure!(told["heading"] == unknown, "{told}");
        ensure!(told["opening"] == "The text can have at most 4000 characters." && told["closing"].is_null(), "{told}");
        let saved = manager.put(&path, &own).await?.expect(200)?;
        ensure!(saved["revision"] == 1 && saved["text"]["heading"] == "Dear {name}", "{saved}");
        manager.put(&path, &own).await?.problem(412)?;
        manager.if_match = None;
        manager.put(&path, &own).await?.problem(428)?;

        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let emails = app.emails(2).await?;
        ensure!(emails.iter().any(|message| message.contains("Subject: Hooray, Ada Byron! #")), "{emails:?}");
        let elsewhere = manager.get(&format!("{base}/previews/order-confirmed?language=de")).await?.text;
        ensure!(elsewhere.contains("Danke für Ihre Bestellung"), "one language alone was worded: {elsewhere}");

        ensure!(manager.delete(&path).await?.status == 204 && manager.delete(&path).await?.status == 204);
        let again = manager.get(&format!("{base}/previews/order-confirmed")).await?.text;
        ensure!(again.contains("Thank you for your order #1024"), "{again}");
        for missing in ["texts/no-such-letter/en", "texts/order-confirmed/sv", "texts/digital-download/en"] {
            manager.get(&format!("{base}/{missing}")).await?.problem(404)?;
        }
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&path).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: site-user.locale.response.open
#[tokio::test(flavor = "multi_thread")]
async fn account_and_newsletter_emails_in_visitor_language() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        visitor.post("/api/site-users/account/locale", &json!({"language": "fr-CA"})).await?;
        visitor.join("ada@example.com").await?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let page = crate::pages::blocks::path_of(&mut owner, &website, "/about").await?;
        let blocks = json!([{"id": "news", "kind": "newsletter", "settings": {}}]);
        crate::pages::blocks::publish(&mut owner, &page, &blocks).await?;
        form_fields::answer(&mut visitor, "news", &json!({"email": "ada@example.com"})).await?.expect(200)?;
        let emails = unfolded(app, 2).await?;
        let link = |path: &str| {
            let message = emails.iter().find(|message| message.contains(path)).with_context(|| path.to_owned())?;
            Ok::<_, anyhow::Error>(message.clone())
        };
        ensure!(link("/account/verify")?.contains("Confirmez votre adresse e-mail"), "{emails:?}");
        let asked = link("/mailing-list/confirm")?;
        ensure!(asked.contains("Confirmez votre inscription"), "{asked}");
        let mut reader = app.juniper();
        let confirm = form_fields::link_in(&asked, "/mailing-list/confirm?token=")?;
        ensure!(reader.get(&confirm).await?.text.contains(" lang=\"fr\">"), "the page behind the link as well");
        let joined = reader.form(&confirm, &[]).await?;
        ensure!(joined.text.contains("Votre inscription est confirmée"), "{joined:?}");
        let emails = unfolded(app, 3).await?;
        ensure!(emails.iter().any(|message| message.contains("/mailing-list/leave")), "{emails:?}");

        let mut platform = app.platform();
        let wish = json!({"email": "owner@stoa.example"});
        platform.language = Some("es-MX,es;q=0.9".to_owned());
        platform.post("/api/auth/password/reset-request", &wish).await?.expect(204)?;
        let emails = unfolded(app, 4).await?;
        ensure!(
            emails
                .iter()
                .any(|message| message.contains("/admin/reset-password") && message.contains("Alguien quiere")),
            "{emails:?}"
        );
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_texts_encrypted_in_database() -> Result<()> {
    on_both(async |app| {
        member_accounts::confirmed(app, "ada@example.com", 1).await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        app.emails(3).await?;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let rows = tenant.db.read().await?.find::<mail::Entity>().all().await?;
        ensure!(rows.len() == 3 && rows.iter().all(|row| row.is_sealed), "{rows:?}");
        for row in &rows {
            let lies = format!("{}{}{:?}", row.text_body, row.html_body, row.leave_url);
            ensure!(!["http", "token", "<", "#"].iter().any(|open| lies.contains(open)), "{lies}");
        }
        let log = format!("/api/v1/websites/{website}/mail");
        let mut owner = app.owner().await?;
        let listed = owner.get(&log).await?.expect(200)?;
        let id = listed["messages"][0]["id"].as_str().context("no e-mail")?.to_owned();
        let read = owner.get(&format!("{log}/{id}")).await?.expect(200)?;
        ensure!(
            read["html"].as_str().context("no text")?.starts_with("<!doctype html>"),
            "who may read it does: {read}"
        );

        let tx = tenant.db.write().await?;
        tx.update::<mail::Entity>(mail::Column::Id.eq(id.as_str()))
            .set(mail::Column::IsSealed, false)
            .set(mail::Column::TextBody, "From before e-mails were sealed")
            .set(mail::Column::HtmlBody, "")
            .exec()
            .await?;
        tx.commit().await?;
        let before = owner.get(&format!("{log}/{id}")).await?.expect(200)?;
        ensure!(before["text"] == "From before e-mails were sealed", "{before}");
        Ok(())
    })
    .await
}
