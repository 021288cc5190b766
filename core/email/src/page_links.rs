//! Links to pages of the site in the language of an e-mail.

use std::sync::Arc;

use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::addresses;
use stoa_entity::tenant::site_language;
use stoa_kernel::language_address::{AddressWords, is_page, prefix_of, prefixed};
use stoa_kernel::website::LanguageState;

use crate::EmailError;

/// A language in which visitors read the site, besides its primary one.
#[derive(Clone, Debug)]
pub(crate) struct PageLanguage {
    tag: String,
    words: Arc<AddressWords>,
}

impl PageLanguage {
    /// Those of a site.
    pub(crate) async fn all(tx: &TenantTx) -> Result<Vec<Self>, EmailError> {
        let public = site_language::Column::State.eq(LanguageState::Public);
        let rows = tx.find::<site_language::Entity>().filter(public).all().await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let words = addresses::words(tx).await?;
        let language = |row: site_language::Model| Self {
            words: words.get(&row.language).cloned().unwrap_or_default(),
            tag: row.language,
        };
        Ok(rows.into_iter().map(language).collect())
    }

    pub(crate) fn is(&self, tag: &str) -> bool {
        self.tag.eq_ignore_ascii_case(tag)
    }

    /// BCP 47 tag.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The path of a page in the language. Other paths are the same in every language.
    pub(crate) fn path(&self, path: &str) -> String {
        if is_page(path) { prefixed(&prefix_of(&self.tag), &self.words.local(path)) } else { path.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use stoa_kernel::language_address::AddressWords;

    use super::PageLanguage;

    // spec: multilingual.addresses.open
    #[test]
    fn paths_of_pages_are_in_the_language() {
        let mut words = AddressWords::default();
        words.add_page("shop", "boutique");
        let brazilian = PageLanguage { tag: "pt-BR".to_owned(), words: Arc::new(words) };
        for (path, expected) in [
            ("/shop/mug", "/pt-br/boutique/mug"),
            ("/account/verify#token=t", "/pt-br/account/verify#token=t"),
            ("/", "/pt-br"),
            ("/mailing-list/leave?key=k", "/mailing-list/leave?key=k"),
            ("/checkout/downloads/t/f", "/checkout/downloads/t/f"),
        ] {
            assert_eq!(brazilian.path(path), expected);
        }
    }
}
