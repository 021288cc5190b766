//! The script that records visits: the element that loads it, on pages as visitors get them. Editors, previews and
//! drafts do not have it. What it needs to know of the page is in an attribute, the same for all visitors; what depends
//! on the visitor it reads from cookies.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use serde_json::{Value, json};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_page::escape_html;
use stoa_site::website_settings::{self, AnalyticsSettings, CookieSettings};

use crate::data::PageData;
use crate::page_call::PageCall;
use crate::renderer::Renderer;
use crate::{PageType, RenderError};

/// Id of the element.
const ELEMENT: &str = "stoa-visitor";

/// Types of pages that are no visit: errors, forms that keep visitors out, and parts of other pages.
const EXCLUDED: [PageType; 8] = [
    PageType::NotFound,
    PageType::Error,
    PageType::LockScreen,
    PageType::Protected,
    PageType::PopupOverlay,
    PageType::AccessDenied,
    PageType::DigitalProductPreview,
    PageType::CommerceEmailPreview,
];

/// What all pages tell the script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitorScript {
    /// URL of the script; empty for none.
    pub url: String,
    /// `dev`, `qa`, `staging` or `prod`.
    pub environment: String,
    /// Base URLs that events are sent to, by environment; without one, to the site itself.
    pub hosts: BTreeMap<String, String>,
    /// Domains of which all hosts share the cookies of a visitor.
    pub cookie_domains: Vec<String>,
}

/// What a site has recorded, and when it may recognise visitors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitRules {
    /// What is counted.
    pub analytics: AnalyticsSettings,
    /// When cookies are allowed.
    pub cookies: CookieSettings,
}

impl VisitRules {
    /// Reads those of a site.
    pub(crate) async fn read(tx: &TenantTx) -> Result<Self, RenderError> {
        let settings = website_settings::stored(tx).await?;
        Ok(Self { analytics: settings.analytics, cookies: settings.cookie_settings })
    }
}

impl Renderer {
    /// What a site has recorded. It is cached: only while it is not, `open` is awaited for the database of the site.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn visit_rules<E: From<RenderError>>(
        &self,
        website: &WebsiteId,
        reach: &DatabaseReachability,
        open: impl Future<Output = Result<TenantDb, E>>,
    ) -> Result<Arc<VisitRules>, E> {
        let read = async {
            let db = open.await?;
            let tx = db.read().await.map_err(RenderError::from)?;
            Ok(VisitRules::read(&tx).await?)
        };
        self.visits.of(website, reach, read).await
    }
}

impl VisitorScript {
    /// The element on a page; none where nothing is recorded.
    pub(crate) fn element(&self, page: &PageData, call: &PageCall) -> Option<String> {
        let kind = page.data.get("page").and_then(|page| page.get("type")).and_then(Value::as_i64)?;
        let is_excluded = EXCLUDED.iter().any(|excluded| excluded.code() == kind);
        let is_draft = call.language.as_ref().is_some_and(|language| language.is_draft);
        if self.url.is_empty() || is_excluded || is_draft || !page.analytics.counts(&call.address(&call.path)) {
            return None;
        }
        let config = escape_html(&self.config(page, kind).to_string());
        let url = escape_html(&self.url);
        Some(format!("<script defer src=\"{url}\" id=\"{ELEMENT}\" data-config=\"{config}\"></script>"))
    }

    fn config(&self, page: &PageData, kind: i64) -> Value {
        let id = |part: &str| page.data.get(part).and_then(|part| part.get("id")).filter(|id| !id.is_null());
        let analytics = &page.analytics;
        let mut config = json!({
            "websiteId": id("website"),
            "templateId": page.theme,
            "pageId": id("page"),
            "pageType": kind,
            "websiteLocale": page.language,
            "environment": self.environment,
            "hosts": self.hosts,
            "cookieDomains": self.cookie_domains,
            "mode": analytics.mode,
            "asksFirst": page.cookies.requires_consent(),
            "setByScripts": page.cookies.is_restrictive_cookie_policy_absolute,
            "excludedPaths": analytics.excluded_paths,
            "performance": analytics.measures_speed,
            "scriptErrors": analytics.reports_script_errors,
            "heartbeat": true,
            "firing": true,
        });
        if let (Some(search), Some(config)) = (search(page, kind), config.as_object_mut()) {
            config.insert("search".to_owned(), search);
        }
        let own = id("item").map(|item| ("itemId", item)).or_else(|| id("collection").map(|id| ("collectionId", id)));
        if let (Some((name, id)), Some(config)) = (own, config.as_object_mut()) {
            config.insert(name.to_owned(), id.clone());
        }
        config
    }
}

/// What was searched, and how much was found; none on further pages of the results.
fn search(page: &PageData, kind: i64) -> Option<Value> {
    let search = page.data.get("search").filter(|_| kind == PageType::Search.code())?;
    let is_first = page.data.get("pagination").and_then(|pages| pages.get("prevPage")) != Some(&Value::Bool(true));
    let is_asked = search.get("asked") == Some(&Value::Bool(true));
    (is_first && is_asked).then(|| json!({"query": search.get("query"), "count": search.get("count")}))
}

/// Adds the element at the end of the body.
pub(crate) fn with_script(mut html: String, element: Option<&str>) -> String {
    if let Some(element) = element {
        let end = html.rfind("</body>").unwrap_or(html.len());
        html.insert_str(end, element);
    }
    html
}
