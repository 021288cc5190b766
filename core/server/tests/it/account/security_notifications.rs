//! Contributors are notified by e-mail of security changes of their account.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::account::second_factor::{reset_used_codes, set_up};
use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::customers::email_change::emails_to;

const EMAIL: &str = "roles-15-@example.com";
const PASSWORD: &str = "long enough words";
const OTHER: &str = "quite another sentence";

/// Waits for an e-mail with this subject; there may be others.
async fn wait_for_email(app: &App, subject: &str, times: usize) -> Result<String> {
    let own = async || {
        let emails = emails_to(&app.emails(0).await?, EMAIL);
        let named = format!("Subject: {subject}");
        anyhow::Ok(emails.into_iter().filter(|message| message.contains(&named)).collect::<Vec<_>>())
    };
    app.until(async || Ok(own().await?.len() >= times)).await.with_context(|| format!("no message: {subject}"))?;
    let emails = own().await?;
    ensure!(emails.len() == times, "{subject} came {} times", emails.len());
    Ok(emails[0].replace("=\r\n", "").replace("=3D", "="))
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn security_changes_are_notified_by_email() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        let (_, codes) = set_up(app, &mut manager).await?;
        let message = wait_for_email(app, "Two-step sign-in was turned on", 1).await?;
        ensure!(message.contains("/admin/forgot-password"), "what to do: {message}");
        let proof = |at: usize| json!({"password": PASSWORD, "code": codes[at]});
        manager.post("/api/v1/account/second-factor/recovery-codes", &proof(0)).await?.expect(200)?;
        wait_for_email(app, "New recovery codes were created", 1).await?;
        let wrong = json!({"password": "a guess", "newPassword": OTHER});
        manager.put("/api/v1/account/password", &wrong).await?.problem(400)?;
        let change = json!({"password": PASSWORD, "newPassword": OTHER});
        manager.put("/api/v1/account/password", &change).await?.expect(204)?;
        let message = wait_for_email(app, "Your password was changed", 1).await?;
        ensure!(!message.contains(OTHER) && !message.contains(PASSWORD), "{message}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn security_email_language_and_reset() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        manager.language = Some("de-AT,de;q=0.9".to_owned());
        manager.sign_in(EMAIL, PASSWORD).await?;
        let (_, codes) = set_up(app, &mut manager).await?;
        wait_for_email(app, "Anmeldung in zwei Schritten eingeschaltet", 1).await?;
        reset_used_codes(app).await?;
        let proof = json!({"password": PASSWORD, "code": codes[0]});
        manager.post("/api/v1/account/second-factor/off", &proof).await?.expect(204)?;
        wait_for_email(app, "Anmeldung in zwei Schritten ausgeschaltet", 1).await?;
        let mut browser = app.platform();
        browser.post("/api/auth/password/reset-request", &json!({"email": EMAIL})).await?.expect(204)?;
        let message = wait_for_email(app, "Choose a new password", 1).await?;
        let rest = message.split("/admin/reset-password#token=").nth(1).context("no link")?;
        let token: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        let body = json!({"token": token, "password": OTHER});
        browser.post("/api/auth/password/reset", &body).await?.expect(204)?;
        browser.post("/api/auth/password/reset", &body).await?.problem(410)?;
        wait_for_email(app, "Neues Passwort festgelegt", 1).await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chosen_language_follows_the_person() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        let chosen = async |person: &mut Client| -> Result<Value> {
            Ok(person.get("/api/v1/account").await?.expect(200)?["account"]["language"].clone())
        };
        assert_eq!(chosen(&mut manager).await?, Value::Null);
        let language = "/api/v1/account/language";
        let refused = manager.put(language, &json!({"language": "as in the browser"})).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"language": "Enter a language tag such as en-US."}));
        manager.put(language, &json!({"language": "de"})).await?.expect(204)?;
        app.platform().put(language, &json!({"language": "fr"})).await?.problem(401)?;

        // Another browser, in another language.
        let mut browser = app.platform();
        browser.language = Some("ja".to_owned());
        browser.sign_in(EMAIL, PASSWORD).await?;
        assert_eq!(chosen(&mut browser).await?, "de");
        let change = json!({"password": PASSWORD, "newPassword": OTHER});
        browser.put("/api/v1/account/password", &change).await?.expect(204)?;
        wait_for_email(app, "Neues Passwort festgelegt", 1).await?;
        browser.put(language, &json!({"language": null})).await?.expect(204)?;
        assert_eq!(chosen(&mut browser).await?, Value::Null);
        Ok(())
    })
    .await
}
