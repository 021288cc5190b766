//! Tests of the site's services with a real database.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking, in what they share too")]

mod hooks;
mod media;

use std::collections::HashMap;
use std::sync::Mutex;

use async_trait::async_trait;
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_document::{BlockKinds, Document, Schema};
use stoa_entity::tenant::{collection, page_setting};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Changed, Invalidation};
use stoa_kernel::{Failure, Precondition};
use stoa_site::SiteError;
use stoa_site::content::{
    self, NewPage, PageDraft, PageToSave, PageVersion, RequestedStatus, SaveContext, StatusChange,
};
use stoa_testkit::TestSite;
use tokio::sync::broadcast;

struct TextOnly(Schema);

impl BlockKinds for TextOnly {
    fn schema(&self, kind: &str) -> Option<&Schema> {
        (kind == "text").then_some(&self.0)
    }
}

fn kinds() -> TextOnly {
    let schema = json!({"type": "object", "properties": {"html": {"type": "string", "format": "html"}}});
    TextOnly(Schema::from_json(&schema).unwrap())
}

#[derive(Default)]
struct RecordedInvalidations(Mutex<Vec<String>>);

#[async_trait]
impl Invalidation for RecordedInvalidations {
    async fn invalidate_tags(&self, _: &WebsiteId, tags: &[String]) {
        self.0.lock().unwrap().extend(tags.iter().cloned());
    }

    async fn generations(&self, _: &WebsiteId) -> Option<HashMap<String, u64>> {
        None
    }

    fn subscribe(&self) -> broadcast::Receiver<Changed> {
        broadcast::channel(1).1
    }
}

fn draft(html: &str) -> PageDraft {
    let blocks = json!([{"id": "b1", "kind": "text", "settings": {"html": html}}]);
    let rows = json!([{"id": "r1", "columns": [{"span": 12, "blocks": blocks}]}]);
    let document = json!({"version": 1, "sections": [{"id": "s1", "rows": rows}]});
    PageDraft {
        title: "About".to_owned(),
        navigation_title: String::new(),
        seo_title: String::new(),
        seo_description: String::new(),
        document: Document::from_json(&document).unwrap(),
    }
}

fn new_page(url_id: &str, html: &str) -> NewPage {
    NewPage { draft: draft(html), url_id: url_id.to_owned(), is_home: false, position: 0, publish: false }
}

fn html_of(document: &Document) -> String {
    document.block("b1").unwrap().settings.get("html").and_then(serde_json::Value::as_str).unwrap().to_owned()
}

