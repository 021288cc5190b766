//! Addresses of pages, items, products and lists in other languages than the primary one: the words that owners gave
//! them, and the translated names of tags.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_kernel::content::CollectionKind;
use stoa_kernel::language_address::AddressWords;
use stoa_kernel::translation::TranslatedKind;

use crate::tenant::translated_address::{Column, Entity, Model};
use crate::tenant::{category, collection, post, product, site_language, translation};
use crate::{DbError, TenantTx};

/// Number of values in one condition.
const BATCH: usize = 1_000;

/// The words of each language of a site that has any, by its tag.
pub type LanguageWords = HashMap<String, Arc<AddressWords>>;

/// End of the place in which the words of a store's categories are unique, which are not among those of its products.
const CATEGORIES: &str = "?category";

/// Where the words of the categories of a store are unique.
pub fn categories_of(store: &str) -> String {
    format!("{store}{CATEGORIES}")
}

/// The blog or store of a place in which words are unique.
fn folder_of(place: &str) -> &str {
    place.strip_suffix(CATEGORIES).unwrap_or(place)
}

/// Where a resource is in the primary language.
#[derive(Debug, FromQueryResult)]
struct Placed {
    id: String,
    collection_id: String,
    url_id: String,
}

#[derive(Debug, FromQueryResult)]
struct PlacedPage {
    id: String,
    url_id: String,
}

/// Addresses of the primary language.
#[derive(Debug, Default)]
struct Originals {
    by_id: HashMap<String, Placed>,
    /// Folders and words.
    taken: HashSet<(String, String)>,
}

impl Originals {
    fn add(&mut self, found: Vec<Placed>) {
        for placed in found {
            self.taken.insert((placed.collection_id.clone(), placed.url_id.clone()));
            self.by_id.insert(placed.id.clone(), placed);
        }
    }

    /// Whether a word of a resource is the address of another one in the primary language.
    fn has_other(&self, own: &Placed, word: &str) -> bool {
        own.url_id != word && self.taken.contains(&(own.collection_id.clone(), word.to_owned()))
    }
}

/// The address words of all languages of a site. A word that has become the address of another page, item or product
/// has no effect.
///
/// # Errors
/// When the database fails.
pub async fn words(tx: &TenantTx) -> Result<LanguageWords, DbError> {
    let rows = tx.find::<Entity>().all().await?;
    let mut found: HashMap<String, AddressWords> = HashMap::new();
    add_labels(tx, &mut found).await?;
    let mut originals = Originals::default();
    for chunk in rows.chunks(BATCH) {
        for kind in [TranslatedKind::Page, TranslatedKind::Post, TranslatedKind::Product, TranslatedKind::Category] {
            originals.add(placed(tx, kind, chunk).await?);
        }
    }
    for row in &rows {
        let Some(own) = originals.by_id.get(&row.resource_id) else { continue };
        if originals.has_other(own, &row.word) {
            continue;
        }
        let words = found.entry(row.language.clone()).or_default();
        match originals.by_id.get(folder_of(&own.collection_id)) {
            Some(store) if row.resource_kind == TranslatedKind::Category => {
                words.add_category(&store.url_id, &own.url_id, &row.word);
            }
            Some(above) => words.add_item(&above.url_id, &own.url_id, &row.word),
            None if own.collection_id.is_empty() => words.add_page(&own.url_id, &row.word),
            None => {}
        }
    }
    add_former_words(&rows, &originals, &mut found);
    Ok(found.into_iter().map(|(language, words)| (language, Arc::new(words))).collect())
}

/// Adds the words that categories had before; those that another category has now lead to that one.
fn add_former_words(rows: &[Model], originals: &Originals, found: &mut HashMap<String, AddressWords>) {
    for row in rows {
        let (Some(own), Some(former)) = (originals.by_id.get(&row.resource_id), &row.former_words) else { continue };
        let Some(store) = originals.by_id.get(folder_of(&own.collection_id)) else { continue };
        let words = found.entry(row.language.clone()).or_default();
        for word in former.0.iter().filter(|word| !originals.has_other(own, word)) {
            words.add_former_category(&store.url_id, &own.url_id, word);
        }
    }
}

/// Adds the translated names of tags and of categories of posts.
async fn add_labels(tx: &TenantTx, found: &mut HashMap<String, AddressWords>) -> Result<(), DbError> {
    let of_tags = translation::Column::ResourceKind.eq(TranslatedKind::Tag);
    let rows =
        tx.find::<translation::Entity>().filter(of_tags).order_by_asc(translation::Column::ResourceId).all().await?;
    if rows.is_empty() {
        return Ok(());
    }
    for row in rows.iter().filter(|row| !row.source_text.is_empty()) {
        found.entry(row.language.clone()).or_default().add_label(&row.source_text, &row.text);
    }
    let blogs = tx.find::<collection::Entity>().filter(collection::Column::Kind.eq(CollectionKind::Blog));
    let columns = [collection::Column::Id, collection::Column::UrlId];
    let blogs: Vec<PlacedPage> = blogs.select_columns(&columns).await?;
    for words in found.values_mut() {
        blogs.iter().for_each(|blog| words.add_blog(&blog.url_id));
    }
    Ok(())
}

