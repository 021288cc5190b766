//! Two-factor sign-in of contributors, their sessions, and password reset and change.

use anyhow::{Context as _, Result, ensure};
use hmac::{Hmac, Mac as _};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use sha1::Sha1;
use stoa_entity::platform::{recovery_code, second_factor};
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};

use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::customers::email_change::emails_to;

const SIGN_IN: &str = "/api/auth/session";
const FACTOR: &str = "/api/v1/account/second-factor";
const SIGN_INS: &str = "/api/v1/account/sign-ins";
const PASSWORD: &str = "long enough words";
const OTHER_PASSWORD: &str = "quite another sentence";
/// Account that `holder` creates for role 15.
const EMAIL: &str = "roles-15-@example.com";

/// The code of an authenticator app, `steps` time steps of 30 seconds from now.
pub(crate) fn code(secret: &str, steps: i64) -> Result<String> {
    let bits = secret.bytes().try_fold(String::new(), |bits, letter| {
        let five = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|known| *known == letter);
        five.map(|five| format!("{bits}{five:05b}"))
    });
    let bits = bits.context("not in base 32")?;
    let bytes: Vec<u8> =
        (0..bits.len() / 8).map(|at| u8::from_str_radix(&bits[at * 8..at * 8 + 8], 2).unwrap()).collect();
    let mut mac = Hmac::<Sha1>::new_from_slice(&bytes).unwrap();
    mac.update(&(SystemClock.now().seconds() / 30 + steps).to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let start = usize::from(hash[19] & 15);
    let number = u32::from_be_bytes(hash[start..start + 4].try_into()?) & 0x7fff_ffff;
    Ok(format!("{:06}", number % 1_000_000))
}

async fn try_in(app: &App, password: &str, code: &str) -> Result<TestResponse> {
    app.platform().post(SIGN_IN, &json!({"email": EMAIL, "password": password, "code": code})).await
}

/// Signs in with both factors.
pub(crate) async fn sign_in_with_code(app: &App, email: &str, password: &str, code: &str) -> Result<Client> {
    let mut client = app.platform();
    let body = json!({"email": email, "password": password, "code": code});
    let session = client.post(SIGN_IN, &body).await?.expect(200)?;
    client.token = session["accessToken"].as_str().map(str::to_owned);
    Ok(client)
}

async fn enter(app: &App, password: &str, code: &str) -> Result<Client> {
    sign_in_with_code(app, EMAIL, password, code).await
}

/// Makes used codes valid again, as if time had passed.
pub(crate) async fn reset_used_codes(app: &App) -> Result<()> {
    let tx = app.stoa.foundation.tenancy.databases.platform().write().await?;
    let all = second_factor::Column::LastStep.gt(0);
    tx.update::<second_factor::Entity>(all).set(second_factor::Column::LastStep, 1_i64).exec().await?;
    Ok(tx.commit().await?)
}

async fn wrong_codes(app: &App, count: usize) -> Result<()> {
    for _ in 0..count {
        try_in(app, PASSWORD, "000000").await?.problem(401)?;
    }
    Ok(())
}

/// Turns it on. Returns the secret and the recovery codes.
pub(crate) async fn set_up(app: &App, client: &mut Client) -> Result<(String, Vec<String>)> {
    let begun = client.post(FACTOR, &json!({"password": PASSWORD})).await?.expect(200)?;
    let secret = begun["secret"].as_str().context("no secret")?.to_owned();
    let on = client.put(FACTOR, &json!({"code": code(&secret, 0)?})).await?.expect(200)?;
    reset_used_codes(app).await?;
    let codes = on["recoveryCodes"].as_array().context("no codes")?;
    Ok((secret, codes.iter().filter_map(Value::as_str).map(str::to_owned).collect()))
}

