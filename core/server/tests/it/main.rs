//! The program as its users meet it: over HTTP, on both databases, with real parts.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod app;
mod client;
mod shop;
mod template;

mod admin;
mod bad_input;
mod crumbs;
mod every_route_as_stranger;
mod pages;
mod plugins;
mod roles;
mod scale_out;
mod shopping;
mod site_users;
