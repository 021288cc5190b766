//! The shop's services on a database in a file.

mod cart;
mod catalogue;
mod checkout;
mod orders;
mod payments;
mod shop;
