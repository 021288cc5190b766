//! Forms, from the visitor's submission to the owner's list.

use anyhow::{Context as _, Result, ensure};
use ring::digest::{SHA256, digest};
use serde_json::{Map, Value, json};

use crate::app::{App, on_both, on_postgres, on_sqlite, settings_with};
use crate::client::{Client, TestResponse};
use crate::demo_database;
use crate::pages::blocks::{path_of, publish, with_blocks};

pub(crate) const KEY: &str = "/api/form/FormSubmissionKey";
pub(crate) const SAVE: &str = "/api/form/SaveFormSubmission";
const REFUSED_KEY: &str = "Error processing form submission. Please reload and try again.";

/// A form key with its captcha challenge.
pub(crate) async fn key(visitor: &mut Client) -> Result<(String, String)> {
    let given = visitor.post(KEY, &json!({})).await?.expect(200)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((text(&given["data"]["key"]), text(&given["challenge"])))
}

fn zero_bits(hash: &[u8]) -> u32 {
    let whole = hash.iter().take_while(|byte| **byte == 0).count();
    hash.get(whole).map_or(0, |byte| byte.leading_zeros()) + 8 * u32::try_from(whole).unwrap_or(0)
}

/// Solves a proof-of-work challenge as a browser does: some 65,000 hashes, so the implementation is one that is fast
/// in unoptimised programs too.
pub(crate) fn solve(challenge: &str) -> Result<String> {
    let bits: u32 = challenge.split('.').next().context("no bits")?.parse()?;
    let mut tokens = (0_u64..).map(|number| format!("{challenge}.{number}"));
    tokens.find(|token| zero_bits(digest(&SHA256, token.as_bytes()).as_ref()) >= bits).context("no solution")
}

/// Request body of a form submission with a solved captcha.
pub(crate) async fn submission(visitor: &mut Client, form: &str, answers: &Value) -> Result<Value> {
    let (key, challenge) = key(visitor).await?;
    Ok(json!({"key": key, "captchaKey": solve(&challenge)?, "formId": form, "form": answers.to_string(),
              "pageTitle": "About", "pageId": "", "pagePath": "/about", "contentSource": "c",
              "pagePermissionTypeValue": 1}))
}

/// Submits a form as a page does.
pub(crate) async fn answer(visitor: &mut Client, form: &str, answers: &Value) -> Result<TestResponse> {
    let body = submission(visitor, form, answers).await?;
    visitor.post(SAVE, &body).await
}

fn contact(settings: &Value) -> Value {
    let fields = json!([
        {"id": "name", "type": "name", "title": "Name", "required": true},
        {"id": "email", "type": "email", "title": "Email", "required": true},
        {"id": "topic", "type": "select", "title": "Topic", "options": ["Order", "Workshop"]},
        {"id": "when", "type": "date", "title": "When"},
        {"id": "views", "type": "likert", "title": "Views", "options": ["Easy", "Pretty"]},
        {"id": "place", "type": "address", "title": "Place"},
        {"id": "campaign", "type": "hidden", "title": "Campaign", "key": "utm", "value": "none"},
        {"id": "message", "type": "textarea", "title": "Message", "required": true, "maxLength": 200},
    ]);
    let mut own = Map::from_iter([("fields".to_owned(), fields), ("formName".to_owned(), json!("Questions"))]);
    own.extend(settings.as_object().cloned().unwrap_or_default());
    json!([{"id": "questions", "kind": "form", "settings": own}])
}

fn right() -> Value {
    json!({"name": {"first": "Ada", "last": "Byron"}, "email": "Ada@example.com", "topic": "Order",
           "when": "2026-03-04", "views": {"Easy": "2", "Pretty": "-1"},
           "place": {"line1": "1 Main St", "city": "Kyoto", "country": "Japan"}, "campaign": "spring",
           "message": "Do you make blue mugs?"})
}

/// The owner, and the API path of the form's submissions; the form is on the page About.
async fn with_form(app: &App, settings: &Value) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    publish(&mut owner, &path, &contact(settings)).await?;
    Ok((owner, format!("/api/v1/websites/{website}/forms")))
}

