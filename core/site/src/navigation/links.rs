use std::collections::HashMap;

use serde_json::Value;

use super::item::{NavigationItem, stored_items};
use crate::content::Collection;

/// An entry that leads somewhere, or a folder of such entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text.
    pub title: String,
    /// Where it leads; empty for a folder.
    pub url: String,
    /// Whether it opens a new window.
    pub new_window: bool,
    /// What is in the folder.
    pub children: Vec<Link>,
}

/// Finds out where the entries of a stored navigation lead. Entries to pages that visitors cannot
/// open are left out, as are folders with nothing in them and entries that lead nowhere.
pub fn resolve(stored: &Value, collections: &[Collection]) -> Vec<Link> {
    let by_id: HashMap<&str, &Collection> = collections.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    stored_items(stored).iter().filter_map(|item| folder(item, &by_id).or_else(|| link(item, &by_id))).collect()
}

fn folder(item: &NavigationItem, by_id: &HashMap<&str, &Collection>) -> Option<Link> {
    let title = item.own_title()?.to_owned();
    let children: Vec<Link> = item.children.iter().filter_map(|child| link(child, by_id)).collect();
    (!children.is_empty()).then(|| Link { title, url: String::new(), new_window: false, children })
}

fn link(item: &NavigationItem, by_id: &HashMap<&str, &Collection>) -> Option<Link> {
    if let Some(external) = &item.external_link {
        let (title, url) = (external.title.clone(), external.url.clone());
        return Some(Link { title, url, new_window: external.new_window, children: Vec::new() });
    }
    let collection = by_id.get(item.collection_id.as_deref()?)?;
    Some(Link {
        title: item.own_title().unwrap_or(&collection.navigation_title).to_owned(),
        url: collection.full_url.clone(),
        new_window: false,
        children: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::CollectionKind;
    use serde_json::json;
    use stoa_kernel::id::CollectionId;

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
        let gone = CollectionId::generate();
        let maps = json!({"externalLink": {"title": "Maps", "url": "https://domain.com", "newWindow": true}});
        let stored = json!([
            {"collectionId": id.as_str()},
            {"collectionId": id.as_str(), "title": "Buy"},
            {"collectionId": gone.as_str()},
            maps,
            {"title": "More", "children": [{"collectionId": id.as_str()}, {"collectionId": gone.as_str()}, maps]},
            {"title": "Empty", "children": [{"collectionId": gone.as_str()}]},
            {"title": "Nowhere"},
            "nonsense",
        ]);
        let links = resolve(&stored, &[collection(&id)]);
        let seen: Vec<(&str, &str)> = links.iter().map(|link| (link.title.as_str(), link.url.as_str())).collect();
        assert_eq!(seen, [("Shop", "/shop"), ("Buy", "/shop"), ("Maps", "https://domain.com"), ("More", "")]);
        let within: Vec<&str> =
            links.iter().flat_map(|link| &link.children).map(|child| child.title.as_str()).collect();
        assert_eq!(within, ["Shop", "Maps"]);
    }
}
