//! From a target to the data of its page: one round of reads in one transaction.

mod gather;
mod image;
mod items;
mod lists;
mod load;
mod part;
mod post;
mod purchase;
mod queries;
mod shop;
mod site;

pub(crate) use gather::Gathered;
pub(crate) use load::{Loader, Material};
pub(crate) use post::address as post_address;
pub(crate) use queries::add_queries;
