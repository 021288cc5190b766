//! Languages of pages besides the site's primary one.

/// The language of a page that is not in the primary language of its site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageLanguage {
    /// BCP 47 tag, such as `pt-BR`.
    pub tag: String,
    /// First part of its addresses, such as `/pt-br`, without a slash at its end.
    pub prefix: String,
}
