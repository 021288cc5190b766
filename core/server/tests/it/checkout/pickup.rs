//! Orders with pickup by the customer.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop::{self, APPROVED};

/// A shopper with a mug for 38.00 in the cart and a known e-mail address, and the base path of the checkout API.
async fn mug(app: &App) -> Result<(Client, String)> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    let added = shop::add(&mut shopper, &mug, &mug["variants"][0], 1).await?.expect(200)?;
    let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
    let base = format!("/api/2/commerce/checkout/{token}");
    let customer = json!({"email": "ada@example.com", "mailConsent": false});
    shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
    Ok((shopper, base))
}

fn comes(option: &str, name: &str) -> Value {
    json!({"optionId": option, "collector": name})
}

// spec: order.shipping.open
#[tokio::test(flavor = "multi_thread")]
async fn pickup_requires_name_only() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let (mut shopper, checkout) = mug(app).await?;

        let begun = shopper.get(&checkout).await?.expect(200)?;
        assert_eq!(begun["pickups"][0]["id"], "studio", "it is offered before an address is known");
        assert_eq!(begun["pickups"][0]["lines"][0], "118 Foundry Alley, Unit 3");
        assert_eq!((&begun["shippingOptions"], &begun["delivers"]), (&json!([]), &json!(true)));
        let pickup = format!("{checkout}/pickup");
        let refused = shopper.put(&pickup, &comes("ground", " ")).await?.problem(400)?;
        let wrong =
            json!({"collector": "Enter the name of the person who picks up the order.", "optionId": "Choose a pickup location."});
        assert_eq!(refused["errors"], wrong);

        let ready = shopper.put(&pickup, &comes("studio", " Ada Byron ")).await?.expect(200)?;
        assert_eq!((&ready["collector"], &ready["shippingAddress"]), (&json!("Ada Byron"), &Value::Null));
        for step in ["shipping", "shippingOption", "billing"] {
            assert_eq!(ready["steps"][step], true, "{step}");
        }
        assert_eq!((&ready["cart"]["shippingCostCents"], &ready["cart"]["taxCents"]), (&json!(0), &json!(266)));
        assert_eq!(ready["cart"]["applicableTaxRules"][0]["label"], "NC sales tax", "the place's own tax");

        let bought = shop::submit(&mut shopper, &ready, "pickup-0001", APPROVED).await?.expect(200)?;
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let order = owner.get(&path).await?.expect(200)?;
        assert_eq!((&order["customerName"], &order["shippingAddress"]), (&json!("Ada Byron"), &Value::Null));
        assert_eq!(
            (&order["pickup"]["lines"], &order["billingAddress"]),
            (&begun["pickups"][0]["lines"], &Value::Null)
        );
        for (paper, whom) in [("invoice", "Bill to"), ("packing-slip", "Pick up at")] {
            let shown = owner.get(&format!("{path}/{paper}")).await?;
            for part in [whom, "Ada Byron", "118 Foundry Alley, Unit 3"] {
                ensure!(shown.status == 200 && shown.text.contains(part), "{paper}: no {part} in {}", shown.text);
            }
        }
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?.text;
        for part in ["Pick up at", "118 Foundry Alley, Unit 3", "Open Thursday to Saturday"] {
            ensure!(page.contains(part), "no {part} in {page}");
        }
        let emails = app.emails(2).await?;
        let told = emails.iter().find(|message| message.contains("Pick up at:")).context("no e-mail says where")?;
        ensure!(told.contains("Open Thursday to Saturday"), "{told}");

        let all = json!([{"orderItemId": order["items"][0]["id"], "quantity": 1}]);
        let ready = json!({"items": all, "notifyCustomer": true});
        owner.post(&format!("{path}/fulfill"), &ready).await?.expect(200)?;
        let emails = app.emails(3).await?;
        let told =
            emails.iter().find(|message| message.contains("is ready for pickup")).context("nobody is told")?;
        for part in ["Ready for pickup", "118 Foundry Alley, Unit 3", "Open Thursday to Saturday"] {
            ensure!(told.contains(part), "no {part} in {told}");
        }
        ensure!(!emails.iter().any(|message| message.contains("on its way")), "nothing is sent");
        let status = shopper.get(&shop::status_page(&page)?).await?.text;
        ensure!(status.contains("Ready for pickup"), "{status}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn delivery_address_cancels_pickup() -> Result<()> {
    on_postgres(async |app| {
        let (mut shopper, checkout) = mug(app).await?;
        shopper.put(&format!("{checkout}/pickup"), &comes("studio", "Ada Byron")).await?.expect(200)?;
        let mut elsewhere = shop::address("US");
        elsewhere["region"] = json!("OR");
        let sent = shopper.put(&format!("{checkout}/shipping"), &elsewhere).await?.expect(200)?;
        assert_eq!((&sent["selectedShippingOptionId"], &sent["collector"]), (&Value::Null, &Value::Null));
        assert_eq!((&sent["steps"]["shippingOption"], &sent["cart"]["taxCents"]), (&json!(false), &json!(0)));
        let ids: Vec<&str> =
            sent["shippingOptions"].as_array().into_iter().flatten().filter_map(|way| way["id"].as_str()).collect();
        ensure!(ids.contains(&"ground") && !ids.contains(&"studio"), "{ids:?}");

        let again = shopper.put(&format!("{checkout}/pickup"), &comes("studio", "Ada Byron")).await?.expect(200)?;
        assert_eq!(again["cart"]["taxCents"], 266, "the tax of the studio, not of the address");
        let bought = shop::submit(&mut shopper, &again, "pickup-0002", APPROVED).await?.expect(200)?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let order = app.owner().await?.get(&path).await?.expect(200)?;
        assert_eq!((&order["shippingAddress"], &order["billingAddress"]), (&Value::Null, &Value::Null));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pickup_only_store() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let zones = format!("/api/v1/websites/{}/shipping-zones", app.website("juniper").await?);
        let known = owner.get(&zones).await?.expect(200)?;
        for zone in known["zones"].as_array().context("no zones")? {
            owner.if_match = Some(format!("\"{}\"", zone["revision"]));
            let path = format!("{zones}/{}", zone["id"].as_str().context("no id")?);
            owner.delete(&path).await?.expect(204)?;
        }
        owner.if_match = None;
        let counter = json!({"label": "Counter", "kind": "pickup", "pickup": {"line1": "1 Quay", "city": "Leer",
            "postalCode": "26789", "country": "de"}});
        let zone = |option: &Value| json!({"name": "Here", "places": [{"country": "DE"}], "options": [option]});
        let nowhere = json!({"label": "Counter", "kind": "pickup"});
        let refused = owner.post(&zones, &zone(&nowhere)).await?.problem(400)?;
        assert_eq!(refused["errors"]["options[0].pickup.city"], "Enter the city.");
        let made = owner.post(&zones, &zone(&counter)).await?.expect(201)?;
        assert_eq!(made["options"][0]["pickup"]["country"], "DE");

        let (mut shopper, checkout) = mug(app).await?;
        let begun = shopper.get(&checkout).await?.expect(200)?;
        assert_eq!(begun["delivers"], false);
        let refused = shopper.put(&format!("{checkout}/shipping"), &shop::address("US")).await?.problem(400)?;
        assert_eq!(refused["errors"]["country"], "We do not deliver to this address.");
        let id = begun["pickups"][0]["id"].as_str().context("no place")?;
        let ready = shopper.put(&format!("{checkout}/pickup"), &comes(id, "Ada Byron")).await?.expect(200)?;
        let bought = shop::submit(&mut shopper, &ready, "pickup-0003", APPROVED).await?.expect(200)?;
        assert_eq!(bought["status"], "paid");
        Ok(())
    })
    .await
}
