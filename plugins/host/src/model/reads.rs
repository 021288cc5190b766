//! What plugins read of a site, in the records of the contract (`plugins/wit/0.2.0`).

pub use crate::bindings::imports::stoa::plugin::types::Money as Amount;
pub use crate::bindings::imports2::stoa::plugin0_2_0::reads::{Address, PageRequest};

/// Products.
pub mod products {
    pub use crate::bindings::waiting_imports2::stoa::plugin0_2_0::products::{
        Filter, Picture, Product, ProductKind, ProductPage, ProductVariant, Publication,
    };
}

/// Orders.
pub mod orders {
    pub use crate::bindings::waiting_imports2::stoa::plugin0_2_0::orders::{
        Discount, Filter, FulfillmentStatus, Handover, Line, Order, OrderPage, PaymentStatus, Summary, Tax,
    };
}

/// Customers.
pub mod customers {
    pub use crate::bindings::waiting_imports2::stoa::plugin0_2_0::customers::{
        Customer, CustomerPage, Filter, Summary,
    };
}

/// Pages.
pub mod pages {
    pub use crate::bindings::waiting_imports2::stoa::plugin0_2_0::pages::{
        Access, Filter, Page, PageKind, PageList, Summary,
    };
}
