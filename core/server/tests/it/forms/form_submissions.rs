//! Form submissions: search, export and notification.

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ColumnTrait as _, ConnectOptions, ConnectionTrait as _, Database, Statement};
use serde_json::{Value, json};
use stoa_entity::tenant::outbox;
use stoa_kernel::id::WebsiteId;
use stoa_migration::{Migrator as _, TenantMigrator};
use tokio::net::TcpListener;

use crate::app::{App, on_both, on_postgres, on_postgres_with, on_sqlite};
use crate::client::Client;
use crate::forms::form_fields;
use crate::pages::blocks::{path_of, publish};

/// The owner, and the API path of the submissions of a form with these fields.
async fn with_fields(app: &App, settings: &Value) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    publish(&mut owner, &path, &json!([{"id": "questions", "kind": "form", "settings": settings}])).await?;
    Ok((owner, format!("/api/v1/websites/{website}/forms/questions/submissions")))
}

fn fields() -> Value {
    json!({"fields": [
        {"id": "first", "type": "text", "title": "Label"},
        {"id": "second", "type": "text", "title": "Label"},
        {"id": "word", "type": "password", "title": "Word"},
        {"id": "glazes", "type": "checkbox", "title": "Glazes", "options": ["Ash, wood", "Celadon"]},
    ]})
}

async fn found(owner: &mut Client, list: &str, query: &str) -> Result<usize> {
    let listed = owner.get(&format!("{list}?q={query}")).await?.expect(200)?;
    Ok(listed["submissions"].as_array().context("no rows")?.len())
}

/// Entries of the audit log about submissions, latest first.
async fn audited(owner: &mut Client, list: &str) -> Result<Vec<String>> {
    let site = list.split("/forms/").next().context("no site")?;
    let log = owner.get(&format!("{site}/audit-log")).await?.expect(200)?;
    let actions = log["entries"].as_array().context("no entries")?.iter().filter_map(|entry| entry["action"].as_str());
    Ok(actions.filter(|action| action.starts_with("submission.")).map(str::to_owned).collect())
}

// spec: security.audit.open
#[tokio::test(flavor = "multi_thread")]
async fn submissions_export_columns_and_omitted_passwords() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, list) = with_fields(app, &fields()).await?;
        let mut visitor = app.juniper();
        let answers = json!({"first": "one", "second": " =two", "word": "hush", "glazes": ["Ash, wood", "Celadon"]});
        form_fields::answer(&mut visitor, "questions", &answers).await?.expect(200)?;
        form_fields::answer(&mut visitor, "questions", &json!({"second": "later"})).await?.expect(200)?;
        let csv = owner.get(&format!("{list}.csv")).await?.text;
        let lines: Vec<&str> = csv.split("\r\n").collect();
        ensure!(lines[0].ends_with("\"Label\",\"Label (2)\",\"Glazes\""), "{csv}");
        ensure!(lines[1].ends_with("\"N/A\",\"later\",\"N/A\""), "{csv}");
        ensure!(lines[2].ends_with("\"one\",\"'=two\",\"Ash, wood, Celadon\"") && !csv.contains("hush"), "{csv}");

        let listed = owner.get(&list).await?.expect(200)?;
        let glazes = &listed["submissions"][1]["values"][3];
        assert_eq!(glazes["choices"], json!(["Ash, wood", "Celadon"]));
        let one = listed["submissions"][0]["id"].as_str().context("no id")?;
        owner.delete(&format!("{list}/{one}")).await?.expect(204)?;
        assert_eq!(audited(&mut owner, &list).await?, ["submission.delete", "submission.export"]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn submission_search() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, list) = with_fields(app, &fields()).await?;
        let answers = json!({"first": "Ärger mit blauen Bechern", "second": "Ελλάδα", "word": "hush"});
        form_fields::answer(&mut app.juniper(), "questions", &answers).await?.expect(200)?;
        for (query, count) in [
            ("%C3%84RGER", 1),
            ("%CE%95%CE%9B%CE%9B%CE%86%CE%94%CE%91", 1),
            ("becher+arger", 1),
            ("becher+arg3r", 0),
            ("%CE%B5%CE%BB%CE%BB%CE%B1%CE%B4%CE%B1", 1),
            ("becher+mit", 1),
            ("%22mit+blauen%22", 1),
            ("%22blauen+mit%22", 0),
            ("kind", 0),
            ("label", 0),
            ("value", 0),
            ("N/A", 0),
            ("hush", 0),
        ] {
            assert_eq!(found(&mut owner, &list, query).await?, count, "{query}");
        }
        Ok(())
    })
    .await
}

