//! Addresses saved from a checkout into the buyer's account.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop::{self, APPROVED};

const ADDRESSES: &str = "/api/site-users/account/addresses";

async fn kept(member: &mut Client) -> Result<Vec<Value>> {
    let listed = member.get(ADDRESSES).await?.expect(200)?;
    Ok(listed["addresses"].as_array().context("no list")?.clone())
}

/// Buys a mug with delivery to an address in Asheville.
async fn buy(app: &App, shopper: &mut Client, key: &str, keep: bool) -> Result<()> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let added = shop::add(shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
    let base = format!("/api/2/commerce/checkout/{token}");
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    let mut address = shop::address("US");
    address["keepAddress"] = json!(keep);
    let seen = shopper.put(&format!("{base}/shipping"), &address).await?.expect(200)?;
    ensure!(seen["keepsAddress"] == keep, "{seen}");
    let option = json!({"optionId": seen["shippingOptions"][0]["id"]});
    let ready = shopper.put(&format!("{base}/shipping-option"), &option).await?.expect(200)?;
    let bought = shop::submit(shopper, &ready, key, APPROVED).await?.expect(200)?;
    ensure!(bought["status"] == "paid", "{bought}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn address_saved_once_with_order() -> Result<()> {
    on_sqlite(async |app| {
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        buy(app, &mut member, "kept-0001", false).await?;
        ensure!(kept(&mut member).await?.is_empty(), "nobody asked for it");
        for key in ["kept-0002", "kept-0003"] {
            buy(app, &mut member, key, true).await?;
            let addresses = kept(&mut member).await?;
            ensure!(addresses.len() == 1, "{addresses:?}");
            ensure!(addresses[0]["address"]["line1"] == "12 Loom Street" && addresses[0]["isDefault"] == true);
        }
        buy(app, &mut app.juniper(), "kept-0004", true).await?;
        ensure!(kept(&mut member).await?.len() == 1, "a guest has no account");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn digital_order_saves_billing_address() -> Result<()> {
    on_postgres(async |app| {
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        shop::add(&mut member, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut member, "US").await?;
        let path = format!("/api/2/commerce/checkout/{}/billing", checkout["cartToken"].as_str().context("no token")?);
        let billing = json!({"sameAsShipping": false, "address": shop::address("US"), "keepAddress": true});
        let ready = member.put(&path, &billing).await?.expect(200)?;
        ensure!(ready["keepsAddress"] == true && kept(&mut member).await?.is_empty(), "not before it is bought");
        shop::submit(&mut member, &ready, "kept-0005", APPROVED).await?.expect(200)?;
        ensure!(kept(&mut member).await?.len() == 1);
        Ok(())
    })
    .await
}
