//! The program as its users meet it: over HTTP, on both databases, with real parts.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod app;
mod calls;
mod client;
mod journal;
mod process;
mod shop;
mod template;

mod accounts;
mod admin;
mod after_sale;
mod bad_input;
mod carts;
mod catalogue;
mod commerce_preferences;
mod crumbs;
mod downloads;
mod every_route_as_stranger;
mod installments;
mod inventory;
mod killed;
mod lists;
mod live_pages;
mod navigation;
mod order_tags;
mod page_operations;
mod pages;
mod paying;
mod plugins;
mod prices;
mod rate_limits;
mod restock;
mod roles;
mod rush;
mod sales;
mod same_prices;
mod scale_out;
mod shopping;
mod site_users;
mod subscriptions;
mod template_files;
mod theme;
mod visitor_events;
