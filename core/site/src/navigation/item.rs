//! Entries of a navigation.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A link to any URL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalLink {
    /// Its text.
    pub title: String,
    /// URL or path of its target.
    pub url: String,
    /// Whether it opens in a new window.
    #[serde(default)]
    pub new_window: bool,
}

/// An entry of a navigation: a page, a link, or a folder of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NavigationItem {
    /// The page, blog or store it links to.
    pub collection_id: Option<String>,
    /// The link.
    pub external_link: Option<ExternalLink>,
    /// The member area it links to.
    pub member_area_id: Option<String>,
    /// Its text: required for folders, optional for pages to override their title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Entries of a folder.
    pub children: Vec<NavigationItem>,
}

impl NavigationItem {
    /// The title, unless blank.
    pub(super) fn own_title(&self) -> Option<&str> {
        self.title.as_deref().map(str::trim).filter(|title| !title.is_empty())
    }
}

/// The entries of a stored navigation; invalid ones are left out.
pub(super) fn stored_items(stored: &Value) -> Vec<NavigationItem> {
    stored.as_array().into_iter().flatten().filter_map(|entry| NavigationItem::deserialize(entry).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // spec: navigation.item.fields
    #[test]
    fn entry_kinds_share_fields() {
        let page = NavigationItem { collection_id: Some("col_1".to_owned()), ..NavigationItem::default() };
        let link = ExternalLink { title: "Maps".to_owned(), url: "https://domain.com".to_owned(), new_window: true };
        let link = NavigationItem { external_link: Some(link), ..NavigationItem::default() };
        let area = NavigationItem { member_area_id: Some("area".to_owned()), ..NavigationItem::default() };
        let folder = NavigationItem {
            title: Some("More".to_owned()),
            children: vec![page.clone()],
            ..NavigationItem::default()
        };
        let page_json = json!({"collectionId": "col_1", "externalLink": null, "memberAreaId": null, "children": []});
        for (item, expected) in [
            (page, page_json.clone()),
            (
                link,
                json!({"collectionId": null, "memberAreaId": null, "children": [],
                       "externalLink": {"title": "Maps", "url": "https://domain.com", "newWindow": true}}),
            ),
            (area, json!({"collectionId": null, "externalLink": null, "memberAreaId": "area", "children": []})),
            (
                folder,
                json!({"collectionId": null, "externalLink": null, "memberAreaId": null, "title": "More",
                       "children": [page_json]}),
            ),
        ] {
            assert_eq!(serde_json::to_value(&item).unwrap(), expected);
            assert_eq!(stored_items(&json!([expected])), [item]);
        }
    }
}
