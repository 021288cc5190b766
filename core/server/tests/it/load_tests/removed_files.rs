//! Files that a run uploaded: they are deleted with its rows, also when the program is killed between the two.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::run::Run;
use crate::assets::killed_files::files_in;
use crate::client::Client;
use crate::process::{TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const LETTER: &[u8] = b"%PDF-1.7\n1 0 obj\n";
const DELETION: Step = Step {
    name: "the rows of a file are removed, and the file is not deleted",
    table: "asset_upload",
    write: "UPDATE",
    when: "NEW.blob_key IS NOT NULL",
};

/// Uploads a file to the library, and one for the buyers of a product.
async fn upload_both(contributor: &mut Client, website: &str) -> Result<()> {
    contributor.upload("/api/assets", "letter.pdf", LETTER).await?.expect(201)?;
    let items = shop::items_path(contributor, website).await?;
    let only = json!({"attributes": {}, "priceCents": 4_900, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let course = json!({"productType": 5, "name": "Made by a run", "variants": [only]});
    let course = contributor.post(&items, &course).await?.expect(201)?;
    let files = format!("{items}/{}/files?filename=letter.pdf", course["id"].as_str().context("no id")?);
    contributor.post_file(&files, LETTER).await?.expect(201)?;
    Ok(())
}

/// The removal is killed when the rows of the first file are removed.
async fn nothing_is_left(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let server = ground.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let folder = ground.data.join("files").join(&website);
    let kept = files_in(&folder);
    let run = Run::start(&mut owner, &server.browser("juniper.localhost"), &website, "files").await?;
    upload_both(&mut run.of(owner.clone()), &website).await?;
    assert_eq!(files_in(&folder), kept + 2);
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };
    journal.pause_at(DELETION).await?;
    owner.delete(&format!("{}/load-tests/runs/{}", run.base, run.id)).await?.expect(202)?;
    journal.wait_until_held().await?;
    server.kill();
    journal.resume(DELETION).await?;
    let loose = "SELECT count(*) FROM asset_upload WHERE blob_key IS NOT NULL";
    assert_eq!((journal.number(loose).await?, files_in(&folder)), (1, kept + 2), "a row tells of the file");

    // Those of the removal that goes on are deleted at once, this one when its time is over.
    journal.execute("UPDATE asset_upload SET expires_on = 1").await?;
    journal.end_claims().await?;
    let server = ground.server().await?;
    journal.wait_for_removed_runs().await?;
    journal.wait_for_none("files without rows", loose).await?;
    assert_eq!(files_in(&folder), kept, "a file stays although nothing names it");
    server.stop().await?;
    Ok(())
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_files_of_a_run_are_deleted_on_sqlite() -> Result<()> {
    nothing_is_left(false).await
}

// spec: load-test.removal
#[tokio::test(flavor = "multi_thread")]
async fn killed_while_files_of_a_run_are_deleted_on_postgres() -> Result<()> {
    nothing_is_left(true).await
}
