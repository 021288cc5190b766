//! E-mails that strangers can trigger for an address: rate limits, and what the responses reveal.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::{Value, json};
use stoa_entity::platform::account_link;
use stoa_entity::tenant::{mail, outbox, site_user};

use crate::account::member_accounts::{confirmed, juniper, plain, token_in};
use crate::app::{App, on_both, on_both_at_once};
use crate::client::MEMBER_PASSWORD;
use crate::customers::email_change::emails_to;

const ACCOUNT: &str = "/api/site-users/account";
const MINUTE_MS: i64 = 60_000;

/// Backdates all e-mails and accounts of the site.
async fn age_emails(app: &App, ms: i64) -> Result<()> {
    let tx = juniper(app).await?.write().await?;
    tx.update::<site_user::Entity>(site_user::Column::Email.ne(""))
        .set(site_user::Column::CreatedOn, Expr::col(site_user::Column::CreatedOn).sub(ms))
        .exec()
        .await?;
    tx.update::<mail::Entity>(mail::Column::Kind.ne(""))
        .set(mail::Column::CreatedOn, Expr::col(mail::Column::CreatedOn).sub(ms))
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Requests a password reset and waits until the worker has handled it.
async fn request_reset(app: &App, email: &str) -> Result<()> {
    let path = format!("{ACCOUNT}/password/reset-request");
    app.juniper().post(&path, &json!({"email": email})).await?.expect(202)?;
    settled(app).await
}

/// Waits until the worker has written and sent all e-mails.
async fn settled(app: &App) -> Result<()> {
    let db = juniper(app).await?;
    app.until(async || {
        let tx = db.read().await?;
        let events = tx.find::<outbox::Entity>().filter(outbox::Column::DoneOn.is_null()).count().await?;
        let emails = tx.find::<mail::Entity>().filter(mail::Column::Status.eq("queued")).count().await?;
        Ok(events + emails == 0)
    })
    .await
}

fn tokens_of(emails: &[String]) -> Result<Vec<String>> {
    let resets = emails.iter().filter(|message| plain(message).contains("/account/reset#token="));
    resets.map(|message| token_in(std::slice::from_ref(message), "reset")).collect()
}

// spec: site-user.account.open
#[tokio::test(flavor = "multi_thread")]
async fn password_reset_email_rate_limit_keeps_earlier_links() -> Result<()> {
    on_both(async |app| {
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        request_reset(app, "ada@example.com").await?;
        let first = tokens_of(&app.emails(2).await?)?.pop().context("no link")?;
        request_reset(app, " Ada@Example.com").await?;
        assert_eq!(app.emails(2).await?.len(), 2, "within a minute one e-mail is enough");
        for emails in 3..=6 {
            age_emails(app, MINUTE_MS + 1).await?;
            request_reset(app, "ada@example.com").await?;
            assert_eq!(app.emails(emails).await?.len(), emails);
        }
        age_emails(app, MINUTE_MS + 1).await?;
        request_reset(app, "ada@example.com").await?;
        assert_eq!(app.emails(6).await?.len(), 6, "five within an hour are enough");
        let links = tokens_of(&app.emails(6).await?)?;

        let path = format!("{ACCOUNT}/password/reset");
        let new = |token: &str| json!({"token": token, "password": "quite another one"});
        app.juniper().post(&path, &new(&first)).await?.expect(200)?;
        assert_eq!(member.get(ACCOUNT).await?.status, 401);
        assert_eq!(links.len(), 5);
        for link in links {
            assert_eq!(app.juniper().post(&path, &new(&link)).await?.status, 400, "a new password voids all links");
        }
        member.enter("ada@example.com", "quite another one").await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn password_reset_link_bound_to_address() -> Result<()> {
    on_both(async |app| {
        confirmed(app, "ada@example.com", 1).await?;
        request_reset(app, "ada@example.com").await?;
        let token = tokens_of(&app.emails(2).await?)?.pop().context("no link")?;
        let tx = juniper(app).await?.write().await?;
        tx.update::<site_user::Entity>(site_user::Column::Email.eq("ada@example.com"))
            .set(site_user::Column::Email, "ada@example.org")
            .exec()
            .await?;
        tx.commit().await?;
        let new = json!({"token": token, "password": "quite another one"});
        assert_eq!(app.juniper().post(&format!("{ACCOUNT}/password/reset"), &new).await?.status, 400);
        Ok(())
    })
    .await
}

/// A response without the members that differ between requests.
fn comparable(mut account: Value) -> Value {
    for varies in ["id", "createdOn"] {
        account[varies] = json!(null);
    }
    account
}

// spec: site-user.account.open
#[tokio::test(flavor = "multi_thread")]
async fn sign_up_with_taken_address_is_not_revealed() -> Result<()> {
    on_both(async |app| {
        let mut holder = confirmed(app, "ada@example.com", 1).await?;
        let body = |email: &str| json!({"email": email, "password": "a guess of a stranger", "firstName": "Eve"});
        let mut answers = Vec::new();
        for email in ["ADA@example.com", "eve@example.com"] {
            answers.push(app.juniper().post(ACCOUNT, &body(email)).await?);
        }
        let names = |number: usize| answers[number].headers.keys().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!((answers[0].status, names(0)), (answers[1].status, names(1)));
        let known = answers[0].clone().expect(201)?;
        let mut unknown = comparable(answers[1].clone().expect(201)?);
        assert_eq!(unknown["email"], "eve@example.com");
        unknown["email"] = json!("ada@example.com");
        assert_eq!(comparable(known.clone()), unknown);
        let own = holder.get(ACCOUNT).await?.expect(200)?;
        ensure!(known["id"] != own["id"] && known["createdOn"] != own["createdOn"], "{known} tells of {own}");
        assert_eq!((&own["firstName"], &own["emailVerified"]), (&json!("Ada"), &json!(true)), "nothing is changed");

        let emails = app.emails(3).await?;
        let told = emails_to(&emails, "ada@example.com");
        let told =
            told.iter().map(|message| plain(message)).find(|message| message.contains("You already have an account"));
        let told = told.context("the holder is not told")?;
        ensure!(told.contains("/account/sign-in") && !told.contains("token="), "{told}");
        let mut stranger = app.juniper();
        let guess = json!({"email": "ada@example.com", "password": "a guess of a stranger", "rememberMe": false});
        assert_eq!(stranger.post(&format!("{ACCOUNT}/session"), &guess).await?.status, 401);
        stranger.enter("ada@example.com", MEMBER_PASSWORD).await?;

        app.juniper().post(ACCOUNT, &body("ada@example.com")).await?.expect(201)?;
        app.juniper().post(ACCOUNT, &body("bob@example.com")).await?.expect(201)?;
        settled(app).await?;
        let again = app.emails(4).await?;
        assert_eq!(emails_to(&again, "ada@example.com").len(), 2, "one e-mail a minute is enough");
        Ok(())
    })
    .await
}

/// Tokens of the password reset links sent to a contributor.
async fn links_of(app: &App, email: &str) -> Result<Vec<String>> {
    let emails = emails_to(&app.emails(0).await?, email);
    let token = |message: String| {
        let rest = message.split("/admin/reset-password#token=").nth(1)?;
        Some(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
    };
    Ok(emails.iter().map(|message| plain(message)).filter_map(token).collect())
}

/// Requests a password reset as if a minute had passed, and returns all links once there are `count`.
async fn request_reset_as_contributor(app: &App, email: &str, count: usize) -> Result<Vec<String>> {
    let platform = app.stoa.foundation.databases.platform();
    let tx = platform.write().await?;
    tx.update::<account_link::Entity>(account_link::Column::Email.eq(email))
        .set(account_link::Column::WantedOn, Expr::col(account_link::Column::WantedOn).sub(MINUTE_MS))
        .exec()
        .await?;
    tx.commit().await?;
    app.platform().post("/api/auth/password/reset-request", &json!({"email": email})).await?.expect(204)?;
    // An e-mail is marked as sent just after it was sent.
    app.until(async || {
        let tx = platform.read().await?;
        let due = tx.find::<account_link::Entity>().filter(account_link::Column::DueOn.is_not_null());
        Ok(due.count().await? == 0 && links_of(app, email).await?.len() >= count)
    })
    .await?;
    links_of(app, email).await
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn contributor_reset_links_valid_until_one_is_used() -> Result<()> {
    on_both_at_once(async |app| {
        let email = "owner@stoa.example";
        let first = request_reset_as_contributor(app, email, 1).await?;
        let both = request_reset_as_contributor(app, email, 2).await?;
        assert_eq!(both.len(), 2);
        for count in 3..=5 {
            request_reset_as_contributor(app, email, count).await?;
        }
        let most = request_reset_as_contributor(app, email, 5).await?;
        assert_eq!(most.len(), 5, "five links are enough");
        let reset = "/api/auth/password/reset";
        let new = |token: &str| json!({"token": token, "password": "lanterns over the harbour"});
        app.platform().post(reset, &new(&first[0])).await?.expect(204)?;
        for token in &most {
            app.platform().post(reset, &new(token)).await?.problem(410)?;
        }

        let mut owner = app.platform();
        owner.sign_in(email, "lanterns over the harbour").await?;
        let links = request_reset_as_contributor(app, email, 6).await?;
        let factor = "/api/v1/account/second-factor";
        let enrol = json!({"password": "lanterns over the harbour"});
        owner.post(factor, &enrol).await?.expect(200)?;
        let body = json!({"password": "lanterns over the harbour", "newPassword": "a third sentence"});
        owner.put("/api/v1/account/password", &body).await?.expect(204)?;
        owner.put(factor, &json!({"code": "123456"})).await?.problem(409)?;
        for token in &links {
            app.platform().post(reset, &new(token)).await?.problem(410)?;
        }
        Ok(())
    })
    .await
}
