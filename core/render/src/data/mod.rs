//! From a target to the data of its page, read in one transaction.

mod areas;
mod block_data;
mod categories;
mod discussion;
mod fixed_pages;
mod html_text;
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

pub(crate) use areas::{AreaData, add_areas};
pub(crate) use block_data::{BlockDataContext, LoadedBlockData, load_block_data};
pub(crate) use fixed_pages::{FIXED_PAGES, FixedPage, fixed_page};
pub(crate) use installments::{answer_among, answer_questions};
pub(crate) use lists::{address as list_address, posts_wanted};
pub(crate) use load::{Loader, PageData};
pub(crate) use post::{address as post_address, is_of_events};
pub use prepare::FRAME_HOSTS;
pub(crate) use prepare::{Preparation, disqus};
pub(crate) use queries::add_queries;
pub(crate) use site::multiple_services;
