//! Concurrent editing of one page, and the merged log of operations.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_document::edit::{Draft, Op};

use crate::app::{on_postgres, on_sqlite};
use crate::client::Client;
use crate::process::{TestDeployment, juniper_website_id};

/// An open editor.
struct Editor {
    client: Client,
    path: String,
    name: &'static str,
    seq: i64,
    number: i64,
}

impl Editor {
    async fn open(mut client: Client, path: &str, name: &'static str) -> Result<Self> {
        let page = client.get(path).await?.expect(200)?;
        let seq = page["revision"].as_i64().context("no revision")?;
        Ok(Self { client, path: path.to_owned(), name, seq, number: 0 })
    }

    fn body(&mut self, operations: &[Value]) -> Value {
        self.number += 1;
        let step = json!({"number": self.number, "kind": "edit", "operations": operations});
        json!({"base": self.seq, "client": self.name, "steps": [step]})
    }

    async fn send(&mut self, body: &Value) -> Result<Value> {
        self.client.post(&format!("{}/operations", self.path), body).await?.expect(200)
    }

    async fn edit(&mut self, operations: &[Value]) -> Result<Value> {
        let body = self.body(operations);
        self.send(&body).await
    }

    async fn page(&mut self) -> Result<Value> {
        self.client.get(&self.path).await?.expect(200)
    }
}

/// A page of the dollar shop with the blocks `one` and `two`, one below the other.
async fn page_with_texts(owner: &mut Client, website: &str) -> Result<String> {
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let contact = pages.iter().find(|page| page["urlId"] == "contact").context("no contact page")?;
    let path = format!("/api/v1/websites/{website}/pages/{}", contact["id"].as_str().context("no id")?);
    let mut page = owner.get(&path).await?.expect(200)?;
    let text = |id: &str| json!({"id": id, "kind": "text", "settings": {"html": format!("<p>{id}</p>")}});
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": [text("one"), text("two")]}]}]);
    page["document"] = json!({"version": 1, "sections": [{"id": "section", "rows": rows}]});
    owner.save_page(&path, &page).await?;
    Ok(path)
}

fn html(id: &str, before: &str, value: &str) -> Value {
    json!({"op": "set", "id": id, "path": ["settings", "html"], "before": before, "value": value})
}

fn blocks(document: &Value) -> Vec<(String, String)> {
    let rows = document["sections"].as_array().into_iter().flatten().flat_map(|section| section["rows"].as_array());
    let columns = rows.flatten().flat_map(|row| row["columns"].as_array()).flatten();
    let blocks = columns.flat_map(|column| column["blocks"].as_array()).flatten();
    blocks
        .map(|block| {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            (text(&block["id"]), text(&block["settings"]["html"]))
        })
        .collect()
}

