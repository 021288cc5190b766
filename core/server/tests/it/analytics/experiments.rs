//! Experiments: who sees which variant, what is counted, and how one ends.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_analytics::EventKind;

use super::recorded::events;
use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{BROWSER, Client};
use crate::languages::translations::{open, translate};

pub(super) const VISITORS: usize = 24;
/// Key of the only text of the page among its translations.
const HTML: &str = "block/words/html";

fn id(made: &Value) -> Result<String> {
    made["id"].as_str().map(str::to_owned).context("no id")
}

/// Writes a text into the only block of a page.
async fn write(owner: &mut Client, path: &str, text: &str) -> Result<i64> {
    let mut page = owner.get(path).await?.expect(200)?;
    let block = json!({"id": "words", "kind": "text", "settings": {"html": format!("<p>{text}</p>")}});
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": [block]}]}]);
    page["document"] = json!({"version": 1, "sections": [{"id": "section", "rows": rows}]});
    owner.save_page(path, &page).await?;
    owner.get(path).await?.expect(200)?["revision"].as_i64().context("no revision")
}

/// A published page at `/kilns`, and a copy of it with other words.
pub(super) async fn two_pages(owner: &mut Client, base: &str) -> Result<(String, String)> {
    let made = owner.post(&format!("{base}/pages"), &json!({"kind": "page", "title": "Kilns"})).await?.expect(201)?;
    let page = id(&made)?;
    let path = format!("{base}/pages/{page}");
    let revision = write(owner, &path, "Original words").await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": revision})).await?.expect(200)?;
    let copy = id(&owner.post(&format!("{path}/duplicate"), &json!({})).await?.expect(201)?)?;
    write(owner, &format!("{base}/pages/{copy}"), "Other words").await?;
    Ok((page, copy))
}

pub(super) fn experiment(page: &str, copy: &str) -> Value {
    json!({
        "name": "kilns", "target": "block", "page": page, "element": "words", "goal": "page-view",
        "goalValue": "/thanks",
        "variants": [{"name": "original", "weight": 50}, {"name": "b", "weight": 50, "sourcePage": copy}],
    })
}

pub(super) async fn started(owner: &mut Client, base: &str, body: &Value) -> Result<String> {
    let made = owner.post(&format!("{base}/experiments"), body).await?.expect(201)?;
    let path = format!("{base}/experiments/{}", id(&made)?);
    owner.post(&format!("{path}/start"), &json!({})).await?.problem(428)?;
    owner.if_match = Some("\"7\"".to_owned());
    owner.post(&format!("{path}/start"), &json!({})).await?.problem(412)?;
    owner.if_match = Some("\"1\"".to_owned());
    let started = owner.post(&format!("{path}/start"), &json!({})).await?.expect(200);
    owner.if_match = None;
    assert_eq!(started?["status"], "ACTIVE");
    Ok(path)
}

/// Starts and ends of a contributor of another site find nothing and change nothing.
async fn refuses_strangers(app: &App, owner: &mut Client, path: &str) -> Result<()> {
    let (site, other) = (app.website("juniper").await?, app.website("kissaten").await?);
    let mut stranger = holder(app, &other, &[1]).await?;
    stranger.if_match = Some("*".to_owned());
    let before = owner.get(path).await?.expect(200)?;
    for path in [path.to_owned(), path.replace(&site, &other)] {
        stranger.post(&format!("{path}/start"), &json!({})).await?.problem(404)?;
        stranger.post(&format!("{path}/end"), &json!({"winner": "b"})).await?.problem(404)?;
    }
    assert_eq!(owner.get(path).await?.expect(200)?, before);
    Ok(())
}

pub(super) fn visitor(app: &App, number: usize) -> Client {
    let mut visitor = app.juniper();
    visitor.user_agent = format!("{BROWSER} Test/{number}");
    visitor
}

/// Whether a visitor sees the other words; the page is one of the two.
pub(super) async fn sees_other(visitor: &mut Client) -> Result<bool> {
    let page = visitor.get("/kilns").await?;
    let (original, other) = (page.text.contains("Original words"), page.text.contains("Other words"));
    ensure!(page.status == 200 && original != other, "{}", page.text);
    Ok(other)
}

