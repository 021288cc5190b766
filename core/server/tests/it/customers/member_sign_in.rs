//! Visitors with an account.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::MEMBER_PASSWORD;
use crate::forms::form_fields;

// spec: site-user.login.post, site-user.logout.delete
#[tokio::test(flavor = "multi_thread")]
async fn site_user_register_sign_in_sign_out() -> Result<()> {
    on_sqlite(async |app| {
        let mut visitor = app.juniper();
        let account = json!({"email": "Ada@Example.com", "password": "long enough words", "firstName": "Ada",
                             "lastName": "Byron"});
        let made = visitor.post("/api/site-users/account", &account).await?;
        assert!((200..300).contains(&made.status), "{made:?}");
        let wrong = json!({"email": "ada@example.com", "password": "other words here", "rememberMe": false});
        let unknown = json!({"email": "eve@example.com", "password": "other words here", "rememberMe": false});
        let first = app.juniper().post("/api/site-users/account/session", &wrong).await?.problem(401)?;
        let second = app.juniper().post("/api/site-users/account/session", &unknown).await?.problem(401)?;
        assert_eq!(first["error"], second["error"], "nobody learns which addresses have accounts");
        let right = json!({"email": "ada@example.com", "password": "long enough words", "rememberMe": true});
        let signed_in = visitor.post("/api/site-users/account/session", &right).await?.expect(200)?;
        assert!(signed_in["xsrfToken"].is_string());
        let me = visitor.get("/api/site-users/account").await?.expect(200)?;
        assert_eq!(me["email"], "ada@example.com");
        let elsewhere = app.kissaten().post("/api/site-users/account/session", &right).await?;
        assert_eq!(elsewhere.status, 401, "an account belongs to one site");
        assert_eq!(visitor.delete("/api/site-users/account/session").await?.status, 403, "without the XSRF token");
        visitor.xsrf = signed_in["xsrfToken"].as_str().map(str::to_owned);
        visitor.delete("/api/site-users/account/session").await?.expect(200)?;
        assert_eq!(visitor.get("/api/site-users/account").await?.status, 401);
        Ok(())
    })
    .await
}

// spec: site-user.login.failures.open
#[tokio::test(flavor = "multi_thread")]
async fn sign_in_errors_alike_and_rate_limited() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut visitor = app.juniper();
    visitor.join("ada@example.com").await?;
    let path = "/api/site-users/account/session";
    let mut said = Vec::new();
    for attempt in 2..=10 {
        let email = if attempt % 2 == 0 { "ada@example.com" } else { "eve@example.com" };
        let body = json!({"email": email, "password": "other words here", "rememberMe": false});
        let mut problem = visitor.post(path, &body).await?.problem(401)?;
        problem["requestId"] = json!(null);
        said.push(problem);
    }
    ensure!(said.windows(2).all(|two| two[0] == two[1]), "{said:?}");
    let right = json!({"email": "ada@example.com", "password": MEMBER_PASSWORD, "rememberMe": false});
    let refused = visitor.post(path, &right).await?;
    ensure!(refused.header("retry-after").parse::<u64>()? <= 900, "{refused:?}");
    refused.problem(429)?;
    app.stop().await
}

/// A valid answer for a field: an address, the first option of a list, else a sentence.
fn answer_to(page: &str, field: &str) -> String {
    let own = page.split(&format!("data-field-id=\"{field}\"")).nth(1).unwrap_or_default();
    let own = own.split("data-field-id=").next().unwrap_or_default();
    let choice = own.split("<option value=\"").skip(1).filter_map(|rest| rest.split('"').next());
    match choice.into_iter().find(|value| !value.is_empty()) {
        Some(choice) => choice.to_owned(),
        None if own.contains("type=\"email\"") => "ada@example.com".to_owned(),
        None => "A question".to_owned(),
    }
}

// spec: form.key.post, form.save.post
#[tokio::test(flavor = "multi_thread")]
async fn contact_form_submission_stored_and_emailed_once() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let mut visitor = app.juniper();
        let page = visitor.get("/contact").await?.text;
        let form = page.split("data-form-id=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let fields: Vec<String> = page
            .split("data-field-id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect();
        let problem = form_fields::answer(&mut visitor, &form, &json!({})).await?;
        assert_eq!(problem.status, 400, "{problem:?}");
        assert!(problem.json()["errors"].as_object().is_some_and(|errors| !errors.is_empty()));
        let answers: serde_json::Map<String, serde_json::Value> =
            fields.iter().map(|field| (field.clone(), json!(answer_to(&page, field)))).collect();
        let saved = form_fields::answer(&mut visitor, &form, &json!(answers)).await?.expect(200)?;
        assert_eq!(saved["success"], true);
        let emails = app.emails(1).await?;
        assert!(emails.len() == 1 && emails[0].contains("A question"), "{emails:?}");
        let mut owner = app.owner().await?;
        let listed = owner.get(&format!("/api/v1/websites/{website}/forms/{form}/submissions")).await?.expect(200)?;
        assert_eq!(listed["submissions"].as_array().map(Vec::len), Some(1));
        Ok(())
    })
    .await
}
