//! Gift cards: paid, sent by e-mail, void after a refund.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{gift_card, mail, order as order_table, order_event, outbox};
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::account::member_accounts::plain;
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop::{self, APPROVED, PENDING};

/// Puts gift cards into a new cart and orders them.
async fn order(app: &App, pieces: i64, card: &str) -> Result<(Client, Value, Value)> {
    let product = shop::product(app, "juniper", "gift-card").await?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &product, &product["variants"][1], pieces).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let placed = shop::submit(&mut shopper, &checkout, "gift-card-0001", card).await?.expect(200)?;
    Ok((shopper, product["variants"][1].clone(), placed))
}

/// Gift card codes on a page or in an e-mail: four groups of four.
fn codes(text: &str) -> Vec<String> {
    let is_code = |word: &&str| {
        word.len() == 19
            && word.split('-').count() == 4
            && word.split('-').all(|group| group.len() == 4 && group.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let mut found: Vec<String> = words.filter(is_code).map(str::to_owned).collect();
    found.sort();
    found.dedup();
    found
}

async fn path_of(app: &App, placed: &Value) -> Result<String> {
    let id = placed["orderId"].as_str().context("no order")?;
    Ok(format!("/api/v1/websites/{}/orders/{id}", app.website("juniper").await?))
}

// spec: product.gift-card.open
#[tokio::test(flavor = "multi_thread")]
async fn paid_gift_card_has_code_and_value() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, variant, placed) = order(app, 2, APPROVED).await?;
        let page = shopper.get(placed["redirectUrl"].as_str().context("no page")?).await?.text;
        let shown = codes(&page);
        ensure!(shown.len() == 2, "two cards have two codes: {shown:?}");
        let offer = shopper.get("/shop/gift-card").await?.text;
        for text in [&page, &offer] {
            ensure!(text.contains("cannot be used in the cart"), "it does not say where codes are refused: {text}");
        }
        let emails = app.emails(3).await?;
        let message = emails.iter().find(|message| message.contains("Your gift cards")).context("no e-mail")?;
        ensure!(codes(message) == shown && message.contains("ada@example.com"), "{message}");
        ensure!(plain(message).contains("Codes cannot be used in the cart"), "{message}");

        let mut owner = app.owner().await?;
        let path = path_of(app, &placed).await?;
        let seen = owner.get(&path).await?.expect(200)?;
        let cards = seen["giftCards"].as_array().context("no cards")?;
        ensure!(cards.len() == 2 && codes(&seen.to_string()).is_empty(), "the owner sees no code: {seen}");
        for card in cards {
            let end = card["codeEnd"].as_str().context("no end")?;
            ensure!(shown.iter().any(|code| code.ends_with(end)), "{end} is the end of no code");
            ensure!(
                card["balanceCents"] == variant["priceCents"] && card["amountCents"] == variant["priceCents"],
                "{card}"
            );
        }
        ensure!(seen["taxCents"] == 0 && seen["discountCents"] == 0, "it is money: {seen}");
        owner.post(&format!("{path}/resend"), &json!({"kind": "gift-cards"})).await?.expect(200)?;

        let items = json!([{"orderItemId": seen["items"][0]["id"], "quantity": 1}]);
        let refund = json!({"idempotencyKey": "one-back", "items": items});
        owner.post(&format!("{path}/refund"), &refund).await?.expect(200)?;
        let left = owner.get(&path).await?.expect(200)?;
        ensure!(left["giftCards"].as_array().map(Vec::len) == Some(1), "one is worth nothing: {left}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn unpaid_gift_card_has_no_code() -> Result<()> {
    on_sqlite(async |app| {
        let (_, _, placed) = order(app, 1, PENDING).await?;
        let mut owner = app.owner().await?;
        let path = path_of(app, &placed).await?;
        let seen = owner.get(&path).await?.expect(200)?;
        ensure!(seen["paymentStatus"] == "AWAITING_PAYMENT" && seen["giftCards"] == json!([]), "{seen}");
        let refused = owner.post(&format!("{path}/resend"), &json!({"kind": "gift-cards"})).await?.problem(409)?;
        ensure!(refused["error"] == "The order has no gift cards.", "{refused}");
        Ok(())
    })
    .await
}

async fn tenant(app: &App) -> Result<Tenant> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    Ok(app.stoa.foundation.tenancy.for_system(&website, "test").await?)
}

