//! Files that no row names: one that is going to be deleted gets no row, and one that has a row is not deleted.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use stoa_entity::loose_files;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both};
use crate::requests::PICTURE;
use crate::transaction_pauses::Journal;

#[tokio::test(flavor = "multi_thread")]
async fn files_are_either_named_or_deleted() -> Result<()> {
    on_both(async |app| {
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let (ctx, db) = (&tenant.ctx, &tenant.db);
        let late = loose_files::begin(ctx, db, "late/original").await?;
        ensure!(loose_files::give_up(db, &late).await?, "nothing names it");
        let tx = db.write().await?;
        ensure!(!loose_files::adopt(&tx, &late).await?, "it is going to be deleted");
        tx.commit().await?;
        ensure!(loose_files::give_up(db, &late).await?, "it was not deleted at the first try");
        loose_files::forget(db, &late).await?;

        let whole = loose_files::begin(ctx, db, "whole/original").await?;
        let tx = db.write().await?;
        ensure!(loose_files::adopt(&tx, &whole).await?, "nothing else wants it");
        tx.commit().await?;
        ensure!(!loose_files::give_up(db, &whole).await?, "a row names it");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn same_file_uploaded_twice_at_once() -> Result<()> {
    on_both(async |app| {
        let (mut one, base) = app.owner_with_api("juniper").await?;
        let mut two = one.clone();
        let path = "/api/assets";
        let (first, second) = tokio::join!(one.upload(path, "a.webp", PICTURE), two.upload(path, "a.webp", PICTURE));
        let (first, second) = (first?.expect(201)?, second?.expect(201)?);
        let of_first = format!("{base}/assets/{}", first["id"].as_str().context("no id")?);
        assert_eq!(one.delete(&of_first).await?.status, 204);
        let left = second["url"].as_str().context("no url")?;
        let (left, bytes) = app.juniper().get_with(left, "accept", "*/*").await?;
        assert_eq!((left.status, bytes.is_empty()), (200, false), "the other one is deleted too");
        let gone = first["url"].as_str().context("no url")?;
        assert_eq!(app.juniper().get(gone).await?.status, 404);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn refusal_is_told_when_the_refused_upload_cannot_be_deleted() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, base) = app.owner_with_api("juniper").await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let journal = Journal::sqlite(&app.data, website.as_str()).await?;
    let keeps_rows = "CREATE TRIGGER keeps_rows BEFORE DELETE ON asset_upload \
                      BEGIN SELECT RAISE(ABORT, 'not now'); END";
    journal.execute(keeps_rows).await?;
    let program = b"MZ\x90\0";
    let announced = json!({"filename": "a.exe", "bytes": program.len()});
    let upload = owner.post(&format!("{base}/asset-uploads"), &announced).await?.expect(201)?;
    let upload = upload["id"].as_str().context("no id")?;
    let part = format!("{base}/asset-uploads/{upload}/parts?offset=0");
    let refused = owner.patch_file(&part, program).await?;
    ensure!(refused.status < 500 && refused.text.contains("a.exe"), "{refused:?}");
    assert_eq!(journal.number("SELECT count(*) FROM asset_upload").await?, 1, "it could not be deleted");

    journal.execute("DROP TRIGGER keeps_rows").await?;
    journal.execute("UPDATE asset_upload SET expires_on = 1").await?;
    app.make_due(&website).await?;
    journal.wait_for_none("uploads that were refused", "SELECT count(*) FROM asset_upload").await?;
    app.stop().await
}
