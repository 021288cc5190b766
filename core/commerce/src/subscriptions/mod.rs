//! Products that are bought again and again: their plans, and the order that begins a subscription.
//! Renewals are not made yet, and nothing that shoppers read promises them; an order keeps the plan it was bought with, so
//! that they can be.

mod admin;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use admin::{plan, remove_plan, save_plan};
pub use model::{BillingPeriod, PeriodUnit, PlanPatch, SubscriptionPlan};

pub(crate) use model::CartSubscription;
pub(crate) use store::{keep_with_cart, keep_with_order, of_cart, of_order, of_products};
