//! What an editor receives while it waits for changes by others: presence and comments on the page.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_both, on_postgres};
use crate::client::Client;

/// A page of the dollar shop and the current position of its log.
async fn contact_page(client: &mut Client, website: &str) -> Result<(String, i64)> {
    let pages = client.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let contact = pages.iter().find(|page| page["urlId"] == "contact").context("no contact page")?;
    let path = format!("/api/v1/websites/{website}/pages/{}", contact["id"].as_str().context("no id")?);
    let revision = client.get(&path).await?.expect(200)?["revision"].as_i64().context("no revision")?;
    Ok((path, revision))
}

/// Waits for changes since a known state.
async fn wait_for_changes(mut client: Client, listening: String) -> Result<Value> {
    client.get(&format!("{listening}&wait=25")).await?.expect(200)
}

fn present(heard: &Value) -> Vec<(&str, bool)> {
    let present = heard["present"].as_array().map(Vec::as_slice).unwrap_or_default();
    present.iter().map(|who| (who["client"].as_str().unwrap_or_default(), who["isOwn"] == true)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_of_own_tabs() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let owner = app.owner().await?;
        let (path, since) = contact_page(&mut owner.clone(), &website).await?;
        let listening = format!("{path}/operations?since={since}");
        let first = wait_for_changes(owner.clone(), format!("{listening}&client=ada")).await?;
        ensure!(present(&first) == [("ada", true)], "{first}");
        let viewer = app.staff("viewer@stoa.example").await?;
        let seen = wait_for_changes(viewer, format!("{listening}&client=bo&present=ada")).await?;
        ensure!(present(&seen) == [("ada", false), ("bo", true)], "{seen}");
        // A second tab of the owner, which is up to date and waits.
        let second = tokio::spawn(wait_for_changes(owner.clone(), format!("{listening}&client=cy&present=ada,bo,cy")));
        let there = wait_for_changes(owner.clone(), format!("{listening}&client=ada&present=ada,bo")).await?;
        ensure!(present(&there) == [("ada", true), ("bo", false), ("cy", true)], "{there}");
        second.abort();
        let gone = wait_for_changes(owner, format!("{listening}&client=ada&present=ada,bo,cy")).await?;
        ensure!(present(&gone) == [("ada", true), ("bo", false)], "{gone}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_comments_wake_editors() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let (path, since) = contact_page(&mut owner, &website).await?;
        let comments = format!("{path}/review-comments");
        let listening = format!("{path}/operations?since={since}&comments=");
        let mut known = wait_for_changes(owner.clone(), listening.clone()).await?["comments"].clone();
        let thread = owner.post(&comments, &json!({"body": "Is this true?"})).await?.expect(201)?;
        let one = format!("{comments}/{}", thread["id"].as_str().context("no id")?);
        let changes: [(&str, String, Option<Value>); 5] = [
            ("POST", comments, Some(json!({"body": "And this?"}))),
            ("PUT", one.clone(), Some(json!({"body": "Is this still true?"}))),
            ("POST", format!("{one}/resolve"), Some(json!({"resolved": true}))),
            ("POST", format!("{one}/resolve"), Some(json!({"resolved": false}))),
            ("DELETE", one, None),
        ];
        for (method, path, body) in changes {
            let state = known.as_str().context("an owner may read them")?;
            let before = wait_for_changes(owner.clone(), format!("{listening}{state}")).await?["comments"].clone();
            ensure!(before != known, "what was said before {method} {path} is news");
            let waiting = format!("{listening}{}", before.as_str().context("no state")?);
            let waits = tokio::spawn(wait_for_changes(owner.clone(), waiting));
            ensure!(owner.call(method, &path, body.as_ref()).await?.status < 300, "{method} {path}");
            let heard = waits.await??;
            ensure!(heard["comments"] != before && heard["steps"] == json!([]), "{method} {path}: {heard}");
            known = before;
        }
        let mut viewer = app.staff("viewer@stoa.example").await?;
        let unheard = viewer.get(&format!("{path}/operations?since={since}")).await?.expect(200)?;
        ensure!(unheard["comments"].is_null(), "a viewer hears nothing of comments: {unheard}");
        Ok(())
    })
    .await
}
