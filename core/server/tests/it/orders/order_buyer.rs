//! Corrections of an order's buyer: billing address and e-mail address.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::customers::email_change::emails_to;
use crate::customers::email_change_data::found_in_tables;
use crate::shop;

/// A paid order: the base path of the site, its path, and the response to the submit.
async fn bought(app: &App, shopper: &mut Client) -> Result<(String, String, Value)> {
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let bought = shop::buy(app, shopper, "juniper", "hearth-mug").await?;
    let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
    Ok((base, path, bought))
}

#[tokio::test(flavor = "multi_thread")]
async fn billing_address_change_in_history() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (_, path, _) = bought(app, &mut app.juniper()).await?;
        let billing = format!("{path}/billing-address");
        let mut address = shop::address("JP");
        address["line1"] = json!("4 Kiln Alley");
        let changed = owner.put(&billing, &address).await?.expect(200)?;
        assert_eq!(changed["billingAddress"]["line1"], "4 Kiln Alley");
        assert_eq!(changed["shippingAddress"]["line1"], "12 Loom Street", "the parcel goes where it went");
        let told = "The billing address was changed. Before: Ada Byron, 12 Loom Street";
        ensure!(changed["timeline"].to_string().contains(told), "{changed}");
        ensure!(owner.get(&format!("{path}/invoice")).await?.text.contains("4 Kiln Alley"));
        address["city"] = json!(" ");
        address["country"] = json!("XX");
        let refused = owner.put(&billing, &address).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"city": "Enter the city.", "country": "Choose a country."}), "{refused}");
        let website = app.website("juniper").await?;
        let mut reader = holder(app, &website, &[2]).await?;
        reader.put(&billing, &shop::address("US")).await?.problem(403)?;
        app.kissaten().put(&billing, &shop::address("US")).await?.problem(401)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn billing_address_change_keeps_tax() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let paid = shop::submit(&mut shopper, &checkout, "billed-0001", shop::APPROVED).await?.expect(200)?;
        let path = format!("{base}/orders/{}", paid["orderId"].as_str().context("no order")?);
        let order = owner.get(&path).await?.expect(200)?;
        ensure!(order["shippingAddress"].is_null() && order["taxCents"] != 0, "{order}");
        let billing = format!("{path}/billing-address");
        let mut near = shop::address("US");
        near["line1"] = json!("9 Mill Road");
        near["city"] = json!("Durham");
        owner.put(&billing, &near).await?.expect(200)?;
        let refused = owner.put(&billing, &shop::address("JP")).await?.problem(400)?;
        ensure!(
            refused["errors"]["country"].as_str().is_some_and(|told| told.contains("taxed differently")),
            "{refused}"
        );
        let kept = owner.get(&path).await?.expect(200)?;
        assert_eq!((&kept["billingAddress"]["city"], &kept["taxCents"]), (&json!("Durham"), &order["taxCents"]));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_change_redirects_emails_and_keeps_links() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let mut shopper = app.juniper();
        let (base, path, paid) = bought(app, &mut shopper).await?;
        let confirmed = shopper.get(paid["redirectUrl"].as_str().context("no page")?).await?.text;
        let status = shop::status_page(&confirmed)?;
        app.emails(2).await?;
        let email = format!("{path}/email");
        for (wrong, told) in [("", "Email cannot be blank"), ("ada", "Email is invalid")] {
            let refused = owner.put(&email, &json!({"email": wrong})).await?.problem(400)?;
            assert_eq!(refused["errors"], json!({"email": told}));
        }
        let changed = owner.put(&email, &json!({"email": " Ada@loom.org "})).await?.expect(200)?;
        assert_eq!(changed["customerEmail"], "Ada@loom.org");
        ensure!(changed["timeline"].to_string().contains("The e-mail address was changed. Before: ada@example.com"));
        let lines = changed["timeline"].as_array().map(Vec::len);
        let again = owner.put(&email, &json!({"email": "Ada@loom.org"})).await?.expect(200)?;
        assert_eq!(again["timeline"].as_array().map(Vec::len), lines, "nothing was changed");

        let count = async |owner: &mut Client, query: &str| -> Result<Option<usize>> {
            let found = owner.get(&format!("{base}/{query}")).await?.expect(200)?;
            Ok(found["orders"].as_array().or(found["customers"].as_array()).map(Vec::len))
        };
        assert_eq!(count(&mut owner, "orders?query=loom.org").await?, Some(1));
        assert_eq!(count(&mut owner, "orders?query=ada%40example.com").await?, Some(0));
        assert_eq!(count(&mut owner, "customers?query=ada%40loom.org").await?, Some(1));
        let customer = shop::customer(&mut owner, &base, "ada@loom.org").await?;
        assert_eq!(customer["orderCount"], 0, "a test order");

        owner.post(&format!("{path}/resend"), &json!({"kind": "order-confirmed"})).await?.expect(200)?;
        let emails = app.emails(3).await?;
        assert_eq!(emails_to(&emails, "Ada@loom.org").len(), 1, "{emails:?}");
        assert_eq!(app.juniper().get(&status).await?.status, 200);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn erasure_of_both_customers_removes_both_addresses() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let (base, path, _) = bought(app, &mut app.juniper()).await?;
        let website = app.website("juniper").await?;
        shop::customer(&mut owner, &base, "ada@example.com").await?;
        app.emails(2).await?;
        owner.put(&format!("{path}/email"), &json!({"email": "ada@loom.org"})).await?.expect(200)?;
        let mut address = shop::address("US");
        address["line1"] = json!("7 Spindle Lane");
        for _ in 0..2 {
            owner.put(&format!("{path}/billing-address"), &address).await?.expect(200)?;
        }
        owner.post(&format!("{path}/fulfill"), &json!({"notifyCustomer": false})).await?.expect(200)?;
        for email in ["ada@loom.org", "ada@example.com"] {
            let customer = shop::customer(&mut owner, &base, email).await?;
            let of_customer = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
            owner.call("DELETE", &of_customer, Some(&json!({"email": email}))).await?.expect(200)?;
        }
        let texts = ["ada@loom.org", "ada@example.com", "spindle lane", "loom street"];
        let told = owner.get(&path).await?.expect(200)?.to_string().to_lowercase();
        for text in texts {
            ensure!(!told.contains(text), "{text} in {told}");
        }
        let found = found_in_tables(app, &website, &texts).await?;
        ensure!(found.is_empty(), "{found:?}");
        owner.put(&format!("{path}/email"), &json!({"email": "ada@loom.org"})).await?.problem(409)?;
        owner.put(&format!("{path}/billing-address"), &address).await?.problem(409)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn erasure_removes_former_order_address() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (base, path, _) = bought(app, &mut app.juniper()).await?;
        let former = shop::customer(&mut owner, &base, "ada@example.com").await?;
        app.emails(2).await?;
        owner.put(&format!("{path}/email"), &json!({"email": "grace@loom.org"})).await?.expect(200)?;
        let of_former = format!("{base}/customers/{}", former["id"].as_str().context("no id")?);
        owner.call("DELETE", &of_former, Some(&json!({"email": "ada@example.com"}))).await?.expect(200)?;
        let order = owner.get(&path).await?.expect(200)?;
        ensure!(!order.to_string().contains("ada@example.com"), "{order}");
        assert_eq!(order["customerEmail"], "grace@loom.org", "the order is someone else's by now");
        Ok(())
    })
    .await
}
