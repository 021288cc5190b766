//! Store categories for templates.

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::{CategoryLevel, CategoryMenu};
use stoa_messages::Texts;

/// The top-level categories, the expanded branch below them level by level, and the name of the root.
pub(super) fn data(menu: &CategoryMenu, texts: Texts<'_>) -> Map<String, Value> {
    let all = menu.root.as_ref().map_or_else(|| texts.text("storefront.filterAll"), |root| root.name.as_str());
    let is_top = |level: &CategoryLevel| level.above.is_root;
    let top: Vec<Value> =
        menu.levels.iter().filter(|level| is_top(level)).flat_map(|level| choices(menu, level)).collect();
    let below: Vec<Value> = menu
        .levels
        .iter()
        .filter(|level| !is_top(level))
        .map(|level| json!({"name": level.above.name, "categories": choices(menu, level)}))
        .collect();
    let data = [("categories", top.into()), ("categoryLevels", below.into()), ("allCategoryName", all.into())];
    data.into_iter().map(|(name, value): (&str, Value)| (name.to_owned(), value)).collect()
}

fn choices(menu: &CategoryMenu, level: &CategoryLevel) -> Vec<Value> {
    let chosen = menu.chosen.as_ref().map(|category| &category.id);
    let choice = |category: &stoa_commerce::catalogue::Category| {
        json!({
            "name": category.name,
            "urlId": category.url_id,
            "active": chosen == Some(&category.id),
            "open": level.open.as_ref() == Some(&category.id),
        })
    };
    level.categories.iter().map(choice).collect()
}
