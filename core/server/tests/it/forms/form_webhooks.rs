//! Webhooks of form submissions: signed, retried, and visible to contributors.

use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, ensure};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::app::{App, on_both, on_postgres};
use crate::client::Client;
use crate::forms::form_fields::answer;
use crate::pages::blocks::{path_of, publish};

/// A webhook receiver that rejects the first delivery and accepts all others.
#[derive(Clone, Default)]
struct Receiver(Arc<Mutex<Vec<(HeaderMap, String)>>>);

impl Receiver {
    async fn start(&self) -> Result<String> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let seen = self.clone();
        let take = move |headers: HeaderMap, body: String| async move {
            let mut all = seen.0.lock().unwrap();
            all.push((headers, body));
            if all.len() == 1 { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::NO_CONTENT }
        };
        let program = axum::Router::new().route("/hook", axum::routing::post(take));
        tokio::spawn(async move { axum::serve(listener, program).await });
        Ok(format!("http://{address}/hook"))
    }

    fn all(&self) -> Vec<(HeaderMap, String)> {
        self.0.lock().unwrap().clone()
    }
}

async fn with_webhook(app: &App, url: &str) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    let fields = json!([{"id": "email", "type": "email", "title": "Email"},
                        {"id": "word", "type": "password", "title": "Word"}]);
    let settings = json!({"fields": fields, "formName": "Questions", "webhookUrl": url});
    publish(&mut owner, &path, &json!([{"id": "questions", "kind": "form", "settings": settings}])).await?;
    Ok((owner, format!("/api/v1/websites/{website}")))
}

async fn deliveries(app: &App, base: &str) -> Result<Vec<Value>> {
    let listed = app.owner().await?.get(&format!("{base}/form-webhooks")).await?.expect(200)?;
    Ok(listed["deliveries"].as_array().context("no list")?.clone())
}

fn signed(key: &str, headers: &HeaderMap, body: &str) -> Result<String> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let bytes = STANDARD.decode(key.strip_prefix("whsec_").context("no prefix")?)?;
    let mut signing = Hmac::<Sha256>::new_from_slice(&bytes)?;
    signing.update(format!("{}.{}.{body}", header("webhook-id"), header("webhook-timestamp")).as_bytes());
    assert_eq!(header("webhook-signature"), format!("v1,{}", STANDARD.encode(signing.finalize().into_bytes())));
    Ok(header("webhook-id"))
}

#[tokio::test(flavor = "multi_thread")]
async fn form_webhook_signature_and_retry() -> Result<()> {
    on_both(async |app| {
        let receiver = Receiver::default();
        let url = receiver.start().await?;
        let (mut owner, base) = with_webhook(app, &url).await?;
        let given = json!({"email": "ada@example.com", "word": "swordfish"});
        let sent = answer(&mut app.juniper(), "questions", &given).await?.expect(200)?;
        app.until(async || Ok(deliveries(app, &base).await?.iter().any(|row| row["attempts"] == 1))).await?;
        let waiting = deliveries(app, &base).await?.remove(0);
        assert_eq!((&waiting["status"], &waiting["url"]), (&json!("queued"), &json!(url)));
        assert_eq!(waiting["submissionId"], sent["submissionId"]);
        assert_eq!(waiting["lastError"], "The server rejected the request (status 500).");
        ensure!(waiting["dueOn"].as_i64() > waiting["createdOn"].as_i64(), "{waiting}");

        let id = waiting["id"].as_str().context("no id")?;
        owner.post(&format!("{base}/form-webhooks/{id}/retry"), &json!({})).await?.expect(200)?;
        app.until(async || Ok(deliveries(app, &base).await?.iter().any(|row| row["status"] == "sent"))).await?;
        let key = owner.get(&format!("{base}/form-webhook-key")).await?.expect(200)?;
        let key = key["key"].as_str().context("no key")?.to_owned();
        let all = receiver.all();
        assert_eq!(all.len(), 2);
        for (headers, body) in &all {
            assert_eq!(signed(&key, headers, body)?, id);
            let message: Value = serde_json::from_str(body)?;
            assert_eq!(message["type"], "form.submitted");
            assert_eq!(message["data"]["answers"][0]["value"], "ada@example.com");
            ensure!(!body.contains("swordfish"), "a password went out");
        }
        let other = owner.post(&format!("{base}/form-webhook-key"), &json!({})).await?.expect(200)?;
        ensure!(other["key"].as_str().is_some_and(|other| other != key), "the key is the same");
        owner.post(&format!("{base}/form-webhooks/whd_none/retry"), &json!({})).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_reject_private_addresses() -> Result<()> {
    let app = App::sqlite().await?;
    let (_, base) = with_webhook(&app, "http://127.0.0.2:9/hook").await?;
    answer(&mut app.juniper(), "questions", &json!({"email": "ada@example.com"})).await?.expect(200)?;
    app.until(async || Ok(deliveries(&app, &base).await?.iter().any(|row| row["attempts"] == 1))).await?;
    let refused = deliveries(&app, &base).await?.remove(0);
    assert_eq!(refused["lastError"], "This address does not point to a public web server.");
    app.stop().await
}

/// The schema of form fields, as sent to the editor.
async fn most_emails(owner: &mut Client, base: &str) -> Result<Value> {
    let kinds = owner.get(&format!("{base}/block-kinds")).await?.expect(200)?;
    let kinds = kinds["blockKinds"].as_array().context("no kinds")?;
    let form = kinds.iter().find(|kind| kind["kind"] == "form").context("no form")?;
    Ok(form["settingsSchema"]["properties"]["fields"]["items"]["properties"]["maxLength"].clone())
}

// spec: form.field-type.textarea-max-length
#[tokio::test(flavor = "multi_thread")]
async fn text_limit_behind_feature_flag() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut flags = owner.get(&format!("{base}/website-settings")).await?.expect(200)?;
        assert_eq!(flags["formTextLimits"], false, "off on a new site");
        flags["formTextLimits"] = json!(true);
        flags = owner.put(&format!("{base}/website-settings"), &flags).await?.expect(200)?;
        let offered = most_emails(&mut owner, &base).await?;
        ensure!(offered["title"].is_string() && offered["x-hidden"].is_null(), "{offered}");
        ensure!(offered["default"].is_null(), "a field that names no limit has none: {offered}");
        assert_eq!(offered["x-initial"], 2000);
        flags["formTextLimits"] = json!(false);
        owner.put(&format!("{base}/website-settings"), &flags).await?.expect(200)?;
        assert_eq!(most_emails(&mut owner, &base).await?["x-hidden"], true);
        Ok(())
    })
    .await
}
