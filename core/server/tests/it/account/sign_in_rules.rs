//! A site can require two-factor sign-in of its contributors.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::account::contributors::token;
use crate::account::roles::holder;
use crate::account::second_factor::{code, reset_used_codes, set_up, sign_in_with_code};
use crate::app::on_postgres;
use crate::client::Client;
use crate::customers::email_change::emails_to;

const RULES: &str = "sign-in-rules";
const EDITOR: &str = "roles-4-@example.com";
const PASSWORD: &str = "long enough words";
/// Account that `holder` creates for the admin role.
const ADMIN: &str = "roles-1-@example.com";

// spec: roles.owner-auth.open, security.audit.open
#[tokio::test(flavor = "multi_thread")]
async fn required_second_factor_enrolment() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let (rules, people) = (format!("{base}/{RULES}"), format!("{base}/contributors"));
        let mut admin = holder(app, &website, &[1]).await?;
        let mut editor = holder(app, &website, &[4]).await?;
        let mut manager = holder(app, &website, &[15]).await?;
        let wanted = json!({"secondFactorRequired": true});
        manager.put(&rules, &wanted).await?.problem(403)?;
        let refused = admin.put(&rules, &wanted).await?.problem(409)?;
        ensure!(refused["detail"].as_str().is_some_and(|detail| detail.contains("two-step")), "{refused}");
        let (secret, _) = set_up(app, &mut admin).await?;
        assert_eq!(admin.put(&rules, &wanted).await?.expect(200)?, wanted);

        let listed = admin.get(&people).await?.expect(200)?;
        assert_eq!(listed["secondFactorRequired"], true);
        let has = |email: &str| {
            let all = listed["contributors"].as_array()?;
            all.iter().find(|person| person["email"] == email)?["hasSecondFactor"].as_bool()
        };
        assert_eq!((has(ADMIN), has(EDITOR)), (Some(true), Some(false)));

        for path in ["pages", "contributors", "settings"] {
            let refused = editor.get(&format!("{base}/{path}")).await?.problem(403)?;
            assert_eq!(refused["code"], "second-factor-missing", "{path}: {refused}");
        }
        editor.website = Some(website.clone());
        let page = json!({"title": "Glazes"});
        assert_eq!(editor.post(&format!("{base}/pages"), &page).await?.problem(403)?["code"], "second-factor-missing");
        let own = async |person: &mut Client| {
            let read = person.get("/api/v1/account").await?.expect(200)?;
            anyhow::Ok((
                read["websites"][0]["secondFactorRequired"].clone(),
                read["account"]["hasSecondFactor"].clone(),
            ))
        };
        assert_eq!(own(&mut editor).await?, (json!(true), json!(false)));
        let elsewhere = format!("/api/v1/websites/{}/pages", app.website("kissaten").await?);
        app.owner().await?.get(&elsewhere).await?.expect(200)?;

        let (_, codes) = set_up(app, &mut editor).await?;
        editor.get(&format!("{base}/pages")).await?.expect(200)?;
        assert_eq!(own(&mut editor).await?, (json!(true), json!(true)));
        let proof = json!({"password": PASSWORD, "code": codes.first().context("no code")?});
        editor.post("/api/v1/account/second-factor/off", &proof).await?.expect(204)?;
        editor.get(&format!("{base}/pages")).await?.problem(403)?;

        admin.put(&rules, &json!({"secondFactorRequired": false})).await?.expect(200)?;
        editor.get(&format!("{base}/pages")).await?.expect(200)?;
        manager.get(&format!("{base}/pages")).await?.expect(200)?;
        let log = admin.get(&format!("{base}/audit-log?action=contributor.sign-in-rules")).await?.expect(200)?;
        let told: Vec<_> = log["entries"].as_array().context("no log")?.iter().map(|entry| &entry["subject"]).collect();
        assert_eq!(told, [&json!("second factor: off"), &json!("second factor: required")]);
        reset_used_codes(app).await?;
        sign_in_with_code(app, ADMIN, PASSWORD, &code(&secret, 0)?).await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn invitee_enrols_required_second_factor() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mut admin = holder(app, &website, &[1]).await?;
        set_up(app, &mut admin).await?;
        admin.put(&format!("{base}/{RULES}"), &json!({"secondFactorRequired": true})).await?.expect(200)?;
        let invited = json!({"email": "mira@example.com", "roles": [4]});
        admin.post(&format!("{base}/contributors"), &invited).await?.expect(201)?;
        app.until(async || Ok(!emails_to(&app.emails(0).await?, "mira@example.com").is_empty())).await?;
        let token = token(app, 0, "mira@example.com").await?;
        let mut mira = app.platform();
        let joining = json!({"token": token, "name": "Mira", "password": PASSWORD});
        let session = mira.post("/api/auth/invitation", &joining).await?.expect(200)?;
        assert_eq!(session["websites"][0]["secondFactorRequired"], true);
        // The admin shows the times of the site in its zone.
        assert_eq!(session["websites"][0]["timeZone"], "America/New_York");
        mira.token = session["accessToken"].as_str().map(str::to_owned);
        mira.get(&format!("{base}/pages")).await?.problem(403)?;
        set_up(app, &mut mira).await?;
        mira.get(&format!("{base}/pages")).await?.expect(200)?;
        Ok(())
    })
    .await
}
