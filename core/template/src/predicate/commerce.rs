//! Products.

use super::{Predicate, named};
use crate::product::{self, Prices};

pub(super) static PREDICATES: &[Predicate] = &[
    named("has-variants?", |machine, _| product::variants(machine.current()).len() > 1),
    named("on-sale?", |machine, _| Prices::of(machine.current()).is_on_sale()),
    named("sold-out?", |machine, _| product::is_sold_out(machine.current())),
    named("varied-prices?", |machine, _| Prices::of(machine.current()).are_varied()),
];
