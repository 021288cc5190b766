//! Reminder e-mails about abandoned carts.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_commerce::cart_reminders::{OLDEST_MS, WAIT_MS};
use stoa_entity::tenant::{cart, mail};
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::app::{App, on_both, on_postgres};
use crate::client::Client;
use crate::forms::form_fields;
use crate::shop;

const HOUR_MS: i64 = 60 * 60 * 1_000;

async fn tenant(app: &App) -> Result<Tenant> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    Ok(app.stoa.foundation.tenancy.for_system(&website, "test").await?)
}

/// Turns cart reminders of the shop on or off.
async fn switch(app: &App, on: bool) -> Result<()> {
    let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
    let mut owner = app.owner().await?;
    let mut settings = owner.get(&path).await?.expect(200)?;
    ensure!(settings["cartReminders"] == !on, "off unless the owner wishes it: {settings}");
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    settings["cartReminders"] = json!(on);
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

/// A shopper who puts a mug into the cart and proceeds to the address step.
async fn shopper(app: &App, email: &str, agrees: bool) -> Result<Client> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 2).await?.expect(200)?;
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let token = cart["cartToken"].as_str().context("no token")?;
    let customer = json!({"email": email, "mailConsent": agrees});
    shopper.put(&format!("/api/2/commerce/checkout/{token}/customer"), &customer).await?.expect(200)?;
    Ok(shopper)
}

/// Backdates all carts.
async fn backdate(tenant: &Tenant, ms: i64) -> Result<()> {
    let tx = tenant.db.write().await?;
    let then = tenant.ctx.now() - ms;
    tx.update::<cart::Entity>(cart::Column::IsPurchased.eq(false))
        .set(cart::Column::UpdatedOn, then)
        .set(cart::Column::CreatedOn, then)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Runs the job twice concurrently, as two processes would, and returns the recipients so far.
async fn receivers(tenant: &Tenant) -> Result<Vec<String>> {
    let look = || stoa_commerce::cart_reminders::write_due(&tenant.ctx, &tenant.db, "http://juniper.localhost");
    let (one, two) = tokio::join!(look(), look());
    one.and(two)?;
    let tx = tenant.db.read().await?;
    let emails = tx.find::<mail::Entity>().filter(mail::Column::Kind.eq("cart-reminder")).all().await?;
    let mut to: Vec<String> = emails.into_iter().map(|message| message.to_address).collect();
    to.sort();
    Ok(to)
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_reminder_sent_once_after_a_day() -> Result<()> {
    on_postgres(async |app| {
        let tenant = tenant(app).await?;
        shopper(app, "hana@example.com", true).await?;
        shopper(app, "silent@example.com", false).await?;
        let mut buyer = shopper(app, "buyer@example.com", true).await?;
        backdate(&tenant, WAIT_MS + HOUR_MS).await?;
        ensure!(receivers(&tenant).await?.is_empty(), "nothing unless the owner wishes it");
        switch(app, true).await?;
        backdate(&tenant, WAIT_MS - HOUR_MS).await?;
        ensure!(receivers(&tenant).await?.is_empty(), "not before a day is over");
        backdate(&tenant, OLDEST_MS + HOUR_MS).await?;
        ensure!(receivers(&tenant).await?.is_empty(), "nobody remembers such a cart");

        let checkout = shop::prepare(&mut buyer, "US").await?;
        shop::submit(&mut buyer, &checkout, "cart-reminder-1", shop::APPROVED).await?.expect(200)?;
        backdate(&tenant, WAIT_MS + HOUR_MS).await?;
        assert_eq!(receivers(&tenant).await?, ["hana@example.com"], "not who did not agree, nor who has ordered");
        assert_eq!(receivers(&tenant).await?.len(), 1, "once for a cart");
        backdate(&tenant, WAIT_MS + 2 * HOUR_MS).await?;
        assert_eq!(receivers(&tenant).await?.len(), 1, "whatever happens to it later");
        shopper(app, "Hana@Example.com", true).await?;
        backdate(&tenant, WAIT_MS + HOUR_MS).await?;
        assert_eq!(receivers(&tenant).await?.len(), 1, "and once for a person in a week");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_recovery_link_and_unsubscribe() -> Result<()> {
    on_both(async |app| {
        let tenant = tenant(app).await?;
        switch(app, true).await?;
        shopper(app, "ada@example.com", true).await?;
        backdate(&tenant, WAIT_MS + HOUR_MS).await?;
        receivers(&tenant).await?;
        app.stoa.foundation.databases.due_work().wake(tenant.ctx.website(), tenant.ctx.now()).await?;
        let message = app.emails(1).await?.remove(0);
        let back = form_fields::link_in(&message, "/cart/back?token=")?;
        let leave = form_fields::link_in(&message, "/mailing-list/leave?key=")?;
        let unfolded = message.replace("\r\n ", " ");
        ensure!(unfolded.contains("List-Unsubscribe: <http") && unfolded.contains("One-Click"), "{unfolded}");

        let mut phone = app.juniper();
        for _ in 0..2 {
            let led = phone.get(&back).await?;
            assert_eq!((led.status, led.header("location")), (303, "/cart"));
            let cart = phone.get("/api/commerce/shopping-cart").await?.expect(200)?;
            assert_eq!((&cart["entries"][0]["quantity"], &cart["totalQuantity"]), (&json!(2), &json!(2)));
        }
        let token = phone.get("/api/commerce/shopping-cart").await?.expect(200)?["cartToken"].clone();
        let mut other = app.juniper();
        other.get(&back).await?;
        let others = other.get("/api/commerce/shopping-cart").await?.expect(200)?["cartToken"].clone();
        ensure!(token != others, "each browser has a cart of its own");
        ensure!(phone.get("/cart/back?token=guessed").await?.header("location") == "/cart");
        ensure!(app.kissaten().get(&back).await?.status == 303, "another site knows nothing of it");

        let figures = format!("/api/v1/websites/{}/cart-reminders", tenant.ctx.website());
        let mut manager = app.staff("shop@stoa.example").await?;
        let told = manager.get(&figures).await?.expect(200)?;
        assert_eq!(told, json!({"enabled": true, "sent": 1, "cameBack": 1, "bought": 0}));
        let checkout = shop::prepare(&mut phone, "US").await?;
        shop::submit(&mut phone, &checkout, "cart-reminder-2", shop::APPROVED).await?.expect(200)?;
        assert_eq!(manager.get(&figures).await?.expect(200)?["bought"], 1);
        app.staff("viewer@stoa.example").await?.get(&figures).await?.problem(403)?;

        let asked = app.juniper().get(&leave).await?;
        ensure!(asked.status == 200 && asked.text.contains("ada@example.com"), "{asked:?}");
        let left = app.juniper().form(&leave, &[("List-Unsubscribe", "One-Click")]).await?;
        ensure!(left.status == 200 && !left.text.contains("<button>"), "{left:?}");
        let tx = tenant.db.read().await?;
        let open = tx.find::<cart::Entity>().filter(cart::Column::MailConsent.eq(true));
        assert_eq!(open.filter(cart::Column::IsPurchased.eq(false)).count().await?, 0, "nobody agrees any more");
        Ok(())
    })
    .await
}
