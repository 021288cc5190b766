//! Validation of navigations.

use std::collections::HashSet;

use stoa_kernel::design::NavigationName;
use stoa_kernel::error::Checks;
use stoa_kernel::{Failure, Precondition};

use super::item::{ExternalLink, NavigationItem};

use crate::contributor_texts;

/// Maximum number of entries of a navigation, including those in folders.
const MAX_ITEMS: usize = 100;
const MAX_TITLE_LENGTH: usize = 100;
const MAX_URL_LENGTH: usize = 2_000;
/// Allowed prefixes of external links; `/` is a path of the site.
const BEGINNINGS: [&str; 6] = ["https://", "http://", "mailto:", "tel:", "/", "#"];

/// A navigation to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavigationChange {
    /// Which one.
    pub name: NavigationName,
    /// The theme it was edited for; none if unknown to the caller.
    pub template_id: Option<String>,
    /// Its entries, in order.
    pub items: Vec<NavigationItem>,
    /// Precondition on the revision of the site.
    pub seen: Precondition,
}

/// Ids of possible link targets.
pub(super) struct LinkTargets<'a> {
    /// All pages, blogs, stores and folders.
    pub(super) pages: HashSet<&'a str>,
    /// The folders among them.
    pub(super) folders: HashSet<&'a str>,
}

/// Validates the entries and converts them to the stored form.
pub(super) fn checked(items: Vec<NavigationItem>, known: &LinkTargets<'_>) -> Result<Vec<NavigationItem>, Failure> {
    let mut checks = Checks::default();
    let count = items.len() + items.iter().map(|item| item.children.len()).sum::<usize>();
    let message = contributor_texts::NAVIGATION_CAN_HAVE_ENTRIES.with("count", MAX_ITEMS).to_string();
    checks.require(count <= MAX_ITEMS, "navigation.items", message);
    let mut kept = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let place = format!("navigation.items[{index}]");
        kept.push(check_item(item, &place, known, &mut checks, true));
    }
    checks.finish()?;
    Ok(kept)
}

fn check_item(
    mut item: NavigationItem,
    place: &str,
    known: &LinkTargets<'_>,
    checks: &mut Checks,
    may_be_folder: bool,
) -> NavigationItem {
    item.title = item.own_title().map(str::to_owned);
    let targets = [item.collection_id.is_some(), item.external_link.is_some(), item.member_area_id.is_some()];
    let targets = targets.into_iter().filter(|is_there| *is_there).count();
    let is_folder = targets == 0 && item.title.is_some() && may_be_folder;
    checks.require(targets == 1 || is_folder, place, contributor_texts::ENTRY_LINKS_TO_ONE);
    let depth = if may_be_folder {
        contributor_texts::ONLY_A_FOLDER_HAS_ENTRIES.english()
    } else {
        contributor_texts::FOLDER_HAS_NO_FOLDERS.english()
    };
    let is_page_of_folder = may_be_folder && item.collection_id.as_deref().is_some_and(|id| known.folders.contains(id));
    checks.require(item.children.is_empty() || is_folder || is_page_of_folder, place, depth);
    let short = item.title.as_ref().is_none_or(|title| is_title(title));
    checks.require(
        short,
        &format!("{place}.title"),
        stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_TITLE_LENGTH).to_string(),
    );
    if let Some(id) = &item.collection_id {
        let field = format!("{place}.collectionId");
        checks.require(known.pages.contains(id.as_str()), &field, contributor_texts::THERE_IS_NO_PAGE_WITH_THIS_ID);
    }
    checks.require(
        item.member_area_id.is_none(),
        &format!("{place}.memberAreaId"),
        contributor_texts::THERE_IS_NO_MEMBER_AREA,
    );
    item.external_link = item.external_link.map(|link| check_link(link, place, checks));
    let children = std::mem::take(&mut item.children).into_iter().enumerate();
    item.children = children
        .map(|(index, child)| check_item(child, &format!("{place}.children[{index}]"), known, checks, false))
        .collect();
    item
}