fn html_of(page: &Value, id: &str) -> String {
    blocks(&page["document"]).into_iter().find(|(known, _)| known == id).map(|(_, html)| html).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_edits_merge() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        let mut bo = Editor::open(app.owner().await?, &path, "bo").await?;
        let base = ada.seq;
        // Both start at the same version and edit: different blocks, then different words of one text, then something
        // that was deleted.
        ada.edit(&[html("one", "<p>one</p>", "<p>one apple</p>")]).await?;
        let told = bo.edit(&[html("two", "<p>two</p>", "<p>two pears</p>")]).await?;
        ensure!(told["steps"].as_array().context("no steps")?.len() == 2, "bo hears of both: {told}");
        ensure!(told["steps"][0]["client"] == "ada" && told["steps"][0]["authorName"].is_string(), "{told}");
        bo.edit(&[html("one", "<p>one</p>", "<p>number one</p>")]).await?;
        let page = bo.page().await?;
        ensure!(html_of(&page, "one") == "<p>number one apple</p>", "{page}");
        ensure!(html_of(&page, "two") == "<p>two pears</p>", "{page}");
        ada.edit(&[json!({"op": "removeBlock", "id": "two"})]).await?;
        let told = bo.edit(&[html("two", "<p>two pears</p>", "<p>two ripe pears</p>")]).await?;
        let remark = &told["steps"].as_array().and_then(|steps| steps.last()).context("no step")?["remarks"][0];
        ensure!(remark["kind"] == "gone" && remark["lost"]["value"] == "<p>two ripe pears</p>", "{remark}");
        let told = bo.client.get(&format!("{path}/operations?since={base}")).await?.expect(200)?;
        ensure!(told["seq"] == base + 5 && told["steps"].as_array().is_some_and(|steps| steps.len() == 5), "{told}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_operations_idempotent() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        let body = ada.body(&[html("one", "<p>one</p>", "<p>one, twice</p>")]);
        let first = ada.send(&body).await?;
        let again = ada.send(&body).await?;
        ensure!(first["seq"] == again["seq"] && first["steps"] == again["steps"], "{first} {again}");
        let mut together = vec![];
        for _ in 0..4 {
            let mut client = ada.client.at(app.address);
            let (path, body) = (format!("{path}/operations"), ada.body(&[html("two", "<p>two</p>", "<p>three</p>")]));
            ada.number -= 1;
            together.push(tokio::spawn(async move { client.post(&path, &body).await?.expect(200) }));
        }
        for sent in together {
            sent.await??;
        }
        let page = ada.page().await?;
        ensure!(page["revision"].as_i64() == first["seq"].as_i64().map(|seq| seq + 1), "{page}");
        ensure!(html_of(&page, "two") == "<p>three</p>");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn html_sanitized_and_errors_block_publish() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        ada.edit(&[html("one", "<p>one</p>", "<p onclick=\"f()\">one<script>f()</script></p>")]).await?;
        ensure!(html_of(&ada.page().await?, "one") == "<p>one</p>");
        let button = json!({"id": "button", "kind": "button", "settings": {"label": "Go", "url": "javascript:f()"}});
        let place = json!({"row": "row", "column": 0, "after": "one"});
        let told = ada.edit(&[json!({"op": "insertBlock", "place": place, "block": button})]).await?;
        let problems = told["problems"].as_object().context("no problems")?;
        ensure!(problems.keys().any(|place| place.starts_with("button")), "{told}");
        let said = told["problemTexts"].as_object().context("no codes")?;
        ensure!(said.keys().eq(problems.keys()), "each error has a code: {told}");
        let publish = json!({"revision": told["seq"]});
        let refused = ada.client.post(&format!("{path}/publish"), &publish).await?.problem(400)?;
        ensure!(refused["code"] == "validation-failed", "{refused}");
        let told = ada.edit(&[json!({"op": "setPage", "path": ["title"], "before": "Contact", "value": "  "})]).await?;
        ensure!(told["steps"][2]["remarks"][0]["kind"] == "invalid", "{told}");
        for body in [
            json!({"base": 1, "client": "not a name", "steps": []}),
            json!({"base": 1, "client": "ada", "steps": [{"number": 0, "kind": "edit", "operations": []}]}),
            json!({"base": 1, "client": "ada", "steps": [{"number": 9, "kind": "restore", "operations": []}]}),
            json!({"base": 1, "client": "ada", "steps": [{"number": 9, "kind": "edit", "operations": [{"op": "dance"}]}]}),
        ] {
            ada.client.post(&format!("{path}/operations"), &body).await?.problem(400)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn page_versions_list_name_restore() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        let start = ada.seq;
        ada.edit(&[html("one", "<p>one</p>", "<p>uno</p>")]).await?;
        ada.edit(&[json!({"op": "removeBlock", "id": "two"})]).await?;
        ada.client.post(&format!("{path}/history/{}/name", start + 1), &json!({"name": "Spring"})).await?;
        let then = ada.client.get(&format!("{path}/history/{}", start + 1)).await?.expect(200)?;
        let texts = blocks(&then["draft"]["document"]);
        ensure!(texts == [("one".into(), "<p>uno</p>".into()), ("two".into(), "<p>two</p>".into())], "{then}");
        let restored = ada.client.post(&format!("{path}/history/{start}/restore"), &json!({})).await?.expect(200)?;
        ensure!(html_of(&restored, "one") == "<p>one</p>" && html_of(&restored, "two") == "<p>two</p>", "{restored}");
        let publish = json!({"revision": restored["revision"]});
        ada.client.post(&format!("{path}/publish"), &publish).await?.expect(200)?;
        let history = ada.client.get(&format!("{path}/history")).await?.expect(200)?;
        let entries = history["entries"].as_array().context("no entries")?;
        let kinds: Vec<&str> = entries.iter().filter_map(|entry| entry["kind"].as_str()).collect();
        ensure!(kinds == ["restore", "edit", "edit", "replace"], "{history}");
        ensure!(entries[0]["publishedOn"].is_i64() && entries[2]["name"] == "Spring", "{history}");
        ensure!(entries[1]["changes"][0]["change"] == "removed" && entries[1]["authorName"].is_string(), "{history}");
        // An undo can be undone, by its entry in the log.
        let own = ada.client.get(&format!("{path}/operations/own")).await?.expect(200)?;
        let last = own["steps"].as_array().and_then(|steps| steps.last()).context("no steps")?;
        ensure!(last["kind"] == "restore", "{own}");
        let back = last["inverses"].as_array().context("no inverses")?.clone();
        ada.edit(&back).await?;
        let page = ada.page().await?;
        ensure!(blocks(&page["document"]) == [("one".into(), "<p>uno</p>".into())], "{page}");
        for (seq, status) in [(9_999, 404), (0, 404)] {
            ada.client.get(&format!("{path}/history/{seq}")).await?.problem(status)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn long_poll_wakes_and_reports_presence() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        let here = viewer.get(&format!("{path}/operations?since={}&client=eve&wait=25", ada.seq)).await?.expect(200)?;
        ensure!(here["present"][0]["client"] == "eve", "{here}");
        let waiting = format!("{path}/operations?since={}&client=eve&present=eve&wait=25", ada.seq);
        let heard = tokio::spawn(async move { viewer.get(&waiting).await?.expect(200) });
        ada.edit(&[html("one", "<p>one</p>", "<p>news</p>")]).await?;
        let heard = heard.await??;
        ensure!(heard["seq"] == ada.seq + 1 && heard["steps"][0]["client"] == "ada", "{heard}");
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.post(&format!("{path}/operations"), &ada.body(&[])).await?.problem(403)?;
        let kissaten = app.website("kissaten").await?;
        let elsewhere = path.replace(&website, &kissaten);
        ada.client.get(&format!("{elsewhere}/operations?since=0")).await?.problem(404)?;
        ada.client.get(&format!("{elsewhere}/history")).await?.problem(404)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn own_changes_do_not_end_long_poll() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut ada = Editor::open(app.owner().await?, &path, "ada").await?;
        let mut eve = Editor::open(app.owner().await?, &path, "eve").await?;
        let waiting = format!("{path}/operations?since={}&client=ada&present=ada&wait=25", ada.seq);
        let mut listener = app.owner().await?;
        let heard = tokio::spawn(async move { listener.get(&waiting).await?.expect(200) });
        ada.edit(&[html("one", "<p>one</p>", "<p>uno</p>")]).await?;
        eve.edit(&[html("two", "<p>two</p>", "<p>due</p>")]).await?;
        let heard = heard.await??;
        let clients: Vec<_> = heard["steps"].as_array().into_iter().flatten().map(|step| &step["client"]).collect();
        ensure!(clients == ["ada", "eve"], "{heard}");
        Ok(())
    })
    .await
}

/// A deterministic pseudo-random number generator.
struct SeededRandom(u64);

impl SeededRandom {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % end
    }

    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }
}

