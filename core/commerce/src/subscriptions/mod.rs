//! Products sold by subscription: their plans, and the order that starts a subscription. Renewals are not implemented
//! yet, and no text shown to shoppers promises them. An order stores the plan it was bought with, so that renewals can
//! be added.

mod admin;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use admin::{plan, remove_plan, save_plan};
pub use model::{BillingPeriod, PlanPatch, SubscriptionPlan};

pub(crate) use model::CartSubscription;
pub(crate) use store::{keep_with_cart, keep_with_order, of_cart, of_products};
