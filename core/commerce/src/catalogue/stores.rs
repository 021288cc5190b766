//! The stores of a site, with their categories and numbers of products.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{category, collection, product, site_language};
use stoa_entity::{DbError, TenantDb, TenantTx, addresses, load_run_items};
use stoa_kernel::catalogue::CategoryKind;
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::{CategoryId, CollectionId};
use stoa_kernel::language_address::prefix_of;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::store;
use super::store_page::{MAX_PRODUCTS, NewStore, StorePage};
use crate::CommerceError;
use crate::contributor_texts;

/// The stores of the site.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn stores(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<StorePage>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let mut pages: Vec<StorePage> = store::stores(&tx).await?.into_iter().map(StorePage::from).collect();
    let mut roots = root_categories(&tx).await?;
    let counts = product_counts(&tx).await?;
    for page in &mut pages {
        page.root_category_id = roots.remove(&page.id);
        page.product_count = counts.get(&page.id).and_then(|count| u64::try_from(*count).ok()).unwrap_or(0);
    }
    Ok(pages)
}

async fn root_categories(tx: &TenantTx) -> Result<HashMap<CollectionId, CategoryId>, DbError> {
    let roots = tx
        .find::<category::Entity>()
        .filter(category::Column::Kind.eq(CategoryKind::Root))
        .select_only()
        .column(category::Column::CollectionId)
        .column(category::Column::Id)
        .into_tuple::<(CollectionId, CategoryId)>()
        .all()
        .await?;
    Ok(roots.into_iter().collect())
}

/// Number of products of each store that has any.
async fn product_counts(tx: &TenantTx) -> Result<HashMap<CollectionId, i64>, DbError> {
    let counts = tx
        .find::<product::Entity>()
        .select_only()
        .column(product::Column::CollectionId)
        .column_as(product::Column::Id.count(), "products")
        .group_by(product::Column::CollectionId)
        .into_tuple::<(CollectionId, i64)>()
        .all()
        .await?;
    Ok(counts.into_iter().collect())
}

async fn count_products(tx: &TenantTx, store: &CollectionId) -> Result<u64, DbError> {
    tx.find::<product::Entity>().filter(product::Column::CollectionId.eq(store.clone())).count().await
}

/// Creates a store without categories; its root category is created by [`super::create_category`].
///
/// # Errors
/// [`CommerceError::UrlTaken`] when a page or a language has the path; field errors, also for a reserved one.
#[boxed]
pub async fn create_store(ctx: &TenantCtx, db: &TenantDb, new: NewStore) -> Result<StorePage, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let new = new.checked()?;
    let tx = db.write().await?;
    let position = i32::try_from(tx.find::<collection::Entity>().count().await?).unwrap_or(i32::MAX);
    let url_id = new.url_id.clone();
    if is_of_language(&tx, &url_id).await? {
        return Err(CommerceError::UrlTaken(url_id));
    }
    let row = match tx.insert(row(ctx, new, position)).await {
        Err(DbError::Duplicate(_)) => return Err(CommerceError::UrlTaken(url_id)),
        other => other?,
    };
    load_run_items::note(ctx, &tx, LoadRunItemKind::Page, row.id.as_str()).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Whether the addresses of a language begin with a slug, or a page has it in one of them.
async fn is_of_language(tx: &TenantTx, url_id: &str) -> Result<bool, DbError> {
    if addresses::takes(tx, "", url_id, None).await? {
        return Ok(true);
    }
    let languages = tx.find::<site_language::Entity>().all().await?;
    let path = format!("/{url_id}");
    Ok(languages.iter().any(|language| prefix_of(&language.language) == path))
}

fn row(ctx: &TenantCtx, new: NewStore, position: i32) -> collection::ActiveModel {
    collection::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(CollectionId::generate()),
        kind: Set(CollectionKind::Store),
        type_code: Set(CollectionType::Products.code()),
        title: Set(new.title),
        navigation_title: Set(new.navigation_title),
        url_id: Set(new.url_id),
        description: Set(new.description),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(None),
        revision: Set(1),
        published: Set(None),
        published_revision: Set(None),
        published_on: Set(None),
        seo_title: Set(String::new()),
        seo_description: Set(String::new()),
        position: Set(position),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    }
}

/// Fails when the site does not have this store.
pub(super) async fn check_exists(tx: &TenantTx, store: &CollectionId) -> Result<(), CommerceError> {
    store::store(tx, store).await?.map(drop).ok_or(CommerceError::NotFound)
}

/// Locks the row of a store, so that counts of its products stay valid in the transaction.
pub(super) async fn lock_store(tx: &TenantTx, store: &CollectionId) -> Result<(), CommerceError> {
    let row = tx
        .find::<collection::Entity>()
        .filter(collection::Column::Id.eq(store.clone()))
        .filter(collection::Column::Kind.eq(CollectionKind::Store))
        .filter(collection::Column::UrlId.not_like(store::IN_TRASH))
        .for_update()
        .one()
        .await?;
    row.map(drop).ok_or(CommerceError::NotFound)
}

/// Fails when a store is full.
pub(super) async fn check_room(tx: &TenantTx, store: &CollectionId) -> Result<(), CommerceError> {
    if room(tx, store).await? > 0 { Ok(()) } else { Err(CommerceError::Refused(is_full())) }
}

/// How many products a store can still take.
pub(super) async fn room(tx: &TenantTx, store: &CollectionId) -> Result<u64, DbError> {
    Ok(MAX_PRODUCTS.saturating_sub(count_products(tx, store).await?))
}

/// What is said when it can take none.
pub(super) fn is_full() -> String {
    contributor_texts::LIMIT_OF_PRODUCTS.with("count", MAX_PRODUCTS).to_string()
}
