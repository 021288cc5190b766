//! Page settings saved while someone edits the page: values that the form did not change stay.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};

async fn made(owner: &mut Client, path: &str, body: &Value) -> Result<String> {
    let made = owner.post(path, body).await?.expect(201)?;
    Ok(made["id"].as_str().context("no id")?.to_owned())
}

/// Saves a form as loaded, with some changes.
async fn save(owner: &mut Client, path: &str, read: &Value, changes: &Value) -> Result<TestResponse> {
    let mut body = read.clone();
    for (name, value) in changes.as_object().context("no changes")? {
        body[name] = value.clone();
    }
    owner.if_match = Some(format!("\"{}\"", read["revision"]));
    let answer = owner.put(path, &body).await;
    owner.if_match = None;
    answer
}

/// Changes texts of page settings in an editor, as one step.
async fn write(owner: &mut Client, page: &str, texts: &[(&str, &str, &str)]) -> Result<()> {
    let base = owner.get(page).await?.expect(200)?["revision"].clone();
    let operations: Vec<Value> = texts
        .iter()
        .map(|(name, before, value)| json!({"op": "setPage", "path": [name], "before": before, "value": value}))
        .collect();
    let step = json!({"number": base.as_i64().unwrap_or_default() + 1, "kind": "edit", "operations": operations});
    let body = json!({"base": base, "client": "ada", "steps": [step]});
    owner.post(&format!("{page}/operations"), &body).await?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_page_settings_keep_editor_changes() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, site) = app.owner_with_api("juniper").await?;
        let id = made(&mut owner, &format!("{site}/pages"), &json!({"title": "Opening hours"})).await?;
        let page = format!("{site}/pages/{id}");
        let path = format!("{page}/settings");
        let read = owner.get(&path).await?.expect(200)?;
        let written = [
            ("title", "Opening hours", "Opening hours in May"),
            ("seoDescription", "", "When the shop is open in May"),
        ];
        write(&mut owner, &page, &written).await?;

        let saved =
            save(&mut owner, &path, &read, &json!({"noIndex": true, "seoTitle": "Hours"})).await?.expect(200)?;
        assert_eq!(saved["title"], "Opening hours in May");
        assert_eq!(saved["seoDescription"], "When the shop is open in May");
        assert_eq!((&saved["seoTitle"], &saved["noIndex"]), (&json!("Hours"), &json!(true)));
        let draft = owner.get(&page).await?.expect(200)?;
        assert_eq!((&draft["title"], &draft["seoTitle"]), (&json!("Opening hours in May"), &json!("Hours")));
        ensure!(draft["revision"] == saved["draftRevision"], "{saved}");

        // Both change one text: the changes are merged.
        write(&mut owner, &page, &[("title", "Opening hours in May", "Opening hours in May and June")]).await?;
        let both = save(&mut owner, &path, &saved, &json!({"title": "Our opening hours in May"})).await?.expect(200)?;
        assert_eq!(both["title"], "Our opening hours in May and June");

        // A revision that was never read, or is no longer known, cannot be merged with.
        let unknown = json!({"draftRevision": 999, "title": "Other"});
        assert_eq!(save(&mut owner, &path, &both, &unknown).await?.problem(412)?["code"], "revision-stale");
        // Without a draft revision the texts are replaced.
        let replaced =
            save(&mut owner, &path, &both, &json!({"draftRevision": null, "title": "Hours"})).await?.expect(200)?;
        assert_eq!(replaced["title"], "Hours");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_item_settings_keep_editor_changes() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, site) = app.owner_with_api("juniper").await?;
        let pages = owner.get(&format!("{site}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
        let blog = blog.and_then(|blog| blog["id"].as_str()).context("no blog")?.to_owned();
        let id = made(&mut owner, &format!("{site}/collections/{blog}/items"), &json!({"title": "Marbling"})).await?;
        let path = format!("{site}/items/{id}");
        let read = owner.get(&path).await?.expect(200)?;
        let written = [("title", "Marbling", "Marbling paper"), ("seoTitle", "", "How paper is marbled")];
        write(&mut owner, &format!("{site}/pages/{id}"), &written).await?;

        let saved = save(&mut owner, &path, &read, &json!({"author": "Ada"})).await?.expect(200)?;
        assert_eq!((&saved["title"], &saved["seoTitle"]), (&json!("Marbling paper"), &json!("How paper is marbled")));
        assert_eq!(saved["author"], "Ada");
        let named = save(&mut owner, &path, &saved, &json!({"title": "Marbling paper at home"})).await?.expect(200)?;
        assert_eq!(named["title"], "Marbling paper at home");
        Ok(())
    })
    .await
}

/// Publishes the current draft of a page.
async fn publish(owner: &mut Client, page: &str) -> Result<()> {
    let revision = owner.get(page).await?.expect(200)?["revision"].clone();
    owner.post(&format!("{page}/publish"), &json!({"revision": revision})).await?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_does_not_change_page_settings_revision() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, site) = app.owner_with_api("juniper").await?;
        let id = made(&mut owner, &format!("{site}/pages"), &json!({"title": "Opening hours"})).await?;
        let page = format!("{site}/pages/{id}");
        let path = format!("{page}/settings");
        // The page has no settings yet: publishing it inserts the first row.
        let never_saved = owner.get(&path).await?.expect(200)?;
        publish(&mut owner, &page).await?;
        let saved = save(&mut owner, &path, &never_saved, &json!({"noIndex": true})).await?.expect(200)?;
        ensure!(saved["noIndex"] == true && saved["isPublished"] == true, "{saved}");

        publish(&mut owner, &page).await?;
        write(&mut owner, &page, &[("title", "Opening hours", "Hours")]).await?;
        let time = json!({"status": "scheduled", "publishOn": 4_000_000_000_000_i64});
        let too_far = owner.put(&format!("{page}/status"), &time).await?;
        too_far.problem(400)?;
        owner.put(&format!("{page}/status"), &json!({"status": "needs-review"})).await?.expect(200)?;
        let again = save(&mut owner, &path, &saved, &json!({"seoTitle": "Hours of the shop"})).await?.expect(200)?;
        assert_eq!((&again["seoTitle"], &again["title"]), (&json!("Hours of the shop"), &json!("Hours")));
        // A concurrent save of settings is still not overwritten.
        assert_eq!(save(&mut owner, &path, &saved, &json!({})).await?.problem(412)?["code"], "revision-stale");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_does_not_change_item_settings_revision() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, site) = app.owner_with_api("juniper").await?;
        let pages = owner.get(&format!("{site}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
        let blog = blog.and_then(|blog| blog["id"].as_str()).context("no blog")?.to_owned();
        let id = made(&mut owner, &format!("{site}/collections/{blog}/items"), &json!({"title": "Marbling"})).await?;
        let (item, page) = (format!("{site}/items/{id}"), format!("{site}/pages/{id}"));
        publish(&mut owner, &page).await?;
        let read = owner.get(&item).await?.expect(200)?;
        write(&mut owner, &page, &[("title", "Marbling", "Marbling paper")]).await?;
        publish(&mut owner, &page).await?;
        let saved = save(&mut owner, &item, &read, &json!({"author": "Ada"})).await?.expect(200)?;
        assert_eq!((&saved["title"], &saved["author"]), (&json!("Marbling paper"), &json!("Ada")));
        Ok(())
    })
    .await
}
