//! The texts of a site in place of those of the message catalogues, as pages, carts, papers and e-mails read them. The row
//! of the site has a stamp that says whether there are any, so that a site without them costs no query; those that were
//! read are cached for as long as the stamp says that they have not changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_text;
use stoa_entity::{DbError, SiteCache, TenantTx};
use stoa_kernel::boxed;
use stoa_messages::{Catalogue, OwnTexts, Texts};

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

/// The texts of a site in all languages, for readers of several ones.
#[derive(Clone, Debug, Default)]
pub struct SiteWordings(Arc<HashMap<&'static str, Arc<OwnTexts>>>);

impl SiteWordings {
    /// Those of the site in the language of a catalogue, which they replace.
    pub fn over(&self, catalogue: Catalogue) -> SiteWording {
        SiteWording { own: self.0.get(catalogue.language()).cloned(), catalogue }
    }
}

/// The texts that were read last, and the stamp of the site's row at that time.
#[derive(Debug, Default)]
struct ReadTexts(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    stamp: String,
    /// By language. None: the site has no text in the language.
    texts: HashMap<&'static str, Option<Arc<OwnTexts>>>,
    all: Option<SiteWordings>,
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

/// The texts for a reader, as those of a catalogue and of the site in its language. `stamp` is that of the site's row, read
/// in the same transaction.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn wording_in(tx: &TenantTx, stamp: Option<&str>, catalogue: Catalogue) -> Result<SiteWording, DbError> {
    let Some(stamp) = stamp else { return Ok(SiteWording { catalogue, own: None }) };
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

/// The texts in all languages. `stamp` is that of the site's row, read in the same transaction.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn wordings(tx: &TenantTx, stamp: Option<&str>) -> Result<SiteWordings, DbError> {
    let Some(stamp) = stamp else { return Ok(SiteWordings::default()) };
    let read = tx.memory().of::<ReadTexts>();
    if let Some(known) = read.with(stamp, |state| state.all.clone()) {
        return Ok(known);
    }
    let mut texts: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for row in tx.find::<site_text::Entity>().all().await? {
        texts.entry(row.language).or_default().push((row.key, row.text));
    }
    let own = texts.into_iter().map(|(language, texts)| {
        let own = OwnTexts::read(&language, texts);
        (own.language(), Arc::new(own))
    });
    let all = SiteWordings(Arc::new(own.collect()));
    read.with(stamp, |state| state.all = Some(all.clone()));
    Ok(all)
}

/// The same without a query, if they were read before. `stamp` is that of the site's row.
pub fn known_texts(memory: &SiteCache, stamp: Option<&str>, catalogue: Catalogue) -> Option<SiteWording> {
    let own = match stamp {
        Some(stamp) => memory.of::<ReadTexts>().with(stamp, |state| state.texts.get(catalogue.language()).cloned())?,
        None => None,
    };
    Some(SiteWording { catalogue, own })
}
