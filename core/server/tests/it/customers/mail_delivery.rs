//! E-mail delivery when the mail server is down, does not respond, or rejects temporarily or permanently.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_email as post;
use stoa_entity::platform::due_work;
use stoa_entity::tenant::mail;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;
use stoa_testkit::{MailServer, MailServerBehaviour, ReceivedMail};

use crate::app::App;
use crate::client::Client;
use crate::forms::form_fields;
use crate::pages::blocks;
use crate::shop;

/// Settings with pauses and limits short enough for tests.
pub(crate) fn settings(server: &MailServer) -> String {
    format!(
        "[mail]\nkind = 'smtp'\nsmtp_url = '{}'\nconnect_seconds = 1\nanswer_seconds = 1\nfirst_pause_seconds = 1\n",
        server.url()
    )
}

/// On both databases at the same time, since the checks mostly wait.
async fn on_both(check: impl AsyncFn(&App, &mut MailServer) -> Result<()>) -> Result<()> {
    let on_sqlite = async {
        let mut server = MailServer::start().await?;
        let app = App::sqlite_with(&settings(&server)).await?;
        check(&app, &mut server).await.context("on SQLite")?;
        app.stop().await
    };
    let on_postgres = async {
        let mut server = MailServer::start().await?;
        let app = App::postgres_with(&settings(&server)).await?;
        check(&app, &mut server).await.context("on Postgres")?;
        app.stop().await
    };
    tokio::try_join!(on_sqlite, on_postgres).map(|_| ())
}

async fn until(done: impl AsyncFn() -> Result<bool>) -> Result<()> {
    within(Duration::from_secs(60), done).await
}

