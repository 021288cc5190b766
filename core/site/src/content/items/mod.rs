//! Items of blogs: posts, events, projects.
//!
//! An item is a page of kind `item`, so it is drafted, published, scheduled and deleted like any page; its additional
//! fields are in `item`. `publication` copies the published version to `post`, which visitors read.

mod arrange;
mod copy;
mod fields;
mod labels;
mod list;
mod order;
mod publication;
#[cfg(test)]
mod query_plans;
mod record;
mod service;

pub use arrange::{NewOrder, arrange};
pub use fields::{ItemFields, Location};
pub use labels::{Label, LabelChange, Labels, change_label, labels};
pub use list::{ItemList, ItemQuery, ItemSummary, list};
pub use publication::{drafted, put_published};
pub use record::{RecordType, promoted_block};
pub use service::{ItemChange, ItemDetail, NewItem, create, item, save};

pub(super) use copy::copy;
pub(super) use publication::{
    complete, counts, forget_translations, free_former_slug, hide_items, is_blog_in_trash, note_published, remove_all,
    restore_fields, show, show_items, unpublish_item,
};
pub(super) use service::post_of;
