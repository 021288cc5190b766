//! Lists by category and tag in another language: names, words of addresses, and where the former ones lead.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::translations::{open, translate};
use crate::app::{on_both, on_sqlite};
use crate::client::Client;

async fn redirected(visitor: &mut Client, from: &str, to: &str) -> Result<()> {
    let moved = visitor.get(from).await?;
    assert_eq!((moved.status, moved.location()), (301, to), "{from}");
    Ok(())
}

/// The id of the resource of a kind with a title.
async fn resource(owner: &mut Client, base: &str, kind: &str, title: &str) -> Result<String> {
    let listed = owner.get(&format!("{base}?language=fr&kind={kind}&limit=200")).await?.expect(200)?;
    let found = listed["resources"].as_array().into_iter().flatten().find(|resource| resource["title"] == title);
    let id = found.and_then(|resource| resource["id"].as_str());
    id.map(str::to_owned).with_context(|| format!("no {title} in {listed}"))
}

// spec: multilingual.addresses.open
#[tokio::test(flavor = "multi_thread")]
async fn categories_have_words_of_their_own() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let table = resource(&mut owner, &base, "category", "Table").await?;
        translate(&mut owner, &format!("{base}/category/{table}?language=fr"), "name", "Pour la table").await?;
        let place = format!("{base}/category/{table}/address?language=fr");
        let saved = owner.put(&place, &json!({"word": "a-table"})).await?.expect(200)?;
        let expected = json!({"above": "/fr/shop?category=", "original": "table", "word": "a-table"});
        assert_eq!(saved["address"], expected);

        let mut visitor = app.juniper();
        let list = visitor.get("/fr/shop?category=a-table").await?;
        ensure!(list.status == 200 && list.text.contains("Pour la table"), "{list:?}");
        ensure!(list.text.contains("/fr/shop?category=a-table\" aria-current=\"page\""), "{}", list.text);
        ensure!(list.text.contains("Hearth Mug") && !list.text.contains("Moon Jar"), "{}", list.text);
        let english = visitor.get("/shop?category=table").await?.text;
        for page in [&list.text, &english] {
            let url = page.split_once("hreflang=\"fr\" href=\"").context("no hreflang")?.1;
            ensure!(url.split('"').next().is_some_and(|url| url.ends_with("/fr/shop?category=a-table")), "{url}");
        }
        let (_, canonical) = list.text.split_once("rel=\"canonical\" href=\"").context("no canonical address")?;
        ensure!(canonical.split('"').next().is_some_and(|url| url.ends_with("/fr/shop?category=a-table")));
        redirected(&mut visitor, "/fr/shop?category=table&sort=name", "/fr/shop?category=a-table&sort=name").await?;
        assert_eq!(visitor.get("/shop?category=table").await?.status, 200, "the original has its own word");

        // Former words lead to the present one, even after the original one has returned.
        owner.put(&place, &json!({"word": "vaisselle"})).await?.expect(200)?;
        redirected(&mut visitor, "/fr/shop?category=a-table", "/fr/shop?category=vaisselle").await?;
        let cleared = owner.put(&place, &json!({"word": null})).await?.expect(200)?;
        assert_eq!(cleared["address"]["word"], Value::Null);
        for former in ["a-table", "vaisselle"] {
            redirected(&mut visitor, &format!("/fr/shop?category={former}"), "/fr/shop?category=table").await?;
        }
        assert_eq!(visitor.get("/fr/shop?category=table").await?.status, 200);
        let refused = owner.put(&place, &json!({"word": "pour"})).await?.problem(400)?;
        ensure!(refused["errors"]["word"].is_string(), "the original of another category: {refused}");
        Ok(())
    })
    .await
}

// spec: multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn tags_are_translated_once_for_posts_and_products() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        for (tag, name) in [("mugs", "Tasses"), ("process", "Savoir-faire")] {
            let id = resource(&mut owner, &base, "tag", tag).await?;
            translate(&mut owner, &format!("{base}/tag/{id}?language=fr"), "name", name).await?;
        }
        let glazes = resource(&mut owner, &base, "tag", "glazes").await?;
        let place = format!("{base}/tag/{glazes}?language=fr");
        let read = owner.get(&place).await?.expect(200)?;
        let same = json!({"texts": [{"key": "name", "text": "tasses", "digest": read["texts"][0]["digest"]}]});
        let refused = owner.put(&place, &same).await?.problem(400)?;
        ensure!(refused["errors"].to_string().contains("Another tag has this name"), "{refused}");

        let mut visitor = app.juniper();
        let shop = visitor.get("/fr/shop?tag=Tasses").await?;
        ensure!(shop.status == 200 && shop.text.contains("<option value=\"Tasses\" selected>Tasses</option>"));
        ensure!(shop.text.contains("Hearth Mug") && !shop.text.contains("Moon Jar"), "{}", shop.text);
        redirected(&mut visitor, "/fr/shop?tag=mugs", "/fr/shop?tag=Tasses").await?;
        ensure!(visitor.get("/shop?tag=mugs").await?.text.contains("<option value=\"mugs\" selected>mugs</option>"));
        // So are categories of posts.
        let journal = visitor.get("/fr/journal?category=Savoir-faire").await?;
        ensure!(journal.status == 200 && !journal.text.contains("/fr/journal?category=process"), "{journal:?}");
        redirected(&mut visitor, "/fr/journal?category=process", "/fr/journal?category=Savoir-faire").await?;
        let feed = visitor.get("/fr/journal?format=rss").await?.text;
        ensure!(feed.contains("<category>Savoir-faire</category>"), "{feed}");
        ensure!(visitor.get("/journal?format=rss").await?.text.contains("<category>process</category>"));

        let file = owner.get(&format!("{base}/export?language=fr&format=csv")).await?.text;
        ensure!(file.contains("Savoir-faire"), "files for translators have tags");
        Ok(())
    })
    .await
}
