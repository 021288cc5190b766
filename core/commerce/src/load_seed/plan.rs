//! What a shop consists of: its products and customers, and who bought what when. Pure.

use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{AssetId, CollectionId};
use stoa_kernel::money::Cents;

use super::customers::Customer;
use super::products::Product;
use super::random::{Random, Zipf};

/// The time in which the orders were placed.
const YEAR_MS: i64 = 365 * DAY_MS;
/// Most lines of an order.
const MAX_LINES: i64 = 4;

/// How many rows of each kind a shop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopSize {
    /// Products, of one to three variants.
    pub products: usize,
    /// Orders; none without products and customers.
    pub orders: usize,
    /// Customers. Those who bought nothing have an account.
    pub customers: usize,
}

/// What a shop is made from. The same setting gives the same shop.
#[derive(Clone, Debug)]
pub struct ShopSetting {
    /// The seed, and whatever distinguishes this shop from others of the seed.
    pub keys: Vec<u64>,
    /// How large it is.
    pub size: ShopSize,
    /// The page of its store.
    pub store: CollectionId,
    /// Pictures of its products.
    pub pictures: Vec<AssetId>,
    /// The time of the latest row.
    pub until: Timestamp,
    /// Domain of its customers' e-mail addresses, such as `load-0001.invalid`.
    pub email_domain: String,
    /// Hash of the password of its customers' accounts.
    pub password_hash: String,
    /// So many of a hundred orders were paid by transfer and count in the reports; the others are test orders.
    pub transfer_percent: u64,
}

/// Kinds of sequences of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    Category = 1,
    Product = 2,
    Customer = 3,
    Order = 4,
    Stock = 5,
    Text = 6,
}

/// A whole shop, before it is written.
#[derive(Debug)]
pub struct ShopPlan {
    pub(super) setting: ShopSetting,
    pub(super) products: Vec<Product>,
    pub(super) customers: Vec<Customer>,
    popularity: Zipf,
}

/// A line of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlannedLine {
    pub(super) product: usize,
    pub(super) variant: usize,
    pub(super) quantity: i64,
}

/// An order.
pub(super) struct PlannedOrder {
    pub(super) placed_on: Timestamp,
    pub(super) customer: usize,
    pub(super) lines: Vec<PlannedLine>,
    /// The sequence that its other values come from.
    pub(super) random: Random,
}

impl ShopSetting {
    /// The sequence of a row.
    pub(super) fn random(&self, stream: Stream, number: usize) -> Random {
        let own = [stream as u64, number as u64];
        let keys: Vec<u64> = self.keys.iter().chain(&own).copied().collect();
        Random::of(&keys)
    }

    /// When the shop opened: nothing was bought before.
    pub(super) fn opened_on(&self) -> Timestamp {
        self.until - YEAR_MS
    }
}

impl ShopPlan {
    /// The shop of a setting.
    pub fn new(setting: ShopSetting) -> Self {
        let size = setting.size;
        let mut sku = 0;
        let products: Vec<Product> =
            (0..size.products).map(|number| Product::new(&setting, number, &mut sku)).collect();
        let customers = (0..size.customers).map(|number| Customer::new(&setting, number)).collect();
        let popularity = Zipf::new(products.len());
        let mut plan = Self { setting, products, customers, popularity };
        for number in 0..plan.orders() {
            let order = plan.order(number);
            for line in &order.lines {
                if let Some(product) = plan.products.get_mut(line.product) {
                    product.sell(line.variant, line.quantity);
                }
            }
            if let Some(customer) = plan.customers.get_mut(order.customer) {
                customer.bought(order.placed_on);
            }
        }
        plan
    }

    /// The number of its orders.
    pub fn orders(&self) -> usize {
        if self.products.is_empty() || self.customers.is_empty() { 0 } else { self.setting.size.orders }
    }

    /// One of its orders, from 0, oldest first. The same whenever it is asked for.
    pub(super) fn order(&self, number: usize) -> PlannedOrder {
        let mut random = self.setting.random(Stream::Order, number);
        let step = YEAR_MS / i64::try_from(self.orders().max(1)).unwrap_or(i64::MAX);
        let place = i64::try_from(number).unwrap_or(0);
        let placed_on = self.setting.opened_on() + place * step + random.between(0, (step - 1).max(0));
        let customer = self.buyer(number, &mut random);
        let lines = self.lines(&mut random);
        PlannedOrder { placed_on, customer, lines, random }
    }

    /// New customers come all the time; between them, known ones buy again.
    fn buyer(&self, number: usize, random: &mut Random) -> usize {
        let per_customer = (self.orders() / self.customers.len().max(1)).max(1);
        let newest = number / per_customer;
        if number.is_multiple_of(per_customer) && newest < self.customers.len() {
            return newest;
        }
        random.place((newest + 1).min(self.customers.len()))
    }

    fn lines(&self, random: &mut Random) -> Vec<PlannedLine> {
        let mut lines: Vec<PlannedLine> = Vec::new();
        for _ in 0..random.between(1, MAX_LINES).min(random.between(1, MAX_LINES)) {
            let product = self.popularity.place(random);
            let variants = self.products.get(product).map_or(1, |product| product.variants.len());
            let line = PlannedLine { product, variant: random.place(variants), quantity: random.between(1, 3) };
            let is_there = |known: &PlannedLine| (known.product, known.variant) == (line.product, line.variant);
            if !lines.iter().any(is_there) {
                lines.push(line);
            }
        }
        lines
    }

    /// What a line costs per piece.
    pub(super) fn price_of(&self, line: &PlannedLine) -> Cents {
        let variant = self.products.get(line.product).and_then(|product| product.variants.get(line.variant));
        variant.map_or(Cents::ZERO, |variant| variant.sale_cents.unwrap_or(variant.price_cents))
    }
}