// spec: form.captcha.verify.open
#[tokio::test(flavor = "multi_thread")]
async fn unavailable_captcha_service_rejects_submission() -> Result<()> {
    let away = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let service = format!(
        "[captcha]\nkind = 'checkbox'\nsite_key = 'site'\nsecret = 'hush'\nverify_url = 'http://{away}/verify'\n"
    );
    on_postgres_with(&service, async |app| {
        let (mut owner, list) = with_fields(app, &fields()).await?;
        let mut visitor = app.juniper();
        let (key, _) = form_fields::key(&mut visitor).await?;
        let answers = json!({"first": "Do you teach?"}).to_string();
        let body = json!({"key": key, "captchaKey": "a token", "formId": "questions", "form": answers});
        let refused = visitor.post(form_fields::SAVE, &body).await?.problem(400)?;
        assert_eq!(refused["error"], "reCAPTCHA failed. Refresh this page and try again.");
        assert_eq!(owner.get(&list).await?.expect(200)?["submissions"], json!([]), "nothing was kept");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_addresses_with_any_tld() -> Result<()> {
    on_postgres(async |app| {
        let mut settings = fields();
        settings["recipients"] = json!(["hello@clay.studio"]);
        with_fields(app, &settings).await?;
        form_fields::answer(&mut app.juniper(), "questions", &json!({"first": "Do you teach?"})).await?.expect(200)?;
        let emails = app.emails(1).await?;
        ensure!(emails[0].contains("To: hello@clay.studio"), "{emails:?}");
        app.juniper().join("ada@clay.studio").await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn choice_field_without_options_is_skipped() -> Result<()> {
    let app = App::sqlite().await?;
    let kinds = ["select", "radio", "checkbox", "likert"];
    let choices = kinds.map(|kind| json!({"id": kind, "type": kind, "title": "Choice", "required": true}));
    let fields = [&choices[..], &[json!({"id": "text", "type": "text", "title": "Text"})]].concat();
    with_fields(&app, &json!({"fields": fields})).await?;
    let page = app.juniper().get("/about").await?.text;
    ensure!(page.contains(">Text</label>") && !page.contains("Choice"), "{page}");
    form_fields::answer(&mut app.juniper(), "questions", &json!({"text": "Hello"})).await?.expect(200)?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_without_fields_is_hidden() -> Result<()> {
    let app = App::sqlite().await?;
    with_fields(&app, &json!({"fields": []})).await?;
    let page = app.juniper().get("/about").await?.text;
    ensure!(!page.contains("data-form-id=\"questions\""), "{page}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_before_migration_are_found() -> Result<()> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let own = |name: &str| name == "m20261124_000116_searched_answers";
    let before = TenantMigrator::migrations().iter().position(|migration| own(migration.name())).context("no such")?;
    TenantMigrator::up(&connection, Some(u32::try_from(before)?)).await?;
    connection.execute_unprepared("PRAGMA foreign_keys = OFF").await?;
    let answers = json!([{"kind": "text", "label": "Q", "value": "ÄRGER"}, {"label": "Old", "value": "Mug"},
        {"kind": "password", "label": "Word", "value": "Hush"}, {"label": "Left out", "value": "N/A"}]);
    for number in 0..1_001 {
        let insert = format!(
            "INSERT INTO submission (website_id, id, form_id, page_id, page_title, answers, created_on) \
             VALUES ('web', 'sub-{number}', 'f', '', '', '{answers}', 1)"
        );
        connection.execute_unprepared(&insert).await?;
    }
    TenantMigrator::up(&connection, None).await?;
    let found = "SELECT count(*) AS found FROM submission WHERE searched = 'arger' || char(10) || 'mug'";
    let row = connection.query_one_raw(Statement::from_string(connection.get_database_backend(), found)).await?;
    assert_eq!(row.context("no row")?.try_get::<i64>("", "found")?, 1_001);
    Ok(())
}

/// How often the recipients of forms in the dollar shop are told of a submission.
async fn times_told(app: &App) -> Result<u64> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.read().await?;
    Ok(tx.find::<outbox::Entity>().filter(outbox::Column::Topic.eq("form-submitted")).count().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn recipients_are_told_of_a_submission_once() -> Result<()> {
    on_both(async |app| {
        let mut settings = fields();
        settings["recipients"] = json!(["desk@example.com"]);
        let (mut owner, list) = with_fields(app, &settings).await?;
        let mut visitor = app.juniper();
        let mut body = form_fields::submission(&mut visitor, "questions", &json!({"first": "one"})).await?;
        body["websiteAddress"] = json!("https://cheap.example");
        let suspected = visitor.post(form_fields::SAVE, &body).await?.expect(200)?;
        assert_eq!(times_told(app).await?, 0, "it is suspected to be spam");
        let usual = form_fields::answer(&mut visitor, "questions", &json!({"first": "two"})).await?.expect(200)?;
        assert_eq!(times_told(app).await?, 1);
        for (saved, folders, times) in [
            (&suspected, &["inbox"][..], 2),
            (&suspected, &["spam", "inbox", "spam", "inbox"][..], 2),
            (&usual, &["spam", "inbox"][..], 2),
        ] {
            let one = format!("{list}/{}", saved["submissionId"].as_str().context("no id")?);
            for folder in folders {
                owner.call("PATCH", &one, Some(&json!({"folder": folder}))).await?.expect(200)?;
            }
            assert_eq!(times_told(app).await?, times, "{one}: {folders:?}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_before_migration_are_not_told_again() -> Result<()> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let own = |name: &str| name == "m20261130_001100_submissions_told";
    let before = TenantMigrator::migrations().iter().position(|migration| own(migration.name())).context("no such")?;
    TenantMigrator::up(&connection, Some(u32::try_from(before)?)).await?;
    connection.execute_unprepared("PRAGMA foreign_keys = OFF").await?;
    for (id, folder, signs) in
        [("told", "inbox", ""), ("restored", "inbox", "links"), ("moved", "spam", ""), ("suspected", "spam", "links")]
    {
        let insert = format!(
            "INSERT INTO submission (website_id, id, form_id, page_id, page_title, answers, created_on, folder, \
             spam_signs) VALUES ('web', '{id}', 'f', '', '', '[]', 7, '{folder}', '{signs}')"
        );
        connection.execute_unprepared(&insert).await?;
    }
    TenantMigrator::up(&connection, None).await?;
    let found = "SELECT count(*) AS found FROM submission \
                 WHERE CASE id WHEN 'suspected' THEN told_on IS NULL ELSE told_on = 7 END";
    let row = connection.query_one_raw(Statement::from_string(connection.get_database_backend(), found)).await?;
    assert_eq!(row.context("no row")?.try_get::<i64>("", "found")?, 4);
    Ok(())
}
