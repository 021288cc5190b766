//! Files of digital products, from the owner's upload to the buyer's disk.

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::app::on_both;
use crate::shop;

// spec: product.digital.open
#[tokio::test(flavor = "multi_thread")]
async fn buyers_download_what_the_owner_uploaded_until_it_is_refunded() -> Result<()> {
    on_both(async |app| {
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
