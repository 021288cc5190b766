//! Sections and blocks that some languages do not show.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::translations::{id_of, open, text, translate};
use crate::app::on_sqlite;

fn block(id: &str, html: &str, languages: Option<Value>) -> Value {
    let mut block = json!({"id": id, "kind": "text", "settings": {"html": html}});
    if let (Some(languages), Some(members)) = (languages, block.as_object_mut()) {
        members.insert("languages".to_owned(), languages);
    }
    block
}

fn section(id: &str, blocks: &[Value], languages: &Value) -> Value {
    let row = json!({"id": format!("{id}-row"), "columns": [{"span": 12, "blocks": blocks}]});
    json!({"id": id, "languages": languages, "rows": [row]})
}

// spec: multilingual.blocks.open, multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn blocks_are_hidden_and_replaced_in_a_language() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let made = owner.post(&format!("{site}/pages"), &json!({"title": "Kiln days"})).await?.expect(201)?;
        let path = format!("{site}/pages/{}", made["id"].as_str().context("no id")?);
        let mut draft = owner.get(&path).await?.expect(200)?;
        let all = [
            block("hours", "<p>Openinghours</p>", Some(json!({"except": ["fr"]}))),
            block("heures", "<p>Horairesfrancais</p>", Some(json!({"only": ["fr"]}))),
            block("both", "<p>Everywhere</p>", None),
        ];
        let mut sections = vec![section("one", &all, &json!({}))];
        sections.push(section("two", &[block("own", "<p>Germansection</p>", None)], &json!({"only": ["de"]})));
        draft["document"] = json!({"version": 1, "sections": sections});
        let saved = owner.save_page(&path, &draft).await?;
        assert_eq!(
            saved["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"][1]["languages"],
            json!({"only": ["fr"]})
        );

        // The draft as in a language, and with all blocks.
        let material = owner.get(&format!("{path}/material?language=fr")).await?.expect(200)?["document"].to_string();
        ensure!(material.contains("Horairesfrancais") && !material.contains("Openinghours"), "{material}");
        let whole = owner.get(&format!("{path}/material")).await?.expect(200)?["document"].to_string();
        ensure!(["Horairesfrancais", "Openinghours", "Germansection"].iter().all(|own| whole.contains(own)), "{whole}");
        owner.get(&format!("{path}/material?language=it")).await?.problem(400)?;
        let body = json!({"document": saved["document"]});
        let preview = format!("{path}/preview?language={}", draft_language(&mut owner, &site).await?);
        let drawn = owner.post(&preview, &body).await?.expect(200)?["html"].to_string();
        ensure!(drawn.contains("Openinghours") && !drawn.contains("Horairesfrancais"), "{drawn}");

        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        let mut visitor = app.juniper();
        let english = visitor.get("/kiln-days").await?.text;
        ensure!(english.contains("Openinghours") && !english.contains("Horairesfrancais"), "{english}");
        ensure!(!english.contains("Germansection"), "{english}");
        let french = visitor.get("/fr/kiln-days").await?.text;
        ensure!(french.contains("Horairesfrancais") && !french.contains("Openinghours"), "{french}");
        let named = |shown: &str| shown.matches("kiln-days").count();
        let unnamed = "q=zzzzqqqq&type=page";
        let asked = "q=horairesfrancais&type=page";
        let none = named(&visitor.get(&format!("/search?{unnamed}")).await?.text);
        assert_eq!(named(&visitor.get(&format!("/search?{asked}")).await?.text), none, "found in English");
        let none = named(&visitor.get(&format!("/fr/search?{unnamed}")).await?.text);
        ensure!(named(&visitor.get(&format!("/fr/search?{asked}")).await?.text) > none, "not found in French");

        // Only what both languages show is translated; what was written for French alone is not.
        let place = format!("{base}/page/{}?language=fr", id_of(&path));
        let resource = owner.get(&place).await?.expect(200)?;
        ensure!(text(&resource, "block/hours/html").is_err() && text(&resource, "block/heures/html").is_err());
        ensure!(text(&resource, "block/own/html").is_err(), "{resource}");
        let aligned = "<p style=\"text-align:center\">Partout</p>";
        translate(&mut owner, &place, "block/both/html", aligned).await?;
        let french = visitor.get("/fr/kiln-days").await?.text;
        ensure!(french.contains(">Partout</p>") && french.contains("text-align:"), "{french}");
        let material = owner.get(&format!("{path}/material?language=fr")).await?.expect(200)?["document"].to_string();
        ensure!(material.contains("Partout") && !material.contains("Everywhere"), "{material}");

        // A translation stays while its block is hidden.
        let mut draft = owner.get(&path).await?.expect(200)?;
        let mut hidden = all.to_vec();
        hidden[2]["languages"] = json!({"except": ["fr"]});
        draft["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"] = json!(hidden);
        let saved = owner.save_page(&path, &draft).await?;
        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        translate(&mut owner, &place, "title", "Jours de four").await?;
        ensure!(!visitor.get("/fr/kiln-days").await?.text.contains("Partout"));
        draft["revision"] = saved["revision"].clone();
        draft["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"] = json!(all);
        let saved = owner.save_page(&path, &draft).await?;
        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        ensure!(visitor.get("/fr/kiln-days").await?.text.contains("Partout"));

        // A list of languages that is none is refused.
        draft["revision"] = saved["revision"].clone();
        draft["document"]["sections"][0]["languages"] = json!({"only": "fr"});
        let refused = owner.save_page(&path, &draft).await;
        ensure!(refused.is_err(), "{refused:?}");
        Ok(())
    })
    .await
}

/// The primary language of the site.
async fn draft_language(owner: &mut crate::client::Client, site: &str) -> Result<String> {
    let settings = owner.get(&format!("{site}/settings")).await?.expect(200)?;
    Ok(settings["language"].as_str().context("no language")?.to_owned())
}