// spec: experiments.active-only, experiments.assignment.open, security.tenant-isolation.open
#[tokio::test(flavor = "multi_thread")]
async fn visitors_are_divided_from_start_to_end() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let (page, copy) = two_pages(&mut owner, &base).await?;
        let draft = owner.post(&format!("{base}/experiments"), &experiment(&page, &copy)).await?.expect(201)?;
        assert_eq!(draft["status"], "DRAFT");
        for number in 0..VISITORS {
            ensure!(!sees_other(&mut visitor(app, number)).await?, "it does not run yet");
        }
        let unstarted = format!("{base}/experiments/{}", id(&draft)?);
        refuses_strangers(app, &mut owner, &unstarted).await?;
        owner.delete(&unstarted).await?.expect(204)?;

        let path = started(&mut owner, &base, &experiment(&page, &copy)).await?;
        let mut others = 0;
        for number in 0..VISITORS {
            let is_other = sees_other(&mut visitor(app, number)).await?;
            assert_eq!(is_other, sees_other(&mut visitor(app, number)).await?, "the same on each page view");
            others += usize::from(is_other);
        }
        ensure!((1..VISITORS).contains(&others), "{others} of {VISITORS}");
        assert_eq!(app.juniper().get("/kilns").await?.header("cache-control"), "private, no-cache");

        // The last browser came once more, with another user agent.
        let exposures: Vec<_> = events(app, "juniper")
            .await?
            .into_iter()
            .filter(|event| event.kind == EventKind::ExperimentExposure)
            .collect();
        assert_eq!(exposures.len(), VISITORS + 1, "once a visit: {exposures:?}");
        ensure!(exposures.iter().all(|event| event.page == "/kilns"), "{exposures:?}");
        let thanks = json!({"event_schema_name": "page_view", "event_source": "WEB",
                            "event_content": "{\"page_path\":\"/thanks\"}"});
        visitor(app, 0).beacon("/api/v1/clanker/events", &thanks.to_string()).await?.expect(202)?;
        events(app, "juniper").await?;
        let results = owner.get(&format!("{path}/results")).await?.expect(200)?;
        let sum = |name: &str| {
            results["variants"].as_array().into_iter().flatten().filter_map(|one| one[name].as_u64()).sum::<u64>()
        };
        assert_eq!((sum("visitors"), sum("converted")), (VISITORS as u64 + 1, 1), "{results}");
        assert_eq!(results["verdict"], "too-early");

        let ended = owner.post(&format!("{path}/end"), &json!({"winner": "b"})).await?.expect(200)?;
        ensure!(ended["status"] == "ENDED" && ended["winner"] == "b", "{ended}");
        for number in 0..3 {
            ensure!(sees_other(&mut visitor(app, number)).await?, "the winner is published");
        }
        let published = owner.get(&format!("{base}/pages/{page}")).await?.expect(200)?;
        ensure!(published["document"].to_string().contains("Other words"), "{published}");
        assert_eq!(published["hasUnpublishedChanges"], false);
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open, multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn variants_are_shown_in_every_language() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, translations) = open(app, "juniper").await?;
        let base = translations.trim_end_matches("/translations").to_owned();
        let (page, copy) = two_pages(&mut owner, &base).await?;
        translate(&mut owner, &format!("{translations}/page/{page}?language=fr"), HTML, "<p>Mots d’origine</p>")
            .await?;
        let path = started(&mut owner, &base, &experiment(&page, &copy)).await?;
        let experiment = path.rsplit('/').next().context("no id")?.to_owned();

        // A variant without a translation is shown as the owner wrote it, not with the words of the original.
        let seen = async |number: usize| Ok::<_, anyhow::Error>(visitor(app, number).get("/fr/kilns").await?.text);
        let mut others = Vec::new();
        for number in 0..VISITORS {
            let text = seen(number).await?;
            let (original, other) = (text.contains("Mots d’origine"), text.contains("Other words"));
            ensure!(original != other, "{text}");
            assert_eq!(other, sees_other(&mut visitor(app, number)).await?, "the same variant in both languages");
            others.extend(other.then_some(number));
        }
        let own = *others.first().context("nobody sees the variant")?;

        let place = format!("{translations}/experiment/{experiment}?language=fr");
        translate(&mut owner, &place, &format!("v1/{HTML}"), "<p>Autres mots</p>").await?;
        ensure!(seen(own).await?.contains("Autres mots"), "the translation of the variant");
        owner.post(&format!("{path}/end"), &json!({"winner": "b"})).await?.expect(200)?;
        for number in 0..3 {
            ensure!(seen(number).await?.contains("Autres mots"), "the page has the translation of the winner");
        }
        Ok(())
    })
    .await
}

// spec: experiments.assignment.open, multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn languages_without_untranslated_pages_show_the_original() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, translations) = open(app, "juniper").await?;
        let base = translations.trim_end_matches("/translations").to_owned();
        let (page, copy) = two_pages(&mut owner, &base).await?;
        translate(&mut owner, &format!("{translations}/page/{page}?language=fr"), HTML, "<p>Mots d’origine</p>")
            .await?;
        let mut languages = owner.get("/api/multilingual/languages").await?.expect(200)?;
        for language in languages["languages"].as_array_mut().into_iter().flatten() {
            if language["code"] == "fr" {
                language["untranslated"] = json!("hide");
            }
        }
        let list = json!({"languages": languages["languages"]});
        owner.put("/api/multilingual/languages", &list).await?.expect(200)?;
        let path = started(&mut owner, &base, &experiment(&page, &copy)).await?;
        let experiment = path.rsplit('/').next().context("no id")?.to_owned();
        for number in 0..VISITORS {
            let text = visitor(app, number).get("/fr/kilns").await?.text;
            ensure!(text.contains("Mots d’origine"), "{text}");
        }
        let place = format!("{translations}/experiment/{experiment}?language=fr");
        translate(&mut owner, &place, &format!("v1/{HTML}"), "<p>Autres mots</p>").await?;
        let mut others = 0;
        for number in 0..VISITORS {
            others += usize::from(visitor(app, number).get("/fr/kilns").await?.text.contains("Autres mots"));
        }
        ensure!((1..VISITORS).contains(&others), "{others} of {VISITORS}");
        Ok(())
    })
    .await
}