/// Resources that have words, those that are at such a word in the primary language, and the folders of either.
async fn placed(tx: &TenantTx, kind: TranslatedKind, rows: &[Model]) -> Result<Vec<Placed>, DbError> {
    let own: Vec<&Model> = rows.iter().filter(|row| row.resource_kind == kind).collect();
    let words: Vec<String> = own.iter().map(|row| row.word.clone()).collect();
    let ids: Vec<String> = own.iter().map(|row| row.resource_id.clone()).collect();
    match kind {
        TranslatedKind::Page => {
            let folders = rows.iter().map(|row| folder_of(&row.folder).to_owned()).filter(|folder| !folder.is_empty());
            let ids: Vec<String> = ids.into_iter().chain(folders).collect();
            let any =
                Condition::any().add(collection::Column::Id.is_in(ids)).add(collection::Column::UrlId.is_in(words));
            let columns = [collection::Column::Id, collection::Column::UrlId];
            let pages: Vec<PlacedPage> = tx.find::<collection::Entity>().filter(any).select_columns(&columns).await?;
            let page = |page: PlacedPage| Placed { id: page.id, collection_id: String::new(), url_id: page.url_id };
            Ok(pages.into_iter().map(page).collect())
        }
        TranslatedKind::Post if !own.is_empty() => {
            let any = Condition::any().add(post::Column::Id.is_in(ids)).add(post::Column::UrlId.is_in(words));
            let columns = [post::Column::Id, post::Column::CollectionId, post::Column::UrlId];
            tx.find::<post::Entity>().filter(any).select_columns(&columns).await
        }
        TranslatedKind::Product if !own.is_empty() => {
            let any = Condition::any().add(product::Column::Id.is_in(ids)).add(product::Column::UrlId.is_in(words));
            let columns = [product::Column::Id, product::Column::CollectionId, product::Column::UrlId];
            tx.find::<product::Entity>().filter(any).select_columns(&columns).await
        }
        TranslatedKind::Category if !own.is_empty() => {
            let former = own.iter().filter_map(|row| row.former_words.as_ref()).flat_map(|former| former.0.clone());
            let words: Vec<String> = words.into_iter().chain(former).collect();
            let any = Condition::any().add(category::Column::Id.is_in(ids)).add(category::Column::UrlId.is_in(words));
            let columns = [category::Column::Id, category::Column::CollectionId, category::Column::UrlId];
            let found: Vec<Placed> = tx.find::<category::Entity>().filter(any).select_columns(&columns).await?;
            let of_store = |own: Placed| Placed { collection_id: categories_of(&own.collection_id), ..own };
            Ok(found.into_iter().map(of_store).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Whether a word stands in the addresses of a folder in some language for another resource than one with an id.
///
/// # Errors
/// When the database fails.
pub async fn takes(tx: &TenantTx, folder: &str, word: &str, except: Option<&str>) -> Result<bool, DbError> {
    let mut own = in_languages(tx).add(Column::Folder.eq(folder)).add(Column::Word.eq(word));
    if let Some(id) = except {
        own = own.add(Column::ResourceId.ne(id));
    }
    Ok(tx.find::<Entity>().filter(own).count().await? > 0)
}

/// The words of a folder, in all languages, that start with a text.
///
/// # Errors
/// When the database fails.
pub async fn starting_with(tx: &TenantTx, folder: &str, beginning: &str) -> Result<Vec<String>, DbError> {
    let own = in_languages(tx).add(Column::Folder.eq(folder)).add(Column::Word.starts_with(beginning));
    Ok(tx.find::<Entity>().filter(own).all().await?.into_iter().map(|row| row.word).collect())
}

/// The words of the languages that the site has; those of removed ones are kept, for when they are added again.
fn in_languages(tx: &TenantTx) -> Condition {
    let languages = tx.find::<site_language::Entity>().subquery(site_language::Column::Language);
    Condition::all().add(Column::Language.in_subquery(languages))
}

/// Removes the words of resources, in all languages.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &TenantTx, kind: TranslatedKind, ids: Vec<String>) -> Result<(), DbError> {
    if !ids.is_empty() {
        let own = Condition::all().add(Column::ResourceKind.eq(kind)).add(Column::ResourceId.is_in(ids));
        tx.delete::<Entity>(own).exec().await?;
    }
    Ok(())
}
