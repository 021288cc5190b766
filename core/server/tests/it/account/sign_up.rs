//! Self-service sign-up and site creation.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;

use crate::app::{App, on_postgres_with, on_sqlite, settings};
use crate::client::Client;

const SIGN_UP: &str = "/api/auth/sign-up";
const FINISH: &str = "/api/auth/sign-up/account";
const NEW_SITE: &str = "/api/v1/new-site";
const PASSWORD: &str = "lanterns over the harbour";

/// The e-mails to an address, unordered, as plain text.
async fn emails_to(app: &App, email: &str, count: usize) -> Result<Vec<String>> {
    let all = app.emails(count).await?;
    let own = all.iter().filter(|message| message.contains(&format!("To: {email}")));
    Ok(own.map(|message| message.replace("=\r\n", "").replace("=3D", "=")).collect())
}

fn token_of(message: &str) -> Result<String> {
    let rest = message.split("/admin/welcome#token=").nth(1).context("no link")?;
    Ok(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
}

async fn sign_up(client: &mut Client, token: &str, email: &str) -> Result<Value> {
    let body = json!({"token": token, "name": "Noor Idris", "email": email, "password": PASSWORD});
    let session = client.post(FINISH, &body).await?.expect(200)?;
    client.token = session["accessToken"].as_str().map(str::to_owned);
    Ok(session)
}

fn new_site(identifier: &str) -> Value {
    json!({"title": "Harbour Lights", "identifier": identifier, "theme": "gazette"})
}

#[tokio::test(flavor = "multi_thread")]
async fn open_installation_sign_up() -> Result<()> {
    on_postgres_with("[accounts]\nopen = true\nsites_per_account = 2\n", async |app| {
        let mut newcomer = app.platform();
        assert_eq!(newcomer.get(SIGN_UP).await?.expect(200)?["state"], "open");
        let wrong = newcomer.post(SIGN_UP, &json!({"email": "nobody"})).await?.problem(400)?;
        assert_eq!(wrong["errors"]["email"], "Please enter a valid email");
        newcomer.post(SIGN_UP, &json!({"email": "Noor@Example.com "})).await?.expect(204)?;
        newcomer.post(SIGN_UP, &json!({"email": "noor@example.com"})).await?.expect(204)?;
        newcomer.post(SIGN_UP, &json!({"email": "owner@stoa.example"})).await?.expect(204)?;
        let to_owner = &emails_to(app, "owner@stoa.example", 2).await?[0];
        ensure!(to_owner.contains("you already have one") && !to_owner.contains("token="), "{to_owner}");
        let emails = emails_to(app, "noor@example.com", 2).await?;
        assert_eq!(emails.len(), 1, "asked for again within a minute, one e-mail is enough");
        let token = token_of(&emails[0])?;

        let link = newcomer.get(&format!("{FINISH}?token={token}")).await?.expect(200)?;
        assert_eq!(link["email"], "noor@example.com");
        let weak = json!({"token": token, "name": " ", "password": "password1234"});
        let weak = newcomer.post(FINISH, &weak).await?.problem(400)?;
        ensure!(weak["errors"]["name"].is_string() && weak["errors"]["password"].is_string(), "{weak}");
        let session = sign_up(&mut newcomer, &token, "someone.else@example.com").await?;
        assert_eq!(session["account"]["email"], "noor@example.com", "the address is the one that was written to");
        assert_eq!(session["websites"], json!([]));
        let again = json!({"token": token, "name": "Noor", "password": PASSWORD});
        assert_eq!(app.platform().post(FINISH, &again).await?.problem(410)?["code"], "link-expired");
        app.platform().get(&format!("{FINISH}?token={token}")).await?.problem(410)?;
        app.platform().get(NEW_SITE).await?.problem(401)?;
        app.platform().post(NEW_SITE, &new_site("harbour")).await?.problem(401)?;

        let choices = newcomer.get(NEW_SITE).await?.expect(200)?;
        assert_eq!((&choices["refusal"], &choices["hostEnding"]), (&Value::Null, &json!(".localhost")));
        let names: Vec<&Value> =
            choices["themes"].as_array().context("no themes")?.iter().map(|theme| &theme["name"]).collect();
        ensure!(names.contains(&&json!("gazette")), "{names:?}");
        let mut visitor = app.juniper();
        visitor.host = "harbour.localhost".to_owned();
        assert_eq!(visitor.get("/").await?.status, 404);
        let site = newcomer.post(NEW_SITE, &new_site("harbour")).await?.expect(201)?;
        assert_eq!((&site["roles"], &site["title"]), (&json!([1]), &json!("Harbour Lights")));
        let home = visitor.get("/").await?;
        ensure!(home.status == 200 && home.text.contains("data-theme=\"gazette\""), "{}", home.text);
        let base = format!("/api/v1/websites/{}", site["id"].as_str().context("no id")?);
        newcomer.get(&format!("{base}/pages")).await?.expect(200)?;
        app.owner().await?.get(&format!("{base}/pages")).await?.problem(404)?;
        for (wrong, field) in [
            (new_site("harbour"), "identifier"),
            (new_site("juniper"), "identifier"),
            (new_site("Har bour"), "identifier"),
            (new_site("www"), "identifier"),
            (json!({"title": "  ", "identifier": "pier", "theme": "linen"}), "title"),
            (json!({"title": "Pier", "identifier": "pier", "theme": "../linen"}), "theme"),
        ] {
            let refused = newcomer.post(NEW_SITE, &wrong).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{wrong}: {refused}");
        }
        newcomer.post(NEW_SITE, &new_site("pier")).await?.expect(201)?;
        let full = newcomer.post(NEW_SITE, &new_site("quay")).await?.problem(403)?;
        ensure!(full["detail"].as_str().is_some_and(|text| text.contains("2 sites")), "{full}");
        assert_eq!(newcomer.get(NEW_SITE).await?.expect(200)?["refusal"], full["detail"]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_installation_requires_invitation() -> Result<()> {
    on_sqlite(async |app| {
        let mut stranger = app.platform();
        assert_eq!(stranger.get(SIGN_UP).await?.expect(200)?["state"], "closed");
        stranger.post(SIGN_UP, &json!({"email": "noor@example.com"})).await?.problem(403)?;
        assert_eq!(app.stoa.foundation.tenancy.staff.set_up_token(Timestamp::from_ms(0)).await?, None);
        let mut manager = app.staff("shop@stoa.example").await?;
        ensure!(manager.get(NEW_SITE).await?.expect(200)?["refusal"].is_string());
        manager.post(NEW_SITE, &new_site("harbour")).await?.problem(403)?;
        app.owner().await?.post(NEW_SITE, &new_site("harbour")).await?.expect(201)?;
        let root = stranger.get("/").await?;
        assert_eq!((root.status, root.location()), (307, "/admin/"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn first_account_by_operator_link() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = App::start(settings(&folder.path().join("data"), "")).await?;
    let mut first = app.platform();
    assert_eq!(first.get(SIGN_UP).await?.expect(200)?["state"], "first");
    let tenancy = &app.stoa.foundation.tenancy;
    let old = tenancy.staff.set_up_token(tenancy.now()).await?.context("no link")?;
    let token = tenancy.staff.set_up_token(tenancy.now()).await?.context("no link")?;
    first.get(&format!("{FINISH}?token={old}")).await?.problem(410)?;
    assert_eq!(first.get(&format!("{FINISH}?token={token}")).await?.expect(200)?["email"], Value::Null);
    let nameless = json!({"token": token, "name": "Noor", "password": PASSWORD});
    let nameless = first.post(FINISH, &nameless).await?.problem(400)?;
    ensure!(nameless["errors"]["email"].is_string(), "{nameless}");
    sign_up(&mut first, &token, " Noor@Example.com").await?;
    assert_eq!(first.get(SIGN_UP).await?.expect(200)?["state"], "closed");
    first.post(NEW_SITE, &new_site("harbour")).await?.expect(201)?;
    first.post(NEW_SITE, &new_site("pier")).await?.expect(201)?;
    let mut again = app.platform();
    again.sign_in("noor@example.com", PASSWORD).await?;
    assert_eq!(tenancy.staff.set_up_token(tenancy.now()).await?, None);
    app.stop().await
}
