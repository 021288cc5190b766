//! Comments and likes on posts, from the visitor to the owner's list and back.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::pages::blocks::{path_of, publish};
use crate::shop;

pub(crate) const POST: &str = "/journal/mixing-juniper";
pub(crate) const COMMENTS: &str = "/api/comments";
const HOSTILE: &str = "\"><img src=x onerror=alert(1)><script>alert(2)</script>";

/// The id of a post of the dollar shop.
async fn post_id(visitor: &mut Client) -> Result<String> {
    let page = visitor.get(&format!("{POST}?format=json")).await?.expect(200)?;
    page["item"]["id"].as_str().map(str::to_owned).context("no post")
}

pub(crate) async fn choose(owner: &mut Client, website: &str, chosen: &[(&str, Value)]) -> Result<()> {
    let path = format!("/api/v1/websites/{website}/website-settings");
    let mut settings = owner.get(&path).await?.expect(200)?;
    for (pointer, value) in chosen {
        *settings.pointer_mut(pointer).with_context(|| format!("no {pointer}"))? = value.clone();
    }
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

pub(crate) fn comment_body(post: &str, text: &str) -> Value {
    json!({"targetId": post, "author": "Ada", "email": "ada@example.com", "text": text})
}

fn id_of(kept: &Value) -> Result<String> {
    kept["comment"]["id"].as_str().map(str::to_owned).context("no id")
}

async fn seen(visitor: &mut Client, post: &str) -> Result<Value> {
    visitor.get(&format!("{COMMENTS}?targetId={post}")).await?.expect(200)
}

/// The site, its owner, a visitor and a post.
pub(crate) async fn begin(app: &App) -> Result<(String, Client, Client, String)> {
    let (website, owner, mut visitor) = (app.website("juniper").await?, app.owner().await?, app.juniper());
    let post = post_id(&mut visitor).await?;
    Ok((website, owner, visitor, post))
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_approval_invalidates_pages() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let list = format!("/api/v1/websites/{website}/comments");
        let kept =
            visitor.post(COMMENTS, &comment_body(&post, "I tried this at home.\nIt works.")).await?.expect(201)?;
        ensure!(kept["approved"] == false && kept["comment"]["text"] == "I tried this at home.\nIt works.", "{kept}");
        ensure!(kept.get("email").is_none() && kept["comment"].get("email").is_none(), "{kept}");
        let id = id_of(&kept)?;
        let again =
            visitor.post(COMMENTS, &comment_body(&post, "I tried this at home.\nIt works.")).await?.expect(201)?;
        ensure!(id_of(&again)? == id, "a button that is pressed twice: {again}");
        ensure!(seen(&mut visitor, &post).await?["comments"] == json!([]), "it waits");
        ensure!(!visitor.get(POST).await?.text.contains("I tried this"), "it waits on the page too");

        let waiting = owner.get(&format!("{list}?state=WAITING&q=TRIED")).await?.expect(200)?;
        let row = &waiting["comments"][0];
        ensure!(row["id"] == json!(id) && row["email"] == "ada@example.com" && row["targetPath"] == POST, "{waiting}");
        ensure!(waiting["counts"]["waiting"] == 1, "{waiting}");
        owner.put(&format!("{list}/{id}"), &json!({"state": "APPROVED"})).await?.expect(200)?;
        let page = visitor.get(POST).await?;
        ensure!(page.text.contains("I tried this at home.\nIt works.") && page.text.contains("1 comment"), "{page:?}");
        ensure!(!page.text.contains("ada@example.com"), "the address is shown to nobody");
        let told = visitor.get(&format!("{POST}?format=json")).await?.expect(200)?;
        ensure!(told["item"]["publicCommentCount"] == 1 && told["item"]["commentState"] == 1, "{}", told["item"]);
        let blog = visitor.get("/journal?format=json").await?.expect(200)?;
        let items = blog["items"].as_array().context("no items")?;
        let listed = items.iter().find(|item| item["id"] == json!(post)).context("not listed")?;
        ensure!(listed["publicCommentCount"] == 1, "{listed}");

        let answer = owner.post(&format!("{list}/{id}/replies"), &json!({"text": "So glad."})).await?.expect(201)?;
        ensure!(answer["bySite"] == true && answer["parentId"] == json!(id), "{answer}");
        let further = json!({"targetId": post, "author": "Bo", "text": "Me too.", "parentId": answer["id"]});
        let further = id_of(&visitor.post(COMMENTS, &further).await?.expect(201)?)?;
        let both = json!({"ids": [further], "state": "APPROVED"});
        owner.post(&format!("{list}/states"), &both).await?.expect(200)?;
        let threads = seen(&mut visitor, &post).await?;
        let replies = threads["comments"][0]["replies"].as_array().context("no replies")?;
        ensure!(replies.len() == 2 && threads["count"] == 3, "answers to answers lie in the same thread: {threads}");
        ensure!(visitor.get(POST).await?.text.contains("Me too."));

        owner.put(&format!("{list}/{id}"), &json!({"state": "REMOVED"})).await?.expect(200)?;
        let threads = seen(&mut visitor, &post).await?;
        let first = &threads["comments"][0];
        ensure!(first["removed"] == true && first["text"] == "" && first["author"] == "", "{threads}");
        ensure!(threads["count"] == 2 && !visitor.get(POST).await?.text.contains("I tried this"), "{threads}");
        owner.put(&format!("{list}/{id}"), &json!({"state": "SPAM"})).await?.expect(200)?;
        ensure!(seen(&mut visitor, &post).await?["count"] == 0, "its answers go with it");
        owner.delete(&format!("{list}/{id}")).await?.expect(204)?;
        let left = owner.get(&list).await?.expect(200)?;
        ensure!(left["comments"] == json!([]), "{left}");
        owner.put(&format!("{list}/{id}"), &json!({"state": "APPROVED"})).await?.problem(404)?;
        Ok(())
    })
    .await
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_validation_and_silent_spam() -> Result<()> {
    on_sqlite(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let wrong = json!({"targetId": post, "author": " ", "email": "nobody", "text": ""});
        let refused = visitor.post(COMMENTS, &wrong).await?.problem(400)?;
        ensure!(["author", "email", "text"].iter().all(|field| refused["errors"][field].is_string()), "{refused}");
        let long = comment_body(&post, &"x".repeat(5_001));
        ensure!(visitor.post(COMMENTS, &long).await?.problem(400)?["errors"]["text"].is_string());
        visitor.post(COMMENTS, &comment_body("pst_none", "Hello")).await?.problem(404)?;
        app.kissaten().get(&format!("{COMMENTS}?targetId={post}")).await?.problem(404)?;
        let mut neighbour = app.kissaten();
        neighbour.get("/").await?;
        neighbour.post(COMMENTS, &comment_body(&post, "From elsewhere")).await?.problem(404)?;
        let gone = json!({"targetId": post, "author": "Ada", "text": "Yes", "parentId": "cmt_none"});
        visitor.post(COMMENTS, &gone).await?.problem(409)?;

        let mut trapped = comment_body(&post, "Cheap watches");
        trapped["websiteAddress"] = json!("https://watches.example");
        let kept = visitor.post(COMMENTS, &trapped).await?.expect(201)?;
        ensure!(kept["approved"] == false, "who sends spam is not told: {kept}");
        let links = comment_body(&post, "https://a.example https://b.example https://c.example");
        visitor.post(COMMENTS, &links).await?.expect(201)?;
        let list = format!("/api/v1/websites/{website}/comments");
        let spam = owner.get(&format!("{list}?state=SPAM")).await?.expect(200)?;
        let sign = "It contains 3 links.";
        ensure!(spam["counts"]["spam"] == 2 && spam["comments"][0]["spamSigns"][0] == sign, "{spam}");
        let said = json!({"code": "spam-links", "params": {"count": 3}});
        assert_eq!(spam["comments"][0]["spamSignTexts"], json!({sign: said}));
        let id = id_of(&kept)?;
        owner.put(&format!("{list}/{id}"), &json!({"state": "WAITING"})).await?.expect(200)?;
        owner.put(&format!("{list}/{id}"), &json!({"text": "Watches\u{0}"})).await?.expect(200)?;
        let found = owner.get(&format!("{list}?q=watches")).await?.expect(200)?;
        ensure!(found["comments"][0]["text"] == "Watches" && found["comments"][0]["editedOn"].is_i64(), "{found}");
        owner.put(&format!("{list}/{id}"), &json!({"text": " "})).await?.problem(400)?;
        owner.post(&format!("{list}/states"), &json!({"ids": [], "state": "SPAM"})).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_settings() -> Result<()> {
    on_sqlite(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        choose(&mut owner, &website, &[("/commentSettings/approval", json!("nobody"))]).await?;
        let kept = visitor.post(COMMENTS, &comment_body(&post, "At once")).await?.expect(201)?;
        ensure!(kept["approved"] == true && visitor.get(POST).await?.text.contains("At once"), "{kept}");
        choose(&mut owner, &website, &[("/commentSettings/anonymousAllowed", json!(false))]).await?;
        visitor.post(COMMENTS, &comment_body(&post, "As a guest")).await?.problem(401)?;
        choose(&mut owner, &website, &[("/commentSettings/closeAfterDays", json!(1))]).await?;
        let closed = visitor.post(COMMENTS, &comment_body(&post, "Late")).await?.problem(409)?;
        ensure!(closed["detail"] == "Comments are closed.", "{closed}");
        let page = visitor.get(POST).await?.text;
        ensure!(page.contains("At once") && page.contains("Comments are closed.") && !page.contains("<textarea"));
        let open = [("/commentSettings/closeAfterDays", json!(0)), ("/commentSettings/anonymousAllowed", json!(true))];
        choose(&mut owner, &website, &open).await?;

        let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
        let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["kind"] == "blog");
        let blog = blog.context("no blog")?["id"].as_str().context("no id")?;
        let items = owner.get(&format!("/api/v1/websites/{website}/collections/{blog}/items")).await?.expect(200)?;
        let items = items["items"].as_array().context("no items")?;
        let item = items.iter().find(|item| item["fullUrl"] == POST).context("no item")?["id"].clone();
        let own = format!("/api/v1/websites/{website}/pages/{}/discussion", item.as_str().context("no id")?);
        let before = owner.get(&own).await?.expect(200)?;
        ensure!(before["closed"] == false && before["open"] == true && before["comments"] == 1, "{before}");
        ensure!(visitor.get(POST).await?.text.contains("<textarea"));
        owner.put(&own, &json!({"closed": true})).await?.expect(200)?;
        visitor.post(COMMENTS, &comment_body(&post, "Closed here")).await?.problem(409)?;
        ensure!(!visitor.get(POST).await?.text.contains("<textarea"), "the page follows at once");
        let other = "/journal/why-the-foot-is-bare";
        ensure!(visitor.get(other).await?.text.contains("<textarea"), "other posts stay open");

        choose(&mut owner, &website, &[("/commentsEnabled", json!(false))]).await?;
        let page = visitor.get(other).await?.text;
        ensure!(
            !page.contains("stoa-comments") && !page.contains("data-stoa-island=\"comments\""),
            "no sign of comments"
        );
        visitor.get(&format!("{COMMENTS}?targetId={post}")).await?.problem(404)?;
        let on = [("/commentsEnabled", json!(true)), ("/disqusShortname", json!("juniper-clay"))];
        choose(&mut owner, &website, &on).await?;
        let page = visitor.get(other).await?.text;
        ensure!(page.contains("srcdoc=") && page.contains("Load Disqus") && !page.contains("<textarea"), "asked first");
        ensure!(!page.contains("src=\"https://disqus.com"), "nothing is loaded before someone has agreed");
        Ok(())
    })
    .await
}