// spec: form.key.open, form.save.response.open, form.submit.status-404
#[tokio::test(flavor = "multi_thread")]
async fn form_key_single_use_per_browser() -> Result<()> {
    on_postgres(async |app| {
        with_form(app, &json!({})).await?;
        let (mut visitor, mut other) = (app.juniper(), app.juniper());
        let body = submission(&mut visitor, "questions", &right()).await?;
        let stolen = other.post(SAVE, &body).await?.problem(400)?;
        assert_eq!(stolen["error"], REFUSED_KEY);
        let saved = visitor.post(SAVE, &body).await?.expect(200)?;
        assert_eq!(saved["success"], true);
        ensure!(saved["submissionId"].as_str().is_some_and(|id| id.starts_with("sub_")), "{saved}");
        assert_eq!(visitor.post(SAVE, &body).await?.problem(400)?["error"], REFUSED_KEY);
        let wrong = answer(&mut visitor, "questions", &json!({})).await?.problem(400)?;
        assert_eq!(wrong["errors"]["message"], "Message is required.");
        let unknown = answer(&mut visitor, "elsewhere", &right()).await?.problem(404)?;
        assert_eq!(unknown["error"], "This form has not been configured yet.");
        Ok(())
    })
    .await
}

// spec: form.payload.fields, form.save.post
#[tokio::test(flavor = "multi_thread")]
async fn form_lookup_by_page_and_fields() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = with_form(app, &json!({})).await?;
        let mut visitor = app.juniper();
        let page = visitor.get("/about?format=json").await?.expect(200)?;
        let page_id = page["collection"]["id"].as_str().context("the page has no id")?.to_owned();
        let (key, challenge) = key(&mut visitor).await?;
        let payload = json!({"key": key, "form": right().to_string(), "captchaKey": solve(&challenge)?,
            "pageTitle": "About", "pageId": page_id, "contentSource": "c", "pagePath": "/about",
            "pagePermissionTypeValue": 1});
        for (wrong, status) in [
            (json!({"pageId": ""}), 404),
            (json!({"form": "{\"fax\": \"1\"}"}), 404),
            (json!({"form": "{\"email\": \"ada@example.com\"}"}), 400),
        ] {
            let mut refused = payload.clone();
            refused.as_object_mut().context("no object")?.extend(wrong.as_object().cloned().unwrap_or_default());
            visitor.post(SAVE, &refused).await?.problem(status)?;
        }
        visitor.post(SAVE, &payload).await?.expect(200)?;
        let listed = owner.get(&format!("{base}/questions/submissions")).await?.expect(200)?;
        ensure!(listed["submissions"].as_array().is_some_and(|rows| rows.len() == 1), "{listed}");
        Ok(())
    })
    .await
}

