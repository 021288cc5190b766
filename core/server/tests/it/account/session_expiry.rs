//! Sessions have a maximum length regardless of use: for contributors and for site users.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::platform::sign_in;
use stoa_entity::tenant::site_session;
use stoa_kernel::clock::{Clock as _, SystemClock};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};

const DAY_MS: i64 = 24 * 3_600_000;
const REFRESH: &str = "/api/auth/session/refresh";
const ACCOUNT: &str = "/api/site-users/account";

/// `Max-Age` of a cookie set by a response, seconds.
fn max_age(answer: &TestResponse, name: &str) -> Result<i64> {
    let mut cookies = answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
    let own = cookies.rfind(|cookie| cookie.starts_with(&format!("{name}="))).context("not set")?;
    let age = own.split("; ").find_map(|attribute| attribute.strip_prefix("Max-Age=")).context("no age")?;
    Ok(age.parse()?)
}

/// Backdates the start of all sessions of contributors.
async fn backdate_contributor_sessions(app: &App, ms: i64) -> Result<()> {
    let tx = app.stoa.foundation.tenancy.databases.platform().write().await?;
    let all = sign_in::Column::CreatedOn.gt(0);
    let earlier = SystemClock.now() - ms;
    tx.update::<sign_in::Entity>(all).set(sign_in::Column::CreatedOn, earlier).exec().await?;
    Ok(tx.commit().await?)
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn contributor_session_max_length() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        backdate_contributor_sessions(app, 29 * DAY_MS).await?;
        let renewed = owner.post(REFRESH, &Value::Null).await?;
        let rest = max_age(&renewed, "stoa_refresh")?;
        ensure!((DAY_MS / 1000 - 60..=DAY_MS / 1000).contains(&rest), "the cookie ends with the session: {rest}");
        owner.token = renewed.json()["accessToken"].as_str().map(str::to_owned);
        owner.get("/api/v1/account").await?.expect(200)?;
        backdate_contributor_sessions(app, 31 * DAY_MS).await?;
        owner.get("/api/v1/account").await?.problem(401)?;
        owner.post(REFRESH, &Value::Null).await?.problem(401)?;
        let mut fresh = app.owner().await?;
        let listed = fresh.get("/api/v1/account/sign-ins").await?.expect(200)?;
        assert_eq!(listed["signIns"].as_array().map(Vec::len), Some(1), "what has ended is not listed: {listed}");
        Ok(())
    })
    .await
}

/// Backdates the start of the only session of a site user, and makes it unused for two hours.
async fn backdate_member_session(app: &App, ms: i64) -> Result<()> {
    let website = app.website("juniper").await?.parse()?;
    let tx = app.stoa.foundation.databases.tenant(&website).await?.write().await?;
    let row = tx.find::<site_session::Entity>().one().await?.context("no session")?;
    let now = SystemClock.now();
    let mut value: Value = serde_json::from_str(&row.value)?;
    value["beganOn"] = json!(now - ms);
    value["renewedOn"] = json!(now - 2 * 3_600_000);
    let own = site_session::Column::Key.eq(row.key);
    tx.update::<site_session::Entity>(own).set(site_session::Column::Value, value.to_string()).exec().await?;
    Ok(tx.commit().await?)
}

async fn member(app: &App, remember: bool) -> Result<Client> {
    let mut member = app.juniper();
    let email = format!("remembered-{remember}@example.com");
    member.join(&email).await?;
    member.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
    let entrance = json!({"email": email, "password": "long enough words", "rememberMe": remember});
    member.post(&format!("{ACCOUNT}/session"), &entrance).await?.expect(200)?;
    Ok(member)
}

// spec: site-user.login.remember-me.open
#[tokio::test(flavor = "multi_thread")]
async fn member_session_max_length() -> Result<()> {
    on_both(async |app| {
        let mut member = member(app, true).await?;
        backdate_member_session(app, 100 * DAY_MS).await?;
        let renewed = member.get(ACCOUNT).await?;
        assert_eq!(max_age(&renewed, "SITE_USER")?, 30 * DAY_MS / 1000, "thirty days from each use");
        backdate_member_session(app, 179 * DAY_MS).await?;
        let rest = max_age(&member.get(ACCOUNT).await?, "SITE_USER")?;
        ensure!((DAY_MS / 1000 - 60..=DAY_MS / 1000).contains(&rest), "the cookie ends with the session: {rest}");
        backdate_member_session(app, 181 * DAY_MS).await?;
        member.get(ACCOUNT).await?.problem(401)?;
        let website = app.website("juniper").await?.parse()?;
        let tx = app.stoa.foundation.databases.tenant(&website).await?.read().await?;
        assert_eq!(tx.find::<site_session::Entity>().count().await?, 0);
        drop(tx);
        app.juniper().enter("remembered-true@example.com", "long enough words").await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_without_expiry_start_now() -> Result<()> {
    let app = App::sqlite().await?;
    let mut member = member(&app, true).await?;
    backdate_member_session(&app, 0).await?;
    let website = app.website("juniper").await?.parse()?;
    let tx = app.stoa.foundation.databases.tenant(&website).await?.write().await?;
    let row = tx.find::<site_session::Entity>().one().await?.context("no session")?;
    let mut value: Value = serde_json::from_str(&row.value)?;
    value.as_object_mut().context("no object")?.remove("beganOn");
    let own = site_session::Column::Key.eq(row.key);
    tx.update::<site_session::Entity>(own).set(site_session::Column::Value, value.to_string()).exec().await?;
    tx.commit().await?;
    member.get(ACCOUNT).await?.expect(200)?;
    let tx = app.stoa.foundation.databases.tenant(&website).await?.read().await?;
    let row = tx.find::<site_session::Entity>().one().await?.context("no session")?;
    ensure!(serde_json::from_str::<Value>(&row.value)?["beganOn"].as_i64().is_some_and(|on| on > 0), "{}", row.value);
    drop(tx);
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_sign_in_replaces_session() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let before = owner.clone();
        owner.sign_in("owner@stoa.example", stoa_server::seed::PASSWORD).await?;
        owner.get("/api/v1/account").await?.expect(200)?;
        before.clone().get("/api/v1/account").await?.problem(401)?;
        before.clone().post(REFRESH, &Value::Null).await?.problem(401)?;

        let mut member = app.juniper();
        member.join("again@example.com").await?;
        let mut before = member.clone();
        member.enter("again@example.com", "long enough words").await?;
        member.get(ACCOUNT).await?.expect(200)?;
        before.get(ACCOUNT).await?.problem(401)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_ends_sessions() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let tenancy = &app.stoa.foundation.tenancy;
        let account = tenancy.staff.by_email("owner@stoa.example").await?.context("no owner")?;
        assert_eq!(tenancy.sessions.end_all(&account.id).await?, 1);
        owner.get("/api/v1/account").await?.problem(401)?;
        owner.post(REFRESH, &Value::Null).await?.problem(401)?;
        Ok(())
    })
    .await
}