#[tokio::test]
async fn draft_revision_conflict() {
    let site = TestSite::new().await.unwrap();
    let (owner, kinds, bumps) = (site.owner(), kinds(), RecordedInvalidations::default());
    let tools = SaveContext { kinds: &kinds, invalidation: &bumps };
    let page = content::create(&owner, &site.db, &kinds, new_page("about", "<p>one</p>")).await.unwrap();
    let id = page.summary.id.clone();
    assert!(page.summary.has_unpublished_changes);
    let first = Precondition::from(1_i64);
    let page = PageToSave { id: &id, seen: &first };
    let dirty = draft("<p onclick=\"x()\">two<script>x()</script></p>");
    let saved = content::save_draft(&owner, &site.db, tools, page, dirty.clone()).await.unwrap();
    assert_eq!((saved.revision, html_of(&saved.document)), (2, "<p>two</p>".to_owned()));
    let stale = content::save_draft(&owner, &site.db, tools, page, dirty).await;
    assert!(matches!(stale, Err(SiteError::RevisionStale)));
    assert_eq!(html_of(&content::page(&owner, &site.db, &id).await.unwrap().document), "<p>two</p>");
    assert!(bumps.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn visitors_see_published_version() {
    let site = TestSite::new().await.unwrap();
    let (owner, kinds, bumps) = (site.owner(), kinds(), RecordedInvalidations::default());
    let tools = SaveContext { kinds: &kinds, invalidation: &bumps };
    let page = content::create(&owner, &site.db, &kinds, new_page("about", "<p>one</p>")).await.unwrap();
    let id = page.summary.id.clone();
    let seen = async || {
        let tx = site.db.read().await.unwrap();
        let found = content::by_url(&tx, "about").await.unwrap();
        found.and_then(|page| page.document).map(|document| html_of(&document))
    };
    assert_eq!(seen().await, None);
    let stale = content::publish(&owner, &site.db, tools, PageVersion { id: &id, revision: 7 }).await;
    assert!(matches!(stale, Err(SiteError::RevisionStale)));
    let published = content::publish(&owner, &site.db, tools, PageVersion { id: &id, revision: 1 }).await.unwrap();
    assert!(!published.summary.has_unpublished_changes);
    assert_eq!(seen().await.as_deref(), Some("<p>one</p>"));
    assert_eq!(*bumps.0.lock().unwrap(), ["site"]);
    let first = Precondition::from(1_i64);
    let page = PageToSave { id: &id, seen: &first };
    content::save_draft(&owner, &site.db, tools, page, draft("<p>two</p>")).await.unwrap();
    assert_eq!(seen().await.as_deref(), Some("<p>one</p>"));
    let restored = content::discard(&owner, &site.db, &kinds, &id).await.unwrap();
    assert_eq!(html_of(&restored.document), "<p>one</p>");
    assert!(!restored.summary.has_unpublished_changes && restored.revision == 3);
}

#[tokio::test]
async fn page_loads_no_other_documents() {
    let site = TestSite::new().await.unwrap();
    let (owner, kinds) = (site.owner(), kinds());
    content::create(&owner, &site.db, &kinds, new_page("draft", "x")).await.unwrap();
    for url_id in ["about", "broken"] {
        let page = NewPage { publish: true, ..new_page(url_id, "<p>one</p>") };
        content::create(&owner, &site.db, &kinds, page).await.unwrap();
    }
    let tx = site.db.write().await.unwrap();
    let broken = collection::Column::UrlId.eq("broken");
    tx.update::<collection::Entity>(broken).set(collection::Column::Published, json!(7)).exec().await.unwrap();
    let listed = content::collections(&tx).await.unwrap();
    assert_eq!(listed.iter().map(|page| page.url_id.as_str()).collect::<Vec<_>>(), ["about", "broken"]);
    assert!(listed.iter().all(|page| page.document.is_none()));
    let about = content::by_url(&tx, "about").await.unwrap().unwrap();
    assert_eq!(html_of(about.document.as_ref().unwrap()), "<p>one</p>");
    assert!(content::whole_collections(&tx).await.is_err(), "only this one reads what cannot be read");
}

#[tokio::test]
async fn invalid_pages_rejected() {
    let site = TestSite::new().await.unwrap();
    let (owner, kinds) = (site.owner(), kinds());
    content::create(&owner, &site.db, &kinds, new_page("about", "x")).await.unwrap();
    let taken = content::create(&owner, &site.db, &kinds, new_page("about", "x")).await;
    assert!(matches!(taken, Err(SiteError::UrlTaken(_))));
    let mut unknown = new_page("other", "x");
    unknown.draft.document.blocks_mut().for_each(|block| block.kind = "video".to_owned());
    unknown.draft.title = " ".to_owned();
    let Err(SiteError::Invalid(fields)) = content::create(&owner, &site.db, &kinds, unknown).await else {
        panic!("the page was accepted")
    };
    assert!(fields.contains_key("b1") && fields.contains_key("title"));
    let denied = content::list(&site.visitor(), &site.db).await.unwrap_err();
    assert_eq!(Failure::from(denied).code.status(), 401);
    let other = TestSite::new().await.unwrap();
    let id = content::list(&owner, &site.db).await.unwrap().remove(0).id;
    let foreign = content::page(&other.owner(), &other.db, &id).await;
    assert!(matches!(foreign, Err(SiteError::NotFound)));
}

#[tokio::test]
async fn scheduled_publication_and_trash_purge() {
    let site = TestSite::new().await.unwrap();
    let (owner, kinds, bumps) = (site.owner(), kinds(), RecordedInvalidations::default());
    let page = content::create(&owner, &site.db, &kinds, new_page("sale", "<p>one</p>")).await.unwrap();
    let id = page.summary.id.clone();
    let soon = RequestedStatus::Scheduled(owner.now() + 60_000);
    let tools = SaveContext { kinds: &kinds, invalidation: &bumps };
    let change = StatusChange { id: &id, next: soon, seen: &Precondition::default() };
    content::set_status(&owner, &site.db, tools, change).await.unwrap();
    let none = content::Due::default();
    assert_eq!(content::publish_due(&owner, &site.db, &kinds).await.unwrap(), none, "its time has not come");
    let tx = site.db.write().await.unwrap();
    assert_eq!(content::next_publication(&tx).await.unwrap(), Some(owner.now() + 60_000));
    let own = page_setting::Column::CollectionId.eq(page.summary.id.clone());
    let due = tx.update::<page_setting::Entity>(own.clone()).set(page_setting::Column::PublishOn, owner.now());
    due.exec().await.unwrap();
    tx.commit().await.unwrap();
    let published = content::publish_due(&owner, &site.db, &kinds).await.unwrap().published;
    assert_eq!(published, std::slice::from_ref(&page.summary.id));
    let tx = site.db.read().await.unwrap();
    assert!(content::by_url(&tx, "sale").await.unwrap().is_some());
    assert_eq!(content::next_publication(&tx).await.unwrap(), None);
    drop(tx);

    content::discard_page(&owner, &site.db, &bumps, &id, &Precondition::default()).await.unwrap();
    content::purge_due(&owner, &site.db).await.unwrap();
    assert_eq!(content::trashed(&owner, &site.db).await.unwrap().len(), 1, "it lies there for thirty days");
    let tx = site.db.write().await.unwrap();
    tx.update::<page_setting::Entity>(own).set(page_setting::Column::TrashedOn, 1_i64).exec().await.unwrap();
    tx.commit().await.unwrap();
    content::purge_due(&owner, &site.db).await.unwrap();
    assert!(content::trashed(&owner, &site.db).await.unwrap().is_empty());
}
