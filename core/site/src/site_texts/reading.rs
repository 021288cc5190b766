//! The texts of a site as pages read them. The row of the site says whether there are any, so that a site without them
//! costs no query; those that were read are cached for as long as the row says that they have not changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{site, site_text};
use stoa_entity::{SiteCache, TenantTx};
use stoa_kernel::boxed;
use stoa_messages::{Catalogue, OwnTexts, Texts};

use crate::SiteError;
use crate::settings::site_row;

/// Texts in a language: those of the catalogue, and those of a site in their place.
#[derive(Clone, Debug)]
pub struct SiteWording {
    catalogue: Catalogue,
    own: Option<Arc<OwnTexts>>,
}

impl SiteWording {
    /// Those of the catalogue alone.
    pub fn usual(language: &str) -> Self {
        Self { catalogue: Catalogue::for_language(language), own: None }
    }

    /// The texts, for looking them up.
    pub fn texts(&self) -> Texts<'_> {
        self.catalogue.with_own(self.own.as_deref())
    }

    /// The texts of the site; none if it has none in this language.
    pub fn own(&self) -> Option<&Arc<OwnTexts>> {
        self.own.as_ref()
    }
}

/// The texts that were read last, by language, and the stamp of the site's row at that time.
#[derive(Debug, Default)]
struct ReadTexts(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    stamp: String,
    /// None: the site has no text in the language.
    texts: HashMap<&'static str, Option<Arc<OwnTexts>>>,
}

impl ReadTexts {
    fn with<T>(&self, stamp: &str, act: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stamp != stamp {
            *state = State { stamp: stamp.to_owned(), ..State::default() };
        }
        act(&mut state)
    }
}

/// The texts in the language of the site, whose row has been read in the same transaction.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn texts_of_row(tx: &TenantTx, row: &site::Model) -> Result<SiteWording, SiteError> {
    texts_of_language(tx, row, &row.language).await
}

/// The same in a language, given as BCP 47 tag.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn texts_of_language(tx: &TenantTx, row: &site::Model, language: &str) -> Result<SiteWording, SiteError> {
    let catalogue = Catalogue::for_language(language);
    let Some(stamp) = row.texts_stamp.as_deref() else { return Ok(SiteWording { catalogue, own: None }) };
    let (language, read) = (catalogue.language(), tx.memory().of::<ReadTexts>());
    if let Some(own) = read.with(stamp, |state| state.texts.get(language).cloned()) {
        return Ok(SiteWording { catalogue, own });
    }
    let rows = tx.find::<site_text::Entity>().filter(site_text::Column::Language.eq(language)).all().await?;
    let own = (!rows.is_empty()).then(|| {
        let texts = rows.into_iter().map(|row| (row.key, row.text));
        Arc::new(OwnTexts::read(language, texts))
    });
    read.with(stamp, |state| state.texts.insert(language, own.clone()));
    Ok(SiteWording { catalogue, own })
}

/// Texts in a language without a query, if they were read before. `stamp` is that of the site's row.
pub fn known_texts(memory: &SiteCache, stamp: Option<&str>, language: &str) -> Option<SiteWording> {
    let catalogue = Catalogue::for_language(language);
    let own = match stamp {
        Some(stamp) => memory.of::<ReadTexts>().with(stamp, |state| state.texts.get(catalogue.language()).cloned())?,
        None => None,
    };
    Some(SiteWording { catalogue, own })
}

/// The texts in the language of the site.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn wording_of_site(tx: &TenantTx) -> Result<SiteWording, SiteError> {
    texts_of_row(tx, &site_row(tx).await?).await
}
