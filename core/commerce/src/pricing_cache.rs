//! In-memory cache of products, settings, shipping zones and taxes of a store. A cart is priced at each change and at
//! each step of its checkout, and these data change rarely. The cache is valid for one value of the shop stamp, which
//! database triggers renew with each change. Stock and prices of variants are never cached. Texts are those of the owner,
//! without translations.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::shop_stamp;
use stoa_kernel::id::{CollectionId, ProductId};

use crate::CommerceError;
use crate::catalogue::{self, CatalogueItem, CataloguePage};
use crate::settings::StoreSettings;
use crate::shipping_zones::{self, Zone};
use crate::taxes::{self, RegionalTaxRule};

/// Maximum number of cached products per store. Above it, all are evicted.
const MAX_ITEMS: usize = 256;

/// Data that apply to all carts of a store.
#[derive(Debug)]
pub(crate) struct Terms {
    pub(crate) settings: Arc<StoreSettings>,
    pub(crate) zones: Arc<Vec<Zone>>,
    pub(crate) taxes: Vec<RegionalTaxRule>,
}

/// The cache of a store in this process.
#[derive(Debug, Default)]
struct StoreCache(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    stamp: String,
    terms: Option<Arc<Terms>>,
    items: HashMap<ProductId, Arc<CatalogueItem>>,
    /// Product tags per store page and category.
    tags: HashMap<(CollectionId, Option<String>), Arc<Vec<String>>>,
}

impl StoreCache {
    /// Runs `act` on the cache of a stamp; clears entries of another stamp first.
    fn with<T>(&self, stamp: &str, act: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stamp != stamp {
            *state = State { stamp: stamp.to_owned(), ..State::default() };
        }
        act(&mut state)
    }
}

/// The store as one transaction sees it. Each product is read once, with its stock at that time.
#[derive(Debug)]
pub(crate) struct CatalogueSnapshot<'a> {
    tx: &'a TenantTx,
    kept: Arc<StoreCache>,
    stamp: String,
    read: Mutex<HashMap<ProductId, Arc<CatalogueItem>>>,
}

impl<'a> CatalogueSnapshot<'a> {
    /// Reads the stamp first: everything read after it is at least as new.
    pub(crate) async fn open(tx: &'a TenantTx) -> Result<Self, CommerceError> {
        let stamp = tx.find::<shop_stamp::Entity>().one().await?.map(|row| row.stamp).unwrap_or_default();
        Ok(Self { tx, kept: tx.memory().of(), stamp, read: Mutex::default() })
    }

    /// Settings, shipping zones and taxes.
    pub(crate) async fn terms(&self) -> Result<Arc<Terms>, CommerceError> {
        if let Some(known) = self.kept.with(&self.stamp, |state| state.terms.clone()) {
            return Ok(known);
        }
        let terms = Arc::new(Terms {
            settings: Arc::new(StoreSettings::load(self.tx).await?),
            zones: Arc::new(shipping_zones::all(self.tx).await?),
            taxes: taxes::all(self.tx).await?,
        });
        self.kept.with(&self.stamp, |state| state.terms = Some(Arc::clone(&terms)));
        Ok(terms)
    }

    /// All tags of the products of a store page, in alphabetical order.
    pub(crate) async fn tags(
        &self,
        of: &CataloguePage,
        products: Condition,
    ) -> Result<Arc<Vec<String>>, CommerceError> {
        let key = (of.collection_id.clone(), of.category.clone());
        if let Some(known) = self.kept.with(&self.stamp, |state| state.tags.get(&key).cloned()) {
            return Ok(known);
        }
        let tags = Arc::new(catalogue::tags_of(self.tx, products).await?);
        self.kept.with(&self.stamp, |state| {
            // Requests can name categories that do not exist, so the map is limited.
            if state.tags.len() >= MAX_ITEMS {
                state.tags.clear();
            }
            state.tags.insert(key, Arc::clone(&tags));
        });
        Ok(tags)
    }

    /// A product by id, if it is visible to visitors.
    ///
    /// # Errors
    /// [`CommerceError::NotFound`] when it does not exist or is hidden.
    pub(crate) async fn item(&self, id: &ProductId) -> Result<Arc<CatalogueItem>, CommerceError> {
        self.items(std::slice::from_ref(id)).await?.pop().ok_or(CommerceError::NotFound)
    }

    /// The visible products with these ids, in the order of the ids.
    pub(crate) async fn items(&self, ids: &[ProductId]) -> Result<Vec<Arc<CatalogueItem>>, CommerceError> {
        let unread: Vec<ProductId> =
            self.with_read(|read| ids.iter().filter(|id| !read.contains_key(*id)).cloned().collect());
        if !unread.is_empty() {
            let found = self.found(unread).await?;
            self.with_read(|read| read.extend(found.into_iter().map(|item| (item.id.clone(), item))));
        }
        Ok(self.with_read(|read| ids.iter().filter_map(|id| read.get(id).cloned()).collect()))
    }

    /// Products that this transaction has not read yet, from the cache with their current variants, otherwise from the
    /// database.
    async fn found(&self, ids: Vec<ProductId>) -> Result<Vec<Arc<CatalogueItem>>, CommerceError> {
        let (known, unknown): (Vec<_>, Vec<_>) = self.kept.with(&self.stamp, |state| {
            ids.into_iter().map(|id| (state.items.get(&id).cloned(), id)).partition(|(item, _)| item.is_some())
        });
        let unknown: Vec<ProductId> = unknown.into_iter().map(|(_, id)| id).collect();
        let loaded = catalogue::originals(self.tx, &unknown).await?;
        let mut found = self.with_variants(known.into_iter().filter_map(|(item, _)| item).collect()).await?;
        found.extend(loaded.into_iter().map(Arc::new));
        self.kept.with(&self.stamp, |state| {
            if state.items.len().saturating_add(unknown.len()) > MAX_ITEMS {
                state.items.clear();
            }
            state.items.extend(found.iter().map(|item| (item.id.clone(), Arc::clone(item))));
        });
        Ok(found)
    }

    fn with_read<T>(&self, act: impl FnOnce(&mut HashMap<ProductId, Arc<CatalogueItem>>) -> T) -> T {
        act(&mut self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Cached products with their current variants. Most are as they were read last, and are not copied.
    async fn with_variants(&self, items: Vec<Arc<CatalogueItem>>) -> Result<Vec<Arc<CatalogueItem>>, CommerceError> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let mut variants = catalogue::variants_of(self.tx, items.iter().map(|item| item.id.clone())).await?;
        let with_own = items.into_iter().map(|item| {
            let variants = variants.remove(&item.id).unwrap_or_default();
            if item.variants == variants { item } else { Arc::new(CatalogueItem { variants, ..(*item).clone() }) }
        });
        Ok(with_own.collect())
    }
}
