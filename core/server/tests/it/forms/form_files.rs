//! Files in form submissions, from upload to download.

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::join_all;
use serde_json::{Value, json};
use stoa_audience::submissions::delete_expired_files;
use stoa_entity::stored_files::used_bytes;
use stoa_kernel::id::WebsiteId;
use stoa_site::media::{LimitOverrides, set_limits};

use crate::account::member_accounts::confirmed;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::forms::form_fields::{KEY, SAVE, key as keyed, solve};
use crate::pages::blocks::{path_of, publish};
use crate::requests::PICTURE;
use crate::shop;
use crate::transaction_pauses::Journal;

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n";

/// The owner, and the API path of submissions; the form on the page About has fields for one letter and up to two
/// images.
async fn with_form(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = path_of(&mut owner, &website, "/about").await?;
    let fields = json!([
        {"id": "name", "type": "text", "title": "Name"},
        {"id": "letter", "type": "file", "title": "Letter", "required": true, "takesPictures": false,
         "mostMegabytes": 1},
        {"id": "work", "type": "file", "title": "Work", "takesDocuments": false, "mostFiles": 2},
    ]);
    let settings = json!({"formName": "Applications", "fields": fields, "captcha": false});
    publish(&mut owner, &path, &json!([{"id": "apply", "kind": "form", "settings": settings}])).await?;
    Ok((owner, format!("/api/v1/websites/{website}/forms/apply/submissions")))
}

async fn key(visitor: &mut Client) -> Result<String> {
    let given = visitor.post(KEY, &json!({})).await?.expect(200)?;
    Ok(given["key"].as_str().context("no key")?.to_owned())
}

async fn send(visitor: &mut Client, key: &str, field: &str, name: &str, file: &[u8]) -> Result<TestResponse> {
    let path = format!("/api/form/files?key={key}&formId=apply&fieldId={field}&filename={name}");
    visitor.post_file(&path, file).await
}

async fn sent(visitor: &mut Client, key: &str, field: &str, name: &str, file: &[u8]) -> Result<Value> {
    Ok(send(visitor, key, field, name, file).await?.expect(201)?["id"].clone())
}

fn answers(key: &str, form: &Value) -> Value {
    json!({"key": key, "formId": "apply", "form": form.to_string()})
}

/// A submission in the dollar shop with a file: its form, its id, and the id of the file.
pub(crate) async fn application(app: &App) -> Result<[String; 3]> {
    let (mut owner, list) = with_form(app).await?;
    let mut visitor = app.juniper();
    let key = key(&mut visitor).await?;
    let letter = sent(&mut visitor, &key, "letter", "letter.pdf", PDF).await?;
    let saved = visitor.post(SAVE, &answers(&key, &json!({"letter": [letter]}))).await?.expect(200)?;
    let id = saved["submissionId"].as_str().context("no id")?.to_owned();
    let files = owner.get(&format!("{list}/{id}/files")).await?.expect(200)?;
    let file = files["files"][0]["id"].as_str().context("no file")?.to_owned();
    Ok(["apply".to_owned(), id, file])
}

/// Number of stored form files after the worker has deleted those without a submission.
async fn stored(app: &App) -> Result<usize> {
    let website = app.website("juniper").await?;
    let foundation = &app.stoa.foundation;
    let tenant = foundation.tenancy.for_system(&website.parse()?, "test").await?;
    delete_expired_files(&tenant.ctx, &tenant.db, foundation.blobs.as_ref()).await?;
    let folder = app.data.join("files").join(website).join("form-files");
    Ok(std::fs::read_dir(folder).map_or(0, Iterator::count))
}

