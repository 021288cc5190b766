//! Cache tags: names of the data that a cached page was rendered from. A change names the tags it affects, which
//! invalidates the pages that have them.

use stoa_kernel::id::{CollectionId, PostId};

/// Data that every page shows or may show: titles and addresses, header and footer, the design.
pub const SITE: &str = "site";

/// Which languages the site has, also those that visitors do not see.
pub const LANGUAGES: &str = "languages";

/// Which experiments run on the site.
pub const EXPERIMENTS: &str = "experiments";

/// Posts, in any list.
pub const POSTS: &str = "posts";

/// Pages of addresses at which there is nothing (404).
pub const NOTHING: &str = "nothing";

/// Content of a page, blog, store or folder at its own address, and what other pages show of it.
pub fn collection(id: &CollectionId) -> String {
    format!("collection:{id}")
}

/// Content of a post at its own address.
pub fn post(id: &PostId) -> String {
    format!("post:{id}")
}

/// What is shown of the data of another tag in one language only.
pub fn in_language(tag: &str, language: &str) -> String {
    format!("{language}/{tag}")
}

/// The tags of a page that shows the data of some tags: in a language besides the primary one, also those of the language.
pub fn of_page(mut tags: Vec<String>, language: Option<&str>) -> Vec<String> {
    if let Some(language) = language {
        let own: Vec<String> = tags.iter().map(|tag| in_language(tag, language)).collect();
        tags.extend(own);
    }
    tags
}
