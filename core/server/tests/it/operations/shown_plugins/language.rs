//! Blocks of plugins on pages in another language.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::super::plugins::part;
use crate::app::on_sqlite;
use crate::languages::translations::{open, translate};

// spec: multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn a_block_speaks_the_language_of_its_page_and_its_settings_are_translated() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let made = owner.post(&format!("{site}/pages"), &json!({"title": "Visit us"})).await?.expect(201)?;
        let id = made["id"].as_str().context("no id")?;
        let path = format!("{site}/pages/{id}");
        let mut draft = owner.get(&path).await?.expect(200)?;
        let hours = json!([{"days": "every-day", "from": "0:00", "until": "24:00"}]);
        let blocks = json!([
            {"id": "open", "kind": "opening-hours", "settings": {"hours": hours}},
            {"id": "note", "kind": "callout", "settings": {"title": "Kiln day", "text": "Friday."}},
        ]);
        let row = json!({"id": "row", "columns": [{"span": 12, "blocks": blocks}]});
        draft["document"] = json!({"version": 1, "sections": [{"id": "one", "rows": [row]}]});
        let saved = owner.save_page(&path, &draft).await?;
        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        let place = format!("{base}/page/{id}?language=fr");
        translate(&mut owner, &place, "block/note/title", "Jour de cuisson").await?;

        let mut visitor = app.juniper();
        for (address, open, title) in
            [("/visit-us", "Always open", "Kiln day"), ("/fr/visit-us", "Toujours ouvert", "Jour de cuisson")]
        {
            let page = visitor.get(address).await?.text;
            let (hours, note) = (part(&page, "open")?, part(&page, "note")?);
            ensure!(hours.contains(open), "{address}: {hours}");
            ensure!(note.contains(title), "{address}: {note}");
        }
        Ok(())
    })
    .await
}
