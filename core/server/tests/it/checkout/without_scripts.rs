//! Likes and comments from browsers without scripts: submits the forms of the page itself.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::forms::comments::{COMMENTS, POST, begin, choose, comment_body};

const LIKES: &str = "/api/likes/form";

fn crumb(visitor: &Client) -> Result<String> {
    visitor.cookies.get("crumb").cloned().context("no crumb")
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn like_forms_redirect_back() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        visitor.form(LIKES, &[("targetId", &post)]).await?.problem(404)?;
        let chosen = [("/simpleLikingEnabled", json!(true)), ("/commentSettings/approval", json!("nobody"))];
        choose(&mut owner, &website, &chosen).await?;
        let kept = visitor.post(COMMENTS, &comment_body(&post, "Look here")).await?.expect(201)?;
        let comment = kept["comment"]["id"].as_str().context("no id")?.to_owned();
        let page = visitor.get(POST).await?.text;
        let own = format!("action=\"{LIKES}\" data-stoa-island=\"likes\"");
        ensure!(page.contains(&own) && page.contains("0 likes"), "{page}");
        ensure!(page.contains(&format!("name=\"commentId\" value=\"{comment}\"")), "{page}");

        let asked = visitor.form(LIKES, &[("targetId", &post)]).await?;
        ensure!(asked.status == 200 && asked.text.contains("Yes, I like it"), "{asked:?}");
        ensure!(visitor.get(POST).await?.text.contains("0 likes"), "nothing is kept without the crumb");
        let crumb = crumb(&visitor)?;
        let yes = [("targetId", post.as_str()), ("liked", "yes"), ("crumb", &crumb)];
        for _ in 0..2 {
            let kept = visitor.form(LIKES, &yes).await?;
            ensure!(kept.status == 303 && kept.location() == format!("{POST}#likes"), "{kept:?}");
            ensure!(visitor.get(POST).await?.text.contains("1 like"), "once for each visitor");
        }
        let asked = visitor.form(LIKES, &[("targetId", &post)]).await?.text;
        ensure!(asked.contains("You like this.") && asked.contains("value=\"no\""), "{asked}");
        let no = [("targetId", post.as_str()), ("liked", "no"), ("crumb", &crumb)];
        visitor.form(LIKES, &no).await?;
        ensure!(visitor.get(POST).await?.text.contains("0 likes"));

        let about = [("targetId", post.as_str()), ("commentId", &comment), ("crumb", &crumb)];
        let kept = visitor.form(LIKES, &about).await?;
        ensure!(kept.status == 303 && kept.location() == format!("{POST}#{comment}"), "{kept:?}");
        ensure!(visitor.get(POST).await?.text.contains("Like (1)"));
        let gone = [("targetId", post.as_str()), ("commentId", "cmt_none"), ("crumb", &crumb)];
        visitor.form(LIKES, &gone).await?.problem(404)?;
        let mut neighbour = app.kissaten();
        neighbour.get("/").await?;
        neighbour.form(LIKES, &[("targetId", &post)]).await?.problem(404)?;
        Ok(())
    })
    .await
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn reply_page_without_scripts() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        choose(&mut owner, &website, &[("/commentSettings/approval", json!("nobody"))]).await?;
        let first = visitor.post(COMMENTS, &comment_body(&post, "Is it food safe?")).await?.expect(201)?;
        let first = first["comment"]["id"].as_str().context("no id")?.to_owned();
        let link = format!("{COMMENTS}/form?targetId={post}&amp;parentId={first}");
        ensure!(visitor.get(POST).await?.text.contains(&link), "the page leads there");

        let shown = visitor.get(&link.replace("&amp;", "&")).await?;
        ensure!(shown.header("cache-control") == "no-store", "{shown:?}");
        let crumb = crumb(&visitor)?;
        ensure!(shown.text.contains("Your reply") && shown.text.contains(&format!("value=\"{crumb}\"")), "{shown:?}");
        let answer = [
            ("targetId", post.as_str()),
            ("parentId", &first),
            ("author", "Bo"),
            ("text", "It is."),
            ("crumb", &crumb),
        ];
        let kept = visitor.form(&format!("{COMMENTS}/form"), &answer).await?;
        ensure!(kept.status == 303 && kept.location().starts_with(&format!("{POST}#cmt_")), "{kept:?}");
        let threads = visitor.get(&format!("{COMMENTS}?targetId={post}")).await?.expect(200)?;
        ensure!(threads["comments"][0]["replies"][0]["text"] == "It is.", "{threads}");

        let hostile = format!("{COMMENTS}/form?targetId={post}&parentId=%22%3E%3Cscript%3E");
        ensure!(!visitor.get(&hostile).await?.text.contains("<script>"));
        visitor.get(&format!("{COMMENTS}/form?targetId=pst_none")).await?.problem(404)?;
        visitor.get(&format!("{COMMENTS}/form")).await?.problem(400)?;
        choose(&mut owner, &website, &[("/commentSettings/closeAfterDays", json!(1))]).await?;
        ensure!(!visitor.get(POST).await?.text.contains("parentId="), "nothing to press where comments are closed");
        choose(&mut owner, &website, &[("/commentsEnabled", json!(false))]).await?;
        visitor.get(&link.replace("&amp;", "&")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn like_rate_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut visitor = app.juniper();
    visitor.get("/").await?;
    for _ in 0..30 {
        ensure!(visitor.form(LIKES, &[("targetId", "pst_none")]).await?.status == 404);
    }
    visitor.form(LIKES, &[("targetId", "pst_none")]).await?.problem(429)?;
    app.stop().await
}