// spec: experiments.override, experiments.override.reset, experiments.override.param.open
#[tokio::test(flavor = "multi_thread")]
async fn people_inside_choose_a_variant() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let (page, copy) = two_pages(&mut owner, &base).await?;
        let path = started(&mut owner, &base, &experiment(&page, &copy)).await?;
        let mut stranger = visitor(app, 0);
        let own = sees_other(&mut stranger).await?;
        for variant in ["b", "original"] {
            let forced = stranger.get(&format!("/kilns?experiment.kilns={variant}")).await?;
            assert_eq!(forced.text.contains("Other words"), own, "strangers choose nothing");
        }
        ensure!(!stranger.cookies.contains_key("experimentOverrides"), "{:?}", stranger.cookies);

        let link = owner.post(&format!("{path}/preview-links"), &json!({})).await?.expect(201)?;
        let url = link["url"].as_str().context("no url")?;
        let link = url.find("/~experiment/").and_then(|at| url.get(at..)).context("another address")?;
        ensure!(app.kissaten().get(link).await?.status == 404, "the pass of another site");
        for (variant, expected) in [("b", true), ("original", false)] {
            let mut inside = visitor(app, 1);
            let taken = inside.get(&format!("{link}&variant={variant}")).await?;
            assert_eq!(taken.location(), format!("/kilns?experiment.kilns={variant}"));
            assert_eq!(inside.get(taken.location()).await?.text.contains("Other words"), expected);
            assert_eq!(sees_other(&mut inside).await?, expected, "it is kept on later pages");
            let assigned = sees_other(&mut visitor(app, 1)).await?;
            let reset = inside.get("/kilns?experiment.kilns=reset").await?;
            assert_eq!(reset.text.contains("Other words"), assigned);
            assert_eq!(sees_other(&mut inside).await?, assigned, "the choice is gone");
        }
        Ok(())
    })
    .await
}

// spec: experiments.active-only
#[tokio::test(flavor = "multi_thread")]
async fn wrong_experiments_are_refused() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let (page, copy) = two_pages(&mut owner, &base).await?;
        let list = format!("{base}/experiments");
        for (field, value, wrong) in [
            ("name", json!("Not a name"), "name"),
            ("page", json!("col_none"), "page"),
            ("element", Value::Null, "element"),
            ("goalValue", json!("thanks"), "goalValue"),
            ("variants", json!([{"name": "original", "weight": 100}]), "variants"),
            (
                "variants",
                json!([{"name": "a", "weight": 50}, {"name": "b", "weight": 40, "sourcePage": copy}]),
                "variants",
            ),
            ("variants", json!([{"name": "a", "weight": 50}, {"name": "b", "weight": 50}]), "variants.1.sourcePage"),
        ] {
            let mut body = experiment(&page, &copy);
            body[field] = value;
            let problem = owner.post(&list, &body).await?.problem(400)?;
            ensure!(problem["errors"][wrong].is_string(), "{field}: {problem}");
        }
        let first = started(&mut owner, &base, &experiment(&page, &copy)).await?;
        owner.post(&list, &experiment(&page, &copy)).await?.problem(409)?;
        let mut second = experiment(&page, &copy);
        second["name"] = json!("kilns-2");
        let made = owner.post(&list, &second).await?.expect(201)?;
        owner.if_match = Some("\"1\"".to_owned());
        let same = owner.post(&format!("{list}/{}/start", id(&made)?), &json!({})).await?;
        owner.if_match = Some("\"2\"".to_owned());
        let running = owner.put(&first, &experiment(&page, &copy)).await?;
        owner.if_match = None;
        same.problem(409)?;
        running.problem(409)?;
        owner.delete(&first).await?.problem(409)?;
        // What is not published is not overwritten by a winner.
        write(&mut owner, &format!("{base}/pages/{page}"), "A new draft").await?;
        owner.post(&format!("{first}/end"), &json!({"winner": "b"})).await?.problem(409)?;
        owner.post(&format!("{first}/end"), &json!({"winner": null})).await?.expect(200)?;
        Ok(())
    })
    .await
}
