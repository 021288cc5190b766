//! How totals are spread over sites. Pure.

use clap::ValueEnum;
use stoa_commerce::load_seed::Zipf;

use super::SeedOrder;

/// How rows are spread over sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Spread {
    /// A few large sites and many small ones: the second has half as much as the first.
    #[default]
    Zipf,
    /// The same for each.
    Even,
}

/// What one site gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SiteShare {
    pub(super) products: usize,
    pub(super) orders: usize,
    pub(super) customers: usize,
    pub(super) pages: usize,
}

impl Spread {
    /// The parts of a total, one for each site.
    pub fn parts(self, sites: usize, total: usize) -> Vec<usize> {
        match self {
            Self::Zipf => Zipf::new(sites).parts(total),
            Self::Even => (0..sites).map(|number| (number + 1) * total / sites - number * total / sites).collect(),
        }
    }

    /// Each site has at least one, as far as there are enough.
    pub fn at_least_one(self, sites: usize, total: usize) -> Vec<usize> {
        let rest = self.parts(sites, total.saturating_sub(sites));
        rest.into_iter().enumerate().map(|(number, part)| part + usize::from(number < total)).collect()
    }
}

/// The shares of all sites.
pub(super) fn shares(order: &SeedOrder) -> Vec<SiteShare> {
    let SeedOrder { sites, spread, .. } = *order;
    let products = spread.at_least_one(sites, order.products);
    let customers = spread.at_least_one(sites, order.customers);
    let (orders, pages) = (spread.parts(sites, order.orders), spread.parts(sites, order.pages));
    let shares = products.into_iter().zip(customers).zip(orders).zip(pages);
    shares.map(|(((products, customers), orders), pages)| SiteShare { products, orders, customers, pages }).collect()
}
