//! Billing address of orders without delivery, and its effects.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::shop::{self, APPROVED};

/// A shopper with a downloadable notebook for 14.00 in the cart and a known e-mail address, and the base path of the
/// checkout API.
async fn notebook(app: &App) -> Result<(Client, String)> {
    let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
    let mut shopper = app.juniper();
    let added = shop::add(&mut shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
    let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
    let base = format!("/api/2/commerce/checkout/{token}");
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    Ok((shopper, base))
}

/// Each country lists its address fields, and only these are required.
async fn check_parts(shopper: &mut Client, checkout: &str, begun: &Value) -> Result<()> {
    let countries = begun["countries"].as_array().context("no countries")?;
    let described = |code: &str| countries.iter().find(|country| country["code"] == code);
    let ireland = described("IE").context("no Ireland")?;
    let part = |part: &str, label: &str, needed: bool| json!({"part": part, "label": label, "isRequired": needed});
    let expected = [part("city", "City", true), part("region", "County", false), part("postalCode", "Eircode", false)];
    assert_eq!((&ireland["addressParts"], &ireland["postalCodeExample"]), (&json!(expected), &json!("A65 F4E2")));
    let hong_kong = described("HK").context("no Hong Kong")?;
    assert_eq!(hong_kong["addressParts"], json!([part("city", "District", false), part("region", "Area", true)]));

    let at = |country: &str, postal_code: &str| {
        let mut address = billed(country, if country == "HK" { "Kowloon" } else { "" });
        address["address"]["postalCode"] = json!(postal_code);
        address
    };
    let path = format!("{checkout}/billing");
    for (country, postal_code) in [("IE", ""), ("IE", "d02 x285"), ("HK", "")] {
        shopper.put(&path, &at(country, postal_code)).await?.expect(200)?;
    }
    for (country, postal_code, told) in [
        ("IE", "Dublin", "Enter a valid eircode, such as A65 F4E2."),
        ("GB", "", "Enter the postcode."),
        ("DE", "1011", "Enter a valid postal code, such as 26133."),
    ] {
        let refused = shopper.put(&path, &at(country, postal_code)).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"address.postalCode": told}), "{country} {postal_code}");
    }
    Ok(())
}

fn billed(country: &str, region: &str) -> Value {
    let mut address = shop::address(country);
    address["region"] = json!(region);
    json!({"sameAsShipping": false, "address": address})
}

// spec: checkout.other-requests.open
#[tokio::test(flavor = "multi_thread")]
async fn digital_goods_taxed_by_billing_address() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let tax = json!({"label": "MwSt", "country": "DE", "rateBasisPoints": 1900});
        owner.post(&format!("{base}/taxes"), &tax).await?.expect(201)?;
        let (mut shopper, checkout) = notebook(app).await?;

        let begun = shopper.get(&checkout).await?.expect(200)?;
        assert_eq!((&begun["asksBilling"], &begun["steps"]["billing"]), (&json!(true), &json!(false)));
        let countries = begun["countries"].as_array().context("no countries")?;
        ensure!(countries.iter().any(|country| country["code"] == "DE"), "a bill goes to any country: {begun}");
        let refused = shop::submit(&mut shopper, &begun, "billing-0001", APPROVED).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"billingAddress": "Enter the billing address."}));
        let same = json!({"sameAsShipping": true});
        let nowhere = shopper.put(&format!("{checkout}/billing"), &same).await?.expect(200)?;
        assert_eq!(nowhere["steps"]["billing"], false, "there is no address of delivery");
        let mut nameless = billed("US", "");
        nameless["address"]["lastName"] = json!(" ");
        let refused = shopper.put(&format!("{checkout}/billing"), &nameless).await?.problem(400)?;
        assert_eq!(refused["errors"]["address.lastName"], "Enter the last name.");
        assert_eq!(refused["errors"]["address.region"], "Enter the state.");
        check_parts(&mut shopper, &checkout, &begun).await?;

        let price = begun["cart"]["subtotalCents"].as_i64().context("no subtotal")?;
        for (country, region, label, basis_points) in [("DE", "", "MwSt", 1_900), ("US", "NC", "NC sales tax", 700)] {
            let seen = shopper.put(&format!("{checkout}/billing"), &billed(country, region)).await?.expect(200)?;
            assert_eq!(seen["steps"]["billing"], true);
            assert_eq!(seen["cart"]["applicableTaxRules"][0]["label"], label);
            let due = (price * basis_points + 5_000) / 10_000;
            assert_eq!(
                (&seen["cart"]["taxCents"], &seen["cart"]["grandTotalCents"]),
                (&json!(due), &json!(price + due))
            );
        }
        let stale = shop::submit(&mut shopper, &begun, "billing-0002", APPROVED).await?.problem(409)?;
        assert_eq!(stale["code"], "cart-changed", "the tax is not what the shopper saw");

        let ready = shopper.get(&checkout).await?.expect(200)?;
        assert_eq!(ready["billingAddressLines"][0], "Ada Byron");
        let bought = shop::submit(&mut shopper, &ready, "billing-0003", APPROVED).await?.expect(200)?;
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let order = owner.get(&path).await?.expect(200)?;
        assert_eq!(order["customerName"], "Ada Byron");
        assert_eq!((&order["shippingAddress"], &order["billingAddress"]["region"]), (&Value::Null, &json!("NC")));
        let invoice = owner.get(&format!("{path}/invoice")).await?;
        ensure!(invoice.status == 200 && invoice.text.contains("12 Loom Street"), "whom it bills: {}", invoice.text);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn free_digital_order_needs_no_address() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let gift = json!({"label": "Gift", "code": "GIFT", "kind": "percent", "rateBasisPoints": 10_000,
            "appliesTo": "order", "enabled": true});
        owner.post(&format!("{base}/discounts"), &gift).await?.expect(201)?;
        let (mut shopper, checkout) = notebook(app).await?;
        let free = shopper.post(&format!("{checkout}/coupons"), &json!({"promoCode": "GIFT"})).await?.expect(200)?;
        assert_eq!((&free["asksBilling"], &free["steps"]["billing"]), (&json!(false), &json!(true)));
        let bought = shop::submit(&mut shopper, &free, "billing-0004", APPROVED).await?.expect(200)?;
        assert_eq!(bought["status"], "paid");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn delivery_address_becomes_billing_address() -> Result<()> {
    on_postgres(async |app| {
        let (mut shopper, checkout) = notebook(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let filled = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        shopper.put(&format!("{checkout}/shipping"), &shop::address("US")).await?.expect(200)?;
        let lines = filled["shoppingCart"]["entries"].as_array().context("no lines")?;
        let parcel = lines.iter().find(|line| line["itemId"] == mug["id"]).and_then(|line| line["id"].as_str());
        let path = format!("/api/commerce/shopping-cart/entries/{}", parcel.context("no mug")?);
        shopper.delete(&path).await?.expect(200)?;
        let seen = shopper.get(&checkout).await?.expect(200)?;
        assert_eq!((&seen["asksBilling"], &seen["steps"]["billing"]), (&json!(true), &json!(true)));
        assert_eq!(seen["billingAddressLines"][0], "Ada Byron");
        assert_eq!(seen["cart"]["applicableTaxRules"][0]["label"], "NC sales tax");
        Ok(())
    })
    .await
}
