//! Publishing, scheduling, unpublishing, moving and deleting pages, and conflicts of concurrent changes.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;

/// The owner, and the base path of the dollar shop's API.
async fn open(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    owner.website = Some(website.clone());
    Ok((owner, format!("/api/v1/websites/{website}")))
}

async fn made(owner: &mut Client, path: &str, title: &str) -> Result<String> {
    let made = owner.post(path, &json!({"title": title})).await?.expect(201)?;
    Ok(made["id"].as_str().context("no id")?.to_owned())
}

async fn publish(owner: &mut Client, page: &str) -> Result<()> {
    let revision = owner.get(page).await?.expect(200)?["revision"].clone();
    owner.post(&format!("{page}/publish"), &json!({"revision": revision})).await?.expect(200)?;
    Ok(())
}

fn quoted(version: &Value) -> Option<String> {
    version.as_str().map(|version| format!("\"{version}\""))
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_page_version_rejected() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app).await?;
        let id = made(&mut owner, &format!("{base}/pages"), "Winter sale").await?;
        let page = format!("{base}/pages/{id}");
        let status = format!("{page}/status");
        publish(&mut owner, &page).await?;
        let seen = owner.get(&format!("{page}/settings")).await?.expect(200)?;
        owner.if_match = quoted(&seen["standing"]);
        let review = owner.put(&status, &json!({"status": "needs-review"})).await?.expect(200)?;
        // Someone else still sees it as published.
        let late = owner.put(&status, &json!({"status": "draft"})).await?.problem(412)?;
        assert_eq!(late["code"], "revision-stale");
        owner.post(&format!("{page}/home"), &Value::Null).await?.problem(412)?;
        owner.delete(&page).await?.problem(412)?;
        assert_eq!(app.juniper().get("/winter-sale").await?.status, 200);
        // Edits of the draft do not change the version.
        owner.if_match = None;
        let draft = owner.get(&page).await?.expect(200)?;
        owner.save_page(&page, &draft).await?;
        owner.if_match = quoted(&review["standing"]);
        let back = owner.put(&status, &json!({"status": "draft"})).await?.expect(200)?;
        assert_eq!(app.juniper().get("/winter-sale").await?.status, 404);
        owner.if_match = quoted(&back["standing"]);
        owner.delete(&page).await?.expect(204)?;

        // Items behave like pages, and a request without a version overwrites whatever is there.
        owner.if_match = None;
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
        let blog = blog.and_then(|blog| blog["id"].as_str()).context("no blog")?.to_owned();
        let items = format!("{base}/collections/{blog}/items");
        let id = made(&mut owner, &items, "Frost on the kiln").await?;
        let page = format!("{base}/pages/{id}");
        let seen = owner.get(&format!("{base}/items/{id}")).await?.expect(200)?;
        publish(&mut owner, &page).await?;
        owner.if_match = quoted(&seen["standing"]);
        owner.put(&format!("{page}/status"), &json!({"status": "draft"})).await?.problem(412)?;
        owner.delete(&page).await?.problem(412)?;
        let listed = owner.get(&format!("{items}?q=frost")).await?.expect(200)?;
        owner.if_match = quoted(&listed["items"][0]["standing"]);
        owner.put(&format!("{page}/status"), &json!({"status": "draft"})).await?.expect(200)?;
        owner.if_match = None;
        owner.delete(&page).await?.expect(204)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_and_site_password_conflict() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = open(app).await?;
        let lock = format!("{base}/site-lock");
        let open = owner.get(&lock).await?.expect(200)?;
        owner.if_match = quoted(&open["version"]);
        let locked = owner.put(&lock, &json!({"password": "kiln"})).await?.expect(200)?;
        ensure!(locked["isLocked"] == true && locked["version"] != open["version"], "{locked}");
        owner.put(&lock, &json!({"password": "another"})).await?.problem(412)?;
        owner.if_match = quoted(&locked["version"]);
        owner.put(&lock, &json!({"password": null})).await?.expect(200)?;
        owner.if_match = None;

        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
        let labels =
            format!("{base}/collections/{}/labels", blog.context("no blog")?["id"].as_str().unwrap_or_default());
        let seen = owner.get(&labels).await?.expect(200)?;
        let tag = seen["tags"][0]["name"].as_str().context("no tag")?.to_owned();
        owner.if_match = quoted(&seen["version"]);
        let renamed = json!({"kind": "tag", "name": tag, "newName": "Named anew"});
        owner.post(&labels, &renamed).await?.expect(200)?;
        let away = json!({"kind": "tag", "name": "Named anew"});
        owner.post(&labels, &away).await?.problem(412)?;
        owner.if_match = None;
        owner.post(&labels, &away).await?.expect(200)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_actions_name_contributor() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app).await?;
        let id = made(&mut owner, &format!("{base}/pages"), "Spring sale").await?;
        let page = format!("{base}/pages/{id}");
        publish(&mut owner, &page).await?;
        let history = owner.get(&format!("{page}/history")).await?.expect(200)?;
        ensure!(history["entries"][0]["publisherName"].is_string(), "{history}");
        let status = format!("{page}/status");
        owner.put(&status, &json!({"status": "needs-review"})).await?.expect(200)?;
        let time = json!({"status": "scheduled", "publishOn": app_time(&mut owner, &page).await? + 86_400_000});
        owner.put(&status, &time).await?.expect(200)?;
        owner.put(&status, &json!({"status": "published"})).await?.expect(200)?;
        let mut settings = owner.get(&format!("{page}/settings")).await?.expect(200)?;
        settings["urlId"] = json!("spring-sale-2027");
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&format!("{page}/settings"), &settings).await?.expect(200)?;
        owner.if_match = None;
        owner.put(&status, &json!({"status": "draft"})).await?.expect(200)?;
        owner.delete(&page).await?.expect(204)?;
        owner.post(&format!("{base}/page-trash/{id}/restore"), &Value::Null).await?.expect(200)?;
        owner.delete(&page).await?.expect(204)?;
        owner.delete(&format!("{base}/page-trash/{id}")).await?.expect(204)?;

        let redirects = format!("{base}/redirects");
        let new = json!({"source": "/old-sale", "target": "/shop", "permanent": true});
        let redirect = owner.post(&redirects, &new).await?.expect(201)?;
        let redirect_id = redirect["id"].as_str().context("no id")?.to_owned();
        owner.delete(&format!("{redirects}/{redirect_id}")).await?.expect(204)?;

        let log = owner.get(&format!("{base}/audit-log")).await?.expect(200)?;
        let entries = log["entries"].as_array().context("no entries")?;
        let of = |subject: &str| -> Vec<&str> {
            let own = entries.iter().filter(|entry| entry["subject"] == subject && entry["actorName"].is_string());
            own.filter_map(|entry| entry["action"].as_str()).collect()
        };
        let mut done = of(&id);
        done.reverse();
        let wanted = [
            "page.create",
            "page.publish",
            "page.ask-for-review",
            "page.schedule",
            "page.wait-no-longer",
            "page.move",
            "page.settings",
            "page.unpublish",
            "page.trash",
            "page.restore",
            "page.trash",
            "page.purge",
        ];
        assert_eq!(done, wanted, "{log}");
        assert_eq!(of(&redirect_id), ["redirect.delete", "redirect.create"]);
        Ok(())
    })
    .await
}

/// The server's time, from a page that was just changed.
async fn app_time(owner: &mut Client, page: &str) -> Result<i64> {
    let page = owner.get(page).await?.expect(200)?;
    page["updatedOn"].as_i64().context("no time")
}
