//! Files of digital products, from upload to download.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_entity::tenant::download;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::app::{App, on_both, on_postgres};
use crate::client::Client;
use crate::shop;

// spec: product.digital.open
#[tokio::test(flavor = "multi_thread")]
async fn download_access_ends_with_refund() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
        let files = format!("{}/files", pattern["path"].as_str().context("no path")?);
        let file: Vec<u8> = (0..200_000_u32).map(|number| b'a' + u8::try_from(number % 26).unwrap()).collect();
        let added = owner.post_file(&format!("{files}?filename=..%2FPattern%20(2nd).pdf"), &file).await?.expect(201)?;
        let own = &added["files"][0];
        assert_eq!((&own["filename"], &own["bytes"]), (&json!("Pattern (2nd).pdf"), &json!(200_000)));
        let empty = owner.post_file(&format!("{files}?filename=a.pdf"), b"").await?.problem(400)?;
        assert_eq!(empty["errors"]["file"], "The file is empty.");
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let of_mug = format!("{}/files?filename=a.pdf", mug["path"].as_str().context("no path")?);
        owner.post_file(&of_mug, b"x").await?.problem(409)?;

        let mut shopper = app.juniper();
        shop::add(&mut shopper, &pattern, &pattern["variants"][0], 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let paid = shop::submit(&mut shopper, &checkout, "pattern-order", shop::APPROVED).await?.expect(200)?;
        let confirmed = shopper.get(paid["redirectUrl"].as_str().context("no page")?).await?;
        let link = confirmed.text.split("href=\"").find(|part| part.starts_with("/checkout/downloads/"));
        let link = link.and_then(|part| part.split('"').next()).context("no link")?.to_owned();

        let whole = app.juniper().get(&link).await?;
        assert_eq!((whole.status, whole.text.as_bytes()), (200, &file[..]));
        assert_eq!(whole.header("content-length"), "200000");
        assert_eq!(whole.header("content-type"), "application/octet-stream");
        assert!(whole.header("content-disposition").contains("filename=\"Pattern (2nd).pdf\""));
        let rest = app.juniper().get_from(&link, 150_000).await?;
        assert_eq!((rest.status, rest.text.as_bytes()), (206, &file[150_000..]));
        assert_eq!(rest.header("content-range"), "bytes 150000-199999/200000");
        assert_eq!(owner.get(&files).await?.expect(200)?["files"][0]["times"], 1);

        let (token, id) = link.trim_start_matches("/checkout/downloads/").split_once('/').context("no token")?;
        for wrong in [format!("{token}x/{id}"), format!("ord_x.y/{id}"), format!("{token}/pfl_nothing")] {
            assert_eq!(app.juniper().get(&format!("/checkout/downloads/{wrong}")).await?.status, 404, "{wrong}");
        }
        assert_eq!(app.kissaten().get(&link).await?.status, 404);

        let order = format!(
            "/api/v1/websites/{}/orders/{}",
            app.website("juniper").await?,
            paid["orderId"].as_str().context("no order")?
        );
        let detail = owner.get(&order).await?.expect(200)?;
        let order_items = json!([{"orderItemId": detail["items"][0]["id"], "quantity": 1}]);
        let refund = json!({"idempotencyKey": "pattern-back", "items": order_items});
        owner.post(&format!("{order}/refund"), &refund).await?.expect(200)?;
        let refused = app.juniper().get(&link).await?.problem(409)?;
        assert_eq!(refused["error"], "The order was refunded. Its files can no longer be downloaded.");

        let one = format!("{files}/{}", own["id"].as_str().context("no id")?);
        assert_eq!(owner.delete(&one).await?.status, 204);
        assert_eq!(owner.delete(&one).await?.status, 404);
        assert_eq!(app.juniper().get(&link).await?.status, 404);
        Ok(())
    })
    .await
}

