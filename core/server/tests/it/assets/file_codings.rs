//! A whole file and its ranges are of the same bytes, also for clients that take compressed answers.

use anyhow::{Context as _, Result, ensure};

use crate::app::on_sqlite;

#[tokio::test(flavor = "multi_thread")]
async fn files_with_ranges_are_not_compressed() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let notes = "Wedge the clay, then rest. ".repeat(400);
        let added = owner.upload("/api/assets", "notes.txt", notes.as_bytes()).await?.expect(201)?;
        let url = added["url"].as_str().context("no url")?;
        let mut visitor = app.juniper();
        visitor.further = vec![("accept-encoding", "gzip, br".to_owned())];
        let (whole, bytes) = visitor.get_with(url, "accept", "*/*").await?;
        ensure!(whole.status == 200 && bytes == notes.as_bytes(), "it is not as it was uploaded: {:?}", whole.headers);
        assert_eq!((whole.header("content-encoding"), whole.header("accept-ranges")), ("", "bytes"));
        assert_eq!(whole.header("content-length"), notes.len().to_string());
        let etag = whole.header("etag").to_owned();
        ensure!(etag.starts_with('"'), "no strong tag: {etag}");
        visitor.further.push(("if-range", etag.clone()));
        let (rest, bytes) = visitor.get_with(url, "range", "bytes=100-").await?;
        assert_eq!(
            (rest.status, rest.header("etag"), bytes.as_slice()),
            (206, etag.as_str(), &notes.as_bytes()[100..])
        );
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn drawings_are_compressed_and_have_no_ranges() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let circles = r#"<circle cx="9" cy="9" r="9"/>"#.repeat(100);
        let drawing = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">{circles}</svg>"#);
        let added = owner.upload("/api/assets", "logo.svg", drawing.as_bytes()).await?.expect(201)?;
        let url = added["url"].as_str().context("no url")?;
        let mut visitor = app.juniper();
        let packed = visitor.get_packed(url).await?;
        let plain = visitor.get(url).await?;
        ensure!(packed.text == plain.text && plain.text.contains("<circle"), "{}", packed.text);
        assert_eq!((packed.header("content-encoding"), packed.header("accept-ranges")), ("gzip", ""));
        assert_eq!((plain.header("content-encoding"), plain.header("accept-ranges")), ("", "none"));
        let etag = plain.header("etag").to_owned();
        ensure!(etag.starts_with("W/\"") && packed.header("etag") == etag, "{etag}");
        for version in [etag.as_str(), etag.trim_start_matches("W/")] {
            visitor.further = vec![("if-range", version.to_owned())];
            let (answer, bytes) = visitor.get_with(url, "range", "bytes=4-").await?;
            assert_eq!((answer.status, bytes.len()), (200, plain.text.len()), "{version}");
        }
        visitor.further = Vec::new();
        let (same, bytes) = visitor.get_with(url, "if-none-match", &etag).await?;
        assert_eq!((same.status, bytes.len(), same.header("etag")), (304, 0, etag.as_str()));
        Ok(())
    })
    .await
}