// spec: form.save.server-validation.open, form.validate.post, form.validate.post.open
#[tokio::test(flavor = "multi_thread")]
async fn server_side_form_validation() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = with_form(app, &json!({})).await?;
        let mut visitor = app.juniper();
        let crafted = json!({"name": "", "email": "a@b", "topic": "Anything", "when": "2026-02-30",
            "views": {"Easy": "7"}, "message": "x".repeat(201)});
        let problem = answer(&mut visitor, "questions", &crafted).await?.problem(400)?;
        let validated = visitor.post("/api/rest/forms/validate/questions", &crafted).await?.problem(400)?;
        for errors in [&problem["errors"], &validated["errors"]] {
            assert_eq!(
                *errors,
                json!({"name": "Name is required.",
                    "email": "Email is not valid. Email addresses should follow the format user@domain.com.",
                    "topic": "Choose from the offered options.", "when": "Enter a valid date.",
                    "views": "Choose from the offered options.",
                    "message": "You have exceeded the character limit."})
            );
        }
        assert_eq!(validated["valid"], false);
        let valid = visitor.post("/api/rest/forms/validate/questions", &right()).await?.expect(200)?;
        assert_eq!(valid, json!({"valid": true}));
        visitor.post("/api/rest/forms/validate/elsewhere", &right()).await?.problem(404)?;

        let unreadable = "Could not parse the form fields, please check your entries.";
        let many: Map<String, Value> = (0..101).map(|number| (format!("f{number}"), json!("x"))).collect();
        for answers in [json!(many), json!("text")] {
            assert_eq!(answer(&mut visitor, "questions", &answers).await?.problem(400)?["error"], unreadable);
        }
        let long = json!({"message": "x".repeat(65 * 1024)});
        answer(&mut visitor, "questions", &long).await?.problem(413)?;
        let mut more = right();
        more["unknown"] = json!("dropped");
        answer(&mut visitor, "questions", &more).await?.expect(200)?;
        let listed = owner.get(&format!("{base}/questions/submissions")).await?.expect(200)?;
        ensure!(listed["submissions"].as_array().is_some_and(|rows| rows.len() == 1), "{listed}");
        ensure!(!listed.to_string().contains("dropped"), "{listed}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn proof_of_work_captcha_required() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = with_form(app, &json!({})).await?;
        let mut visitor = app.juniper();
        ensure!(visitor.get("/about").await?.text.contains("data-captcha-kind=\"work\""));
        let solved = submission(&mut visitor, "questions", &right()).await?;
        let mut without = solved.clone();
        without["captchaKey"] = Value::Null;
        let said = visitor.post(SAVE, &without).await?.problem(400)?;
        assert_eq!(said["error"], "Complete CAPTCHA before submitting.");
        // A solution is valid for its key only.
        let other = submission(&mut visitor, "questions", &right()).await?;
        for token in [json!("16.9999999999999.x.1"), other["captchaKey"].clone()] {
            without["captchaKey"] = token;
            let said = visitor.post(SAVE, &without).await?.problem(400)?;
            assert_eq!(said["error"], "reCAPTCHA failed. Refresh this page and try again.");
        }
        visitor.post(SAVE, &solved).await?.expect(200)?;

        let website = app.website("juniper").await?;
        let path = path_of(&mut owner, &website, "/about").await?;
        publish(&mut owner, &path, &contact(&json!({"captcha": false}))).await?;
        ensure!(!visitor.get("/about").await?.text.contains("data-captcha-kind"));
        let (key, _) = key(&mut visitor).await?;
        let body = json!({"key": key, "formId": "questions", "form": right().to_string()});
        visitor.post(SAVE, &body).await?.expect(200)?;
        let listed = owner.get(&format!("{base}/questions/submissions")).await?.expect(200)?;
        assert_eq!(
            (&listed["submissions"][0]["captcha"], &listed["submissions"][1]["captcha"]),
            (&json!(false), &json!(true))
        );
        Ok(())
    })
    .await
}

// spec: form.captcha.verify.open
#[tokio::test(flavor = "multi_thread")]
async fn captcha_service_replaces_builtin() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
    let service = crate::products::restock::service_that_knows("good").await?;
    let captcha =
        format!("[captcha]\nkind = 'checkbox'\nsite_key = 'site'\nsecret = 'hush'\nverify_url = {service:?}\n");
    let app = App::start(settings_with(&data, "", &captcha)).await?;
    with_form(&app, &json!({})).await?;
    let mut visitor = app.juniper();
    let page = visitor.get("/about").await?.text;
    ensure!(page.contains("data-captcha-kind=\"checkbox\" data-captcha-key=\"site\"") && !page.contains("hush"));
    for (path, asks) in [("/about", true), ("/shop", false)] {
        let policy = visitor.get(path).await?.header("content-security-policy").to_owned();
        for rule in ["script-src 'self'", "frame-src 'self'", "connect-src 'self'"] {
            let let_in = format!("{rule} https://www.google.com https://www.gstatic.com");
            assert_eq!(policy.contains(&let_in), asks, "{path}: {policy}");
        }
    }
    let (key, challenge) = key(&mut visitor).await?;
    ensure!(challenge.is_empty(), "the service shows a puzzle of its own");
    for (token, status) in [("bad", 400), ("good", 200)] {
        let body = json!({"key": key, "captchaKey": token, "formId": "questions", "form": right().to_string()});
        let answered = visitor.post(SAVE, &body).await?;
        ensure!(answered.status == status, "{answered:?}");
        if status == 400 {
            assert_eq!(answered.problem(400)?["error"], "reCAPTCHA failed. Refresh this page and try again.");
        }
    }
    app.stop().await
}

