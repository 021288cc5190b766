//! Footer sections of the owner on each page.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{on_postgres, on_sqlite};
use crate::forms::form_fields::{answer, link_in};

const CALL: &str = "/api/site-header-footer";

fn sign_up(list: &str) -> Value {
    json!({"kind": "newsletter", "title": "Letters", "text": "Four a year.", "mailingList": list,
        "submitButtonText": "Join us", "successMessage": "Look into your letters.", "disclaimer": "We pass nothing on."})
}

// spec: header-footer.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn footer_sections_keep_order() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner_on("juniper").await?;
        let content = json!({"type": "doc", "content": [{"type": "paragraph", "content": [
            {"type": "text", "text": "Ask us", "marks": [{"type": "link", "attrs": {"href": "/contact"}}]}]}]});
        let mut footer = json!({"showSocialLinks": false, "sections": [
            {"title": "Hours", "text": "9 to 5 <daily>"},
            {"kind": "text", "title": "Questions", "text": "", "content": content},
            {"kind": "links", "title": "Help", "text": "", "links": [
                {"title": "Delivery", "url": "/delivery", "newWindow": false},
                {"title": "Guild", "url": "https://guild.example/", "newWindow": true}]},
            {"kind": "social", "title": "Follow us", "text": ""},
            {"kind": "contact", "title": "Visit", "text": ""},
        ]});
        let saved = owner.put(CALL, &json!({"header": {}, "footer": footer})).await?.expect(200)?;
        assert_eq!(saved["footer"], footer, "what was sent comes back");
        let page = app.juniper().get("/about").await?.text;
        let (_, shown) = page.split_once("stoa-footer-sections\"").context("no sections")?;
        let mut rest = shown;
        for part in [
            "<p>9 to 5 &lt;daily&gt;</p>",
            "<a href=\"/contact\" rel=\"noopener noreferrer\">Ask us</a>",
            "<a href=\"/delivery\">Delivery</a>",
            "<a href=\"https://guild.example/\" target=\"_blank\" rel=\"noopener\">Guild",
            "stoa-social__icon",
            "<address>",
        ] {
            let (_, after) = rest.split_once(part).with_context(|| format!("no {part} in its place in {shown}"))?;
            rest = after;
        }
        footer["sections"][2]["links"][0]["url"] = json!("javascript:f()");
        let refused = owner.put(CALL, &json!({"header": {}, "footer": footer})).await?.problem(400)?;
        ensure!(refused["errors"].get("footer.sections[2].links[0].url").is_some(), "{refused}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn footer_newsletter_sign_up() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner_on("juniper").await?;
        let mut visitor = app.juniper();
        let sent = json!({"email": "Ada@example.com"});
        answer(&mut visitor, "footer-sign-up", &sent).await?.problem(404)?;
        let arranged = |sections: Value| json!({"header": {}, "footer": {"sections": sections}});
        let refused = owner.put(CALL, &arranged(json!([sign_up(" ")]))).await?.problem(400)?;
        assert_eq!(refused["errors"]["footer.sections[0].mailingList"], "A List must be selected");
        let twice = json!([sign_up("Letters"), sign_up("Letters")]);
        let refused = owner.put(CALL, &arranged(twice)).await?.problem(400)?;
        ensure!(refused["errors"].get("footer.sections[1].kind").is_some(), "{refused}");

        let text = json!({"title": "Hours", "text": "9 to 5"});
        owner.put(CALL, &arranged(json!([text, sign_up("Letters")]))).await?.expect(200)?;
        let page = visitor.get("/about").await?.text;
        for part in ["data-form-id=\"footer-sign-up\"", ">Join us</button>", "We pass nothing on.", "Four a year."] {
            ensure!(page.contains(part), "no {part} in {page}");
        }
        let wrong = answer(&mut visitor, "footer-sign-up", &json!({"email": "ada"})).await?.problem(400)?;
        ensure!(wrong["errors"].get("email").is_some(), "{wrong}");
        answer(&mut visitor, "footer-sign-up", &sent).await?.expect(200)?;
        let link = link_in(&app.emails(1).await?[0], "/mailing-list/confirm?token=")?;
        let joined = visitor.form(&link, &[]).await?;
        ensure!(joined.text.contains("You are subscribed"), "{joined:?}");
        let forms = format!("/api/v1/websites/{}/forms", app.website("juniper").await?);
        let forms = owner.get(&forms).await?.expect(200)?;
        let own = forms["forms"].as_array().and_then(|forms| forms.iter().find(|form| form["id"] == "footer-sign-up"));
        let own = own.context("not among the forms")?;
        assert_eq!((&own["name"], &own["answers"]), (&json!("Footer"), &json!(1)));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn footer_images_navigations_and_header_button() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner_on("juniper").await?;
        let website = app.website("juniper").await?;
        let assets = owner.get(&format!("/api/v1/websites/{website}/assets?kind=picture")).await?.expect(200)?;
        let picture = assets["assets"][0]["id"].as_str().context("no picture")?.to_owned();
        let arranged = |asset: &str, button: Value| {
            json!({"header": {"button": button}, "footer": {"sections": [
                {"kind": "menu", "title": "Everything", "text": "", "navigation": "mainNav"},
                {"kind": "picture", "title": "", "text": "", "assetId": asset, "altText": "The <guild>",
                 "url": "https://guild.example/", "width": 120}]}})
        };
        let none = json!({"label": "", "url": ""});
        owner.put(CALL, &arranged(&picture, none)).await?.expect(200)?;
        let page = app.juniper().get("/about").await?.text;
        ensure!(!page.contains("stoa-header-button"), "a button that nobody wanted");
        owner.put(CALL, &arranged(&picture, json!({"label": "Book & come", "url": "/studio"}))).await?.expect(200)?;
        let page = app.juniper().get("/about").await?.text;
        let button =
            "<a class=\"stoa-button stoa-button--primary stoa-header-button\" href=\"/studio\">Book &amp; come</a>";
        assert_eq!(page.matches(button).count(), 2, "one for wide screens, one in the menu");
        let plain = app.juniper().get("/checkout").await?.text;
        ensure!(!plain.contains("stoa-header-button"), "a checkout leads nowhere else");
        let (_, shown) = page.split_once("stoa-footer-sections\"").context("no sections")?;
        for part in [
            "<nav aria-label=\"Everything\">",
            "href=\"/shop\"",
            "<a href=\"https://guild.example/\"><img",
            "alt=\"The &lt;guild&gt;\"",
            "style=\"width:120px\"",
        ] {
            ensure!(shown.contains(part), "no {part} in {shown}");
        }
        let refused = owner.put(CALL, &arranged("ast_gone", json!({"label": "Book"}))).await?.problem(400)?;
        assert_eq!(refused["errors"]["header.button.url"], "Enter the button link.");
        let whole = json!({"label": "", "url": ""});
        let refused = owner.put(CALL, &arranged("ast_gone", whole)).await?.problem(400)?;
        assert_eq!(refused["errors"]["footer.sections[1].assetId"], "This image does not exist.");
        Ok(())
    })
    .await
}
