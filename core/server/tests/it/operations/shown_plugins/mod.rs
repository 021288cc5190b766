//! What owners and visitors see of plugins: data of the site in blocks, panels of the admin, versions side by side.

mod client;
mod comparison;
mod language;
mod page_data;
mod panels;
