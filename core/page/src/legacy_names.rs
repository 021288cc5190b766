//! Names for page data in templates of the original form.

use serde_json::{Map, Value, json};

use crate::theme::PageTheme;

/// Adds the original form's names for page data; themes of Stoa's own form do not need them.
pub fn add_legacy_names(theme: &PageTheme, data: &mut Map<String, Value>) {
    let Some(names) = &theme.original else { return };
    let navigations: Map<String, Value> =
        assigned(&theme.navigations).into_iter().map(|(name, source)| (name, navigation(data.get(source)))).collect();
    data.insert(names.navigations.clone(), Value::Object(navigations));
    add_to_items(data, &names.queries);
    let logo = data.get("website").and_then(|website| website.get("logoAsset")).and_then(|logo| logo.get("assetUrl"));
    if let Some(logo) = logo.cloned()
        && let Some(website) = data.get_mut("website").and_then(Value::as_object_mut)
    {
        website.insert("logoImageUrl".to_owned(), logo);
    }
}

/// Posts and products in a page's data, at any depth.
fn add_to_items(data: &mut Map<String, Value>, queries: &str) {
    if let Some(item) = data.get_mut("item") {
        add_to_item(item);
    }
    for name in ["items", "relatedItems"] {
        data.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten().for_each(add_to_item);
    }
    for found in data.get_mut(queries).and_then(Value::as_array_mut).into_iter().flatten() {
        found.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten().for_each(add_to_item);
    }
}

fn add_to_item(item: &mut Value) {
    let main_image = item.pointer("/mainImage/id").cloned();
    let Some(item) = item.as_object_mut() else { return };
    item.extend(main_image.map(|id| ("mainImageId".to_owned(), id)));
    let published = item.get("publishOn").cloned();
    item.extend(published.map(|time| ("addedOn".to_owned(), time)));
    for picture in item.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
        let id = picture.get("id").cloned();
        if let Some(picture) = picture.as_object_mut() {
            picture.extend(id.map(|id| ("systemDataId".to_owned(), id)));
        }
    }
}

/// Adds the data that the program provides for the document around a page.
pub(crate) fn add_frame(theme: &PageTheme, data: &mut Map<String, Value>, headers: &str, footers: &str, main: &str) {
    if theme.original.is_none() {
        return;
    }
    let page =
        |name: &str| data.get("page").and_then(|page| page.get(name)).and_then(Value::as_str).unwrap_or_default();
    let words = json!({
        "headers": headers,
        "footers": footers,
        "main-content": main,
        "page-classes": page("bodyClass"),
        "page-id": format!("page-{}", page("id")),
        "template-id": theme.name,
    });
    data.insert("squarespace".to_owned(), words);
    data.insert("squarespace-headers".to_owned(), headers.into());
    data.insert("squarespace-footers".to_owned(), footers.into());
}

/// Which of the site's two navigations a theme's navigation shows.
fn assigned(names: &[String]) -> Vec<(String, &'static str)> {
    let foot = |name: &str| name.to_ascii_lowercase().contains("foot");
    let below = names.iter().find(|name| foot(name)).or_else(|| names.get(1));
    let top = names.iter().find(|name| Some(*name) != below);
    let pairs = [(top, "mainNavigation"), (below, "footerNavigation")];
    pairs.into_iter().filter_map(|(name, source)| Some((name?.clone(), source))).collect()
}

/// Navigation items in the original form: a page of the site, or an external link.
fn navigation(links: Option<&Value>) -> Value {
    let items: Vec<Value> = links
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|link| {
            let url = link.get("url").and_then(Value::as_str).unwrap_or_default();
            let (title, active) = (link.get("title"), link.get("active"));
            if url.starts_with('/') {
                let collection = json!({
                    "title": title, "navigationTitle": title, "fullUrl": url, "urlId": url.trim_start_matches('/'),
                });
                json!({"title": title, "active": active, "collection": collection})
            } else {
                let external = json!({"title": title, "url": url, "newWindow": link.get("newWindow")});
                json!({"title": title, "active": false, "externalLink": external})
            }
        })
        .collect();
    json!({"items": items})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theme_navigations_map_to_site_navigations() {
        let check = |names: &[&str], expected: &[(&str, &str)]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let expected: Vec<(String, &str)> =
                expected.iter().map(|(name, source)| ((*name).to_owned(), *source)).collect();
            assert_eq!(assigned(&names), expected, "{names:?}");
        };
        check(&["mainNav"], &[("mainNav", "mainNavigation")]);
        check(&["mainNav", "second"], &[("mainNav", "mainNavigation"), ("second", "footerNavigation")]);
        check(&["footerNav", "top"], &[("top", "mainNavigation"), ("footerNav", "footerNavigation")]);
        check(&[], &[]);
    }
}
