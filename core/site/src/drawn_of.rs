//! What the pages that are kept were drawn of, by name. A change names what it changes, and pages that were drawn of it are
//! drawn anew.

use stoa_kernel::id::{CollectionId, PostId};

/// What every page shows or may show: names and addresses, header and footer, the design.
pub const SITE: &str = "site";

/// Posts, in whatever list.
pub const POSTS: &str = "posts";

/// That nothing answers at an address.
pub const NOTHING: &str = "nothing";

/// What a page, blog, store or folder shows at its own address, and what others show of it.
pub fn collection(id: &CollectionId) -> String {
    format!("collection:{id}")
}

/// What a post shows at its own address.
pub fn post(id: &PostId) -> String {
    format!("post:{id}")
}
