//! Contributors are notified by e-mail of security changes of their account.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::account::roles::holder;
use crate::account::second_factor::{let_codes_pass, set_up};
use crate::app::{App, on_postgres};
use crate::customers::email_change::letters_to;

const EMAIL: &str = "roles-15-@example.com";
const PASSWORD: &str = "long enough words";
const OTHER: &str = "quite another sentence";

/// Waits for an e-mail with this subject; there may be others.
async fn arrives(app: &App, subject: &str, times: usize) -> Result<String> {
    let own = async || {
        let letters = letters_to(&app.letters(0).await?, EMAIL);
        let named = format!("Subject: {subject}");
        anyhow::Ok(letters.into_iter().filter(|letter| letter.contains(&named)).collect::<Vec<_>>())
    };
    app.until(async || Ok(own().await?.len() >= times)).await.with_context(|| format!("no letter: {subject}"))?;
    let letters = own().await?;
    ensure!(letters.len() == times, "{subject} came {} times", letters.len());
    Ok(letters[0].replace("=\r\n", "").replace("=3D", "="))
}

// spec: roles.owner-auth.open
#[tokio::test(flavor = "multi_thread")]
async fn each_change_of_what_opens_an_account_is_told_by_letter() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        let (_, codes) = set_up(app, &mut manager).await?;
        let letter = arrives(app, "Two-step sign-in was turned on", 1).await?;
        ensure!(letter.contains("/admin/forgot-password"), "what to do: {letter}");
        let proof = |at: usize| json!({"password": PASSWORD, "code": codes[at]});
        manager.post("/api/v1/account/second-factor/recovery-codes", &proof(0)).await?.expect(200)?;
        arrives(app, "New recovery codes were created", 1).await?;
        let wrong = json!({"password": "a guess", "newPassword": OTHER});
        manager.put("/api/v1/account/password", &wrong).await?.problem(400)?;
        let change = json!({"password": PASSWORD, "newPassword": OTHER});
        manager.put("/api/v1/account/password", &change).await?.expect(204)?;
        let letter = arrives(app, "Your password was changed", 1).await?;
        ensure!(!letter.contains(OTHER) && !letter.contains(PASSWORD), "{letter}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_letter_is_in_the_language_of_the_last_sign_in_and_comes_after_a_reset_too() -> Result<()> {
    on_postgres(async |app| {
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        manager.language = Some("de-AT,de;q=0.9".to_owned());
        manager.sign_in(EMAIL, PASSWORD).await?;
        let (_, codes) = set_up(app, &mut manager).await?;
        arrives(app, "Anmeldung in zwei Schritten eingeschaltet", 1).await?;
        let_codes_pass(app).await?;
        let proof = json!({"password": PASSWORD, "code": codes[0]});
        manager.post("/api/v1/account/second-factor/off", &proof).await?.expect(204)?;
        arrives(app, "Anmeldung in zwei Schritten ausgeschaltet", 1).await?;
        let mut browser = app.platform();
        browser.post("/api/auth/password/reset-request", &json!({"email": EMAIL})).await?.expect(204)?;
        let letter = arrives(app, "Choose a new password", 1).await?;
        let rest = letter.split("/admin/reset-password#token=").nth(1).context("no link")?;
        let token: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        let body = json!({"token": token, "password": OTHER});
        browser.post("/api/auth/password/reset", &body).await?.expect(204)?;
        browser.post("/api/auth/password/reset", &body).await?.problem(410)?;
        arrives(app, "Neues Passwort festgelegt", 1).await?;
        Ok(())
    })
    .await
}