/// A purchased file of three bytes: its download path, its API path for the owner, and its site.
async fn bought(app: &App) -> Result<(String, String, Tenant)> {
    let mut owner = app.owner().await?;
    let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
    let files = format!("{}/files", pattern["path"].as_str().context("no path")?);
    owner.post_file(&format!("{files}?filename=a.pdf"), b"abc").await?.expect(201)?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &pattern, &pattern["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let paid = shop::submit(&mut shopper, &checkout, "pattern-order", shop::APPROVED).await?.expect(200)?;
    let confirmed = shopper.get(paid["redirectUrl"].as_str().context("no page")?).await?;
    let link = confirmed.text.split("href=\"").find(|part| part.starts_with("/checkout/downloads/"));
    let link = link.and_then(|part| part.split('"').next()).context("no link")?.to_owned();
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    Ok((link, files, app.stoa.foundation.tenancy.for_system(&website, "test").await?))
}

/// Sets how often a file was downloaded, and how long ago.
async fn fetched(tenant: &Tenant, times: i64, ago_ms: i64) -> Result<()> {
    let tx = tenant.db.write().await?;
    tx.update::<download::Entity>(download::Column::Times.gt(0))
        .set(download::Column::Times, times)
        .set(download::Column::LastOn, tenant.ctx.now() - ago_ms)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

// spec: product.digital.open
#[tokio::test(flavor = "multi_thread")]
async fn range_requests_and_download_count() -> Result<()> {
    const HOUR_MS: i64 = 60 * 60 * 1_000;
    on_both(async |app| {
        let (link, files, tenant) = bought(app).await?;
        let mut owner = app.owner().await?;
        let times = async |owner: &mut Client| {
            Ok::<_, anyhow::Error>(owner.get(&files).await?.expect(200)?["files"][0]["times"].clone())
        };
        let mut buyer = app.juniper();
        assert_eq!(buyer.get_from(&link, 1).await?.status, 206);
        assert_eq!(times(&mut owner).await?, 1, "a part that nothing came before");
        for _ in 0..5 {
            assert_eq!(buyer.head(&link).await?.status, 200);
        }
        for _ in 0..3 {
            let rest = buyer.get_from(&link, 2).await?;
            assert_eq!((rest.status, rest.text.as_str()), (206, "c"));
        }
        assert_eq!(times(&mut owner).await?, 1, "a transfer that goes on is one");
        assert_eq!(buyer.get(&link).await?.status, 200);
        assert_eq!(times(&mut owner).await?, 2, "from the beginning is another");
        fetched(&tenant, 2, 2 * HOUR_MS).await?;
        assert_eq!(buyer.get_from(&link, 1).await?.status, 206);
        assert_eq!(times(&mut owner).await?, 3, "what it would go on with is long ago");
        for _ in 0..60 {
            assert_eq!(buyer.get_from(&link, 1).await?.status, 206);
        }
        assert_eq!(times(&mut owner).await?, 33, "after each that counts, the file is sent once more at most");

        for (name, range) in [("range", "bytes=1-"), ("range", "bytes=0-0"), ("range", "bytes=-1"), ("accept", "*/*")] {
            fetched(&tenant, 49, 2 * HOUR_MS).await?;
            let (last, _) = buyer.get_with(&link, name, range).await?;
            ensure!(last.status < 300, "the last time, {range}: {last:?}");
            for range in ["bytes=1-", "bytes=2-", "bytes=0-", "bytes=-1", "bytes=0-0"] {
                let (refused, _) = buyer.get_with(&link, "range", range).await?;
                let said = refused.problem(409)?["error"].to_string();
                ensure!(said.contains("was downloaded 50 times"), "{range}: {said}");
            }
            buyer.get(&link).await?.problem(409)?;
        }
        Ok(())
    })
    .await
}

// spec: product.digital.open
#[tokio::test(flavor = "multi_thread")]
async fn resumed_download_is_of_the_same_version() -> Result<()> {
    const EARLIER: &str = "Sat, 01 Jan 2000 00:00:00 GMT";
    const LATER: &str = "Fri, 01 Jan 2100 00:00:00 GMT";
    on_both(async |app| {
        let (link, files, _) = bought(app).await?;
        let mut buyer = app.juniper();
        let whole = buyer.get(&link).await?;
        let etag = whole.header("etag").to_owned();
        ensure!(etag.len() > 2 && etag.starts_with('"'), "no strong tag: {whole:?}");
        let added = whole.header("last-modified").to_owned();
        ensure!(added.ends_with(" GMT"), "no time: {whole:?}");
        let weak = format!("W/{etag}");
        for (version, status, text) in [
            (etag.as_str(), 206, "c"),
            (added.as_str(), 206, "c"),
            (weak.as_str(), 200, "abc"),
            ("\"other\"", 200, "abc"),
            (LATER, 200, "abc"),
            (EARLIER, 200, "abc"),
        ] {
            buyer.further = vec![("if-range", version.to_owned())];
            let (answer, _) = buyer.get_with(&link, "range", "bytes=2-").await?;
            assert_eq!((answer.status, answer.text.as_str()), (status, text), "{version}");
        }
        let mut owner = app.owner().await?;
        assert_eq!(owner.get(&files).await?.expect(200)?["files"][0]["times"], 5);

        // None of these sends anything, or counts.
        for (name, value, status) in [
            ("if-none-match", etag.as_str(), 304),
            ("if-modified-since", added.as_str(), 304),
            ("if-modified-since", LATER, 304),
            ("if-match", "\"other\"", 412),
            ("if-unmodified-since", EARLIER, 412),
            ("accept", "*/*", 416),
            ("if-modified-since", EARLIER, 416),
            ("if-unmodified-since", added.as_str(), 416),
        ] {
            buyer.further = vec![(name, value.to_owned())];
            let (answer, _) = buyer.get_with(&link, "range", "bytes=3-").await?;
            ensure!(
                answer.status == status && answer.header("cache-control").contains("no-store"),
                "{name}: {answer:?}"
            );
            let range = if status == 416 { "bytes */3" } else { "" };
            assert_eq!(answer.header("content-range"), range, "{name}");
        }
        buyer.further = vec![("range", "bytes=2-".to_owned())];
        let head = buyer.head(&link).await?;
        assert_eq!((head.status, head.header("content-length"), head.header("etag")), (200, "3", etag.as_str()));
        assert_eq!(head.header("last-modified"), added);
        assert_eq!(owner.get(&files).await?.expect(200)?["files"][0]["times"], 5);
        Ok(())
    })
    .await
}
