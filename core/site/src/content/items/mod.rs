//! What lies in blogs: posts, events, works.
//!
//! An item is a page of kind `item`, so that it is drafted, published, scheduled and thrown away like any page, with fields
//! of its own in `item`. Visitors see what `publication` writes into `post` of it.

mod arrange;
mod copy;
mod fields;
mod labels;
mod list;
mod order;
#[cfg(test)]
mod plans;
mod publication;
mod record;
mod service;

pub use arrange::{NewOrder, arrange};
pub use fields::{ItemFields, Location};
pub use labels::{Label, LabelChange, LabelKind, Labels, change_label, labels};
pub use list::{ItemSummary, ItemsFound, ItemsWanted, list};
pub use order::ItemSort;
pub use publication::{drafted, put_published};
pub use record::{RecordType, promoted_block};
pub use service::{ItemChange, ItemDetail, NewItem, create, item, save};

pub(super) use copy::copy;
pub(super) use publication::{
    complete, count, free_again, has_lost_its_blog, hide_all, note_published, remove_all, restore_fields, show,
    show_all, take_back,
};
pub(super) use service::post_of;