#[tokio::test(flavor = "multi_thread")]
async fn second_factor_on_and_off() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        manager.put(FACTOR, &json!({"code": "123456"})).await?.problem(409)?;
        let refused = manager.post(FACTOR, &json!({"password": "a guess"})).await?.problem(400)?;
        ensure!(refused["errors"]["password"].is_string(), "{refused}");
        let begun = manager.post(FACTOR, &json!({"password": PASSWORD})).await?.expect(200)?;
        let secret = begun["secret"].as_str().context("no secret")?.to_owned();
        let address = format!("otpauth://totp/Stoa:roles-15-%40example.com?secret={secret}&issuer=Stoa");
        assert_eq!(begun["address"], json!(address));
        ensure!(begun["picture"].as_str().is_some_and(|picture| picture.contains("<svg")), "{begun}");
        ensure!(manager.put(FACTOR, &json!({"code": "000000"})).await?.problem(400)?["errors"]["code"].is_string());
        try_in(app, PASSWORD, "").await?.expect(200)?;

        let mut elsewhere = enter(app, PASSWORD, "").await?;
        let (secret, recovery_codes) = set_up(app, &mut manager).await?;
        assert_eq!(recovery_codes.len(), 10);
        elsewhere.get(FACTOR).await?.problem(401)?;
        let read = manager.get(FACTOR).await?.expect(200)?;
        ensure!(read["since"].is_i64() && read["recoveryCodes"] == 10, "{read}");
        manager.post(FACTOR, &json!({"password": PASSWORD})).await?.problem(409)?;
        check_secrets_encrypted(app, &secret, &recovery_codes).await?;

        let wanted = try_in(app, PASSWORD, "").await?.problem(401)?;
        assert_eq!(wanted["code"], "second-factor-required");
        assert_eq!(try_in(app, "a guess", &code(&secret, 0)?).await?.problem(401)?["code"], "sign-in-failed");
        assert_eq!(try_in(app, PASSWORD, "000000").await?.problem(401)?["code"], "second-factor-failed");
        let now = code(&secret, 0)?;
        enter(app, PASSWORD, &now).await?;
        assert_eq!(try_in(app, PASSWORD, &now).await?.problem(401)?["code"], "second-factor-failed", "a replay");
        let lost = recovery_codes.first().context("no code")?;
        enter(app, PASSWORD, &lost.to_uppercase().replace('-', " ")).await?;
        try_in(app, PASSWORD, lost).await?.problem(401)?;
        assert_eq!(manager.get(FACTOR).await?.expect(200)?["recoveryCodes"], 9);

        reset_used_codes(app).await?;
        let proof = json!({"password": PASSWORD, "code": code(&secret, 0)?});
        let fresh = manager.post(&format!("{FACTOR}/recovery-codes"), &proof).await?.expect(200)?;
        let fresh = fresh["recoveryCodes"][3].as_str().context("no code")?.to_owned();
        try_in(app, PASSWORD, &recovery_codes[1]).await?.problem(401)?;
        let off = format!("{FACTOR}/off");
        for (proof, field) in [
            (json!({"password": "a guess", "code": fresh}), "password"),
            (json!({"password": PASSWORD, "code": "000000"}), "code"),
        ] {
            let refused = manager.post(&off, &proof).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{refused}");
        }
        manager.post(&off, &json!({"password": PASSWORD, "code": fresh})).await?.expect(204)?;
        manager.post(&off, &json!({"password": PASSWORD, "code": fresh})).await?.problem(409)?;
        try_in(app, PASSWORD, "").await?.expect(200)?;
        Ok(())
    })
    .await
}

/// Neither the secret nor a recovery code is readable in the database.
async fn check_secrets_encrypted(app: &App, secret: &str, recovery_codes: &[String]) -> Result<()> {
    let tx = app.stoa.foundation.tenancy.databases.platform().read().await?;
    let factors = tx.find::<second_factor::Entity>().all().await?;
    let codes = tx.find::<recovery_code::Entity>().all().await?;
    let kept = format!("{factors:?} {codes:?}");
    ensure!(!kept.contains(secret), "the secret lies open");
    let readable = recovery_codes.iter().find(|code| kept.contains(*code) || kept.contains(&code.replace('-', "")));
    ensure!(readable.is_none(), "a recovery code lies open");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn second_factor_rate_limit_and_single_use() -> Result<()> {
    on_sqlite(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        let (secret, recovery_codes) = set_up(app, &mut manager).await?;
        let now = code(&secret, 0)?;
        let (first, second) = tokio::join!(try_in(app, PASSWORD, &now), try_in(app, PASSWORD, &now));
        let mut statuses = [first?.status, second?.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401]);

        reset_used_codes(app).await?;
        // The reused code was the first of ten wrong ones.
        wrong_codes(app, 9).await?;
        for right in [code(&secret, 0)?, recovery_codes[0].clone()] {
            try_in(app, PASSWORD, &right).await?.problem(429)?;
        }
        let proof = json!({"password": PASSWORD, "code": recovery_codes[0]});
        manager.post(&format!("{FACTOR}/off"), &proof).await?.problem(429)?;
        let told = try_in(app, "a guess", "").await?.problem(401)?;
        assert_eq!(told["code"], "sign-in-failed", "who does not know the password learns nothing of it");
        let staff = &app.stoa.foundation.tenancy.staff;
        staff.remove_second_factor(EMAIL, Timestamp::from_ms(1)).await?;
        try_in(app, PASSWORD, "").await?.expect(200)?;
        ensure!(staff.remove_second_factor(EMAIL, Timestamp::from_ms(2)).await.is_err());
        Ok(())
    })
    .await
}

/// E-mails with a password reset link; others are security notifications.
async fn reset_emails(app: &App) -> Result<Vec<String>> {
    let emails = emails_to(&app.emails(0).await?, EMAIL).into_iter();
    let plain = emails.map(|message| message.replace("=\r\n", "").replace("=3D", "="));
    Ok(plain.filter(|message| message.contains("/admin/reset-password#")).collect())
}

