//! The program is killed when it has stored a file of a form, and before the file belongs to a submission: the worker
//! deletes the file.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::forms::form_fields::KEY;
use crate::pages::blocks::{path_of, publish};
use crate::process::{TestDeployment, juniper_website_id};
use crate::transaction_pauses::{Journal, Step};

const STORED: Step = Step {
    name: "the file is stored, and its row has no key yet",
    table: "form_file",
    write: "UPDATE",
    when: "NEW.form_key <> ''",
};

async fn nothing_is_left(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let server = ground.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let page = path_of(&mut owner, &website, "/about").await?;
    let fields = json!([{"id": "letter", "type": "file", "title": "Letter"}]);
    let settings = json!({"formName": "Applications", "fields": fields, "captcha": false});
    publish(&mut owner, &page, &json!([{"id": "apply", "kind": "form", "settings": settings}])).await?;
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };

    let mut visitor = server.browser("juniper.localhost");
    let key = visitor.post(KEY, &json!({})).await?.expect(200)?;
    let key = key["key"].as_str().context("no key")?.to_owned();
    journal.pause_at(STORED).await?;
    let sending = tokio::spawn(async move {
        let path = format!("/api/form/files?key={key}&formId=apply&fieldId=letter&filename=letter.pdf");
        visitor.post_file(&path, b"%PDF-1.7\n1 0 obj\n").await.map(|_| ())
    });
    journal.wait_until_held().await?;
    let folder = ground.data.join("files").join(&website).join("form-files");
    let stored = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
    assert_eq!(stored(), 1, "the program has not come that far");
    server.kill();
    ensure!(sending.await?.is_err(), "the file was accepted");
    journal.resume(STORED).await?;

    journal.execute("UPDATE form_file SET expires_on = 1").await?;
    journal.end_claims().await?;
    let server = ground.server().await?;
    // Any change makes the worker look at the site.
    let change = json!({"language": "fr"});
    server.browser("juniper.localhost").post("/api/site-users/account/locale", &change).await?.expect(204)?;
    journal.wait_for_none("rows of files", "SELECT count(*) FROM form_file").await?;
    assert_eq!(stored(), 0, "the file stays although nothing names it");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_form_file_is_stored_on_sqlite() -> Result<()> {
    nothing_is_left(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_form_file_is_stored_on_postgres() -> Result<()> {
    nothing_is_left(true).await
}
