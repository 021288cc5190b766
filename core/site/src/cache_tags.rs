//! Cache tags: names of the data that a cached page was rendered from. A change names the tags it affects, which
//! invalidates the pages that have them.

use stoa_kernel::id::{CollectionId, PostId};

/// Data that every page shows or may show: titles and addresses, header and footer, the design.
pub const SITE: &str = "site";

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