/// An operation on the blocks, the row and the section of [`page_with_texts`], or on a missing one.
fn any_operation(chance: &mut SeededRandom) -> Value {
    const IDS: [&str; 9] = ["one", "two", "n1", "n2", "n3", "n4", "row", "section", "nothing"];
    let id = chance.one_of(&IDS);
    let text = format!("<p>{} {}</p>", chance.one_of(&["clay", "glaze", "kiln"]), chance.one_of(&["one", "two", ""]));
    let place = json!({"row": "row", "column": chance.below(3), "after": chance.one_of(&IDS)});
    match chance.below(6) {
        0 | 1 => html(id, "<p>one</p>", &text),
        2 => json!({"op": "insertBlock", "place": place,
            "block": {"id": id, "kind": "text", "settings": {"html": text}}}),
        3 => json!({"op": "removeBlock", "id": id}),
        4 => json!({"op": "moveBlock", "id": id, "place": place}),
        _ => {
            let spans = if chance.below(2) == 0 { json!([6, 6]) } else { json!([4, 4, 4]) };
            json!({"op": "setColumns", "row": "row", "before": [12], "spans": spans})
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operation_log_replay_equals_draft() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let path = page_with_texts(&mut app.owner().await?, &website).await?;
        let mut editors = [
            Editor::open(app.owner().await?, &path, "ada").await?,
            Editor::open(app.owner().await?, &path, "bo").await?,
        ];
        let start = editors[0].seq;
        let first: Draft = {
            let version = editors[0].client.get(&format!("{path}/history/{start}")).await?.expect(200)?;
            serde_json::from_value(version["draft"].clone())?
        };
        let mut chance = SeededRandom(20_261_122);
        for round in 0..50 {
            // Each editor stays at its initial version: all operations must be transformed.
            let operations: Vec<Value> = (0..10).map(|_| any_operation(&mut chance)).collect();
            editors[round % 2].edit(&operations).await?;
        }
        let told = editors[0].client.get(&format!("{path}/operations?since={start}")).await?.expect(200)?;
        let mut replayed = first;
        for step in told["steps"].as_array().context("no steps")? {
            let operations: Vec<Op> = serde_json::from_value(step["operations"].clone())?;
            let applied = replayed.apply(operations.clone());
            ensure!(applied.remarks.is_empty() && applied.ops == operations, "{step}");
        }
        let page = editors[0].page().await?;
        ensure!(serde_json::to_value(&replayed.document)? == page["document"], "{page}");
        for seq in [start + 7, start + 31] {
            editors[0].client.get(&format!("{path}/history/{seq}")).await?.expect(200)?;
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_operations_survive_kill() -> Result<()> {
    for on_postgres in [false, true] {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let website = juniper_website_id(&mut owner).await?;
        let path = page_with_texts(&mut owner, &website).await?;
        let mut editor = Editor::open(owner, &path, "ada").await?;
        let (acknowledged, told) = tokio::sync::watch::channel(0_i64);
        let burst = tokio::spawn(async move {
            let mut before = "<p>one</p>".to_owned();
            loop {
                let value = format!("<p>one {}</p>", editor.number + 1);
                if editor.edit(&[html("one", &before, &value)]).await.is_err() {
                    return;
                }
                before = value;
                if acknowledged.send(editor.number).is_err() {
                    return;
                }
            }
        });
        let mut watching = told.clone();
        watching.wait_for(|number| *number >= 12).await?;
        server.kill();
        burst.await?;
        let number = *told.borrow();
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let own = owner.get(&format!("{path}/operations/own")).await?.expect(200)?;
        let numbers: Vec<i64> = own["steps"]
            .as_array()
            .context("no steps")?
            .iter()
            .filter(|step| step["client"] == "ada")
            .filter_map(|step| step["number"].as_i64())
            .collect();
        let kept = numbers.last().copied().context("no step")?;
        ensure!(kept == number || kept == number + 1, "{number} were acknowledged, {kept} kept");
        ensure!(numbers == ((kept - numbers.len() as i64 + 1)..=kept).collect::<Vec<_>>(), "{numbers:?}");
        let page = owner.get(&path).await?.expect(200)?;
        ensure!(html_of(&page, "one") == format!("<p>one {kept}</p>"), "{page}");
        server.kill();
    }
    Ok(())
}
