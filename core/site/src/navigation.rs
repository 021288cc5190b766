//! Navigations: what the owner put into them, and where the entries lead.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_kernel::id::CollectionId;

use crate::SiteError;
use crate::content::Collection;

/// An entry that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// Whether it opens a new window.
    pub new_window: bool,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct Item {
    title: Option<String>,
    url: Option<String>,
    collection_id: Option<String>,
    external_link: Option<ExternalLink>,
    new_window: bool,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExternalLink {
    title: String,
    url: String,
    #[serde(default)]
    new_window: bool,
}

/// Finds out where the entries of a stored navigation lead. Entries to pages that visitors cannot
/// open are left out, as are entries that lead nowhere.
pub fn resolve(stored: &Value, collections: &[Collection]) -> Vec<Link> {
    let by_id: HashMap<&str, &Collection> = collections.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    items(stored).filter_map(|item| link(item, &by_id)).collect()
}

fn items(stored: &Value) -> impl Iterator<Item = Item> {
    stored.as_array().into_iter().flatten().filter_map(|entry| Item::deserialize(entry).ok())
}

fn link(item: Item, by_id: &HashMap<&str, &Collection>) -> Option<Link> {
    if let Some(external) = item.external_link {
        return Some(Link { title: external.title, url: external.url, new_window: external.new_window });
    }
    if let Some(id) = item.collection_id {
        let collection = by_id.get(id.as_str())?;
        let title = item.title.filter(|title| !title.is_empty());
        return Some(Link {
            title: title.unwrap_or_else(|| collection.navigation_title.clone()),
            url: collection.full_url.clone(),
            new_window: false,
        });
    }
    let url = item.url.filter(|url| !url.is_empty())?;
    let title = item.title.filter(|title| !title.is_empty()).unwrap_or_else(|| url.clone());
    Some(Link { title, url, new_window: item.new_window })
}

/// Ids of what the main navigation leads to.
pub(crate) async fn main_collections(tx: &TenantTx) -> Result<Vec<CollectionId>, SiteError> {
    let Some(row) = tx.find::<site::Entity>().one().await? else { return Ok(Vec::new()) };
    let ids = items(&row.main_navigation).filter_map(|item| item.collection_id);
    Ok(ids.filter_map(|id| id.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::CollectionKind;
    use serde_json::json;

    fn collection(id: &CollectionId) -> Collection {
        Collection {
            id: id.clone(),
            kind: CollectionKind::Store,
            type_code: 13,
            title: "Our shop".to_owned(),
            navigation_title: "Shop".to_owned(),
            url_id: "shop".to_owned(),
            full_url: "/shop".to_owned(),
            description: String::new(),
            is_home: false,
            document: None,
            seo_title: String::new(),
            seo_description: String::new(),
            updated_on: 0,
        }
    }

    #[test]
    fn entries_lead_to_pages_or_elsewhere() {
        let id = CollectionId::generate();
        let stored = json!([
            {"collectionId": id.as_str()},
            {"collectionId": id.as_str(), "title": "Buy"},
            {"collectionId": CollectionId::generate().as_str()},
            {"externalLink": {"title": "Maps", "url": "https://domain.com", "newWindow": true}},
            {"title": "About", "url": "/about"},
            {"title": "Nowhere"},
            "nonsense",
        ]);
        let links = resolve(&stored, &[collection(&id)]);
        let seen: Vec<(&str, &str)> = links.iter().map(|link| (link.title.as_str(), link.url.as_str())).collect();
        assert_eq!(seen, [("Shop", "/shop"), ("Buy", "/shop"), ("Maps", "https://domain.com"), ("About", "/about")]);
    }
}