// spec: form.rate-limit.open, form.submit.status-429
#[tokio::test(flavor = "multi_thread")]
async fn form_submission_rate_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut visitor = app.juniper();
    visitor.forwarded_for = Some("203.0.113.1".to_owned());
    let body = json!({"key": "k", "formId": "questions", "form": "{}"});
    for _ in 0..10 {
        visitor.post(SAVE, &body).await?.problem(404)?;
    }
    let refused = visitor.post(SAVE, &body).await?;
    let wait: u64 = refused.header("retry-after").parse()?;
    ensure!((1..=600).contains(&wait), "{wait}");
    refused.problem(429)?;
    visitor.post(SAVE, &json!({"key": "k", "formId": "another", "form": "{}"})).await?.problem(404)?;
    for _ in 0..60 {
        visitor.post("/api/rest/forms/validate/questions", &json!({})).await?.problem(404)?;
    }
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_list_search_mark_export_delete() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = with_form(app, &json!({})).await?;
        let mut visitor = app.juniper();
        answer(&mut visitor, "questions", &right()).await?.expect(200)?;
        let mut second = right();
        second["message"] = json!("=2+3 or 100% \"glazed\" bowls");
        answer(&mut visitor, "questions", &second).await?.expect(200)?;
        let list = format!("{base}/questions/submissions");
        let listed = owner.get(&list).await?.expect(200)?;
        let rows = listed["submissions"].as_array().context("no rows")?;
        assert_eq!(rows.len(), 2);
        let values = rows[1]["values"].as_array().context("no values")?;
        let read: Vec<(&str, &str)> = values
            .iter()
            .map(|value| (value["label"].as_str().unwrap_or_default(), value["value"].as_str().unwrap_or_default()))
            .collect();
        assert_eq!(
            read,
            [
                ("Name", "Ada Byron"),
                ("Email", "Ada@example.com"),
                ("Topic", "Order"),
                ("When", "03/04/2026"),
                ("Views", "Easy: Strongly Agree\nPretty: Disagree"),
                ("Place", "1 Main St\nKyoto\nJapan"),
                ("utm", "spring"),
                ("Message", "Do you make blue mugs?"),
            ]
        );
        assert_eq!(values[5]["kind"], "address");
        for (query, found) in
            [("q=BLUE", 1), ("q=blue+order", 1), ("q=100%25", 1), ("q=purple", 0), ("starred=true", 0)]
        {
            let searched = owner.get(&format!("{list}?{query}")).await?.expect(200)?;
            assert_eq!(searched["submissions"].as_array().map(Vec::len), Some(found), "{query}");
        }
        let forms = owner.get(&base).await?.expect(200)?;
        let own = forms["forms"].as_array().and_then(|forms| forms.iter().find(|form| form["id"] == "questions"));
        let own = own.context("the form is not listed")?;
        assert_eq!((&own["name"], &own["unread"], &own["answers"]), (&json!("Questions"), &json!(2), &json!(2)));

        let one = format!("{list}/{}", rows[1]["id"].as_str().context("no id")?);
        let marked = owner.call("PATCH", &one, Some(&json!({"starred": true, "read": true}))).await?.expect(200)?;
        ensure!(marked["starred"] == true && marked["readOn"].is_number(), "{marked}");
        let starred = owner.get(&format!("{list}?starred=true")).await?.expect(200)?;
        assert_eq!(starred["submissions"].as_array().map(Vec::len), Some(1));
        let csv = owner.get(&format!("{base}/questions/submissions.csv")).await?;
        ensure!(csv.header("content-type").starts_with("text/csv"), "{csv:?}");
        let lines: Vec<&str> = csv.text.split("\r\n").collect();
        ensure!(
            lines[0].ends_with("\"Name\",\"Email\",\"Topic\",\"When\",\"Views\",\"Place\",\"utm\",\"Message\""),
            "{csv:?}"
        );
        ensure!(lines[1].ends_with("\"'=2+3 or 100% \"\"glazed\"\" bowls\""), "{csv:?}");
        owner.delete(&one).await?.expect(204)?;
        owner.get(&one).await?.problem(404)?;
        owner.get(&format!("{base}/elsewhere/submissions")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn spam_folder_and_restore() -> Result<()> {
    on_sqlite(async |app| {
        let told = json!({"recipients": ["desk@example.com", "press@example.com"]});
        let (mut owner, base) = with_form(app, &told).await?;
        let mut visitor = app.juniper();
        let mut body = submission(&mut visitor, "questions", &right()).await?;
        body["websiteAddress"] = json!("https://cheap.example");
        visitor.post(SAVE, &body).await?.expect(200)?;
        let list = format!("{base}/questions/submissions");
        assert_eq!(owner.get(&list).await?.expect(200)?["submissions"], json!([]));
        let spam = owner.get(&format!("{list}?folder=spam")).await?.expect(200)?;
        let signs = &spam["submissions"][0]["spamSigns"];
        assert_eq!(*signs, json!(["A hidden field was filled in."]));

        let one = format!("{list}/{}", spam["submissions"][0]["id"].as_str().context("no id")?);
        owner.call("PATCH", &one, Some(&json!({"folder": "inbox"}))).await?.expect(200)?;
        assert_eq!(owner.get(&list).await?.expect(200)?["submissions"].as_array().map(Vec::len), Some(1));
        // Nobody was notified before.
        let emails = app.emails(2).await?;
        assert_eq!(emails.len(), 2);
        for to in ["To: desk@example.com", "To: press@example.com"] {
            let message = emails.iter().find(|message| message.contains(to)).context(to)?;
            ensure!(
                message.contains("Reply-To: Ada@example.com") && message.contains("Do you make blue mugs?"),
                "{message}"
            );
        }
        Ok(())
    })
    .await
}

// spec: form.newsletter.open, order.newsletter-unsubscribe.open
#[tokio::test(flavor = "multi_thread")]
async fn newsletter_double_opt_in() -> Result<()> {
    on_both(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = path_of(&mut owner, &website, "/about").await?;
        publish(&mut owner, &path, &json!([{"id": "news", "kind": "newsletter", "settings": {}}])).await?;
        let mut visitor = app.juniper();
        answer(&mut visitor, "news", &json!({"email": "Ada@Example.com"})).await?.expect(200)?;
        let link = link_in(&app.emails(1).await?[0], "/mailing-list/confirm?token=")?;
        for _ in 0..2 {
            let asked = visitor.get(&link).await?;
            ensure!(asked.status == 200 && asked.text.contains("ada@example.com"), "{asked:?}");
        }
        // Mail programs and people without cookies open links too.
        let mut reader = app.juniper();
        let joined = reader.form(&link, &[]).await?;
        ensure!(joined.status == 200 && joined.text.contains("You are subscribed"), "{joined:?}");
        assert_eq!(reader.form(&link, &[]).await?.status, 404, "a link joins once");
        assert_eq!(app.kissaten().get(&link).await?.status, 404);
        let emails = app.emails(2).await?;
        let welcome = emails.iter().find(|message| message.contains("/mailing-list/leave")).context("no welcome")?;
        let leave = link_in(welcome, "/mailing-list/leave?key=")?;
        let unfolded = welcome.replace("\r\n ", " ");
        let header = |name: &str| unfolded.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let stops = header("List-Unsubscribe:").context("no List-Unsubscribe")?;
        ensure!(stops.starts_with("<http") && stops.ends_with(&format!("{leave}>")), "{stops}");
        assert_eq!(header("List-Unsubscribe-Post:"), Some("List-Unsubscribe=One-Click"));
        answer(&mut visitor, "news", &json!({"email": "ada@example.com"})).await?.expect(200)?;
        app.outbox_done("juniper").await?;
        let asked = reader.get(&leave).await?;
        ensure!(
            asked.status == 200
                && asked.text.contains("data-page-type=\"300\"")
                && asked.text.contains("stoa-site-header"),
            "{asked:?}"
        );
        let left = reader.form(&leave, &[]).await?;
        ensure!(left.status == 200 && left.text.contains("You are unsubscribed"), "{left:?}");
        assert_eq!(reader.get(&leave).await?.status, 404);

        let back = link_in(&left.text, "/mailing-list/confirm?token=")?;
        let joined = reader.form(&back, &[]).await?;
        ensure!(joined.status == 200 && joined.text.contains("You are subscribed"), "{joined:?}");
        let emails = app.emails(3).await?;
        let again = emails.iter().filter(|message| message.contains("/mailing-list/leave"));
        let again = again.map(|message| link_in(message, "/mailing-list/leave?key=")).collect::<Result<Vec<_>>>()?;
        let new = again.iter().find(|link| **link != leave).context("no second welcome")?;
        let stopped = reader.form(new, &[("List-Unsubscribe", "One-Click")]).await?;
        ensure!(stopped.status == 200 && !stopped.text.contains("<button>"), "one call is enough: {stopped:?}");
        assert_eq!(reader.get(new).await?.status, 404);
        confirmation_after_offered_undo(app, &mut visitor).await
    })
    .await
}

