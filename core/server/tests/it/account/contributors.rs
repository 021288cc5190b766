//! Contributors of a site: invitations by e-mail, role changes, and at least one remaining admin.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::platform::invitation;
use stoa_kernel::clock::Timestamp;

use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::customers::email_change::emails_to;

const PASSWORD: &str = "long enough words";
const ACCEPT: &str = "/api/auth/invitation";

/// The token of the latest invitation to an address.
pub(crate) async fn token(app: &App, count: usize, email: &str) -> Result<String> {
    let emails = emails_to(&app.emails(count).await?, email);
    let plain = emails.last().context("no e-mail")?.replace("=\r\n", "").replace("=3D", "=");
    let rest = plain.split("/admin/invitation#token=").nth(1).context("no link")?;
    Ok(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
}

async fn contributors(app: &App) -> Result<String> {
    Ok(format!("/api/v1/websites/{}/contributors", app.website("juniper").await?))
}

fn of(listed: &Value, email: &str) -> Option<Value> {
    listed["contributors"].as_array()?.iter().find(|person| person["email"] == email).cloned()
}

/// Makes all invitations expire.
async fn expire_invitations(app: &App) -> Result<()> {
    let tx = app.stoa.foundation.tenancy.databases.platform().write().await?;
    let open = invitation::Column::AcceptedOn.is_null();
    tx.update::<invitation::Entity>(open).set(invitation::Column::ExpiresOn, 1_i64).exec().await?;
    Ok(tx.commit().await?)
}

// spec: roles.contributors.open, security.audit.open
#[tokio::test(flavor = "multi_thread")]
async fn contributor_lifecycle() -> Result<()> {
    on_both(async |app| {
        let path = contributors(app).await?;
        let base = path.trim_end_matches("/contributors").to_owned();
        let mut owner = app.owner().await?;
        for (body, field) in [
            (json!({"email": "nobody", "roles": [4]}), "email"),
            (json!({"email": "mira@example.com", "roles": []}), "roles"),
            (json!({"email": "mira@example.com", "roles": [5]}), "roles"),
            (json!({"email": "owner@stoa.example", "roles": [4]}), "email"),
        ] {
            let refused = owner.post(&path, &body).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{body}: {refused}");
        }
        let invited = json!({"email": " Mira@Example.com", "roles": [4, 6, 4]});
        let made = owner.post(&path, &invited).await?.expect(201)?;
        assert_eq!((&made["email"], &made["roles"]), (&json!("mira@example.com"), &json!([4, 6])));
        let link = token(app, 1, "mira@example.com").await?;
        ensure!(!owner.get(&format!("{base}/mail")).await?.text.contains("mira@"), "others can read the link");

        let mut mira = app.platform();
        let welcome = mira.get(&format!("{ACCEPT}?token={link}")).await?.expect(200)?;
        assert_eq!((&welcome["email"], &welcome["hasAccount"]), (&json!("mira@example.com"), &json!(false)));
        mira.get(&format!("{ACCEPT}?token=nothing")).await?.problem(404)?;
        let short = json!({"token": link, "name": "Mira", "password": "short"});
        ensure!(mira.post(ACCEPT, &short).await?.problem(400)?["errors"]["password"].is_string());
        let accepted = json!({"token": link, "name": "Mira", "password": PASSWORD});
        let session = mira.post(ACCEPT, &accepted).await?.expect(200)?;
        assert_eq!(session["websites"][0]["roles"], json!([4, 6]));
        mira.token = session["accessToken"].as_str().map(str::to_owned);
        mira.get(&format!("{base}/pages")).await?.expect(200)?;
        mira.post(ACCEPT, &accepted).await?.problem(410)?;

        let listed = owner.get(&path).await?.expect(200)?;
        assert_eq!(listed["invitations"], json!([]));
        let person = of(&listed, "mira@example.com").context("not listed")?;
        let own = format!("{path}/{}", person["id"].as_str().context("no id")?);
        mira.get(&format!("{base}/orders")).await?.problem(403)?;
        owner.put(&own, &json!({"roles": [8]})).await?.expect(200)?;
        mira.get(&format!("{base}/orders")).await?.expect(200)?;
        mira.get(&path).await?.problem(403)?;
        owner.delete(&own).await?.expect(204)?;
        mira.get(&format!("{base}/orders")).await?.problem(404)?;
        owner.delete(&own).await?.problem(404)?;

        owner.post(&path, &json!({"email": "noor@example.com", "roles": [15]})).await?.expect(201)?;
        let late = token(app, 2, "noor@example.com").await?;
        expire_invitations(app).await?;
        let mut noor = app.platform();
        noor.get(&format!("{ACCEPT}?token={late}")).await?.problem(410)?;
        noor.post(ACCEPT, &json!({"token": late, "name": "Noor", "password": PASSWORD})).await?.problem(410)?;
        let again = owner.post(&path, &json!({"email": "noor@example.com", "roles": [15]})).await?.expect(201)?;
        let open = owner.get(&path).await?.expect(200)?["invitations"].clone();
        assert_eq!(open.as_array().map(Vec::len), Some(1), "the new one takes the place of the old: {open}");
        let waiting = format!("{base}/invitations/{}", again["id"].as_str().context("no id")?);
        owner.delete(&waiting).await?.expect(204)?;

        let log = owner.get(&format!("{base}/audit-log")).await?.expect(200)?;
        let told: Vec<&str> =
            log["entries"].as_array().context("no log")?.iter().filter_map(|entry| entry["action"].as_str()).collect();
        for action in ["invite", "accept", "roles", "remove", "withdraw"] {
            ensure!(told.contains(&format!("contributor.{action}").as_str()), "{action} is not in {told:?}");
        }
        ensure!(
            log["entries"].as_array().is_some_and(|all| all.iter().any(|entry| entry["actorName"] == "Mira")),
            "{log}"
        );
        let mut manager = holder(app, &app.website("juniper").await?, &[15]).await?;
        manager.get(&format!("{base}/audit-log")).await?.problem(403)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn invitation_adds_roles_to_existing_account() -> Result<()> {
    on_sqlite(async |app| {
        let staff = &app.stoa.foundation.tenancy.staff;
        let account = staff.create("kenji@example.com", "Kenji", PASSWORD, Timestamp::from_ms(1)).await?;
        staff.grant(&app.website("kissaten").await?.parse()?, &account.id, 1).await?;
        let path = contributors(app).await?;
        app.owner().await?.post(&path, &json!({"email": "kenji@example.com", "roles": [8]})).await?.expect(201)?;
        let link = token(app, 1, "kenji@example.com").await?;
        let mut kenji = app.platform();
        let welcome = kenji.get(&format!("{ACCEPT}?token={link}")).await?.expect(200)?;
        assert_eq!(welcome["hasAccount"], true);
        let accepted =
            kenji.post(ACCEPT, &json!({"token": link, "name": "Eve", "password": "a password of Eve"})).await?;
        assert_eq!(accepted.expect(200)?, json!({"success": true}), "a link opens no account that is there");
        let session = kenji.sign_in("kenji@example.com", PASSWORD).await?;
        assert_eq!(session["account"]["name"], "Kenji");
        assert_eq!(session["websites"].as_array().map(Vec::len), Some(2));
        Ok(())
    })
    .await
}

/// A contributor with role 1, and their path in the contributors API.
async fn admin(app: &App, email: &str) -> Result<(Client, String)> {
    let staff = &app.stoa.foundation.tenancy.staff;
    let account = staff.create(email, "Admin", PASSWORD, Timestamp::from_ms(1)).await?;
    staff.grant(&app.website("juniper").await?.parse()?, &account.id, 1).await?;
    let mut client = app.platform();
    client.sign_in(email, PASSWORD).await?;
    Ok((client, format!("{}/{}", contributors(app).await?, account.id)))
}

// spec: role.admin.open
#[tokio::test(flavor = "multi_thread")]
async fn last_admin_cannot_be_removed() -> Result<()> {
    on_postgres(async |app| {
        let path = contributors(app).await?;
        let mut owner = app.owner().await?;
        let listed = owner.get(&path).await?.expect(200)?;
        let own = of(&listed, "owner@stoa.example").context("not listed")?;
        ensure!(own["isOwn"] == true, "{own}");
        let own = format!("{path}/{}", own["id"].as_str().context("no id")?);
        let refused = owner.delete(&own).await?.problem(409)?;
        ensure!(refused["error"].as_str().is_some_and(|text| text.contains("at least one administrator")), "{refused}");
        owner.put(&own, &json!({"roles": [4, 15]})).await?.problem(409)?;
        owner.put(&own, &json!({"roles": [1, 4]})).await?.expect(200)?;

        let (mut one, path_of_one) = admin(app, "one@example.com").await?;
        let (mut other, path_of_other) = admin(app, "other@example.com").await?;
        one.delete(&own).await?.expect(204)?;
        owner.get(&path).await?.problem(404)?;
        let (first, second) = tokio::join!(one.delete(&path_of_other), other.delete(&path_of_one));
        let answers = [first?.status, second?.status];
        ensure!(answers.contains(&204), "{answers:?}");
        ensure!(answers.iter().all(|status| [204, 403, 404, 409].contains(status)), "{answers:?}");
        let mut admins = 0;
        for admin in [&mut one, &mut other] {
            admins += i32::from(admin.get(&path).await?.status == 200);
        }
        ensure!(admins == 1, "{admins} admins are left: {answers:?}");
        Ok(())
    })
    .await
}
