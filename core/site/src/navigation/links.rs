//! Resolves a navigation to links that visitors can follow.

use std::collections::HashMap;

use serde_json::Value;
use stoa_kernel::content::CollectionKind;

use super::item::{NavigationItem, stored_items};
use crate::content::{Collection, FolderBehavior};

/// A link, or a folder of links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text.
    pub title: String,
    /// URL or path; empty for a folder.
    pub url: String,
    /// Whether it opens in a new window.
    pub new_window: bool,
    /// Links of a folder.
    pub children: Vec<Link>,
}

/// Resolves the entries of a stored navigation to links. Entries for pages that visitors cannot open, empty folders and
/// entries without a target are left out.
pub fn resolve(stored: &Value, collections: &[Collection]) -> Vec<Link> {
    let by_id = by_id(collections);
    stored_items(stored).iter().filter_map(|item| folder(item, &by_id).or_else(|| link(item, &by_id))).collect()
}

/// Links of the entries of a folder, from the first of the stored navigations that has the folder.
pub fn in_folder(stored: &[&Value], folder: &Collection, collections: &[Collection]) -> Vec<Link> {
    let by_id = by_id(collections);
    let items = stored.iter().flat_map(|stored| stored_items(stored));
    let found = items.filter(|item| item.collection_id.as_deref() == Some(folder.id.as_str()));
    let mut found = found.map(|item| children(&item, &by_id)).filter(|links| !links.is_empty());
    found.next().unwrap_or_default()
}

fn by_id(collections: &[Collection]) -> HashMap<&str, &Collection> {
    collections.iter().map(|entry| (entry.id.as_str(), entry)).collect()
}

fn children(item: &NavigationItem, by_id: &HashMap<&str, &Collection>) -> Vec<Link> {
    item.children.iter().filter_map(|child| link(child, by_id)).collect()
}

/// A folder of links. If the folder has a page of its own, that is the first link, since the folder itself only
/// expands.
fn folder(item: &NavigationItem, by_id: &HashMap<&str, &Collection>) -> Option<Link> {
    let page = item.collection_id.as_deref().and_then(|id| by_id.get(id));
    if item.collection_id.is_some() && page.is_none_or(|page| page.kind != CollectionKind::Folder) {
        return None;
    }
    let own_title = page.map(|page| page.navigation_title.as_str());
    let title = item.own_title().or(own_title)?.to_owned();
    let mut children = children(item, by_id);
    if children.is_empty() {
        return None;
    }
    if let Some(page) = page.filter(|page| page.settings.folder_behavior == FolderBehavior::Index) {
        let url = page.full_url.clone();
        children.insert(0, Link { title: page.title.clone(), url, new_window: false, children: Vec::new() });
    }
    Some(Link { title, url: String::new(), new_window: false, children })
}

fn link(item: &NavigationItem, by_id: &HashMap<&str, &Collection>) -> Option<Link> {
    if let Some(external) = &item.external_link {
        let (title, url) = (external.title.clone(), external.url.clone());
        return Some(Link { title, url, new_window: external.new_window, children: Vec::new() });
    }
    let collection = by_id.get(item.collection_id.as_deref()?)?;
    let is_folder = collection.kind == CollectionKind::Folder;
    // A folder without entries is kept only if it has a page of its own.
    if is_folder && collection.settings.folder_behavior != FolderBehavior::Index {
        return None;
    }
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
    use crate::content::PublishedSettings;
    use serde_json::json;
    use stoa_kernel::content::CollectionType;
    use stoa_kernel::id::CollectionId;

    fn collection(id: &CollectionId) -> Collection {
        Collection {
            id: id.clone(),
            kind: CollectionKind::Store,
            type_code: CollectionType::Products.code(),
            title: "Our shop".to_owned(),
            navigation_title: "Shop".to_owned(),
            url_id: "shop".to_owned(),
            full_url: "/shop".to_owned(),
            description: String::new(),
            is_home: false,
            document: None,
            seo_title: String::new(),
            seo_description: String::new(),
            settings: PublishedSettings::default(),
            updated_on: stoa_kernel::clock::Timestamp::default(),
        }
    }

    #[test]
    fn entry_links() {
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
    #[test]
    fn folder_link_behaviors() {
        let (shop, own) = (collection(&CollectionId::generate()), CollectionId::generate());
        let folder = |folder_behavior| Collection {
            kind: CollectionKind::Folder,
            navigation_title: "More".to_owned(),
            title: "All of it".to_owned(),
            full_url: "/more".to_owned(),
            settings: PublishedSettings { folder_behavior, ..PublishedSettings::default() },
            ..collection(&own)
        };
        let stored = json!([{"collectionId": own.as_str(), "children": [{"collectionId": shop.id.as_str()}]}]);
        let empty = json!([{"collectionId": own.as_str()}]);
        for (behavior, expected, alone) in [
            (FolderBehavior::Index, vec!["/more", "/shop"], 1),
            (FolderBehavior::Redirect, vec!["/shop"], 0),
            (FolderBehavior::None, vec!["/shop"], 0),
        ] {
            let all = [shop.clone(), folder(behavior)];
            let links = resolve(&stored, &all);
            let seen: Vec<(&str, &str)> = links.iter().map(|link| (link.title.as_str(), link.url.as_str())).collect();
            assert_eq!(seen, [("More", "")]);
            let within: Vec<&str> =
                links.iter().flat_map(|link| &link.children).map(|link| link.url.as_str()).collect();
            assert_eq!(within, expected);
            assert_eq!(resolve(&empty, &all).len(), alone, "{behavior:?}");
            let listed = in_folder(&[&empty, &stored], &folder(behavior), &all);
            assert_eq!(listed.iter().map(|link| link.url.as_str()).collect::<Vec<_>>(), ["/shop"]);
        }
    }
}
