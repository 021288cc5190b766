//! From a target to the data of its page: one round of reads in one transaction.

mod gather;
mod image;
mod load;
mod post;
mod shop;
mod site;

pub(crate) use gather::Gathered;
pub(crate) use load::{Loader, Material};
pub(crate) use post::address as post_address;