/// Someone who unsubscribes and signs up again at once gets a confirmation, although the undo offer is still open.
async fn confirmation_after_offered_undo(app: &App, visitor: &mut Client) -> Result<()> {
    let to_lea = async |count| -> Result<Vec<String>> {
        Ok(app.emails(count).await?.into_iter().filter(|message| message.contains("lea@example.com")).collect())
    };
    answer(visitor, "news", &json!({"email": "lea@example.com"})).await?.expect(200)?;
    let asked = to_lea(4).await?.pop().context("no confirmation")?;
    visitor.form(&link_in(&asked, "/mailing-list/confirm?token=")?, &[]).await?;
    let emails = to_lea(5).await?;
    let welcome = emails.iter().find(|message| message.contains("/mailing-list/leave")).context("no welcome")?;
    let left = visitor.form(&link_in(welcome, "/mailing-list/leave?key=")?, &[]).await?;
    ensure!(left.text.contains("You are unsubscribed"), "{left:?}");
    answer(visitor, "news", &json!({"email": "lea@example.com"})).await?.expect(200)?;
    let confirmations = to_lea(6).await?.iter().filter(|message| message.contains("/mailing-list/confirm")).count();
    assert_eq!(confirmations, 2);
    Ok(())
}

/// Path and query of the link with this beginning in the plain text of an e-mail.
pub(crate) fn link_in(message: &str, begin: &str) -> Result<String> {
    let unfolded = message.replace("=\r\n", "").replace("=3D", "=");
    let rest = unfolded.split(begin).nth(1).with_context(|| format!("no {begin} in {unfolded}"))?;
    let value: String =
        rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).collect();
    Ok(format!("{begin}{value}"))
}

