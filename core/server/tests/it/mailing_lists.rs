//! The mailing lists that blocks can name.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::blocks::{path_of, with_blocks};

fn names(answer: &Value) -> Vec<&str> {
    answer["mailingLists"].as_array().into_iter().flatten().filter_map(|list| list["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_made_once_and_told_by_alphabet() -> Result<()> {
    on_both(async |app| {
        let path = format!("/api/v1/websites/{}/mailing-lists", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        ensure!(names(&owner.get(&path).await?.expect(200)?).is_empty());
        for name in ["Readers", " Collectors "] {
            owner.post(&path, &json!({"name": name})).await?.expect(201)?;
        }
        for (name, message) in [
            ("Readers", "There is a list of this name."),
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
async fn a_sign_up_without_a_list_is_not_published() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let mut owner = app.owner().await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    let block = json!([{"id": "news", "kind": "newsletter", "settings": {"mailingList": " "}}]);
    let page = with_blocks(&mut owner, &path, &block).await?;
    owner.if_match = Some(format!("\"{}\"", page["revision"]));
    let refused = owner.put(&path, &page).await?.problem(400)?;
    let errors = refused["errors"].as_object().context("no errors")?;
    ensure!(errors.values().any(|message| message == "A List must be selected"), "{refused}");
    app.stop().await
}
