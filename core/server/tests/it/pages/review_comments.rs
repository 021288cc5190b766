//! Contributors' comments on a draft.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_postgres;
use crate::client::Client;

async fn contact_page(owner: &mut Client, website: &str) -> Result<String> {
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let contact = pages.iter().find(|page| page["urlId"] == "contact").context("no contact page")?;
    let path = format!("/api/v1/websites/{website}/pages/{}", contact["id"].as_str().context("no id")?);
    let mut page = owner.get(&path).await?.expect(200)?;
    let block = json!({"id": "one", "kind": "text", "settings": {"html": "<p>one</p>"}});
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]);
    page["document"] = json!({"version": 1, "sections": [{"id": "section", "rows": rows}]});
    owner.save_page(&path, &page).await?;
    Ok(path)
}

fn id(said: &Value) -> Result<&str> {
    said["id"].as_str().context("no id")
}

#[tokio::test(flavor = "multi_thread")]
async fn block_comments_until_resolved() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let page = contact_page(&mut owner, &website).await?;
        let comments = format!("{page}/review-comments");
        let thread =
            owner.post(&comments, &json!({"body": " Is this still true? ", "blockId": "one"})).await?.expect(201)?;
        ensure!(thread["blockId"] == "one" && thread["blockKind"] == "text", "{thread}");
        let first = &thread["comments"][0];
        ensure!(first["body"] == "Is this still true?" && first["isOwn"] == true, "{thread}");
        ensure!(first["authorName"].is_string() && first["createdOn"].is_i64(), "{thread}");
        let thread_id = id(&thread)?.to_owned();
        let resolve = format!("{comments}/{thread_id}/resolve");
        let settled = owner.post(&resolve, &json!({"resolved": true})).await?.expect(200)?;
        ensure!(settled["resolvedOn"].is_i64() && settled["resolvedByName"].is_string(), "{settled}");
        let answered = owner.post(&comments, &json!({"body": "No.", "threadId": thread_id})).await?.expect(201)?;
        ensure!(answered["resolvedOn"].is_null(), "an answer opens it again: {answered}");
        ensure!(answered["comments"].as_array().map(Vec::len) == Some(2), "{answered}");
        let reply = id(&answered["comments"][1])?.to_owned();
        let reworded =
            owner.put(&format!("{comments}/{reply}"), &json!({"body": "Not any more."})).await?.expect(200)?;
        ensure!(reworded["comments"][1]["body"] == "Not any more.", "{reworded}");
        ensure!(reworded["comments"][1]["editedOn"].is_i64() && reworded["comments"][0]["editedOn"].is_null());
        // The block is deleted; its comments stay.
        let mut draft = owner.get(&page).await?.expect(200)?;
        draft["document"]["sections"] = json!([]);
        owner.save_page(&page, &draft).await?;
        owner.post(&comments, &json!({"body": "About the page"})).await?.expect(201)?;
        let all = owner.get(&comments).await?.expect(200)?;
        let threads = all["threads"].as_array().context("no threads")?;
        ensure!(threads.len() == 2 && threads[0]["blockId"] == "one" && threads[1]["blockId"].is_null(), "{all}");
        owner.delete(&format!("{comments}/{reply}")).await?.expect(204)?;
        owner.delete(&format!("{comments}/{thread_id}")).await?.expect(204)?;
        let all = owner.get(&comments).await?.expect(200)?;
        ensure!(all["threads"].as_array().map(Vec::len) == Some(1), "{all}");
        owner.post(&comments, &json!({"body": "Gone", "threadId": thread_id})).await?.problem(404)?;
        owner.post(&resolve, &json!({"resolved": true})).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn review_comment_validation_and_ownership() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let page = contact_page(&mut owner, &website).await?;
        let comments = format!("{page}/review-comments");
        for (body, place) in [
            (json!({"body": "  "}), "body"),
            (json!({"body": "x".repeat(2_001)}), "body"),
            (json!({"body": "x", "blockId": "two"}), "blockId"),
        ] {
            let refused = owner.post(&comments, &body).await?.problem(400)?;
            ensure!(refused["errors"][place].is_string(), "{refused}");
        }
        let thread = owner.post(&comments, &json!({"body": "Mine"})).await?.expect(201)?;
        let own = format!("{comments}/{}", id(&thread)?);
        let both = json!({"body": "x", "blockId": "one", "threadId": thread["id"]});
        owner.post(&comments, &both).await?.problem(400)?;
        // A viewer can see the published site only, and no comments on drafts.
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.get(&comments).await?.problem(403)?;
        viewer.post(&comments, &json!({"body": "x"})).await?.problem(403)?;
        viewer.delete(&own).await?.problem(403)?;
        let elsewhere = app.website("kissaten").await?;
        let there = comments.replace(&website, &elsewhere);
        owner.get(&there).await?.problem(404)?;
        Ok(())
    })
    .await
}