/// The token of the password reset e-mail.
async fn reset_token(app: &App) -> Result<String> {
    app.until(async || Ok(!reset_emails(app).await?.is_empty())).await?;
    let emails = reset_emails(app).await?;
    let plain = emails.last().context("no e-mail")?;
    let rest = plain.split("/admin/reset-password#token=").nth(1).context("no link")?;
    Ok(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn session_list_and_reset_requires_second_factor() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let mut manager = holder(app, &website, &[15]).await?;
        let (secret, _) = set_up(app, &mut manager).await?;
        let answer = try_in(app, PASSWORD, &code(&secret, 0)?).await?;
        let cookie = answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        let cookie: Vec<&str> = cookie.filter(|cookie| cookie.starts_with("stoa_refresh=")).collect();
        ensure!(cookie.len() == 1, "{cookie:?}");
        for part in ["HttpOnly", "SameSite=Strict", "Max-Age=1209600", "Path=/api/auth"] {
            ensure!(cookie[0].contains(part), "{part}: {cookie:?}");
        }
        let mut other = app.platform();
        other.token = answer.json()["accessToken"].as_str().map(str::to_owned);
        let listed = manager.get(SIGN_INS).await?.expect(200)?["signIns"].clone();
        let listed = listed.as_array().context("no list")?;
        assert_eq!(listed.len(), 2);
        let foreign = listed.iter().find(|device| device["isCurrent"] == false).context("only one's own")?;
        let path = format!("{SIGN_INS}/{}", foreign["id"].as_str().context("no id")?);
        app.owner().await?.delete(&path).await?.problem(404)?;
        other.get(FACTOR).await?.expect(200)?;
        manager.delete(&path).await?.expect(204)?;
        other.get(FACTOR).await?.problem(401)?;
        manager.delete(&path).await?.problem(404)?;

        let ask = "/api/auth/password/reset-request";
        let known = app.platform().post(ask, &json!({"email": format!(" {}", EMAIL.to_uppercase())})).await?;
        let unknown = app.platform().post(ask, &json!({"email": "nobody@example.com"})).await?;
        assert_eq!((known.status, &known.text), (204, &unknown.text), "nobody learns which addresses have accounts");
        assert_eq!(unknown.status, 204);
        let token = reset_token(app).await?;
        app.platform().post(ask, &json!({"email": EMAIL})).await?.expect(204)?;
        let reset = "/api/auth/password/reset";
        for weak in ["short", "password1234", EMAIL] {
            let refused = app.platform().post(reset, &json!({"token": token, "password": weak})).await?.problem(400)?;
            ensure!(refused["errors"]["password"].is_string(), "{weak}: {refused}");
        }
        let new = json!({"token": token, "password": OTHER_PASSWORD});
        app.platform().post(reset, &new).await?.expect(204)?;
        app.platform().post(reset, &new).await?.problem(410)?;
        app.platform().post(reset, &json!({"token": "made up", "password": OTHER_PASSWORD})).await?.problem(410)?;
        manager.get(FACTOR).await?.problem(401)?;
        assert_eq!(try_in(app, PASSWORD, "").await?.problem(401)?["code"], "sign-in-failed");
        assert_eq!(try_in(app, OTHER_PASSWORD, "").await?.problem(401)?["code"], "second-factor-required");
        assert_eq!(reset_emails(app).await?.len(), 1, "asked for again within a minute, one e-mail is enough");

        reset_used_codes(app).await?;
        let mut manager = enter(app, OTHER_PASSWORD, &code(&secret, 0)?).await?;
        let mut other = enter(app, OTHER_PASSWORD, &code(&secret, 1)?).await?;
        let change = "/api/v1/account/password";
        for (present, new, field) in [
            ("a guess", "a third sentence", "password"),
            (OTHER_PASSWORD, "Qwertyuiop1!", "newPassword"),
            (OTHER_PASSWORD, "short", "newPassword"),
        ] {
            let body = json!({"password": present, "newPassword": new});
            ensure!(manager.put(change, &body).await?.problem(400)?["errors"][field].is_string(), "{field}");
        }
        let body = json!({"password": OTHER_PASSWORD, "newPassword": "a third sentence"});
        manager.put(change, &body).await?.expect(204)?;
        other.get(FACTOR).await?.problem(401)?;
        manager.get(FACTOR).await?.expect(200)?;
        reset_used_codes(app).await?;
        let mut other = enter(app, "a third sentence", &code(&secret, 0)?).await?;
        manager.delete(SIGN_INS).await?.expect(204)?;
        other.get(FACTOR).await?.problem(401)?;
        manager.get(FACTOR).await?.expect(200)?;
        Ok(())
    })
    .await
}