// spec: form.template-schema.get, form.template-schema.open
#[tokio::test(flavor = "multi_thread")]
async fn new_form_default_fields() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    owner.website = Some(app.website("juniper").await?);
    for kind in ["9", "form"] {
        let template = owner.get(&format!("/api/template/GetTemplateSchema?type={kind}")).await?.expect(200)?;
        let fields = template["fields"].as_array().context("no fields")?;
        let kinds: Vec<(&str, &str)> = fields
            .iter()
            .map(|field| (field["type"].as_str().unwrap_or_default(), field["title"].as_str().unwrap_or_default()))
            .collect();
        assert_eq!(kinds, [("name", "Name"), ("email", "Email"), ("text", "Subject"), ("textarea", "Message")]);
        assert_eq!((&template["type"], &template["submitButtonText"]), (&json!(9), &json!("Send")));
    }
    owner.get("/api/template/GetTemplateSchema?type=8").await?.problem(404)?;
    app.stop().await
}

// spec: form.field-type.title.open, form.submit.post-html.open
#[tokio::test(flavor = "multi_thread")]
async fn form_fields_titles_and_safe_redirect() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    let untitled = json!({"fields": [{"id": "a", "type": "text"}]});
    let empty = json!({"fields": [{"id": "a", "type": "text", "title": ""}]});
    let script = json!({"successUrl": "javascript:alert(1)"});
    for (settings, place) in [(untitled, "b.fields[0].title"), (empty, "b.fields[0].title"), (script, "b.successUrl")] {
        let page = with_blocks(&mut owner, &path, &json!([{"id": "b", "kind": "form", "settings": settings}])).await?;
        owner.if_match = Some(format!("\"{}\"", page["revision"]));
        let problem = owner.put(&path, &page).await?.problem(400)?;
        owner.if_match = None;
        ensure!(problem["errors"][place].is_string(), "{place}: {problem}");
    }
    let shown =
        json!({"postSubmitHtml": "<p>Thanks<script>f()</script></p>", "successUrl": "https://domain.com/thanks"});
    publish(&mut owner, &path, &json!([{"id": "b", "kind": "form", "settings": shown}])).await?;
    let page = app.juniper().get("/about").await?.text;
    ensure!(page.contains("<p>Thanks</p>") && !page.contains("f()"), "{page}");
    app.stop().await
}
