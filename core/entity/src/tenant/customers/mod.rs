//! Customers of the store and site users.

pub mod customer;
pub mod customer_former_email;
pub mod site_session;
pub mod site_user;
pub mod site_user_address;
pub mod site_user_new_email;
pub mod site_user_token;