#[tokio::test(flavor = "multi_thread")]
async fn form_files_access_and_deletion() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, list) = with_form(app).await?;
        let mut visitor = app.juniper();
        let page = visitor.get("/about").await?.text.split_whitespace().collect::<Vec<_>>().join(" ");
        ensure!(
            page.contains("Documents. One file of up to 1 MB.")
                && page.contains("Images. At most 2 files of up to 10 MB each."),
            "{page}"
        );
        let key = key(&mut visitor).await?;
        let letter = sent(&mut visitor, &key, "letter", "..%2FAda%20Byron.pdf.exe", PDF).await?;
        let first = sent(&mut visitor, &key, "work", "mug.png", PICTURE).await?;
        let form = json!({"name": "Ada", "letter": [letter], "work": [first]});
        let saved = visitor.post(SAVE, &answers(&key, &form)).await?.expect(200)?;
        let one = format!("{list}/{}", saved["submissionId"].as_str().context("no id")?);
        let read = owner.get(&one).await?.expect(200)?;
        let values: Vec<&Value> =
            read["values"].as_array().context("no values")?.iter().map(|answer| &answer["value"]).collect();
        assert_eq!(values, ["Ada", "Ada Byron.pdf.pdf", "mug.webp"]);
        let csv = owner.get(&format!("{list}.csv")).await?.text;
        ensure!(csv.contains("\"Ada Byron.pdf.pdf\",\"mug.webp\""), "{csv}");

        let files = owner.get(&format!("{one}/files")).await?.expect(200)?;
        let files = files["files"].as_array().context("no files")?;
        let facts: Vec<_> = files.iter().map(|file| (&file["field"], &file["mimeType"], &file["bytes"])).collect();
        let size = json!(PICTURE.len());
        assert_eq!(
            facts,
            [
                (&json!("letter"), &json!("application/pdf"), &json!(PDF.len())),
                (&json!("work"), &json!("image/webp"), &size)
            ]
        );
        let address = format!("{one}/files/{}", files[0]["id"].as_str().context("no id")?);
        let fetched = owner.get(&address).await?;
        assert_eq!((fetched.status, fetched.text.as_bytes()), (200, PDF));
        assert_eq!(fetched.header("content-type"), "application/octet-stream");
        assert_eq!(fetched.header("x-content-type-options"), "nosniff");
        ensure!(fetched.header("content-disposition").starts_with("attachment; filename=\"Ada Byron.pdf.pdf\""));
        for mut other in [app.juniper(), app.platform()] {
            let refused = other.get(&address).await?;
            ensure!(matches!(refused.status, 401 | 403 | 404), "{refused:?}");
        }
        let elsewhere = address.replace(&app.website("juniper").await?, &app.website("kissaten").await?);
        assert_eq!(owner.get(&elsewhere).await?.status, 404);

        assert_eq!(stored(app).await?, 2);
        assert_eq!(owner.delete(&one).await?.status, 204);
        owner.get(&address).await?.problem(404)?;
        assert_eq!(stored(app).await?, 0);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_file_validation_by_field() -> Result<()> {
    on_postgres(async |app| {
        with_form(app).await?;
        let (mut visitor, mut other) = (app.juniper(), app.juniper());
        let key = key(&mut visitor).await?;
        let large = [PDF, &vec![b' '; 1_000_000]].concat();
        let kinds = "PDF, Word, Excel, PowerPoint, OpenDocument, TXT";
        for (field, name, file, message) in [
            ("letter", "a.pdf", &large[..], "a.pdf is too large. A file can have at most 1 MB.".to_owned()),
            ("letter", "a.pdf", b"", format!("a.pdf cannot be sent. This field accepts {kinds}.")),
            ("letter", "a.pdf", b"MZ\x90\0", format!("a.pdf cannot be sent. This field accepts {kinds}.")),
            ("letter", "a.pdf", PICTURE, format!("a.pdf cannot be sent. This field accepts {kinds}.")),
            (
                "work",
                "a.svg",
                b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                "a.svg cannot be sent. This field accepts JPEG, PNG, WebP, GIF.".to_owned(),
            ),
        ] {
            let refused = send(&mut visitor, &key, field, name, file).await?.problem(400)?;
            assert_eq!(refused["errors"][field], message);
        }
        let refused_key = "Error processing form submission. Please reload and try again.";
        assert_eq!(send(&mut other, &key, "letter", "a.pdf", PDF).await?.problem(400)?["error"], refused_key);
        assert_eq!(send(&mut visitor, "made-up", "letter", "a.pdf", PDF).await?.problem(400)?["error"], refused_key);
        for field in ["name", "nothing"] {
            send(&mut visitor, &key, field, "a.pdf", PDF).await?.problem(404)?;
        }

        let letter = sent(&mut visitor, &key, "letter", "a.pdf", PDF).await?;
        let second = send(&mut visitor, &key, "letter", "b.pdf", PDF).await?.problem(400)?;
        assert_eq!(second["errors"]["letter"], "Choose one file.");
        let gone = "The file is no longer available. Please choose it again.";
        for wrong in [json!(["ffl_nothing"]), json!([letter, letter, 7]), json!("a.pdf")] {
            let refused = visitor.post(SAVE, &answers(&key, &json!({"letter": wrong}))).await?.problem(400)?;
            assert_eq!(refused["errors"]["letter"], gone);
        }
        // A file belongs to one field and one key.
        let moved = visitor.post(SAVE, &answers(&key, &json!({"work": [letter]}))).await?.problem(400)?;
        assert_eq!(moved["errors"]["work"], gone);
        let another = self::key(&mut visitor).await?;
        let stolen = visitor.post(SAVE, &answers(&another, &json!({"letter": [letter]}))).await?.problem(400)?;
        assert_eq!(stolen["errors"]["letter"], gone);
        let missing = visitor.post(SAVE, &answers(&key, &json!({"letter": []}))).await?.problem(400)?;
        assert_eq!(missing["errors"]["letter"], "Letter is required.");
        visitor.post(SAVE, &answers(&key, &json!({"letter": [letter]}))).await?.expect(200)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_files_that_arrive_together_share_what_is_left() -> Result<()> {
    on_both(async |app| {
        with_form(app).await?;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let used = used_bytes(&tenant.db.read().await?).await?;
        let own = LimitOverrides { site_bytes: Some(used + 1_000), ..LimitOverrides::default() };
        set_limits(&tenant.ctx, &tenant.db, own).await?;
        let file = [PDF, &vec![b' '; 600 - PDF.len()]].concat();
        let mut visitors = Vec::new();
        for _ in 0..6 {
            let mut visitor = app.juniper();
            let key = key(&mut visitor).await?;
            visitors.push((visitor, key));
        }
        let sent = visitors.iter_mut().map(|(visitor, key)| send(visitor, key, "letter", "a.pdf", &file));
        let no_room = "This site cannot store more files. Please send your message without files.";
        let mut kept = 0;
        for answer in join_all(sent).await {
            match answer? {
                answer if answer.status == 201 => kept += 1,
                answer => assert_eq!(answer.problem(409)?["error"], no_room),
            }
        }
        assert_eq!((kept, used_bytes(&tenant.db.read().await?).await?), (1, used + 600));
        assert_eq!(stored(app).await?, 1, "what is refused is not kept");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn refusal_is_told_when_the_refused_file_cannot_be_deleted() -> Result<()> {
    let app = App::sqlite().await?;
    with_form(&app).await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let journal = Journal::sqlite(&app.data, website.as_str()).await?;
    let keeps_rows = "CREATE TRIGGER keeps_rows BEFORE DELETE ON form_file BEGIN SELECT RAISE(ABORT, 'not now'); END";
    journal.execute(keeps_rows).await?;
    let mut visitor = app.juniper();
    let key = key(&mut visitor).await?;
    let large = [PDF, &vec![b' '; 1_000_000]].concat();
    let refused = send(&mut visitor, &key, "letter", "a.pdf", &large).await?.problem(400)?;
    assert_eq!(refused["errors"]["letter"], "a.pdf is too large. A file can have at most 1 MB.");
    assert_eq!(journal.number("SELECT count(*) FROM form_file").await?, 1, "it could not be deleted");

    journal.execute("DROP TRIGGER keeps_rows").await?;
    journal.execute("UPDATE form_file SET expires_on = 1").await?;
    app.make_due(&website).await?;
    journal.wait_for_none("files that were refused", "SELECT count(*) FROM form_file").await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_file_data_export_and_erasure() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, list) = with_form(app).await?;
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let key = key(&mut member).await?;
        let letter = sent(&mut member, &key, "letter", "letter.pdf", PDF).await?;
        let work = sent(&mut member, &key, "work", "mug.webp", PICTURE).await?;
        let form = json!({"name": "ada@example.com", "letter": [letter], "work": [work]});
        member.post(SAVE, &answers(&key, &form)).await?.expect(200)?;
        application(app).await?;
        assert_eq!(stored(app).await?, 3);

        let base = list.split("/forms/").next().context("no base")?.to_owned();
        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        let customer = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
        let own = member.get("/api/site-users/account/export").await?.expect(200)?;
        let handed_out = owner.get(&format!("{customer}/export")).await?.expect(200)?;
        for document in [own, handed_out] {
            let files = document["files"].as_array().context("no files")?;
            assert_eq!(files.len(), 2, "nobody else's");
            for (file, (name, content)) in files.iter().zip([("letter.pdf", PDF), ("mug.webp", PICTURE)]) {
                assert_eq!(file["filename"], name);
                assert_eq!(STANDARD.decode(file["content"].as_str().context("no content")?)?, content);
            }
            let ids: Vec<&Value> = files.iter().map(|file| &file["id"]).collect();
            assert_eq!(document["formSubmissions"][0]["fileIds"], json!(ids));
        }
        let typed = json!({"email": "ada@example.com"});
        owner.call("DELETE", &customer, Some(&typed)).await?.expect(200)?;
        assert_eq!(stored(app).await?, 1, "those of others stay");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_file_requires_captcha() -> Result<()> {
    on_both(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = path_of(&mut owner, &website, "/about").await?;
        let fields = json!([{"id": "work", "type": "file", "title": "Work", "mostFiles": 3}]);
        let settings = json!({"formName": "Applications", "fields": fields, "captcha": true});
        publish(&mut owner, &path, &json!([{"id": "apply", "kind": "form", "settings": settings}])).await?;
        let mut visitor = app.juniper();
        let (key, challenge) = keyed(&mut visitor).await?;
        let address = |key: &str, token: &str| {
            format!("/api/form/files?key={key}&formId=apply&fieldId=work&filename=a.pdf&captchaKey={token}")
        };
        let missing = visitor.post_file(&address(&key, ""), PDF).await?.problem(400)?;
        assert_eq!(missing["error"], "Complete CAPTCHA before submitting.");
        let wrong = visitor.post_file(&address(&key, &format!("{challenge}.x")), PDF).await?.problem(400)?;
        assert_eq!(wrong["error"], "reCAPTCHA failed. Refresh this page and try again.");
        assert_eq!(stored(app).await?, 0);

        let solution = solve(&challenge)?;
        let (other, _) = keyed(&mut visitor).await?;
        visitor.post_file(&address(&other, &solution), PDF).await?.problem(400)?;
        let first = visitor.post_file(&address(&key, &solution), PDF).await?.expect(201)?;
        let second = visitor.post_file(&address(&key, ""), PDF).await?.expect(201)?;
        assert_eq!(stored(app).await?, 2);
        let form = json!({"work": [first["id"], second["id"]]});
        visitor.post(SAVE, &answers(&other, &form)).await?.problem(400)?;
        visitor.post(SAVE, &answers(&key, &form)).await?.expect(200)?;
        Ok(())
    })
    .await
}
