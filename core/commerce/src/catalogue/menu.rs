//! Category navigation of a store: the top level, and the open branch.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::category;
use stoa_kernel::boxed;
use stoa_kernel::id::{CategoryId, CollectionId};

use super::model::Category;
use super::{store, translations};
use crate::CommerceError;

/// A level of the menu: the children of one category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryLevel {
    /// Their parent.
    pub above: Category,
    /// The categories, in order.
    pub categories: Vec<Category>,
    /// The open one: the chosen category or its ancestor.
    pub open: Option<CategoryId>,
}

/// Category menu for visitors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryMenu {
    /// Levels from the top to the children of the chosen category; no level is empty.
    pub levels: Vec<CategoryLevel>,
    /// The root category, which contains all products of the store.
    pub root: Option<Category>,
    /// The chosen category; `None` for the whole store.
    pub chosen: Option<Category>,
}

/// The menu when the category with this slug is chosen; `None` for the whole store.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn category_menu(
    tx: &TenantTx,
    store_id: &CollectionId,
    chosen: Option<&str>,
) -> Result<CategoryMenu, CommerceError> {
    let Some(root) = store::root_category(tx, store_id).await?.map(Category::from) else {
        return Ok(CategoryMenu::default());
    };
    let chosen = match chosen.filter(|url_id| *url_id != root.url_id) {
        Some(url_id) => of_url(tx, store_id, url_id).await?,
        None => None,
    };
    let branch = match &chosen {
        Some(chosen) => branch(tx, chosen).await?,
        None => Vec::new(),
    };
    let open: Vec<Category> = std::iter::once(root.clone()).chain(branch).collect();
    let mut below = directly_below(tx, store_id, &open).await?;
    let next = open.iter().skip(1).map(|category| Some(category.id.clone())).chain([None]);
    let level = |(above, open): (&Category, Option<CategoryId>)| {
        let categories = below.remove(&above.id)?;
        Some(CategoryLevel { above: above.clone(), categories, open })
    };
    let levels = open.iter().zip(next).filter_map(level).collect();
    let mut menu = CategoryMenu { levels, root: Some(root), chosen };
    lay_over(tx, &mut menu).await?;
    Ok(menu)
}

/// Lays translations over all names of a menu. A category can be in it several times.
async fn lay_over(tx: &TenantTx, menu: &mut CategoryMenu) -> Result<(), CommerceError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let CategoryMenu { levels, chosen, .. } = menu;
    let of_levels = levels.iter_mut().flat_map(|level| level.categories.iter_mut().chain([&mut level.above]));
    let mut categories: Vec<&mut Category> = of_levels.chain(chosen).collect();
    let mut known: HashMap<CategoryId, Category> =
        categories.iter().map(|category| (category.id.clone(), (**category).clone())).collect();
    translations::lay_over_categories(tx, known.values_mut()).await?;
    for category in &mut categories {
        if let Some(shown) = known.get(&category.id) {
            category.name.clone_from(&shown.name);
        }
    }
    Ok(())
}

async fn of_url(tx: &TenantTx, store_id: &CollectionId, url_id: &str) -> Result<Option<Category>, CommerceError> {
    let row = tx
        .find::<category::Entity>()
        .filter(category::Column::CollectionId.eq(store_id.clone()))
        .filter(category::Column::UrlId.eq(url_id))
        .one()
        .await?;
    Ok(row.map(Category::from))
}

/// Path from the top level to a category, including itself, without the root.
async fn branch(tx: &TenantTx, chosen: &Category) -> Result<Vec<Category>, CommerceError> {
    let mut known = store::with_ancestors(tx, vec![chosen.id.clone()]).await?;
    let mut way = Vec::new();
    let mut at = Some(chosen.id.clone());
    while let Some(category) = at.and_then(|id| known.remove(&id)) {
        at = category.parent_id.clone();
        if !category.is_root {
            way.push(category);
        }
    }
    way.reverse();
    Ok(way)
}

async fn directly_below(
    tx: &TenantTx,
    store_id: &CollectionId,
    parents: &[Category],
) -> Result<HashMap<CategoryId, Vec<Category>>, CommerceError> {
    let rows = tx
        .find::<category::Entity>()
        .filter(category::Column::CollectionId.eq(store_id.clone()))
        .filter(category::Column::ParentId.is_in(parents.iter().map(|parent| parent.id.clone())))
        .order_by_asc(category::Column::Position)
        .order_by_asc(category::Column::Id)
        .all()
        .await?;
    let mut below: HashMap<CategoryId, Vec<Category>> = HashMap::new();
    for category in rows.into_iter().map(Category::from) {
        if let Some(parent) = category.parent_id.clone() {
            below.entry(parent).or_default().push(category);
        }
    }
    Ok(below)
}
