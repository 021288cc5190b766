//! A password is entered while it is being changed: verification takes a while, and its result must not outlive the
//! password.

use anyhow::{Result, ensure};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::account::member_accounts::token_in;
use crate::app::{App, on_both};
use crate::client::{Client, MEMBER_PASSWORD};

const ACCOUNT: &str = "/api/site-users/account";
const EMAIL: &str = "ada@example.com";
const NEW: &str = "quite another one";
/// Concurrent sign-ins with the old password.
const THIEVES: usize = 8;

/// The token of a shopper's password reset e-mail.
async fn reset_token(app: &App, emails: usize) -> Result<String> {
    app.juniper().post(&format!("{ACCOUNT}/password/reset-request"), &json!({"email": EMAIL})).await?.expect(202)?;
    token_in(&app.emails(emails).await?, "reset")
}

// spec: site-user.account.open
#[tokio::test(flavor = "multi_thread")]
async fn password_reset_ends_concurrent_sign_ins() -> Result<()> {
    on_both(async |app| {
        app.juniper().join(EMAIL).await?;
        let token = reset_token(app, 2).await?;
        let enter = async || {
            let mut thief = app.juniper();
            let body = json!({"email": EMAIL, "password": MEMBER_PASSWORD, "rememberMe": true});
            let answer = thief.post(&format!("{ACCOUNT}/session"), &body).await?;
            ensure!([200, 401].contains(&answer.status), "{answer:?}");
            Ok::<Client, anyhow::Error>(thief)
        };
        let reset = async {
            let body = json!({"token": token, "password": NEW});
            app.juniper().post(&format!("{ACCOUNT}/password/reset"), &body).await?.expect(200)
        };
        let (thieves, done) = tokio::join!(join_all((0..THIEVES).map(|_| enter())), reset);
        done?;
        for thief in thieves {
            ensure!(thief?.get(ACCOUNT).await?.status == 401, "a session of the old password is open");
        }
        app.juniper().enter(EMAIL, NEW).await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_change_does_not_undo_reset() -> Result<()> {
    on_both(async |app| {
        let mut thieves = Vec::new();
        app.juniper().join(EMAIL).await?;
        for _ in 0..THIEVES {
            let mut thief = app.juniper();
            thief.enter(EMAIL, MEMBER_PASSWORD).await?;
            thieves.push(thief);
        }
        let token = reset_token(app, 2).await?;
        let change = json!({"currentPassword": MEMBER_PASSWORD, "newPassword": "the thief's own one"});
        let changes = join_all(thieves.iter_mut().map(|thief| async {
            thief.post(&format!("{ACCOUNT}/password"), &change).await.map(|answer| answer.status)
        }));
        let body = json!({"token": token, "password": NEW});
        let mut victim = app.juniper();
        let path = format!("{ACCOUNT}/password/reset");
        let reset = victim.post(&path, &body);
        let (changed, reset) = tokio::join!(changes, reset);
        let changed = changed.into_iter().collect::<Result<Vec<u16>>>()?;
        // A change that came first revokes the reset link; the request with a success response has set the password.
        let (last, other) = if reset?.status == 200 { (NEW, MEMBER_PASSWORD) } else { ("the thief's own one", NEW) };
        ensure!(last == NEW || changed.contains(&200), "{changed:?}");
        app.juniper().enter(EMAIL, last).await?;
        let old = json!({"email": EMAIL, "password": other, "rememberMe": false});
        ensure!(app.juniper().post(&format!("{ACCOUNT}/session"), &old).await?.status == 401);
        Ok(())
    })
    .await
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn contributor_password_change_ends_concurrent_sign_ins() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let email = "owner@stoa.example";
        let enter = async || {
            let mut thief = app.platform();
            let body = json!({"email": email, "password": stoa_server::seed::PASSWORD});
            let answer = thief.post("/api/auth/session", &body).await?;
            ensure!([200, 401].contains(&answer.status), "{answer:?}");
            Ok::<Client, anyhow::Error>(thief)
        };
        let change = json!({"password": stoa_server::seed::PASSWORD, "newPassword": "celadon over iron slip"});
        let done = owner.put("/api/v1/account/password", &change);
        let (thieves, done) = tokio::join!(join_all((0..THIEVES).map(|_| enter())), done);
        ensure!(done?.status < 300);
        for thief in thieves {
            let renewed = thief?.post("/api/auth/session/refresh", &Value::Null).await?;
            ensure!(renewed.status == 401, "a session of the old password is open: {renewed:?}");
        }
        let listed = owner.get("/api/v1/account/sign-ins").await?.expect(200)?;
        assert_eq!(listed["signIns"].as_array().map(Vec::len), Some(1), "{listed}");
        Ok(())
    })
    .await
}
