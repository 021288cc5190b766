//! The program is killed when a file is stored that no row names yet, or when a file is not deleted yet that no row names
//! any more: the worker deletes the file.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::client::{Client, TestResponse};
use crate::process::{TestDeployment, juniper_website_id};
use crate::requests::PICTURE;
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const LETTER: &[u8] = b"%PDF-1.7\n1 0 obj\n";

/// What a contributor does when the program is killed.
#[derive(Clone, Copy, Debug)]
enum Change {
    Upload,
    Replace,
    AddToProduct,
}

impl Change {
    fn step(self) -> Step {
        match self {
            Self::Upload => Step {
                name: "the file is stored and has no row",
                table: "asset",
                write: "INSERT",
                when: "NEW.filename = 'letter.pdf'",
            },
            Self::AddToProduct => Step {
                name: "the file is stored and has no row",
                table: "product_file",
                write: "INSERT",
                when: "NEW.filename = 'letter.pdf'",
            },
            Self::Replace => Step {
                name: "the former file has no row, and is not deleted",
                table: "asset_upload",
                write: "UPDATE",
                when: "NEW.blob_key IS NOT NULL",
            },
        }
    }

    /// Prepares what is changed; returns the path of the call.
    async fn prepared(self, owner: &mut Client, website: &str) -> Result<String> {
        match self {
            Self::Upload => Ok("/api/assets".to_owned()),
            Self::AddToProduct => {
                let product = shop::product_of(owner, website, "glaze-notebook").await?;
                Ok(format!("{}/files?filename=letter.pdf", product["path"].as_str().context("no path")?))
            }
            Self::Replace => {
                let former = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
                let uploads = format!("/api/v1/websites/{website}/asset-uploads");
                let new = json!({"filename": "new.webp", "bytes": PICTURE.len(), "replacesAssetId": former["id"]});
                let upload = owner.post(&uploads, &new).await?.expect(201)?;
                let upload = format!("{uploads}/{}", upload["id"].as_str().context("no id")?);
                owner.patch_file(&format!("{upload}/parts?offset=0"), PICTURE).await?.expect(200)?;
                Ok(format!("{upload}/finish"))
            }
        }
    }

    async fn sent(self, mut owner: Client, path: String) -> Result<TestResponse> {
        match self {
            Self::Upload => owner.upload(&path, "letter.pdf", LETTER).await,
            Self::AddToProduct => owner.post_file(&path, LETTER).await,
            Self::Replace => owner.post(&path, &Value::Null).await,
        }
    }
}

/// The number of files in a folder and those below it.
pub(crate) fn files_in(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| if entry.path().is_dir() { files_in(&entry.path()) } else { 1 }).sum()
}

async fn nothing_is_left(on_postgres: bool) -> Result<()> {
    let ground = TestDeployment::new(on_postgres).await?;
    let mut server = ground.server().await?;
    let website = juniper_website_id(&mut server.owner().await?).await?;
    let folder = ground.data.join("files").join(&website);
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };
    for change in [Change::Upload, Change::AddToProduct, Change::Replace] {
        let mut owner = server.owner().await?;
        owner.website = Some(website.clone());
        let kept = files_in(&folder) + usize::from(matches!(change, Change::Replace));
        let path = change.prepared(&mut owner, &website).await?;
        journal.pause_at(change.step()).await?;
        let sending = tokio::spawn(change.sent(owner, path));
        journal.wait_until_held().await?;
        assert!(files_in(&folder) > kept, "{change:?}: the program has not come that far");
        server.kill();
        ensure!(sending.await?.is_err(), "{change:?}: it was confirmed");
        journal.resume(change.step()).await?;

        journal.execute("UPDATE asset_upload SET expires_on = 1").await?;
        journal.end_claims().await?;
        server = ground.server().await?;
        // Any change makes the worker look at the site.
        let language = json!({"language": "fr"});
        server.browser("juniper.localhost").post("/api/site-users/account/locale", &language).await?.expect(204)?;
        journal.wait_for_none("rows of uploads", "SELECT count(*) FROM asset_upload").await?;
        assert_eq!(files_in(&folder), kept, "{change:?}: a file stays although nothing names it");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_files_have_no_rows_on_sqlite() -> Result<()> {
    nothing_is_left(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_files_have_no_rows_on_postgres() -> Result<()> {
    nothing_is_left(true).await
}