async fn within(patience: Duration, done: impl AsyncFn() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !done().await? {
        ensure!(begun.elapsed() < patience, "it has not happened after {patience:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn arrived(server: &MailServer, count: usize) -> Result<()> {
    let all = until(async || Ok(server.count() >= count)).await;
    all.with_context(|| format!("{} of {count} e-mails arrived", server.count()))
}

/// How often each e-mail was accepted, by its Message-ID.
pub(crate) fn by_id(taken: &[ReceivedMail]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for mail in taken {
        *counts.entry(mail.head("Message-ID").to_owned()).or_default() += 1;
    }
    counts
}

async fn log(app: &App) -> Result<String> {
    Ok(format!("/api/v1/websites/{}/mail", app.website("juniper").await?))
}

/// E-mails with this status.
async fn listed(app: &App, owner: &mut Client, status: &str) -> Result<Vec<Value>> {
    let page = owner.get(&format!("{}?status={status}", log(app).await?)).await?.expect(200)?;
    page["messages"].as_array().cloned().context("no e-mails")
}

async fn buy(app: &App) -> Result<()> {
    shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await.map(|_| ())
}

async fn tenant(app: &App, site: &str) -> Result<Tenant> {
    let website: WebsiteId = app.website(site).await?.parse()?;
    Ok(app.stoa.foundation.tenancy.for_system(&website, "test").await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_sent_after_mail_server_outage() -> Result<()> {
    on_both(async |app, server| {
        server.go_away().await;
        for _ in 0..7 {
            buy(app).await?;
        }
        let mut owner = app.owner().await?;
        let unsent = format!("{}/unsent", log(app).await?);
        // Some are still being tried when all of them are there.
        let all_wait = async || {
            let queued = listed(app, &mut app.shared_owner().await?, "queued").await?;
            let waits = |mail: &Value| mail["awaitsServer"] == true && mail["nextTryOn"].is_i64();
            Ok(queued.len() == 14 && queued.iter().all(waits))
        };
        until(all_wait).await?;
        let told = owner.get(&unsent).await?.expect(200)?;
        ensure!(told["failed"] == 0 && told["waiting"] == 14, "{told}");
        ensure!(told["lastAnswer"].as_str().is_some_and(|text| text.contains("cannot be reached")), "{told}");
        server.come_back().await?;
        arrived(server, 14).await?;
        until(async || Ok(app.shared_owner().await?.get(&unsent).await?.expect(200)?["waiting"] == 0)).await?;
        ensure!(listed(app, &mut owner, "sent").await?.len() == 14);
        ensure!(by_id(&server.taken()).values().all(|count| *count == 1), "each came once");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn unresponsive_mail_server_delays_nothing_else() -> Result<()> {
    on_both(async |app, server| {
        server.behave(MailServerBehaviour::IsSilent);
        buy(app).await?;
        until(async || Ok(server.connections() > 0)).await?;
        shop::buy(app, &mut app.kissaten(), "kissaten", "asagiri-blend").await?;
        let other = tenant(app, "kissaten").await?;
        // The worker is not delayed by a slow mail server.
        until(async || Ok(other.db.read().await?.find::<mail::Entity>().count().await? == 2)).await?;
        // It is tried again while it does not answer.
        let connections = server.connections();
        until(async || Ok(server.connections() > connections)).await?;
        server.behave(MailServerBehaviour::Takes);
        arrived(server, 4).await?;
        ensure!(by_id(&server.taken()).len() == 4, "{:?}", server.taken());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_smtp_rejection_is_retried() -> Result<()> {
    on_both(async |app, server| {
        server.behave(MailServerBehaviour::RefusesOneInThree);
        for _ in 0..4 {
            buy(app).await?;
        }
        arrived(server, 8).await?;
        let tries = server.tries("ada@example.com");
        let mut owner = app.owner().await?;
        until(async || Ok(listed(app, &mut app.shared_owner().await?, "sent").await?.len() == 8)).await?;
        ensure!(by_id(&server.taken()).values().all(|count| *count == 1), "each came once");
        let sent = listed(app, &mut owner, "sent").await?;
        ensure!(sent.iter().any(|mail| mail["tries"].as_i64() > Some(1)), "{tries} {sent:?}");
        ensure!(sent.iter().all(|mail| mail["lastAnswer"].is_null() && mail["nextTryOn"].is_null()), "{sent:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_retry_schedule_ends_after_four_days() -> Result<()> {
    let server = MailServer::start().await?;
    server.behave(MailServerBehaviour::RefusesOneInThree);
    let slow = settings(&server).replace("first_pause_seconds = 1", "first_pause_seconds = 600");
    let app = App::sqlite_with(&slow).await?;
    buy(&app).await?;
    buy(&app).await?;
    arrived(&server, 3).await?;
    let mut owner = app.owner().await?;
    until(async || Ok(listed(&app, &mut app.shared_owner().await?, "sent").await?.len() == 3)).await?;
    let waiting = listed(&app, &mut owner, "queued").await?;
    ensure!(waiting.len() == 1 && waiting[0]["lastAnswer"] == "451 4.3.0 Try again later", "{waiting:?}");
    let (written, next) = (waiting[0]["createdOn"].as_i64().unwrap(), waiting[0]["nextTryOn"].as_i64().unwrap());
    ensure!((400_000..800_000).contains(&(next - written)), "ten minutes, more or less: {waiting:?}");
    // Changes of the site cause no attempts.
    let named = server.tries("ada@example.com") + server.tries("hello@juniperandclay.example");
    for _ in 0..5 {
        let product = shop::product(&app, "juniper", "hearth-mug").await?;
        shop::add(&mut app.juniper(), &product, &shop::in_stock(&product), 1).await?.expect(200)?;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    ensure!(server.tries("ada@example.com") + server.tries("hello@juniperandclay.example") == named);
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let list = app.stoa.foundation.databases.platform().read().await?;
    let own = list.find::<due_work::Entity>().filter(due_work::Column::WebsiteId.eq(website)).one().await?;
    drop(list);
    ensure!(own.is_some_and(|row| row.due_on.ms() <= next), "the site is looked at for it");

    let tenant = tenant(&app, "juniper").await?;
    let tx = tenant.db.write().await?;
    tx.update::<mail::Entity>(mail::Column::Status.eq("queued"))
        .set(mail::Column::DueOn, 1)
        .set(mail::Column::GiveUpOn, 1)
        .exec()
        .await?;
    tx.commit().await?;
    server.behave(MailServerBehaviour::DoesNotTakeNow);
    buy(&app).await?;
    until(async || Ok(listed(&app, &mut app.shared_owner().await?, "failed").await?.len() == 1)).await?;
    let failed = listed(&app, &mut owner, "failed").await?;
    ensure!(failed[0]["id"] == waiting[0]["id"] && failed[0]["nextTryOn"].is_null(), "{failed:?}");
    ensure!(failed[0]["lastAnswer"] == "451 4.3.0 Try again later", "{failed:?}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn permanent_smtp_rejection_and_manual_resend() -> Result<()> {
    on_both(async |app, server| {
        server.behave(MailServerBehaviour::DoesNotKnow("ada@".to_owned()));
        buy(app).await?;
        arrived(server, 1).await?;
        let mut owner = app.owner().await?;
        until(async || Ok(listed(app, &mut app.shared_owner().await?, "failed").await?.len() == 1)).await?;
        tokio::time::sleep(Duration::from_secs(3)).await;
        ensure!(server.tries("ada@example.com") == 1, "{} tries", server.tries("ada@example.com"));
        let failed = listed(app, &mut owner, "failed").await?.remove(0);
        ensure!(failed["lastAnswer"] == "550 5.1.1 No such user" && failed["canBeSentAgain"] == true, "{failed}");
        let log = log(app).await?;
        let unsent = owner.get(&format!("{log}/unsent")).await?.expect(200)?;
        ensure!(unsent["failed"] == 1 && unsent["waiting"] == 0, "{unsent}");
        ensure!(unsent["lastAnswer"] == "550 5.1.1 No such user", "{unsent}");

        let again = format!("{log}/{}/send-again", failed["id"].as_str().unwrap());
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.post(&again, &json!({})).await?.problem(403)?;
        viewer.post(&format!("{log}/send-again"), &json!({})).await?.problem(403)?;
        server.behave(MailServerBehaviour::Takes);
        let queued = owner.post(&again, &json!({})).await?.expect(202)?;
        ensure!(queued["status"] == "queued" && queued["id"] == failed["id"], "{queued}");
        arrived(server, 2).await?;
        until(async || Ok(listed(app, &mut app.shared_owner().await?, "sent").await?.len() == 2)).await?;
        let refused = owner.post(&again, &json!({})).await?.problem(409)?;
        ensure!(refused["error"] == "This e-mail has already been sent.", "{refused}");
        owner.post(&format!("{log}/mail_none/send-again"), &json!({})).await?.problem(404)?;

        server.behave(MailServerBehaviour::DoesNotKnow("ada@".to_owned()));
        buy(app).await?;
        buy(app).await?;
        until(async || Ok(listed(app, &mut app.shared_owner().await?, "failed").await?.len() == 2)).await?;
        server.behave(MailServerBehaviour::Takes);
        let all = owner.post(&format!("{log}/send-again"), &json!({})).await?.expect(202)?;
        ensure!(all["count"] == 2, "{all}");
        arrived(server, 6).await?;
        let none = owner.post(&format!("{log}/send-again"), &json!({})).await?.expect(202)?;
        ensure!(none["count"] == 0, "{none}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_email_with_expired_link_is_listed_without_text() -> Result<()> {
    let server = MailServer::start().await?;
    let app = App::sqlite_with(&settings(&server)).await?;
    server.behave(MailServerBehaviour::DoesNotKnow("ada@".to_owned()));
    app.juniper().join("ada@example.com").await?;
    until(async || Ok(listed(&app, &mut app.shared_owner().await?, "failed").await?.len() == 1)).await?;
    let mut owner = app.owner().await?;
    let failed = listed(&app, &mut owner, "failed").await?.remove(0);
    ensure!(failed["kind"] == "email-verification" && failed["canBeSentAgain"] == false, "{failed}");
    let path = format!("{}/{}", log(&app).await?, failed["id"].as_str().unwrap());
    let read = owner.get(&path).await?.expect(200)?;
    ensure!(
        read["html"] == "" && read["text"] == "The text of this e-mail is only visible to its recipient.",
        "{read}"
    );
    let refused = owner.post(&format!("{path}/send-again"), &json!({})).await?.problem(409)?;
    ensure!(refused["error"].as_str().unwrap().contains("can request a new one"), "{refused}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn order_email_precedes_bulk_emails() -> Result<()> {
    let server = MailServer::start().await?;
    let app = App::sqlite_with(&settings(&server)).await?;
    let site = tenant(&app, "juniper").await?;
    let tx = site.db.write().await?;
    for number in 0..1_000 {
        let message = post::Email {
            kind: "back-in-stock",
            to: format!("reader.{number}@example.com"),
            subject: "Back again".to_owned(),
            text: "It is back.".to_owned(),
            html: "<p>It is back.</p>".to_owned(),
            reply_to: None,
            unsubscribe_url: None,
        };
        post::queue(&site.ctx, &tx, message, &format!("reader-{number}")).await?;
    }
    tx.commit().await?;
    let begun = Instant::now();
    buy(&app).await?;
    within(Duration::from_secs(200), async || Ok(server.count() >= 1_002)).await?;
    let took = begun.elapsed();
    let taken = server.taken();
    ensure!(by_id(&taken).len() == 1_002 && taken.len() == 1_002, "each came once");
    ensure!(taken.iter().map(|mail| &mail.to).collect::<BTreeSet<_>>().len() > 1_000);
    let order = taken.iter().position(|mail| mail.to == "ada@example.com").context("no confirmation")?;
    ensure!(order < 700, "{order} went before the confirmation of the order");
    ensure!(server.max_open_connections() <= 6, "{} connections at one time", server.max_open_connections());
    ensure!(server.connections() < 60, "{} connections for 1002 e-mails in {took:?}", server.connections());
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_resend_keeps_message_id() -> Result<()> {
    let server = MailServer::start().await?;
    let app = App::sqlite_with(&settings(&server)).await?;
    server.behave(MailServerBehaviour::IsSilentAtTheEnd);
    app.juniper().join("ada@example.com").await?;
    let forgotten = json!({"email": "viewer@stoa.example"});
    ensure!(app.platform().post("/api/auth/password/reset-request", &forgotten).await?.status < 300);
    arrived(&server, 2).await?;
    server.behave(MailServerBehaviour::Takes);
    let again = async |to: &str| {
        until(async || Ok(server.taken().iter().filter(|mail| mail.to == to).count() >= 2)).await?;
        let taken: Vec<ReceivedMail> = server.taken().into_iter().filter(|mail| mail.to == to).collect();
        ensure!(by_id(&taken).len() == 1, "{taken:?}");
        anyhow::Ok(taken)
    };
    again("ada@example.com").await?;
    let links = again("viewer@stoa.example").await?;
    let link = |mail: &ReceivedMail| {
        let plain = mail.data.replace("=\n", "").replace("=3D", "=");
        plain
            .split("#token=")
            .nth(1)
            .map(|rest| rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>())
    };
    ensure!(link(&links[0]).is_some() && link(&links[0]) == link(&links[1]), "both links work: {links:?}");
    app.stop().await
}

// spec: form.save.storage.open
#[tokio::test(flavor = "multi_thread")]
async fn form_submission_stored_during_mail_outage() -> Result<()> {
    let mut server = MailServer::away()?;
    let app = App::sqlite_with(&settings(&server)).await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = blocks::path_of(&mut owner, &website, "/about").await?;
    let form = json!({"recipients": ["hello@clay.studio"],
        "fields": [{"id": "question", "type": "text", "title": "Question"}]});
    blocks::publish(&mut owner, &path, &json!([{"id": "questions", "kind": "form", "settings": form}])).await?;
    form_fields::answer(&mut app.juniper(), "questions", &json!({"question": "Do you teach?"})).await?.expect(200)?;
    let kept = owner.get(&format!("/api/v1/websites/{website}/forms/questions/submissions")).await?.expect(200)?;
    ensure!(kept["submissions"].as_array().map(Vec::len) == Some(1), "{kept}");
    until(async || Ok(listed(&app, &mut app.shared_owner().await?, "queued").await?.len() == 1)).await?;
    server.come_back().await?;
    arrived(&server, 1).await?;
    ensure!(server.taken().iter().all(|mail| mail.to == "hello@clay.studio"), "{:?}", server.taken());
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn account_emails_sent_after_outage() -> Result<()> {
    let mut server = MailServer::away()?;
    let app = App::sqlite_with(&settings(&server)).await?;
    let forgotten = json!({"email": "viewer@stoa.example"});
    ensure!(app.platform().post("/api/auth/password/reset-request", &forgotten).await?.status < 300);
    tokio::time::sleep(Duration::from_secs(3)).await;
    server.come_back().await?;
    arrived(&server, 1).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    ensure!(server.count() == 1, "{:?}", server.taken());
    server.behave(MailServerBehaviour::DoesNotKnow("owner@".to_owned()));
    let forgotten = json!({"email": "owner@stoa.example"});
    ensure!(app.platform().post("/api/auth/password/reset-request", &forgotten).await?.status < 300);
    until(async || Ok(server.tries("owner@stoa.example") > 0)).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    ensure!(server.tries("owner@stoa.example") == 1, "refused for good is not tried again");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_wait_for_unwritable_mail_folder() -> Result<()> {
    let app = App::sqlite().await?;
    let folder = app.data.join("outbox");
    std::fs::remove_dir_all(&folder)?;
    std::fs::write(&folder, "in the way")?;
    buy(&app).await?;
    let unsent = format!("{}/unsent", log(&app).await?);
    until(async || Ok(app.shared_owner().await?.get(&unsent).await?.expect(200)?["waiting"] == 2)).await?;
    std::fs::remove_file(&folder)?;
    std::fs::create_dir(&folder)?;
    let emails = app.emails(2).await?;
    ensure!(emails.iter().all(|message| message.contains("Message-ID: ")));
    let names = std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.file_name().into_string().unwrap_or_default()));
    let names: Vec<String> = names.collect::<Result<_>>()?;
    ensure!(names.iter().all(|name| name.ends_with(".eml")), "nothing half written: {names:?}");
    app.stop().await
}
