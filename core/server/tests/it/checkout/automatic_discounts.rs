//! Automatic discounts follow the products and categories they name.

use anyhow::Result;
use serde_json::{Value, json};

use crate::app::on_postgres;
use crate::shop;

#[tokio::test(flavor = "multi_thread")]
async fn automatic_discount_applies_to_targets() -> Result<()> {
    on_postgres(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let card = shop::product(app, "juniper", "gift-card").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &mug["variants"][0], 1).await?.expect(200)?;
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}/discounts", app.website("juniper").await?);
        let naming = |more: Value| {
            let mut body = json!({"label": "By itself", "code": null, "kind": "amount", "amountCents": 300,
                "appliesTo": "products", "targetIds": [mug["id"]], "enabled": true});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let made = owner.post(&base, &naming(json!({}))).await?.expect(201)?;
        let path = format!("{base}/{}", made["id"].as_str().unwrap());
        let table = [
            (json!({}), 300),
            (json!({"targetIds": [card["id"]]}), 0),
            (json!({"targetIds": [card["id"], mug["id"]]}), 300),
            (json!({"appliesTo": "categories", "targetIds": [mug["categories"][0]]}), 300),
            (json!({"appliesTo": "order"}), 300),
            (json!({"endsOn": 1}), 0),
            (json!({"startsOn": 99_999_999_999_999_i64}), 0),
            (json!({"enabled": false}), 0),
            (json!({"startsOn": 1, "endsOn": 99_999_999_999_999_i64}), 300),
        ];
        for (revision, (more, off)) in (1..).zip(table) {
            owner.if_match = Some(format!("\"{revision}\""));
            owner.put(&path, &naming(more.clone())).await?.expect(200)?;
            let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
            assert_eq!(cart["discountCents"], json!(off), "{more}");
        }
        owner.if_match = Some("\"10\"".to_owned());
        owner.delete(&path).await?.expect(204)?;
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!((&cart["discountCents"], &cart["discounts"]), (&json!(0), &json!([])));
        Ok(())
    })
    .await
}