// spec: content.comments.open
#[tokio::test(flavor = "multi_thread")]
async fn likes_and_reports_once_per_visitor() -> Result<()> {
    on_both(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let likes = format!("/api/likes/{post}");
        visitor.post(&likes, &json!({})).await?.problem(404)?;
        let chosen = [("/simpleLikingEnabled", json!(true)), ("/commentSettings/approval", json!("nobody"))];
        choose(&mut owner, &website, &chosen).await?;
        ensure!(visitor.get(POST).await?.text.contains("0 likes"));
        for _ in 0..2 {
            ensure!(visitor.post(&likes, &json!({})).await?.expect(200)? == json!({"likeCount": 1}));
        }
        let mut other = app.juniper();
        other.get("/").await?;
        ensure!(other.post(&likes, &json!({})).await?.expect(200)?["likeCount"] == 2);
        ensure!(visitor.get(POST).await?.text.contains("2 likes"), "pages show it at once");
        ensure!(visitor.delete(&likes).await?.expect(200)?["likeCount"] == 1);
        app.kissaten().get("/").await?;

        let id = id_of(&visitor.post(COMMENTS, &comment_body(&post, "Look here")).await?.expect(201)?)?;
        let like = format!("{COMMENTS}/{id}/like");
        for _ in 0..2 {
            ensure!(other.post(&like, &json!({})).await?.expect(200)?["likeCount"] == 1);
            other.post(&format!("{COMMENTS}/{id}/flag"), &json!({})).await?.expect(204)?;
        }
        let list = format!("/api/v1/websites/{website}/comments");
        let flagged = owner.get(&format!("{list}?flagged=true")).await?.expect(200)?;
        ensure!(flagged["comments"][0]["flags"] == 1 && flagged["counts"]["flagged"] == 1, "{flagged}");
        owner.put(&format!("{list}/{id}"), &json!({"state": "APPROVED"})).await?.expect(200)?;
        let looked_at = owner.get(&format!("{list}?flagged=true")).await?.expect(200)?;
        ensure!(looked_at["comments"] == json!([]), "{looked_at}");

        other.delete(&format!("{COMMENTS}/{id}")).await?.problem(404)?;
        ensure!(seen(&mut visitor, &post).await?["comments"][0]["isOwn"] == true);
        visitor.delete(&format!("{COMMENTS}/{id}")).await?.expect(204)?;
        ensure!(
            seen(&mut visitor, &post).await?["comments"] == json!([])
                && !visitor.get(POST).await?.text.contains("Look here")
        );
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_search_folds_case_and_accents() -> Result<()> {
    on_sqlite(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let words = json!({"targetId": post, "author": "Özil", "email": "oezil@example.com", "text": "СПАСИБО, Иван"});
        let id = id_of(&visitor.post(COMMENTS, &words).await?.expect(201)?)?;
        for word in ["%C3%B6zil", "%D0%B8%D0%B2%D0%B0%D0%BD", "%D1%81%D0%BF%D0%B0%D1%81%D0%B8%D0%B1%D0%BE"] {
            let path = format!("/api/v1/websites/{website}/comments?q={word}");
            let found = owner.get(&path).await?.expect(200)?;
            ensure!(found["comments"][0]["id"] == json!(id), "{word}: {found}");
        }
        Ok(())
    })
    .await
}

// spec: role.moderator.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_moderator_permissions() -> Result<()> {
    on_sqlite(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let id = id_of(&visitor.post(COMMENTS, &comment_body(&post, "Is it food safe?")).await?.expect(201)?)?;
        let mut moderator = holder(app, &website, &[6]).await?;
        let one = format!("/api/v1/websites/{website}/comments/{id}");
        moderator.put(&one, &json!({"state": "APPROVED", "text": "Is it food-safe?"})).await?.expect(200)?;
        ensure!(visitor.get(POST).await?.text.contains("Is it food-safe?"));
        moderator.post(&format!("{one}/replies"), &json!({"text": "It is."})).await?.expect(201)?;
        let path = path_of(&mut owner, &website, "/about").await?;
        let page = moderator.get(&path).await?.expect(200)?;
        moderator.if_match = Some(format!("\"{}\"", page["revision"]));
        moderator.put(&path, &page).await?.problem(403)?;
        moderator.if_match = None;
        moderator.put(&format!("{path}/discussion"), &json!({"closed": true})).await?.problem(403)?;
        let settings = format!("/api/v1/websites/{website}/website-settings");
        let chosen = moderator.get(&settings).await?.expect(200)?;
        moderator.put(&settings, &chosen).await?.problem(403)?;
        moderator.get(&format!("/api/v1/websites/{website}/orders")).await?.problem(403)?;
        moderator.get(&format!("/api/v1/websites/{website}/forms")).await?.problem(403)?;
        moderator.delete(&one).await?.expect(204)?;
        let mut commenter = holder(app, &website, &[7]).await?;
        commenter.get(&format!("/api/v1/websites/{website}/comments")).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: template.escaping.open
#[tokio::test(flavor = "multi_thread")]
async fn comment_text_is_escaped() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        choose(&mut owner, &website, &[("/commentSettings/approval", json!("nobody"))]).await?;
        let path = path_of(&mut owner, &website, "/about").await?;
        publish(
            &mut owner,
            &path,
            &json!([{"id": "talk", "kind": "comments", "settings": {"title": "Say something"}}]),
        )
        .await?;
        let about = visitor.get("/about?format=json").await?.expect(200)?["collection"]["id"].clone();
        for target in [json!(post), about] {
            let body = json!({"targetId": target, "author": HOSTILE, "text": HOSTILE});
            visitor.post(COMMENTS, &body).await?.expect(201)?;
        }
        for address in [POST, "/about"] {
            let page = visitor.get(address).await?.text;
            ensure!(!page.contains("<img src=x") && !page.contains("<script>alert"), "{address}: {page}");
            ensure!(page.contains("&lt;script&gt;alert(2)&lt;/script&gt;"), "{address} shows it as it was written");
        }
        ensure!(visitor.get("/about").await?.text.contains("Say something"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_form_without_scripts() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        let form = format!("{COMMENTS}/form");
        let fields = [("targetId", post.as_str()), ("author", HOSTILE), ("text", "By hand")];
        let shown = visitor.form(&form, &fields).await?.text;
        ensure!(shown.contains("Send it again to confirm") && !shown.contains("<img src=x"), "{shown}");
        let list = format!("/api/v1/websites/{website}/comments");
        ensure!(owner.get(&list).await?.expect(200)?["comments"] == json!([]), "nothing was kept");
        let crumb = visitor.cookies.get("crumb").context("no crumb")?.clone();
        let whole = [("targetId", post.as_str()), ("author", "Ada"), ("text", "By hand"), ("crumb", crumb.as_str())];
        let kept = visitor.form(&form, &whole).await?;
        ensure!(kept.status == 303 && kept.location() == format!("{POST}#comment-waiting"), "{kept:?}");
        let wrong = [("targetId", post.as_str()), ("text", "Nameless"), ("crumb", crumb.as_str())];
        let refused = visitor.form(&form, &wrong).await?;
        ensure!(refused.status == 400 && refused.text.contains("Enter a name"), "{refused:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_rate_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut visitor = app.juniper();
    let post = post_id(&mut visitor).await?;
    for number in 0..5 {
        visitor.post(COMMENTS, &comment_body(&post, &format!("Comment {number}"))).await?.expect(201)?;
    }
    let refused = visitor.post(COMMENTS, &comment_body(&post, "One more")).await?;
    ensure!(!refused.header("retry-after").is_empty(), "{refused:?}");
    refused.problem(429)?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_notification_hourly() -> Result<()> {
    on_postgres(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        visitor.post(COMMENTS, &comment_body(&post, "The first of them")).await?.expect(201)?;
        let emails = app.emails(1).await?;
        ensure!(emails.iter().any(|message| message.contains("The first of them")), "{emails:?}");
        visitor.post(COMMENTS, &comment_body(&post, "The second of them")).await?.expect(201)?;
        let list = format!("/api/v1/websites/{website}/mail");
        let mails = owner.get(&list).await?.expect(200)?;
        let told =
            mails["messages"].as_array().context("no list")?.iter().filter(|mail| mail["kind"] == "comments-arrived");
        ensure!(told.count() == 1, "the second waits for its hour: {mails}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn comment_data_export_and_erasure() -> Result<()> {
    on_both(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        choose(&mut owner, &website, &[("/commentSettings/approval", json!("nobody"))]).await?;
        visitor.join("ada@example.com").await?;
        let first = id_of(&visitor.post(COMMENTS, &comment_body(&post, "Mine, with an answer")).await?.expect(201)?)?;
        visitor.post(COMMENTS, &comment_body(&post, "Mine alone")).await?.expect(201)?;
        let mut other = app.juniper();
        other.get("/").await?;
        let answer = json!({"targetId": post, "author": "Bo", "text": "I agree", "parentId": first});
        other.post(COMMENTS, &answer).await?.expect(201)?;
        let base = format!("/api/v1/websites/{website}");
        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        let one = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
        let kept = owner.get(&format!("{one}/export")).await?.expect(200)?;
        let texts: Vec<&Value> =
            kept["comments"].as_array().context("no comments")?.iter().map(|comment| &comment["text"]).collect();
        ensure!(texts == ["Mine, with an answer", "Mine alone"], "{kept}");
        owner.call("DELETE", &one, Some(&json!({"email": "ada@example.com"}))).await?.expect(200)?;
        let threads = seen(&mut other, &post).await?;
        ensure!(threads["count"] == 1 && threads["comments"][0]["removed"] == true, "{threads}");
        ensure!(threads["comments"][0]["replies"][0]["text"] == "I agree", "others keep their words: {threads}");
        let all = owner.get(&format!("/api/v1/websites/{website}/comments?q=mine")).await?.expect(200)?;
        ensure!(all["comments"] == json!([]), "{all}");
        Ok(())
    })
    .await
}
