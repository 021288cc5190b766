//! The categories of a store as visitors walk through them: those at the top, and the branch that is open.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::category;
use stoa_kernel::id::{CategoryId, CollectionId};

use super::model::Category;
use super::store;
use crate::CommerceError;

/// Categories directly below the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryLevel {
    /// What they stand below.
    pub above: Category,
    /// They, in their order.
    pub categories: Vec<Category>,
    /// The one of them that is open: the chosen one or one above it.
    pub open: Option<CategoryId>,
}

/// What a visitor can choose of a store's categories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryMenu {
    /// From the top to what is below the chosen one; none is empty.
    pub levels: Vec<CategoryLevel>,
    /// The one that stands for all of the store.
    pub root: Option<Category>,
    /// The chosen one; none for all of the store.
    pub chosen: Option<Category>,
}

/// What there is to choose where a visitor has chosen the category of a short name, or none.
///
/// # Errors
/// When the database refuses.
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
    Ok(CategoryMenu { levels, root: Some(root), chosen })
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

/// The way from below the root to a category, itself at the end.
async fn branch(tx: &TenantTx, chosen: &Category) -> Result<Vec<Category>, CommerceError> {
    let mut known = store::with_those_above(tx, vec![chosen.id.clone()]).await?;
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
