//! The program as its users meet it: over HTTP, on both databases, with real parts.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod app;
mod calls;
mod client;
mod process;
mod shop;
mod template;

mod admin;
mod after_sale;
mod bad_input;
mod crumbs;
mod every_route_as_stranger;
mod lists;
mod pages;
mod plugins;
mod prices;
mod rate_limits;
mod roles;
mod scale_out;
mod shopping;
mod site_users;
mod template_files;
mod theme;
