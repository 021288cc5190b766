//! Site search over text written in editors.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_sqlite;
use crate::pages::blocks;
use crate::pages::items::Author;
use crate::shop;

/// A text in the editor's document format.
fn written(text: &str) -> Value {
    json!({"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]})
}

// spec: navigation.route.search.open
#[tokio::test(flavor = "multi_thread")]
async fn editor_text_found_by_search() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let about = blocks::path_of(&mut owner, &app.website("juniper").await?, "/about").await?;
        let entries = json!([{"title": "Do you ship ceramics?", "html": written("Only with zeppelins")}]);
        let fields = json!([{"id": "secretkey", "type": "hidden", "title": "Hidden", "key": "campaign", "value": "whisper"}]);
        let shown = json!([
            {"id": "words", "kind": "text", "settings": {"html": written("Our R&D speaks of xylography")}},
            {"id": "entries", "kind": "accordion", "settings": {"items": entries}},
            {"id": "dates", "kind": "tour-dates", "settings": {"dates": [{"date": "2031-05-01", "venue": "Quokka Hall"}]}},
            {"id": "form", "kind": "form", "settings": {"formName": "Internalname", "fields": fields,
                "recipients": ["boss@domain.example"], "successMessage": "Afterglow"}},
        ]);
        blocks::publish(&mut owner, &about, &shown).await?;
        let mut visitor = app.juniper();
        for words in ["xylography", "R%26D", "zeppelins", "ceramics", "quokka"] {
            let found = visitor.get(&format!("/search?q={words}")).await?.text;
            ensure!(found.contains("class=\"stoa-more\" href=\"/about\""), "{words}: {found}");
            ensure!(found.contains("R&amp;D") && !found.contains("amp;amp;"), "{words}: {found}");
        }
        for hidden in ["internalname", "boss@domain", "afterglow", "whisper", "secretkey", "2031-05-01"] {
            let found = visitor.get(&format!("/search?q={hidden}")).await?.text;
            ensure!(found.contains("Nothing was found") && !found.contains("href=\"/about\"><"), "{hidden}: {found}");
        }
        Ok(())
    })
    .await
}

// spec: navigation.route.search.open
#[tokio::test(flavor = "multi_thread")]
async fn search_by_content_kind() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        let post = desk.begin(None, "Quokka in the journal").await?;
        desk.publish(&post).await?;
        let events = desk.collection("events", "Fairs").await?;
        let event = desk.begin(Some(&events), "Quokka fair").await?;
        desk.publish(&event).await?;
        let website = app.website("juniper").await?;
        let about = blocks::path_of(&mut desk.owner, &website, "/about").await?;
        let words = json!([{"id": "words", "kind": "text", "settings": {"html": written("Quokka on a page")}}]);
        blocks::publish(&mut desk.owner, &about, &words).await?;
        let mut mug = shop::product(app, "juniper", "hearth-mug").await?;
        mug["excerpt"] = json!("<p>With a quokka</p>");
        desk.owner.put(mug["path"].as_str().context("no path")?, &mug).await?.expect(200)?;
        let all = [
            ("page", "/about"),
            ("post", "/journal/quokka-in-the-journal"),
            ("event", "/fairs/quokka-fair"),
            ("product", "/shop/hearth-mug"),
        ];
        let link = |address: &str| format!("class=\"stoa-more\" href=\"{address}\"");
        let mut visitor = app.juniper();
        for other in ["", "&type=", "&type=unknown"] {
            let found = visitor.get(&format!("/search?q=quokka{other}")).await?.text;
            ensure!(all.iter().all(|(_, address)| found.contains(&link(address))), "{other}: {found}");
        }
        for (kind, wanted) in all {
            let found = visitor.get(&format!("/search?q=quokka&type={kind}")).await?.text;
            for (_, address) in all {
                assert_eq!(found.contains(&link(address)), address == wanted, "{kind} {address}: {found}");
            }
            ensure!(found.contains(&format!("<option value=\"{kind}\" selected>")), "{found}");
        }
        let none = visitor.get("/search").await?.text;
        ensure!(none.contains("<label class=\"stoa-field__label\" for=\"search-type\">"), "{none}");
        ensure!(!none.contains("value=\"work\""), "there are no works: {none}");
        let many = visitor.get("/search?q=e&type=product").await?.text;
        ensure!(!many.contains("rel=\"next\"") || many.contains("type=product&amp;cursor=20"), "{many}");
        Ok(())
    })
    .await
}
