//! Pages at paths of their own that are not stored as pages of the site, and show data of one visitor.

mod wishlist;

use std::fmt::Debug;

use async_trait::async_trait;
use stoa_messages::Texts;

use self::wishlist::WishlistPage;
use super::load::Loader;
use super::part::Part;
use super::purchase::{AccountPage, CartPage, CartV2Page};
use super::search::SearchPage;
use crate::RenderError;

/// All of them.
pub(crate) const FIXED_PAGES: &[&dyn FixedPage] = &[&CartPage, &CartV2Page, &AccountPage, &SearchPage, &WishlistPage];

/// Such a page.
#[async_trait]
pub(crate) trait FixedPage: Debug + Send + Sync {
    /// Its paths; they have priority over pages of the site.
    fn paths(&self) -> &'static [&'static str];

    /// Its template, in which themes render it with the status 200.
    fn template(&self) -> &'static str;

    /// Loads its data, with texts in the language of the site.
    ///
    /// # Errors
    /// When the database fails.
    async fn load(&self, loader: &Loader<'_>, texts: Texts<'_>) -> Result<Part, RenderError>;
}

impl PartialEq for dyn FixedPage {
    fn eq(&self, other: &Self) -> bool {
        self.paths() == other.paths()
    }
}

impl Eq for dyn FixedPage {}

/// The page at a path, given by its parts.
pub(crate) fn fixed_page(parts: &[&str]) -> Option<&'static dyn FixedPage> {
    let is_at = |path: &str| path.split('/').skip(1).eq(parts.iter().copied());
    FIXED_PAGES.iter().copied().find(|page| page.paths().iter().any(|path| is_at(path)))
}