/// Contents of the order, e-mail and gift card tables.
async fn written(tenant: &Tenant) -> Result<String> {
    let tx = tenant.db.read().await?;
    Ok(format!(
        "{:?} {:?} {:?} {:?} {:?}",
        tx.find::<gift_card::Entity>().all().await?,
        tx.find::<mail::Entity>().all().await?,
        tx.find::<order_table::Entity>().all().await?,
        tx.find::<order_event::Entity>().all().await?,
        tx.find::<outbox::Entity>().all().await?,
    ))
}

async fn are_sealed(tenant: &Tenant) -> Result<bool> {
    let tx = tenant.db.read().await?;
    Ok(tx.find::<gift_card::Entity>().all().await?.iter().all(|card| card.code_hash.is_some()))
}

/// The ids of the orders found by a search.
async fn found(app: &App, owner: &mut Client, site: &str, text: &str) -> Result<Vec<String>> {
    let path = format!("/api/v1/websites/{}/orders?query={text}", app.website(site).await?);
    let page = owner.get(&path).await?.expect(200)?;
    let orders = page["orders"].as_array().context("no orders")?;
    Ok(orders.iter().filter_map(|order| order["id"].as_str().map(str::to_owned)).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn gift_card_codes_encrypted_and_searchable() -> Result<()> {
    on_both(async |app| {
        let (mut shopper, _, placed) = order(app, 2, APPROVED).await?;
        let own = vec![placed["orderId"].as_str().context("no order")?.to_owned()];
        let page = placed["redirectUrl"].as_str().context("no page")?;
        let shown = codes(&shopper.get(page).await?.text);
        let tenant = tenant(app).await?;
        let mut owner = app.owner().await?;
        app.emails(3).await?;
        app.until(async || Ok(!written(&tenant).await?.contains("\"queued\""))).await?;
        let written_down = written(&tenant).await?;
        ensure!(shown.iter().all(|code| !written_down.contains(code)), "a code lies in the clear: {written_down}");

        let log =
            app.owner().await?.get(&format!("/api/v1/websites/{}/mail", tenant.ctx.website())).await?.expect(200)?;
        ensure!(!log.to_string().contains("gift-cards") && log.to_string().contains("order-confirmed"), "{log}");
        for code in &shown {
            assert_eq!(found(app, &mut owner, "juniper", code).await?, own);
            assert_eq!(found(app, &mut owner, "juniper", &code.to_lowercase()).await?, own);
            ensure!(found(app, &mut owner, "kissaten", code).await?.is_empty(), "another shop finds it");
        }
        ensure!(found(app, &mut owner, "juniper", "AAAA-BBBB-CCCC-DDDD").await?.is_empty());

        let tx = tenant.db.write().await?;
        let cards = tx.find::<gift_card::Entity>().order_by_asc(gift_card::Column::Id).all().await?;
        for (card, code) in cards.into_iter().zip(&shown) {
            tx.update::<gift_card::Entity>(gift_card::Column::Id.eq(card.id))
                .set(gift_card::Column::SealedCode, code.clone())
                .set(gift_card::Column::CodeHash, None::<String>)
                .exec()
                .await?;
        }
        tx.commit().await?;
        assert_eq!(found(app, &mut owner, "juniper", &shown[0]).await?, own, "from before codes were sealed");
        assert_eq!(codes(&shopper.get(page).await?.text), shown);
        app.stoa.foundation.databases.due_work().wake(tenant.ctx.website(), tenant.ctx.now()).await?;
        app.until(async || are_sealed(&tenant).await).await?;
        stoa_commerce::gift_cards::seal_codes(&tenant.db).await?;
        let written_down = written(&tenant).await?;
        ensure!(shown.iter().all(|code| !written_down.contains(code)), "a code lies in the clear: {written_down}");
        assert_eq!(found(app, &mut owner, "juniper", &shown[1]).await?, own);
        assert_eq!(codes(&shopper.get(page).await?.text), shown);
        Ok(())
    })
    .await
}
