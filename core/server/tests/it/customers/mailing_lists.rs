//! Mailing lists of a site: created, used by blocks, managed.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::SubscriberId;
use stoa_kernel::search::folded;

use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::forms::form_fields;
use crate::pages::blocks::{path_of, publish, with_blocks};

/// Adds addresses to a list, with sign-up times one second apart.
pub(crate) async fn add_to_list(app: &App, handle: &str, list: &str, emails: &[&str]) -> Result<()> {
    let tenant = app.stoa.foundation.tenancy.for_system(&app.website(handle).await?.parse()?, "test").await?;
    let tx = tenant.db.write().await?;
    for (place, email) in emails.iter().enumerate() {
        tx.insert(subscriber::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(SubscriberId::generate()),
            mailing_list_id: Set(list.parse()?),
            email: Set((*email).to_owned()),
            source: Set(if place % 2 == 0 { "form:news" } else { "restock" }.to_owned()),
            language: Set(None),
            consented_on: Set(Timestamp::from_ms(1_767_225_600_000) + i64::try_from(place)? * 1_000),
            leave_key: Set(Some(format!("key-{list}-{place}"))),
            searched: Set(folded(email)),
        })
        .await?;
        // Ids sort by the millisecond of their creation.
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    Ok(tx.commit().await?)
}

fn emails(answer: &Value) -> Vec<&str> {
    answer["subscribers"].as_array().into_iter().flatten().filter_map(|one| one["email"].as_str()).collect()
}

/// Entries of the audit log, latest first.
async fn audited(owner: &mut Client, website: &str) -> Result<Vec<String>> {
    let log = owner.get(&format!("/api/v1/websites/{website}/audit-log")).await?.expect(200)?;
    let entries = log["entries"].as_array().context("no entries")?;
    Ok(entries.iter().filter_map(|entry| entry["action"].as_str().map(str::to_owned)).collect())
}