fn check_link(link: ExternalLink, place: &str, checks: &mut Checks) -> ExternalLink {
    let (title, url) = (link.title.trim().to_owned(), link.url.trim().to_owned());
    let named = is_title(&title) && !title.is_empty();
    let message = contributor_texts::ENTER_A_TITLE_OF_AT_MOST.with("count", MAX_TITLE_LENGTH).to_string();
    checks.require(named, &format!("{place}.externalLink.title"), message);
    let plain = url.len() <= MAX_URL_LENGTH && !url.chars().any(|letter| letter.is_control() || letter.is_whitespace());
    let leads = BEGINNINGS.iter().any(|beginning| url.starts_with(beginning) && (url.len() > 1 || *beginning == "/"));
    let message = contributor_texts::ADDRESSES_OF_LINKS.english();
    checks.require(plain && leads, &format!("{place}.externalLink.url"), message);
    ExternalLink { title, url, new_window: link.new_window }
}

fn is_title(text: &str) -> bool {
    text.chars().count() <= MAX_TITLE_LENGTH && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str) -> NavigationItem {
        NavigationItem { collection_id: Some(id.to_owned()), ..NavigationItem::default() }
    }

    fn link(title: &str, url: &str) -> NavigationItem {
        let external_link = Some(ExternalLink { title: title.to_owned(), url: url.to_owned(), new_window: false });
        NavigationItem { external_link, ..NavigationItem::default() }
    }

    fn folder(children: Vec<NavigationItem>) -> NavigationItem {
        NavigationItem { title: Some(" More ".to_owned()), children, ..NavigationItem::default() }
    }

    fn check(items: Vec<NavigationItem>) -> Result<Vec<NavigationItem>, Vec<String>> {
        let known = LinkTargets { pages: HashSet::from(["col_1", "col_f"]), folders: HashSet::from(["col_f"]) };
        checked(items, &known).map_err(|failure| failure.fields.into_keys().collect())
    }

    #[test]
    fn pages_links_and_folders_accepted() {
        let items =
            vec![page("col_1"), link(" Maps ", "https://domain.com"), folder(vec![page("col_1")]), folder(vec![])];
        let kept = check(items).unwrap();
        assert_eq!(kept.get(2).and_then(|item| item.title.as_deref()), Some("More"));
        assert_eq!(
            kept.get(1).and_then(|item| item.external_link.as_ref()).map(|link| link.title.as_str()),
            Some("Maps")
        );
        let page_of_folder = NavigationItem { children: vec![page("col_1")], ..page("col_f") };
        assert!(check(vec![page_of_folder]).is_ok());
        for url in ["/cart", "/", "mailto:a@domain.com", "tel:+1555", "#top"] {
            assert!(check(vec![link("x", url)]).is_ok(), "{url}");
        }
    }

    #[test]
    fn invalid_and_duplicate_entries_rejected() {
        let both = NavigationItem { collection_id: Some("col_1".to_owned()), ..link("x", "/x") };
        let area = NavigationItem { member_area_id: Some("one".to_owned()), ..NavigationItem::default() };
        let page_with_children = NavigationItem { children: vec![page("col_1")], ..page("col_1") };
        for (item, place) in [
            (both, "navigation.items[0]"),
            (NavigationItem::default(), "navigation.items[0]"),
            (page_with_children, "navigation.items[0]"),
            (folder(vec![folder(vec![])]), "navigation.items[0].children[0]"),
            (page("col_2"), "navigation.items[0].collectionId"),
            (area, "navigation.items[0].memberAreaId"),
            (link("", "/x"), "navigation.items[0].externalLink.title"),
            (link("x", "javascript:alert(1)"), "navigation.items[0].externalLink.url"),
            (link("x", "https://a b"), "navigation.items[0].externalLink.url"),
        ] {
            assert_eq!(check(vec![item]), Err(vec![place.to_owned()]));
        }
        assert_eq!(check(vec![page("col_1"); 101]), Err(vec!["navigation.items".to_owned()]));
    }
}
