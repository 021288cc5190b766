//! Product texts for the site search, without variants, prices or images.

use std::collections::HashSet;

use sea_orm::FromQueryResult;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::product;
use stoa_entity::translations::{Translations, tag_id};
use stoa_kernel::boxed;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::translation::TranslatedKind;

use super::product_query;
use super::service::shown;
use super::translations::main_texts;
use crate::CommerceError;

/// Searchable texts of a product.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedItem {
    /// Name.
    pub name: String,
    /// Last segment of its path.
    pub url_id: String,
    /// Short description as HTML.
    pub excerpt: String,
    /// Long description as HTML.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
}

#[derive(FromQueryResult)]
struct Row {
    id: ProductId,
    name: String,
    url_id: String,
    excerpt: String,
    description: String,
    tags: JsonOf<Vec<String>>,
}

/// The texts of all visible products of a store, in the language of the transaction.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn searchable_products(tx: &TenantTx, store: &CollectionId) -> Result<Vec<SearchedItem>, CommerceError> {
    use product::Column;
    let find = tx.find::<product::Entity>().filter(product_query::of_store(store).add(shown(tx)));
    let columns = [Column::Id, Column::Name, Column::UrlId, Column::Excerpt, Column::Description, Column::Tags];
    let mut rows: Vec<Row> = find.select_columns(&columns).await?;
    if tx.language().is_some() {
        let ids = rows.iter().map(|row| row.id.to_string()).collect();
        let tags: HashSet<String> = rows.iter().flat_map(|row| &row.tags.0).map(|tag| tag_id(tag)).collect();
        let wanted = vec![(TranslatedKind::Product, ids), (TranslatedKind::Tag, tags.into_iter().collect())];
        let translations = Translations::shown(tx, wanted).await?;
        for row in &mut rows {
            let id = row.id.to_string();
            let (name, excerpt, description) = (&mut row.name, &mut row.excerpt, &mut row.description);
            translations.lay_over(TranslatedKind::Product, &id, |visit| main_texts(name, excerpt, description, visit));
            translations.name_tags(&mut row.tags.0);
        }
    }
    let read = |row: Row| SearchedItem {
        tags: row.tags.0,
        name: row.name,
        url_id: row.url_id,
        excerpt: row.excerpt,
        description: row.description,
    };
    Ok(rows.into_iter().map(read).collect())
}
