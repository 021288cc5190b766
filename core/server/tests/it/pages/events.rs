//! Lists of posts and events: order and pagination.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ActiveModelTrait as _, ColumnTrait as _};
use serde_json::json;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::post;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PostId;

use crate::app::{App, on_both, on_postgres};
use crate::pages::blocks;
use crate::pages::items::Author;

/// 1 May 2031, 10:00 UTC.
const MAY: i64 = 1_935_396_000_000;
const DAY: i64 = 86_400_000;

fn place(text: &str, part: &str) -> Result<usize> {
    text.find(part).with_context(|| format!("{part} is not in {text}"))
}

/// Whether parts occur in a text in this order.
fn in_order(text: &str, parts: &[&str]) -> Result<()> {
    let places = parts.iter().map(|part| place(text, part)).collect::<Result<Vec<_>>>()?;
    ensure!(places.is_sorted(), "{parts:?} stand at {places:?} of {text}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_sorted_by_date() -> Result<()> {
    on_both(async |app| {
        let mut desk = Author::open(app).await?;
        let events = desk.collection("events", "Workshops").await?;
        for (title, begins, ends) in [
            ("Kiln opening", Some(MAY + 20 * DAY), None),
            ("Old fair", Some(1_577_880_000_000), Some(1_577_880_000_000 + DAY)),
            ("Summer school", Some(MAY), Some(MAY + 2 * DAY)),
            ("Older fair", Some(1_546_344_000_000), None),
            ("Some day", None, None),
        ] {
            let event = desk.begin(Some(&events), title).await?;
            let fields = json!({"startsOn": begins, "endsOn": ends, "location": {"addressTitle": "The <old> mill"}});
            desk.change(&event, &fields).await?.expect(200)?;
            desk.publish(&event).await?;
        }
        let mut visitor = app.juniper();
        let all = [
            "/workshops/summer-school",
            "/workshops/kiln-opening",
            "/workshops/some-day",
            "/workshops/old-fair",
            "/workshops/older-fair",
        ];
        let list = visitor.get("/workshops").await?.text;
        in_order(&list, &all)?;
        ensure!(list.contains("datetime=\"2031-05-01\"") && list.contains("The &lt;old&gt; mill"), "{list}");
        assert_eq!(list.matches(">Past<").count(), 2, "{list}");
        let page = visitor.get("/workshops/summer-school").await?.text;
        let main = place(&page, "<main")?;
        let head = &page[main..place(&page[main..], "stoa-event")? + main];
        ensure!(head.contains("datetime=\"2031-05-01\""), "the head of an event names its own date: {head}");

        let id = events.rsplit('/').next().context("no id")?;
        let website = app.website("juniper").await?;
        let about = blocks::path_of(&mut desk.owner, &website, "/about").await?;
        let shown = json!([
            {"id": "next", "kind": "summary", "settings": {"collection": id, "count": 2}},
            {"id": "days", "kind": "calendar", "settings": {"collection": id, "months": 1}},
        ]);
        blocks::publish(&mut desk.owner, &about, &shown).await?;
        let text = visitor.get("/about").await?.text;
        let (next, days) = text.split_at(place(&text, "data-block-id=\"days\"")?);
        in_order(next, &all[..2])?;
        ensure!(!next.contains("/workshops/some-day"), "two are shown: {next}");
        let begun = days.split("</table>").next().context("no month")?;
        let day = |day: i64| format!("<span class=\"stoa-calendar__day\">{day}</span><a href=\"/workshops/");
        // The current month contains the event without a date.
        ensure!(begun.contains("/workshops/some-day") && !begun.contains("/workshops/old-fair"), "{begun}");
        let months = json!([{"id": "days", "kind": "calendar", "settings": {"collection": id, "months": 2}}]);
        blocks::publish(&mut desk.owner, &about, &months).await?;
        let days = visitor.get("/about").await?.text;
        let may = days.split("<table").nth(2).context("no second month")?;
        ensure!(may.contains("May 2031") && may.matches("/workshops/summer-school").count() == 3, "{may}");
        for number in [1, 2, 3, 21] {
            ensure!(may.contains(&day(number)), "nothing on {number}: {may}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn event_feed_dates_and_locations() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let events = desk.collection("events", "Workshops").await?;
        let place =
            json!({"addressTitle": "The <old> mill", "addressLine1": "4 Weir Lane", "addressCountry": "Germany"});
        for (title, fields) in [
            ("One evening", json!({"startsOn": MAY, "endsOn": MAY + 7_200_000, "location": place})),
            ("Three days", json!({"startsOn": MAY, "endsOn": MAY + 2 * DAY, "excerpt": "<p>Bring clay</p>"})),
            ("Open end", json!({"startsOn": MAY})),
            ("Some day", json!({"excerpt": "<p>To be told</p>"})),
        ] {
            let event = desk.begin(Some(&events), title).await?;
            desk.change(&event, &fields).await?.expect(200)?;
            desk.publish(&event).await?;
        }
        let feed = app.juniper().get("/workshops?format=rss").await?.text;
        let of = |title: &str| -> Result<&str> {
            let item = feed.split("<item>").find(|item| item.contains(title)).context("no item")?;
            item.split("<description>").nth(1).context("nothing is said")
        };
        // Ten o'clock in London is six in the morning in the site's time zone.
        let evening = of("One evening")?;
        let begin = evening.find("Thursday, May 1, 2031").context(evening.to_owned())?;
        ensure!(evening[begin..].contains("6:00\u{202f}AM – 8:00\u{202f}AM"), "{evening}");
        ensure!(evening.contains("The &amp;lt;old&amp;gt; mill, 4 Weir Lane, Germany"), "{evening}");
        let days = of("Three days")?;
        for part in ["Thursday, May 1, 2031", "Saturday, May 3, 2031", "Bring clay"] {
            ensure!(days.contains(part), "{part} is not in {days}");
        }
        ensure!(!of("Open end")?.contains('–') && of("Open end")?.contains("May 1, 2031"));
        ensure!(of("Some day")?.starts_with("&lt;p&gt;To be told"), "{}", of("Some day")?);
        Ok(())
    })
    .await
}

/// Copies a post of the journal `count` times; `change` modifies the copy of a given number.
async fn copied(app: &App, title: &str, count: i64, change: impl Fn(i64, &mut post::Model)) -> Result<()> {
    let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
    let tx = tenant.db.write().await?;
    let row = tx.find::<post::Entity>().filter(post::Column::Title.eq(title)).one().await?.context("no post")?;
    for number in 0..count {
        let mut copy = post::Model { id: PostId::generate(), url_id: format!("copy-{number}"), ..row.clone() };
        change(number, &mut copy);
        tx.insert(post::ActiveModel::from(copy).reset_all()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The URLs of all copies in a list and on its further pages.
async fn walked(app: &App, first: &str) -> Result<Vec<String>> {
    let (mut visitor, mut seen) = (app.juniper(), Vec::new());
    let mut next = Some(first.to_owned());
    while let Some(path) = next {
        let text = visitor.get(&path).await?.text;
        let links = text.split("class=\"stoa-post-card__title\"><a href=\"").skip(1);
        seen.extend(links.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        let link = text.split("class=\"stoa-pages\"").nth(1).and_then(|pages| pages.split("rel=\"next\"").next());
        let link = link.filter(|_| text.contains("rel=\"next\"")).and_then(|before| before.rsplit("href=\"").next());
        next = link.and_then(|rest| rest.split('"').next()).map(|path| path.replace("&amp;", "&"));
        ensure!(seen.len() < 1_000, "the list has no end");
    }
    Ok(seen)
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_with_equal_times_are_all_listed() -> Result<()> {
    on_both(async |app| {
        let mut desk = Author::open(app).await?;
        let post = desk.begin(None, "One of many").await?;
        desk.change(&post, &json!({"tags": ["Öfen"]})).await?.expect(200)?;
        desk.publish(&post).await?;
        copied(app, "One of many", 30, |_, _| ()).await?;
        let seen = walked(app, "/journal").await?;
        let different: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(different.len(), seen.len(), "some come twice: {seen:?}");
        assert_eq!(seen.iter().filter(|path| path.starts_with("/journal/copy-")).count(), 30, "{seen:?}");
        assert_eq!(walked(app, "/journal?tag=%C3%B6fen").await?.len(), 31, "a tag in whatever case");
        let now = now_ms();
        let old = app.juniper().get(&format!("/journal?cursor={now}")).await?.text;
        ensure!(old.contains("/journal/copy-"), "an address from before still goes on: {old}");
        Ok(())
    })
    .await
}

fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn old_tags_are_found() -> Result<()> {
    let app = App::sqlite().await?;
    let mut desk = Author::open(&app).await?;
    let post = desk.begin(None, "One of many").await?;
    desk.publish(&post).await?;
    copied(&app, "One of many", 620, |number, copy| {
        copy.published_on = Some(Timestamp::from_ms(1_600_000_000_000 + number));
        if number == 0 {
            copy.tags = JsonOf(vec!["Rare".to_owned()]);
            copy.categories = JsonOf(vec!["Überrest".to_owned()]);
        }
    })
    .await?;
    for query in ["tag=rare", "category=%C3%BCberrest"] {
        assert_eq!(walked(&app, &format!("/journal?{query}")).await?, ["/journal/copy-0"], "{query}");
    }
    let mut visitor = app.juniper();
    let found = visitor.get("/journal?tag=rare").await?.text;
    ensure!(
        found.contains("rel=\"canonical\" href=\"http://juniper.localhost") && found.contains("/journal?tag=rare\"")
    );
    for list in ["/journal?tag=none", "/journal?cursor=1700000000000", "/journal?view=list"] {
        let text = visitor.get(list).await?.text;
        let canonical = text.split("rel=\"canonical\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
        ensure!(canonical.is_some_and(|address| address.ends_with("/journal")), "{list}: {canonical:?}");
    }
    app.stop().await
}