fn names(answer: &Value) -> Vec<&str> {
    answer["mailingLists"].as_array().into_iter().flatten().filter_map(|list| list["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn mailing_lists_unique_and_sorted_by_name() -> Result<()> {
    on_postgres(async |app| {
        let path = format!("/api/v1/websites/{}/mailing-lists", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        ensure!(names(&owner.get(&path).await?.expect(200)?).is_empty());
        for name in ["Readers", " Collectors "] {
            owner.post(&path, &json!({"name": name})).await?.expect(201)?;
        }
        for (name, message) in [
            ("Readers", "There is already a list with this name."),
            ("  ", "Enter a name of at most 80 characters."),
            (&"x".repeat(81), "Enter a name of at most 80 characters."),
        ] {
            let refused = owner.post(&path, &json!({"name": name})).await?.problem(400)?;
            assert_eq!(refused["errors"]["name"], message, "{refused}");
        }
        assert_eq!(names(&owner.get(&path).await?.expect(200)?), ["Collectors", "Readers"]);
        let elsewhere = format!("/api/v1/websites/{}/mailing-lists", app.website("kissaten").await?);
        ensure!(names(&owner.get(&elsewhere).await?.expect(200)?).is_empty());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_up_block_requires_list() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    let block = json!([{"id": "news", "kind": "newsletter", "settings": {"mailingList": " "}}]);
    let page = with_blocks(&mut owner, &path, &block).await?;
    owner.if_match = Some(format!("\"{}\"", page["revision"]));
    let refused = owner.put(&path, &page).await?.problem(400)?;
    let errors = refused["errors"].as_object().context("no errors")?;
    ensure!(errors.values().any(|message| message == "A List must be selected"), "{refused}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn subscribers_search_paging_removal() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}/mailing-lists");
        let mut editor = holder(app, &website, &[11]).await?;
        let made = editor.post(&base, &json!({"name": "Readers"})).await?.expect(201)?;
        let id = made["id"].as_str().context("no id")?;
        let (list, people) = (format!("{base}/{id}"), format!("{base}/{id}/subscribers"));
        add_to_list(app, "juniper", id, &["ada@example.com", "=bo@example.com", "cleo@clay.studio"]).await?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let tx = tenant.db.write().await?;
        for (email, lasts) in [("dora@example.com", 7 * 24 * 3_600_000), ("left@example.com", 3_600_000)] {
            tx.insert(pending_subscriber::ActiveModel {
                website_id: Set(tx.website().clone()),
                mailing_list_id: Set(id.parse()?),
                email: Set(email.to_owned()),
                token_hash: Set(format!("hash-{email}")),
                source: Set("form:news".to_owned()),
                language: Set(Some("de".to_owned())),
                asked_on: Set(tenant.ctx.now()),
                expires_on: Set(tenant.ctx.now() + lasts),
                searched: Set(folded(email)),
            })
            .await?;
        }
        tx.commit().await?;

        let summary = editor.get(&list).await?.expect(200)?;
        assert_eq!((&summary["subscribers"], &summary["pending"]), (&json!(3), &json!(1)), "{summary}");
        let all = editor.get(&format!("{base}/summaries")).await?.expect(200)?;
        assert_eq!(all["mailingLists"][0], summary);

        let first = editor.get(&format!("{people}?limit=2")).await?.expect(200)?;
        assert_eq!(emails(&first), ["cleo@clay.studio", "=bo@example.com"]);
        assert_eq!(first["subscribers"][0]["origin"], "form");
        assert_eq!(first["subscribers"][1]["origin"], "restock");
        let cursor = first["nextPageCursor"].as_str().context("no cursor")?;
        let rest = editor.get(&format!("{people}?limit=2&cursor={cursor}")).await?.expect(200)?;
        assert_eq!(emails(&rest), ["ada@example.com"]);
        editor.get(&format!("{people}?cursor=none")).await?.problem(400)?;
        assert_eq!(emails(&editor.get(&format!("{people}?query=CLAY")).await?.expect(200)?), ["cleo@clay.studio"]);
        let pending = editor.get(&format!("{people}?state=pending")).await?.expect(200)?;
        assert_eq!(emails(&pending), ["dora@example.com"], "who has left waits for nothing");

        let link = editor.post(&format!("{list}/export-link"), &json!({})).await?.expect(200)?;
        let csv = app.platform().get(link["url"].as_str().context("no url")?).await?;
        ensure!(csv.status == 200, "{csv:?}");
        let lines: Vec<&str> = csv.text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[0], "\"E-mail\",\"Consented (UTC)\",\"Source\",\"Language\"");
        assert_eq!(lines[2], "\"'=bo@example.com\",\"2026-01-01 00:00:01\",\"Restock notice\",\"\"");
        ensure!(lines.len() == 4 && !csv.text.contains("dora@"), "{lines:?}");

        for email in ["Ada@Example.com", "dora@example.com"] {
            let gone = editor.call("DELETE", &people, Some(&json!({"email": email}))).await?;
            ensure!(gone.status == 204, "{gone:?}");
            editor.call("DELETE", &people, Some(&json!({"email": email}))).await?.problem(404)?;
        }
        let left = editor.get(&list).await?.expect(200)?;
        assert_eq!((&left["subscribers"], &left["pending"]), (&json!(2), &json!(0)), "{left}");
        let mut owner = app.owner().await?;
        let log = audited(&mut owner, &website).await?;
        assert_eq!(log[..3], ["subscriber.remove", "subscriber.remove", "mailing-list.export"]);
        let elsewhere = list.replace(&website, &app.website("kissaten").await?);
        owner.get(&elsewhere).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn mailing_list_rename_and_delete() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}/mailing-lists");
        let mut owner = app.owner().await?;
        let made = owner.post(&base, &json!({"name": "Readers"})).await?.expect(201)?;
        let list = format!("{base}/{}", made["id"].as_str().context("no id")?);
        let path = path_of(&mut owner, &website, "/about").await?;
        let block = json!([{"id": "news", "kind": "newsletter", "settings": {"mailingList": "Readers",
            "doubleOptIn": false}}]);
        publish(&mut owner, &path, &block).await?;

        let renamed = owner.call("PATCH", &list, Some(&json!({"name": "Friends of clay"}))).await?.expect(200)?;
        assert_eq!(renamed["formerNames"], json!(["Readers"]));
        let refused = owner.post(&base, &json!({"name": "Readers"})).await?.problem(400)?;
        let message = "The list “Friends of clay” had this name before, and pages may still use it.";
        assert_eq!(refused["errors"]["name"], message);
        form_fields::answer(&mut app.juniper(), "news", &json!({"email": "ada@example.com"})).await?.expect(200)?;
        app.emails(1).await?;
        let people = owner.get(&format!("{list}/subscribers")).await?.expect(200)?;
        assert_eq!(emails(&people), ["ada@example.com"]);
        assert_eq!(names(&owner.get(&base).await?.expect(200)?), ["Friends of clay"]);

        let used = owner.delete(&list).await?.problem(409)?;
        ensure!(used["detail"].as_str().is_some_and(|why| why.contains("on “About us”")), "{used}");
        publish(&mut owner, &path, &json!([])).await?;
        ensure!(owner.delete(&list).await?.status == 204, "it is used no more");
        owner.get(&list).await?.problem(404)?;
        assert_eq!(audited(&mut owner, &website).await?[0], "mailing-list.delete");

        let news = owner.post(&base, &json!({"name": "News"})).await?.expect(201)?;
        let news = format!("{base}/{}", news["id"].as_str().context("no id")?);
        let back = owner.call("PATCH", &news, Some(&json!({"name": "Letters"}))).await?.expect(200)?;
        ensure!(back["isOfStore"] == true, "{back}");
        owner.delete(&news).await?.problem(409)?;
        let same = owner.call("PATCH", &news, Some(&json!({"name": "News"}))).await?.expect(200)?;
        assert_eq!(same["formerNames"], json!(["Letters"]));
        Ok(())
    })
    .await
}

// spec: roles.permissions.open
#[tokio::test(flavor = "multi_thread")]
async fn mailing_list_permissions() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let base = format!("/api/v1/websites/{website}/mailing-lists");
    let mut campaigns = holder(&app, &website, &[11]).await?;
    let mut pages = holder(&app, &website, &[4]).await?;
    campaigns.post(&base, &json!({"name": "Readers"})).await?.expect(201)?;
    pages.post(&base, &json!({"name": "Others"})).await?.problem(403)?;
    assert_eq!(names(&pages.get(&base).await?.expect(200)?), ["Readers"]);
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn renamed_newsletter_list_has_no_duplicates() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let base = format!("/api/v1/websites/{website}/mailing-lists");
    let mut owner = app.owner().await?;
    let made = owner.post(&base, &json!({"name": "Readers"})).await?.expect(201)?;
    let list = format!("{base}/{}", made["id"].as_str().context("no id")?);
    owner.call("PATCH", &list, Some(&json!({"name": "Friends"}))).await?.expect(200)?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    for name in ["Readers", "Friends"] {
        let wanted = Event::NewsWanted {
            email: "ada@example.com".to_owned(),
            list: name.to_owned(),
            source: "form:news".to_owned(),
            confirm: false,
            welcome: true,
            language: None,
        };
        let tx = tenant.db.write().await?;
        stoa_audience::subscribers::handle_event(&tenant.ctx, &tx, &wanted, "https://juniper.example").await?;
        tx.commit().await?;
    }
    assert_eq!(owner.get(&list).await?.expect(200)?["subscribers"], 1);
    app.stop().await
}
