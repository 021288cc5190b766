//! From a target to the data of its page: one round of reads in one transaction.

mod categories;
mod discussion;
mod gather;
mod image;
mod installments;
mod items;
mod lists;
mod load;
mod merchandising;
mod part;
mod post;
mod prepare;
mod purchase;
mod queries;
mod reviews;
mod search;
mod share;
mod shop;
mod site;
mod structured;
mod subscription;
mod words;

pub(crate) use gather::{Around, Gathered, gather};
pub(crate) use installments::{answer_among, answer_questions};
pub(crate) use lists::{address as list_address, posts_wanted};
pub(crate) use load::{Loader, Material};
pub(crate) use post::{address as post_address, is_of_events};
pub use prepare::FRAME_HOSTS;
pub(crate) use prepare::{Preparation, disqus};
pub(crate) use queries::add_queries;
pub(crate) use site::multiple_services;
