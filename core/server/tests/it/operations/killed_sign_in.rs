//! The program is killed at each write of a sign-in that takes over a guest's cart, and restarted. Session and cart are
//! written one after the other, since sessions have their own adapter: signing in again must merge everything, whatever
//! was written before, and until then the cart must still belong to the browser.

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::client::{Client, MEMBER_PASSWORD};
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const CART: &str = "/api/commerce/shopping-cart";

const NO_SESSION: Step =
    Step { name: "nobody is signed in yet", table: "site_session", write: "INSERT", when: "NEW.key <> ''" };
const NOT_BOUND: Step = Step {
    name: "the session is written, the cart is nobody's",
    table: "site_user_cart",
    write: "INSERT",
    when: "NEW.cart_id <> ''",
};
const HALF_JOINED: Step = Step {
    name: "the session is written, the lines are in no cart of the account",
    table: "cart_entry",
    write: "INSERT",
    when: "NEW.quantity > 0",
};

struct KilledServer {
    ground: TestDeployment,
    journal: Journal,
    server: Option<Server>,
    mug: Value,
    bowl: Value,
}

async fn holds(browser: &mut Client, pieces: i64) -> Result<()> {
    let cart = browser.get(CART).await?.expect(200)?;
    ensure!(cart["totalQuantity"] == pieces, "{cart}");
    Ok(())
}

impl KilledServer {
    async fn open(on_postgres: bool) -> Result<Self> {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let website = juniper_website_id(&mut owner).await?;
        let journal = if on_postgres {
            Journal::postgres(&ground.url, &website).await?
        } else {
            Journal::sqlite(&ground.data, &website).await?
        };
        let mug = shop::product_of(&mut owner, &website, "hearth-mug").await?;
        let bowl = shop::product_of(&mut owner, &website, "everyday-bowl").await?;
        Ok(Self { ground, journal, server: Some(server), mug, bowl })
    }

    fn browser(&self) -> Result<Client> {
        Ok(self.server.as_ref().context("the server is down")?.browser("juniper.localhost"))
    }

    /// An account, with a mug in its cart or without one; and a guest with two bowls.
    async fn account_and_guest(&self, email: &str, has_cart: bool) -> Result<Client> {
        let mut member = self.browser()?;
        member.join(email).await?;
        if has_cart {
            shop::add(&mut member, &self.mug, &shop::in_stock(&self.mug), 1).await?.expect(200)?;
        }
        let mut guest = self.browser()?;
        shop::add(&mut guest, &self.bowl, &shop::in_stock(&self.bowl), 2).await?.expect(200)?;
        Ok(guest)
    }

    /// The guest signs in, the program is killed at the step, and the guest signs in again.
    async fn survives(&mut self, step: Step, has_cart: bool) -> Result<()> {
        let email = format!("{}-{has_cart}@example.com", step.table.replace('_', "-"));
        let guest = self.account_and_guest(&email, has_cart).await?;
        self.journal.pause_at(step).await?;
        let (mut first_try, known) = (guest.clone(), email.clone());
        let call = tokio::spawn(async move { first_try.enter(&known, MEMBER_PASSWORD).await.map(|_| ()) });
        self.journal.wait_until_held().await?;
        self.server.take().context("the server is down")?.kill();
        ensure!(call.await?.is_err(), "the sign-in was answered");
        self.journal.resume(step).await?;
        let server = self.ground.server().await?;
        let mut guest = guest.at(server.address);
        self.server = Some(server);
        holds(&mut guest, 2).await.context("the guest's cart is gone")?;
        self.check_merged_cart(guest, &email, if has_cart { 3 } else { 2 }).await
    }

    /// Everything was written, but the response was lost.
    async fn check_lost_response(&mut self, has_cart: bool) -> Result<()> {
        let email = format!("lost-{has_cart}@example.com");
        let guest = self.account_and_guest(&email, has_cart).await?;
        guest.clone().enter(&email, MEMBER_PASSWORD).await?;
        self.check_merged_cart(guest, &email, if has_cart { 3 } else { 2 }).await
    }

    async fn check_merged_cart(&self, mut guest: Client, email: &str, pieces: i64) -> Result<()> {
        for _ in 0..2 {
            guest.enter(email, MEMBER_PASSWORD).await?;
            holds(&mut guest, pieces).await?;
        }
        let mut elsewhere = self.browser()?;
        elsewhere.enter(email, MEMBER_PASSWORD).await?;
        holds(&mut elsewhere, pieces).await.context("on another device")
    }
}

async fn run_all_steps(on_postgres: bool) -> Result<()> {
    let mut scene = KilledServer::open(on_postgres).await?;
    for (step, has_cart) in [(NO_SESSION, false), (NOT_BOUND, false), (HALF_JOINED, true)] {
        scene.survives(step, has_cart).await.context(step.name)?;
    }
    for has_cart in [false, true] {
        scene.check_lost_response(has_cart).await.context("the answer is lost")?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_sign_in_keeps_carts_on_sqlite() -> Result<()> {
    run_all_steps(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_sign_in_keeps_carts_on_postgres() -> Result<()> {
    run_all_steps(true).await
}
