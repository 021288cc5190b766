//! Translations of what owners wrote: what visitors read, outdated translations, and files for translators.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

/// The owner of a site, which also has French, and the path of its translations.
pub(crate) async fn open(app: &App, site: &str) -> Result<(Client, String)> {
    let mut owner = app.owner().await?;
    let website = app.website(site).await?;
    owner.website = Some(website.clone());
    let settings = owner.get(&format!("/api/v1/websites/{website}/settings")).await?.expect(200)?;
    let languages = json!({"languages": [
        {"code": settings["language"], "isPrimary": true, "enabled": true},
        {"code": "fr", "isPrimary": false, "enabled": true}]});
    owner.put("/api/multilingual/languages", &languages).await?.expect(200)?;
    Ok((owner, format!("/api/v1/websites/{website}/translations")))
}

/// A page with one text, published.
async fn publish(owner: &mut Client, site: &str, page: Option<&str>, html: &str) -> Result<String> {
    let path = match page {
        Some(page) => page.to_owned(),
        None => {
            let made = owner.post(&format!("{site}/pages"), &json!({"title": "Glazes"})).await?.expect(201)?;
            format!("{site}/pages/{}", made["id"].as_str().context("no id")?)
        }
    };
    let mut draft = owner.get(&path).await?.expect(200)?;
    let block = json!({"id": "words", "kind": "text", "settings": {"html": html}});
    draft["document"] = json!({"version": 1, "sections": [
        {"id": "one", "rows": [{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]}]});
    let saved = owner.save_page(&path, &draft).await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    Ok(path)
}

pub(super) fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The text of a resource with a key.
pub(super) fn text<'a>(resource: &'a Value, key: &str) -> Result<&'a Value> {
    let texts = resource["texts"].as_array().context("no texts")?;
    texts.iter().find(|text| text["key"] == key).with_context(|| format!("no {key} in {resource}"))
}

/// Saves the translation of a text.
pub(crate) async fn translate(owner: &mut Client, place: &str, key: &str, translation: &str) -> Result<Value> {
    let resource = owner.get(place).await?.expect(200)?;
    let change = json!({"key": key, "text": translation, "digest": text(&resource, key)?["digest"]});
    owner.put(place, &json!({"texts": [change]})).await?.expect(200)
}

