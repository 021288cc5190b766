//! A discount is changed, turned off or deleted while orders that use it are being placed, on both databases. Each
//! order is paid with the total that its shopper saw, or rejected with the new one; none fails with an error.

use anyhow::{Context as _, Result, ensure};
use futures::future;
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::{Client, TestResponse};
use crate::shop::{self, APPROVED};

const SHOPPERS: usize = 8;
const COUPONS: &str = "/api/commerce/shopping-cart/coupons";

/// The owner's concurrent change.
#[derive(Clone, Copy, Debug)]
enum ConcurrentChange {
    Removes,
    SwitchesOff,
    Ends,
    LowersIt,
}

impl ConcurrentChange {
    async fn at(self, owner: &mut Client, path: &str, discount: &Value) -> Result<TestResponse> {
        owner.if_match = Some(format!("\"{}\"", discount["revision"]));
        let mut changed = discount.clone();
        match self {
            Self::Removes => return owner.delete(path).await,
            Self::SwitchesOff => changed["enabled"] = json!(false),
            Self::Ends => changed["endsOn"] = json!(1),
            Self::LowersIt => changed["rateBasisPoints"] = json!(500),
        }
        owner.put(path, &changed).await
    }
}

struct Race<'a> {
    app: &'a App,
    owner: Client,
    base: String,
    product: Value,
}

impl Race<'_> {
    async fn shopper(&self, code: &str) -> Result<(Client, Value)> {
        let mut shopper = self.app.juniper();
        shop::add(&mut shopper, &self.product, &shop::in_stock(&self.product), 1).await?.expect(200)?;
        shopper.post(COUPONS, &json!({"promoCode": code})).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        Ok((shopper, checkout))
    }

    async fn run(&mut self, meddling: ConcurrentChange) -> Result<()> {
        let code = format!("RACE{meddling:?}").to_uppercase();
        let wanted = json!({"label": "Race", "code": code, "kind": "percent", "rateBasisPoints": 1000,
                            "appliesTo": "order", "usageLimit": SHOPPERS / 2, "enabled": true});
        let discounts = format!("{}/discounts", self.base);
        let discount = self.owner.post(&discounts, &wanted).await?.expect(201)?;
        let path = format!("{discounts}/{}", discount["id"].as_str().context("no id")?);
        let mut ready = future::try_join_all((0..SHOPPERS).map(|_| self.shopper(&code))).await?;
        let press = async |(number, (shopper, checkout)): (usize, &mut (Client, Value))| {
            shop::submit(shopper, checkout, &format!("race-{meddling:?}-{number:02}"), APPROVED).await
        };
        let presses = future::try_join_all(ready.iter_mut().enumerate().map(press));
        let mut owner = self.owner.clone();
        let (answers, meddled) = future::join(presses, meddling.at(&mut owner, &path, &discount)).await;
        let (answers, meddled) = (answers?, meddled?);
        ensure!(matches!(meddled.status, 200 | 204), "{meddled:?}");
        let mut bought = 0;
        for (answer, (shopper, checkout)) in answers.into_iter().zip(&mut ready) {
            match answer.status {
                200 => {
                    bought += 1;
                    self.is_paid_as_shown(&answer.json(), checkout).await?;
                }
                _ => self.can_be_ordered_anew(answer, shopper, checkout).await?,
            }
        }
        ensure!(bought <= SHOPPERS / 2, "{bought} orders used a discount that {} may have", SHOPPERS / 2);
        Ok(())
    }

    async fn is_paid_as_shown(&mut self, bought: &Value, checkout: &Value) -> Result<()> {
        let path = format!("{}/orders/{}", self.base, bought["orderId"].as_str().context("no order")?);
        let order = self.owner.get(&path).await?.expect(200)?;
        let total = &checkout["cart"]["grandTotalCents"];
        ensure!(order["paymentStatus"] == "PAID" && order["grandTotalCents"] == *total, "{order}");
        ensure!(order["payments"][0]["capturedCents"] == *total, "{order}");
        ensure!(order["discountCents"] == checkout["cart"]["discountCents"], "{order}");
        Ok(())
    }

    async fn can_be_ordered_anew(
        &mut self,
        refused: TestResponse,
        shopper: &mut Client,
        checkout: &Value,
    ) -> Result<()> {
        let mut now = checkout.clone();
        let mut answer = refused;
        // Others may have taken the last use that the new total depends on.
        for attempt in 0..2 {
            let problem = answer.problem(409)?;
            ensure!(problem["code"] == "cart-changed", "{problem}");
            now["cart"] = problem["cart"].clone();
            let key = format!("again-{attempt}-{}", checkout["cartToken"].as_str().context("no token")?);
            answer = shop::submit(shopper, &now, &key, APPROVED).await?;
            if answer.status == 200 {
                break;
            }
        }
        self.is_paid_as_shown(&answer.expect(200)?, &now).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn discount_change_during_checkout() -> Result<()> {
    on_both(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        let base = format!("/api/v1/websites/{website}");
        let found = format!("{base}/inventory?query={}", variant["sku"].as_str().context("no sku")?);
        let level = owner.get(&found).await?.expect(200)?["variants"][0].clone();
        owner.if_match = Some(format!("\"{}\"", level["revision"]));
        let shelf = format!("{base}/inventory/{}", level["variantId"].as_str().context("no variant")?);
        owner.put(&shelf, &json!({"unlimited": true, "qtyInStock": 0})).await?.expect(200)?;
        owner.if_match = None;
        let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
        let mut race = Race { app, owner, base, product };
        for meddling in [
            ConcurrentChange::Removes,
            ConcurrentChange::SwitchesOff,
            ConcurrentChange::Ends,
            ConcurrentChange::LowersIt,
        ] {
            race.run(meddling).await.with_context(|| format!("{meddling:?}"))?;
        }
        Ok(())
    })
    .await
}
