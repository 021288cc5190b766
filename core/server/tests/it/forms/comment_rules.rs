//! Protection of comments against abuse, and where they can be closed.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::on_postgres;
use crate::forms::comments::{COMMENTS, POST, begin, choose, comment_body};
use crate::forms::form_fields::{key, solve};
use crate::pages::blocks::{path_of, publish};

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_captcha() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        ensure!(!visitor.get(POST).await?.text.contains("data-captcha-kind"), "none unless it is chosen");
        let chosen = [("/commentSettings/captcha", json!(true)), ("/commentSettings/approval", json!("nobody"))];
        choose(&mut owner, &website, &chosen).await?;
        let page = visitor.get(POST).await?.text;
        ensure!(page.contains("data-captcha-kind=\"work\"") && page.contains("sent without JavaScript"), "{page}");

        let unsolved = visitor.post(COMMENTS, &comment_body(&post, "By a program")).await?.problem(400)?;
        assert_eq!(unsolved["detail"], "Complete CAPTCHA before submitting.");
        let (first, challenge) = key(&mut visitor).await?;
        let mut solved = comment_body(&post, "By a person");
        (solved["key"], solved["captchaKey"]) = (json!(first), json!("16.9999999999999.x.1"));
        let wrong = visitor.post(COMMENTS, &solved).await?.problem(400)?;
        assert_eq!(wrong["detail"], "reCAPTCHA failed. Refresh this page and try again.");
        solved["captchaKey"] = json!(solve(&challenge)?);
        let mut nameless = solved.clone();
        nameless["author"] = json!("");
        ensure!(visitor.post(COMMENTS, &nameless).await?.problem(400)?["errors"]["author"].is_string());
        let mut other = app.juniper();
        other.get("/").await?;
        other.post(COMMENTS, &solved).await?.problem(400)?;
        let kept = visitor.post(COMMENTS, &solved).await?.expect(201)?;
        ensure!(kept["approved"] == true, "the key was kept through what went wrong: {kept}");
        solved["text"] = json!("Once more with the same key");
        visitor.post(COMMENTS, &solved).await?.problem(400)?;
        ensure!(visitor.get(POST).await?.text.contains("By a person"));

        let crumb = visitor.cookies.get("crumb").context("no crumb")?.clone();
        let fields = [("targetId", post.as_str()), ("author", "Ada"), ("text", "By hand"), ("crumb", crumb.as_str())];
        let sent = visitor.form(&format!("{COMMENTS}/form"), &fields).await?;
        ensure!(sent.status == 303 && sent.location() == format!("{POST}#comment-waiting"), "{sent:?}");
        ensure!(!visitor.get(POST).await?.text.contains("By hand"), "without scripts it waits");
        let waiting = owner.get(&format!("/api/v1/websites/{website}/comments?state=WAITING")).await?.expect(200)?;
        ensure!(waiting["comments"][0]["text"] == "By hand", "{waiting}");
        Ok(())
    })
    .await
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_closing_on_pages() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, _) = begin(app).await?;
        let path = path_of(&mut owner, &website, "/about").await?;
        let own = format!("{path}/discussion");
        ensure!(owner.get(&own).await?.expect(200)?["placed"] == false, "nothing shows comments there");
        publish(&mut owner, &path, &json!([{"id": "talk", "kind": "comments", "settings": {}}])).await?;
        ensure!(owner.get(&own).await?.expect(200)?["placed"] == true);
        let id = path.rsplit('/').next().context("no id")?.to_owned();
        for splash in [false, true] {
            let mut settings = owner.get(&format!("{path}/settings")).await?.expect(200)?;
            settings["isSplash"] = json!(splash);
            owner.if_match = Some(format!("\"{}\"", settings["revision"]));
            owner.put(&format!("{path}/settings"), &settings).await?.expect(200)?;
            owner.if_match = None;
            owner.put(&own, &json!({"closed": false})).await?.expect(200)?;
            ensure!(visitor.get("/about").await?.text.contains("<textarea"), "splash {splash}");
            visitor.post(COMMENTS, &comment_body(&id, &format!("Splash {splash}"))).await?.expect(201)?;
            let closed = owner.put(&own, &json!({"closed": true})).await?.expect(200)?;
            ensure!(closed["open"] == false, "{closed}");
            let page = visitor.get("/about").await?.text;
            ensure!(!page.contains("<textarea") && page.contains("Comments are closed."), "splash {splash}");
            visitor.post(COMMENTS, &comment_body(&id, "Late")).await?.problem(409)?;
        }
        Ok(())
    })
    .await
}
