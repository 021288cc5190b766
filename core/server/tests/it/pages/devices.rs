//! Settings that depend on the screen width, and stored settings outside their bounds.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::on_sqlite;
use crate::client::Client;

async fn contact_page(owner: &mut Client, website: &str) -> Result<String> {
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let contact = pages.iter().find(|page| page["urlId"] == "contact").context("no contact page")?;
    Ok(format!("/api/v1/websites/{website}/pages/{}", contact["id"].as_str().context("no id")?))
}

/// A page with one section of one row, and two columns with a text in the first and a block in the second.
fn document(row_devices: &Value, block: &Value) -> Value {
    let text = json!({"id": "text", "kind": "text", "settings": {"html": "<p>Clay</p>"}});
    let columns = json!([{"span": 6, "blocks": [text]}, {"span": 6, "blocks": [block]}]);
    let devices = json!({"phone": {"padding": "none"}, "desktop": {"hidden": true}});
    let rows = json!([{"id": "row", "devices": row_devices, "columns": columns}]);
    json!({"version": 1, "sections": [{"id": "section", "devices": devices, "rows": rows}]})
}

fn line(devices: &Value) -> Value {
    json!({"id": "line", "kind": "line", "settings": {}, "devices": devices})
}

/// A page without the script that records visits, of which an editor is none.
fn without_visitor_script(page: &str) -> String {
    match page.split_once("<script defer src=\"/static/visitor.js") {
        Some((before, rest)) => {
            before.to_owned() + rest.split_once("</script>").map_or("", |(_, rest)| rest.trim_start_matches('\n'))
        }
        None => page.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn device_settings_same_in_editor_and_page() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = contact_page(&mut owner, &website).await?;
        let mut page = owner.get(&path).await?.expect(200)?;
        let row = json!({"tablet": {"spans": [12, 12]}, "phone": {"reversed": true}});
        page["document"] = document(&row, &line(&json!({"phone": {"hidden": true}})));
        let saved = owner.save_page(&path, &page).await?;
        ensure!(saved["document"]["sections"][0]["rows"][0]["devices"] == row, "{saved}");
        let preview = json!({"document": saved["document"]});
        let preview = owner.post(&format!("{path}/preview"), &preview).await?.expect(200)?;
        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        let seen = app.juniper().get("/contact").await?.text;
        for part in [
            " data-hidden-on=\"desktop\" data-padding-phone=\"none\" data-section-id=\"section\"",
            "<div class=\"stoa-row\" data-spans-on=\"tablet\">",
            "style=\"--span:6;--span-tablet:12;--order-phone:2\"",
            "<div class=\"stoa-block stoa-block-line\" data-hidden-on=\"phone\" data-block-id=\"line\">",
        ] {
            ensure!(seen.contains(part), "no {part} in {seen}");
        }
        ensure!(preview["html"] == without_visitor_script(&seen), "the preview differs from the page");
        for (row, block, place) in [
            (
                json!({}),
                line(&json!({"phone": {"settings": {"thickness": 4}}})),
                "line.devices.phone.settings.thickness",
            ),
            (json!({"phone": {"spans": [13]}}), line(&json!({})), "sections[0].rows[0].devices"),
        ] {
            let mut wrong = owner.get(&path).await?.expect(200)?;
            wrong["document"] = document(&row, &block);
            owner.if_match = Some(format!("\"{}\"", wrong["revision"]));
            let refused = owner.put(&path, &wrong).await?.problem(400)?;
            owner.if_match = None;
            ensure!(refused["errors"][place].is_string(), "{refused}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn section_name_and_background_image() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = contact_page(&mut owner, &website).await?;
        let assets = owner.get(&format!("/api/v1/websites/{website}/assets?kind=picture")).await?.expect(200)?;
        let asset = assets["assets"][0]["id"].as_str().context("no picture")?.to_owned();
        let settings = |overlay: u32| {
            json!({"name": "Kiln & fire", "tone": "muted", "width": "normal", "padding": "medium",
                "background": {"asset": asset, "x": 20, "y": 80, "overlay": overlay}})
        };
        let mut page = owner.get(&path).await?.expect(200)?;
        page["document"] = document(&json!({}), &line(&json!({})));
        page["document"]["sections"][0]["settings"] = settings(70);
        let saved = owner.save_page(&path, &page).await?;
        assert_eq!(saved["document"]["sections"][0]["settings"], settings(70));
        let preview = json!({"document": saved["document"]});
        let preview = owner.post(&format!("{path}/preview"), &preview).await?.expect(200)?;
        owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
        let seen = app.juniper().get("/contact").await?.text;
        let address = format!("/assets/{asset}/background?format=1500w");
        for part in [
            "<section class=\"stoa-section\" data-tone=\"picture\"",
            "<div class=\"stoa-section__picture\" style=\"--overlay:70%\">",
            &format!("<img src=\"{address}\""),
            "alt=\"\" loading=\"lazy\" decoding=\"async\" style=\"object-position:20% 80%\"",
        ] {
            ensure!(seen.contains(part), "no {part} in {seen}");
        }
        ensure!(preview["html"] == without_visitor_script(&seen), "the preview differs from the page");
        ensure!(!seen.contains("Kiln &amp; fire"), "the name is for who edits");
        assert_eq!(app.juniper().get(&address).await?.status, 200);
        let used = owner.delete(&format!("/api/v1/websites/{website}/assets/{asset}")).await?;
        assert_eq!(used.status, 409, "it is shown");
        let mut wrong = owner.get(&path).await?.expect(200)?;
        wrong["document"]["sections"][0]["settings"] = settings(20);
        owner.if_match = Some(format!("\"{}\"", wrong["revision"]));
        let refused = owner.put(&path, &wrong).await?.problem(400)?;
        let told = "Darken the image by 55 to 90 percent.";
        assert_eq!(refused["errors"]["sections[0].settings.background.overlay"], told);
        Ok(())
    })
    .await
}

// spec: gallery.out-of-range.open
#[tokio::test(flavor = "multi_thread")]
async fn setting_bounds_validated_and_clamped() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let assets = owner.get(&format!("/api/v1/websites/{website}/assets")).await?.expect(200)?;
        let asset = assets["assets"][0]["id"].clone();
        let path = contact_page(&mut owner, &website).await?;
        let mut page = owner.get(&path).await?.expect(200)?;
        let gallery = |count: i64| {
            let settings = json!({"assets": [asset], "thumbnails-per-row": count});
            document(&json!({}), &json!({"id": "gallery", "kind": "gallery", "settings": settings}))
        };
        page["document"] = gallery(11);
        owner.if_match = Some(format!("\"{}\"", page["revision"]));
        let refused = owner.put(&path, &page).await?.problem(400)?;
        owner.if_match = None;
        ensure!(refused["errors"]["gallery.thumbnails-per-row"].is_string(), "{refused}");
        page["document"] = gallery(4);
        let saved = owner.save_page(&path, &page).await?;
        // Drafts keep values as entered.
        let typed =
            json!({"op": "set", "id": "gallery", "path": ["settings", "thumbnails-per-row"], "before": 4, "value": 11});
        let step = json!({"number": 1, "kind": "edit", "operations": [typed]});
        let steps = json!({"base": saved["revision"], "client": "ada", "steps": [step]});
        let told = owner.post(&format!("{path}/operations"), &steps).await?.expect(200)?;
        ensure!(told["problems"]["gallery.thumbnails-per-row"].is_string(), "{told}");
        let draft = owner.get(&path).await?.expect(200)?;
        let preview = json!({"document": draft["document"]});
        let html = owner.post(&format!("{path}/preview"), &preview).await?.expect(200)?["html"].to_string();
        ensure!(html.contains("--gallery-per-row:10"), "{html}");
        Ok(())
    })
    .await
}
