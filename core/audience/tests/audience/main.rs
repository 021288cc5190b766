//! Members and submissions, tested against a real database.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking, in what they share too")]

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use serde_json::json;
use stoa_audience::AudienceError;
use stoa_audience::members::{self, Credentials, NewMember};
use stoa_audience::submissions::{self, NewSubmission, SubmissionFilter};
use stoa_document::{BlockKinds, Schema};
use stoa_entity::tenant::{collection, outbox};
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::{CollectionId, WebsiteId};
use stoa_kernel::page::PageRequest;
use stoa_kernel::ports::{Captcha, Guarded, PortError, SessionEntry, Sessions};
use stoa_testkit::TestSite;

#[derive(Default)]
struct Memory(Mutex<HashMap<String, String>>);

#[async_trait]
impl Sessions for Memory {
    async fn get(&self, _: &WebsiteId, key: &str) -> Result<Option<String>, PortError> {
        Ok(self.0.lock().unwrap().get(key).cloned())
    }

    async fn put(&self, _: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<(), PortError> {
        self.0.lock().unwrap().insert(key.to_owned(), session.value.to_owned());
        Ok(())
    }

    fn longest(&self) -> Duration {
        Duration::from_secs(180 * 24 * 60 * 60)
    }

    async fn renew(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<bool, PortError> {
        let is_open = self.0.lock().unwrap().contains_key(key);
        if is_open {
            self.put(website, key, session).await?;
        }
        Ok(is_open)
    }

    async fn delete(&self, _: &WebsiteId, key: &str) -> Result<(), PortError> {
        self.0.lock().unwrap().remove(key);
        Ok(())
    }
}

struct FormsOnly(Schema);

impl BlockKinds for FormsOnly {
    fn schema(&self, kind: &str) -> Option<&Schema> {
        (kind == "form").then_some(&self.0)
    }
}

fn new_member(email: &str, password: &str) -> NewMember {
    NewMember {
        email: email.to_owned(),
        password: password.to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        language: None,
    }
}

fn credentials(email: &str, password: &str, remember: bool) -> Credentials {
    Credentials { email: email.to_owned(), password: password.to_owned(), remember }
}

#[tokio::test]
async fn member_register_sign_in_sign_out() {
    let site = TestSite::new().await.unwrap();
    let (visitor, sessions) = (site.visitor(), Memory::default());
    let made = members::register(&visitor, &site.db, new_member(" Ada@Domain.com ", "lamp-lit")).await.unwrap();
    assert_eq!(made.email, "ada@domain.com");
    let again = members::register(&visitor, &site.db, new_member("ada@domain.com", "another one")).await.unwrap();
    assert_ne!(again.id, made.id, "the account that is there stays as it is, and is not told of");
    let weak = members::register(&visitor, &site.db, new_member("b@domain.com", "1234567")).await;
    assert!(matches!(weak, Err(AudienceError::Said(failure)) if failure.fields.contains_key("password")));

    for wrong in
        [credentials("ada@domain.com", "wrong password", true), credentials("nobody@domain.com", "lamp-lit", true)]
    {
        let refused = members::sign_in(&visitor, &site.db, &sessions, wrong).await.map(|_| ()).unwrap_err();
        let failure = Failure::from(refused);
        assert_eq!((failure.code.status(), failure.detail.as_str()), (401, "Incorrect email or password."));
    }
    let session =
        members::sign_in(&visitor, &site.db, &sessions, credentials("ADA@domain.com", "lamp-lit", true)).await;
    let session = session.unwrap().session;
    assert_eq!(session.keep, Duration::from_secs(30 * 24 * 60 * 60));
    assert!(!sessions.0.lock().unwrap().contains_key(&session.token), "only the hash of the token is kept");
    let account = members::account(&site.site_user(made.id.clone()), &site.db).await.unwrap();
    assert_eq!(account, made);
    assert!(matches!(members::account(&visitor, &site.db).await, Err(AudienceError::NotSignedIn)));

    let forged = members::sign_out(&visitor, &sessions, &session.token, Some("other")).await;
    assert!(matches!(forged, Err(AudienceError::XsrfFailed)));
    members::sign_out(&visitor, &sessions, &session.token, Some(&session.xsrf_token)).await.unwrap();
    assert!(sessions.0.lock().unwrap().is_empty());
}

async fn site_with_form() -> (TestSite, FormsOnly) {
    let site = TestSite::new().await.unwrap();
    let fields = json!([
        {"id": "email", "type": "email", "title": "E-mail", "required": true},
        {"id": "message", "type": "textarea", "title": "Message", "required": true, "maxLength": 20},
    ]);
    let blocks = json!([{"id": "contact", "kind": "form", "settings": {"fields": fields}}]);
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": blocks}]}]);
    let document = json!({"version": 1, "sections": [{"id": "s", "rows": rows}]});
    let tx = site.db.write().await.unwrap();
    tx.insert(collection::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(CollectionId::generate()),
        kind: Set(CollectionKind::Page),
        type_code: Set(CollectionType::Page.code()),
        title: Set("Contact".to_owned()),
        navigation_title: Set("Contact".to_owned()),
        url_id: Set("contact".to_owned()),
        description: Set(String::new()),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(Some(document.clone())),
        revision: Set(1),
        published: Set(Some(document)),
        published_revision: Set(Some(1)),
        published_on: Set(Some(Timestamp::from_ms(1))),
        seo_title: Set(String::new()),
        seo_description: Set(String::new()),
        position: Set(0),
        created_on: Set(Timestamp::from_ms(1)),
        updated_on: Set(Timestamp::from_ms(1)),
    })
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let schema = json!({"type": "object", "properties": {"fields": {"type": "array"}}});
    (site, FormsOnly(Schema::from_json(&schema).unwrap()))
}

/// A captcha that accepts one token.
struct FakeCaptcha;

#[async_trait]
impl Captcha for FakeCaptcha {
    async fn is_solved(&self, _guarded: Guarded<'_>, token: &str) -> Result<bool, PortError> {
        Ok(token == "solved")
    }
}

fn answer(key: &str, form: &str) -> NewSubmission {
    NewSubmission {
        key: key.to_owned(),
        browser: "crumb".to_owned(),
        captcha_key: "solved".to_owned(),
        form_id: Some("contact".to_owned()),
        form: form.to_owned(),
        page_title: "Contact".to_owned(),
        ..NewSubmission::default()
    }
}

#[tokio::test]
async fn form_submission_is_validated_stored_and_announced() {
    let (site, kinds) = site_with_form().await;
    let visitor = site.visitor();
    let right = r#"{"email": "a@b.co", "message": "Hello", "unknown": "x"}"#;
    let key = submissions::issue_key(&visitor, &site.db, "crumb").await.unwrap();
    let save = async |new: NewSubmission| submissions::save(&visitor, &site.db, &kinds, &FakeCaptcha, new).await;
    let wrong = save(answer(&key, r#"{"email": "a@b"}"#)).await;
    let Err(AudienceError::Said(Failure { fields, .. })) = wrong else { panic!("the answers were accepted") };
    assert_eq!(fields["message"], "Message is required.");
    assert_eq!(fields["email"], "Email is not valid. Email addresses should follow the format user@domain.com.");
    let unsolved = NewSubmission { captcha_key: "guessed".to_owned(), ..answer(&key, right) };
    assert!(matches!(save(unsolved).await, Err(AudienceError::CaptchaFailed)));
    let elsewhere = NewSubmission { browser: "another".to_owned(), ..answer(&key, right) };
    assert!(matches!(save(elsewhere).await, Err(AudienceError::KeyRefused)));
    let id = save(answer(&key, right)).await.unwrap();
    let reused = save(answer(&key, right)).await.unwrap_err();
    assert_eq!(Failure::from(reused).detail, "Error processing form submission. Please reload and try again.");
    let unknown = NewSubmission { form_id: Some("elsewhere".to_owned()), ..answer(&key, right) };
    let missing = save(unknown).await.unwrap_err();
    assert_eq!(Failure::from(missing).detail, "This form has not been configured yet.");

    let (all, first) = (SubmissionFilter::default(), PageRequest::default());
    let listed = submissions::list(&site.owner(), &site.db, "contact", &all, &first).await.unwrap();
    assert_eq!(listed.items.len(), 1);
    assert_eq!(listed.items[0].id, id);
    let values: Vec<(&str, &str)> =
        listed.items[0].values.iter().map(|answer| (answer.label.as_str(), answer.value.as_str())).collect();
    assert_eq!(values, [("E-mail", "a@b.co"), ("Message", "Hello")]);
    assert!(submissions::list(&visitor, &site.db, "contact", &all, &first).await.is_err());
    let tx = site.db.read().await.unwrap();
    let announced = tx.find::<outbox::Entity>().all().await.unwrap();
    assert_eq!(announced.len(), 1);
    assert_eq!(announced[0].topic, "form-submitted");
}