// spec: multilingual.rendering.open, multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn visitors_read_translations() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let page = publish(&mut owner, &site, None, "<p>Ash and clay</p>").await?;
        let mut visitor = app.juniper();
        let before = visitor.get("/fr/glazes").await?;
        ensure!(before.status == 200 && before.text.contains("Ash and clay"), "{before:?}");

        // The page of the cache is replaced.
        let place = format!("{base}/page/{}?language=fr", id_of(&page));
        translate(&mut owner, &place, "block/words/html", "<p>Cendre<script>x()</script></p>").await?;
        translate(&mut owner, &place, "title", "Émaux").await?;
        let french = visitor.get("/fr/glazes").await?.text;
        ensure!(french.contains("<p>Cendre</p>") && french.contains("Émaux"), "{french}");
        ensure!(!french.contains("Ash and clay") && !french.contains("x()"), "{french}");
        let english = visitor.get("/glazes").await?.text;
        ensure!(english.contains("Ash and clay") && !english.contains("Cendre"), "{english}");

        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let id = product["id"].as_str().context("no id")?;
        let of_product = format!("{base}/product/{id}?language=fr");
        translate(&mut owner, &of_product, "title", "Tasse du foyer").await?;
        for path in ["/fr/shop", "/fr/shop/hearth-mug"] {
            let shown = visitor.get(path).await?.text;
            ensure!(shown.contains("Tasse du foyer"), "{path}: {shown}");
        }
        ensure!(!visitor.get("/shop/hearth-mug").await?.text.contains("Tasse du foyer"));
        let name = product["name"].as_str().context("no name")?;
        let removed = json!({"texts": [{"key": "title", "text": null, "digest": "any"}]});
        owner.put(&of_product, &removed).await?.expect(200)?;
        ensure!(visitor.get("/fr/shop/hearth-mug").await?.text.contains(name), "the original is shown again");

        // A list of languages that someone read before French was added removes it, but not its translations.
        let listed = owner.get("/api/multilingual/languages").await?.expect(200)?;
        let languages = json!({"languages": [listed["languages"][0]]});
        owner.put("/api/multilingual/languages", &languages).await?.expect(200)?;
        assert_eq!(visitor.get("/fr/glazes").await?.status, 404);
        owner.put("/api/multilingual/languages", &listed).await?.expect(200)?;
        ensure!(visitor.get("/fr/glazes").await?.text.contains("<p>Cendre</p>"), "translations are back");

        // The other shop of the owner knows nothing of it.
        let (mut owner, elsewhere) = open(app, "kissaten").await?;
        let of_product = format!("{elsewhere}/product/{id}?language=fr");
        owner.get(&of_product).await?.problem(404)?;
        let change = json!({"texts": [{"key": "title", "text": "Tasse", "digest": "any"}]});
        owner.put(&of_product, &change).await?.problem(404)?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.put(&place, &change).await?.problem(403)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn originals_protect_their_translations() -> Result<()> {
    on_sqlite(async |app| {
        let (owner, base) = open(app, "juniper").await?;
        let website = owner.website.clone().context("no site")?;
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let id = product["id"].as_str().context("no id")?;
        let place = format!("{base}/product/{id}?language=fr");
        let change = json!({"texts": [{"key": "title", "text": "Tasse", "digest": "any"}]});
        let csv = format!("{base}/import?language=fr&format=csv");
        let name = product["name"].as_str().context("no name")?;
        let texts = format!("Kind,Id,Key,Original,Translation\nproduct,{id},title,{name},Tasse\n");

        // Reads content only.
        let mut reader = holder(app, &website, &[7]).await?;
        reader.get(&place).await?.problem(403)?;
        reader.get(&format!("{base}?language=fr&kind=product")).await?.problem(403)?;
        reader.get(&format!("{base}?language=fr&kind=page")).await?.expect(200)?;
        let progress = reader.get(&format!("{base}/progress?language=fr")).await?.expect(200)?;
        let kinds: Vec<&str> =
            progress["kinds"].as_array().context("no kinds")?.iter().filter_map(|own| own["kind"].as_str()).collect();
        assert_eq!(kinds, ["page", "post", "experiment", "tag", "image", "navigation"]);
        let exported = reader.get(&format!("{base}/export?language=fr&format=csv")).await?;
        let has_products = exported.text.lines().any(|line| line.starts_with("product,"));
        ensure!(exported.status == 200 && !has_products, "{}", exported.text);

        // Changes content, and reads products only.
        let mut editor = holder(app, &website, &[4]).await?;
        editor.get(&place).await?.expect(200)?;
        editor.put(&place, &change).await?.problem(403)?;
        for dry_run in [true, false] {
            editor.post_file(&format!("{csv}&dryRun={dry_run}"), texts.as_bytes()).await?.problem(403)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn translations_saved_at_once_are_all_kept() -> Result<()> {
    on_both(async |app| {
        let (mut first, base) = open(app, "juniper").await?;
        let mut second = app.owner().await?;
        second.website.clone_from(&first.website);
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let place = format!("{base}/product/{}?language=fr", product["id"].as_str().context("no id")?);
        let resource = first.get(&place).await?.expect(200)?;
        let change = |index: usize, text: &str| {
            let own = &resource["texts"][index];
            json!({"texts": [{"key": own["key"], "text": text, "digest": own["digest"]}]})
        };
        for round in 0..5 {
            let (one, other) = (format!("Un {round}"), format!("Deux {round}"));
            let (one_change, other_change) = (change(0, &one), change(1, &other));
            let (saved, saved_too) = tokio::join!(first.put(&place, &one_change), second.put(&place, &other_change));
            saved?.expect(200)?;
            saved_too?.expect(200)?;
            let now = first.get(&place).await?.expect(200)?;
            for (index, text) in [(0, &one), (1, &other)] {
                let own = now["texts"][index]["translation"].as_str().unwrap_or_default();
                ensure!(own.contains(text.as_str()), "{own} is not {text}");
            }
        }
        Ok(())
    })
    .await
}

// spec: multilingual.outdated.open
#[tokio::test(flavor = "multi_thread")]
async fn changed_originals_make_translations_outdated() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let page = publish(&mut owner, &site, None, "<p>Ash and clay</p>").await?;
        let place = format!("{base}/page/{}?language=fr", id_of(&page));
        let seen = owner.get(&place).await?.expect(200)?;
        translate(&mut owner, &place, "block/words/html", "<p>Cendre</p>").await?;
        publish(&mut owner, &site, Some(&page), "<p>Ash, clay and salt</p>").await?;
        let changed = owner.get(&place).await?.expect(200)?;
        let outdated = text(&changed, "block/words/html")?;
        assert_eq!(outdated["outdated"], true);
        assert_eq!(outdated["translation"], "<p>Cendre</p>");
        assert_eq!(outdated["previousOriginal"], "<p>Ash and clay</p>");
        let mut visitor = app.juniper();
        ensure!(visitor.get("/fr/glazes").await?.text.contains("Cendre"), "it is still shown");

        // Someone who has not seen the change saves: the translation is kept, and outdated.
        let late = json!({"key": "block/words/html", "text": "<p>Cendres</p>",
            "digest": text(&seen, "block/words/html")?["digest"]});
        let saved = owner.put(&place, &json!({"texts": [late]})).await?.expect(200)?;
        let late = text(&saved, "block/words/html")?;
        assert_eq!((&late["translation"], &late["outdated"]), (&json!("<p>Cendres</p>"), &json!(true)));

        let listed = owner.get(&format!("{base}?language=fr&kind=page&state=outdated")).await?.expect(200)?;
        let ids: Vec<&Value> = listed["resources"].as_array().into_iter().flatten().map(|own| &own["id"]).collect();
        assert_eq!(ids, [&json!(id_of(&page))]);
        let current = translate(&mut owner, &place, "block/words/html", "<p>Cendre et sel</p>").await?;
        assert_eq!(text(&current, "block/words/html")?["outdated"], false);
        let progress = owner.get(&format!("{base}/progress?language=fr")).await?.expect(200)?;
        let pages = progress["kinds"].as_array().into_iter().flatten().find(|kind| kind["kind"] == "page");
        assert_eq!(pages.context("no pages")?["counts"]["outdated"], 0);

        let unknown = json!({"texts": [{"key": "block/words/url", "text": "x", "digest": "x"}]});
        let refused = owner.put(&place, &unknown).await?.problem(400)?;
        ensure!(refused["errors"]["texts[0].key"].is_string(), "{refused}");
        for language in ["de", "en-US"] {
            let refused = owner.get(&format!("{base}?language={language}")).await?.problem(400)?;
            ensure!(refused["errors"]["language"].is_string(), "{refused}");
        }
        Ok(())
    })
    .await
}

// spec: multilingual.files.open
#[tokio::test(flavor = "multi_thread")]
async fn files_for_translators() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let page = publish(&mut owner, &site, None, "<p>Ash &amp; clay</p>").await?;
        let place = format!("{base}/page/{}?language=fr", id_of(&page));
        let source = "<source xml:space=\"preserve\">&lt;p&gt;Ash &amp;amp; clay&lt;/p&gt;</source>";
        for (format, extension) in [("xliff", "xlf"), ("csv", "csv")] {
            let exported = owner.get(&format!("{base}/export?language=fr&format={format}")).await?;
            let name = exported.header("content-disposition");
            ensure!(name.contains(&format!("translations-fr.{extension}")), "{name}");
            let translated = match format {
                "xliff" => {
                    ensure!(exported.text.contains(source) && exported.text.contains("trgLang=\"fr\""));
                    let target = "<target xml:space=\"preserve\">&lt;p&gt;Cendre&lt;/p&gt;</target>";
                    exported.text.replace(source, &format!("{source}{target}"))
                }
                _ => exported.text.replace("\"<p>Cendre</p>\"\r\n", "\"<p>Cendres</p>\"\r\n"),
            };
            let import = format!("{base}/import?language=fr&format={format}");
            let told = owner.post_file(&format!("{import}&dryRun=true"), translated.as_bytes()).await?.expect(200)?;
            let (added, changed) = if format == "xliff" { (1, 0) } else { (0, 1) };
            assert_eq!(
                (&told["added"], &told["changed"], &told["unknown"]),
                (&json!(added), &json!(changed), &json!(0))
            );
            let before = owner.get(&place).await?.expect(200)?;
            let expected = if format == "xliff" { Value::Null } else { json!("<p>Cendre</p>") };
            assert_eq!(text(&before, "block/words/html")?["translation"], expected, "a dry run changes nothing");
            let done = owner.post_file(&import, translated.as_bytes()).await?.expect(200)?;
            assert_eq!(
                (&done["added"], &done["changed"], &done["dryRun"]),
                (&json!(added), &json!(changed), &json!(false))
            );
            let again = owner.post_file(&import, translated.as_bytes()).await?.expect(200)?;
            assert_eq!((&again["added"], &again["changed"]), (&json!(0), &json!(0)));
        }
        ensure!(app.juniper().get("/fr/glazes").await?.text.contains("<p>Cendres</p>"));

        publish(&mut owner, &site, Some(&page), "<p>Ash, clay and salt</p>").await?;
        let file = format!(
            "Kind,Id,Key,Original,Translation\npage,{0},block/words/html,<p>Ash &amp; clay</p>,<p>Cendre</p>\n\
             page,{0},gone,Gone,Parti\npage,none,title,Title,Titre\n",
            id_of(&page)
        );
        let import = format!("{base}/import?language=fr&format=csv");
        let told = owner.post_file(&import, file.as_bytes()).await?.expect(200)?;
        assert_eq!((&told["originalChanged"], &told["unknown"]), (&json!(1), &json!(2)));
        let kept = owner.get(&place).await?.expect(200)?;
        assert_eq!(text(&kept, "block/words/html")?["outdated"], true);
        let refused = owner.post_file(&import, b"<xliff/>").await?.problem(400)?;
        ensure!(refused["errors"]["file"].as_str().is_some_and(|text| text.contains("Kind")), "{refused}");
        Ok(())
    })
    .await
}
