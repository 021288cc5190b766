//! The program is killed after the mail server has accepted e-mails and before it has recorded that. After a restart
//! they are sent once more, with the same id, and not again.

use anyhow::{Result, ensure};
use serde_json::json;
use stoa_testkit::MailServer;

use crate::customers::mail_delivery::{by_id, settings};
use crate::process::{TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const STEP: Step = Step {
    name: "the e-mail was taken, not noted as sent",
    table: "mail",
    write: "UPDATE",
    when: "NEW.status = 'sent'",
};

async fn check_resent_with_same_id(on_postgres: bool) -> Result<()> {
    let mut mails = MailServer::away()?;
    let ground = TestDeployment::with(on_postgres, &settings(&mails)).await?;
    let server = ground.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let journal = match on_postgres {
        true => Journal::postgres(&ground.url, &website).await?,
        false => Journal::sqlite(&ground.data, &website).await?,
    };
    let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
    let mut shopper = server.browser("juniper.localhost");
    let body = json!({"itemId": product["id"], "sku": shop::in_stock(&product)["sku"], "quantity": 1,
        "additionalFields": null});
    shopper.post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    shop::submit(&mut shopper, &checkout, "killed-mail", shop::APPROVED).await?.expect(200)?;
    let waiting = "SELECT 2 - count(*) FROM mail WHERE awaits_server AND status = 'queued'";
    journal.wait_for_none("e-mails that do not wait yet", waiting).await?;

    journal.pause_at(STEP).await?;
    mails.come_back().await?;
    journal.wait_until_held().await?;
    server.kill();
    let taken = mails.count();
    ensure!(taken > 0, "nothing was taken before the end");
    journal.resume(STEP).await?;
    // On SQLite the lease of the e-mail ends by itself. Waiting for that in one of the two is enough.
    if on_postgres {
        journal.end_claims().await?;
        journal.execute("UPDATE mail SET due_on = 1 WHERE status <> 'sent'").await?;
    }
    let server = ground.server().await?;
    // Any change lets the worker look at the site.
    server.browser("juniper.localhost").post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
    journal.wait_for_none("unsent e-mails", "SELECT count(*) FROM mail WHERE status <> 'sent'").await?;
    let ids = by_id(&mails.taken());
    ensure!(ids.len() == 2 && ids.values().any(|count| *count == 2), "{ids:?}");
    ensure!(ids.values().all(|count| *count <= 2), "{ids:?}");
    server.stop().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_after_send_resends_with_same_id_on_sqlite() -> Result<()> {
    check_resent_with_same_id(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_after_send_resends_with_same_id_on_postgres() -> Result<()> {
    check_resent_with_same_id(true).await
}
