//! Sites for load tests, the same each time for the same seed: with pages, a store, products, customers and orders.
//!
//! A site is registered only after all of it was written, so nobody sees it half done, a running server shares no lock
//! with the writing, and an interrupted run can be repeated: sites that are there are left alone.

mod given;
pub mod pages;
mod shares;
mod site;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use anyhow::{Context as _, bail};
use sha2::{Digest as _, Sha256};
use stoa_commerce::load_seed::{Random, ShopPlan, Written, write_shop};
use stoa_entity::tenant::site as site_table;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::ports::BlobStore;
use stoa_kernel::website::WebsiteStatus;
use stoa_site::media::{Media, NewAsset};
use stoa_tenancy::{Databases, NewSite, Owner, Tenancy, Tenant, hash_password_with_salt};
use tokio::task::JoinSet;

use self::shares::SiteShare;
use self::site::SiteContent;
use crate::wiring::AppContext;
use crate::{seed, site_removal};

pub use self::given::{end_of_data, prefix_problem};
pub use self::shares::Spread;

/// Pictures of a site; products and pages share them.
const PICTURES: usize = 12;
/// Sites that are written at the same time, at most.
const MAX_WORKERS: usize = 4;
/// Time in the ids of sites: they do not depend on the day of the run.
const IDS_FROM_MS: u64 = 1_767_225_600_000;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct SeedOrder {
    /// The same seed gives the same sites.
    pub seed: u64,
    /// Number of sites.
    pub sites: usize,
    /// Products of all sites together; each has at least one.
    pub products: usize,
    /// Orders of all sites together.
    pub orders: usize,
    /// Customers of all sites together; each has at least one.
    pub customers: usize,
    /// Pages of all sites together, besides the home page and the store of each.
    pub pages: usize,
    /// How these are spread over the sites.
    pub spread: Spread,
    /// First part of the names of the sites.
    pub prefix: String,
    /// Folder name of their theme.
    pub theme: String,
    /// The time of the latest row.
    pub at: Timestamp,
}

/// The contributor who owns the sites.
pub struct SeedOwner {
    /// E-mail address.
    pub email: String,
    /// Password, if the account has to be made; also that of the customers' accounts.
    pub password: String,
}

/// How far a run is.
#[derive(Debug, Default)]
pub struct Progress {
    sites: AtomicUsize,
    orders: AtomicUsize,
}

impl Progress {
    /// Sites that are there.
    pub fn sites(&self) -> usize {
        self.sites.load(Ordering::Relaxed)
    }

    /// Orders written.
    pub fn orders(&self) -> usize {
        self.orders.load(Ordering::Relaxed)
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Sites made.
    pub made: usize,
    /// Sites that were there.
    pub known: usize,
    /// Pages made, with home pages and stores.
    pub pages: usize,
    /// What the shops have that were made.
    pub shops: Written,
}

/// Makes sites.
pub struct Seeder {
    tenancy: Arc<Tenancy>,
    databases: Arc<Databases>,
    media: Arc<Media>,
    blobs: Arc<dyn BlobStore>,
    platform_host: String,
    order: SeedOrder,
    shares: Vec<SiteShare>,
    pictures: Vec<NewAsset>,
    owner: AccountId,
    owner_email: String,
    password_hash: String,
    owner_is_new: bool,
}

impl SeedOrder {
    /// The name of a site, from 0.
    pub fn identifier(&self, number: usize) -> String {
        let digits = self.sites.to_string().len().max(4);
        format!("{}-{:0digits$}", self.prefix, number + 1)
    }

    /// The id of a site. Whatever else its data follow from gives another id, so that sites of another run are not taken
    /// for these.
    fn website(&self, number: usize) -> WebsiteId {
        let Self { seed, sites, products, orders, customers, pages, spread, prefix, theme, at } = self;
        let all = format!("{prefix} {theme} {} {sites} {products} {orders} {customers} {pages} {spread:?}", at.ms());
        let sum = Sha256::digest(all).iter().fold(0_u64, |sum, byte| sum.rotate_left(7) ^ u64::from(*byte));
        WebsiteId::from_parts(IDS_FROM_MS, Random::of(&[*seed, sum, number as u64]).id())
    }
}

impl Seeder {
    /// Prepares a run; makes the owner's account if there is none.
    ///
    /// # Errors
    /// When the account cannot be made.
    pub async fn new(foundation: &AppContext, order: SeedOrder, owner: &SeedOwner) -> anyhow::Result<Self> {
        let tenancy = Arc::clone(&foundation.tenancy);
        let known = tenancy.staff.by_email(&owner.email).await?;
        let owner_is_new = known.is_none();
        let account = match known {
            Some(account) => account,
            None => tenancy.staff.create(&owner.email, "Load Tests", &owner.password, tenancy.now()).await?,
        };
        let salt = Sha256::digest(format!("{} {}", order.seed, order.prefix));
        Ok(Self {
            shares: shares::shares(&order),
            pictures: seed::demo_pictures(PICTURES)?,
            password_hash: hash_password_with_salt(&owner.password, &salt).await?,
            owner: account.id,
            owner_email: account.email,
            owner_is_new,
            databases: Arc::clone(&foundation.databases),
            media: Arc::clone(&foundation.media),
            blobs: Arc::clone(&foundation.blobs),
            platform_host: foundation.platform_host.clone(),
            tenancy,
            order,
        })
    }

    /// Whether the owner's account was made for this run.
    pub fn owner_is_new(&self) -> bool {
        self.owner_is_new
    }

    /// Makes the sites that are not there yet.
    ///
    /// # Errors
    /// When a name is taken by another site, or a database cannot be written. Sites that are whole stay.
    pub async fn run(self: Arc<Self>, progress: Arc<Progress>) -> anyhow::Result<Summary> {
        let workers = available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS);
        let (mut running, mut summary) = (JoinSet::new(), Summary::default());
        let mut numbers = 0..self.order.sites;
        loop {
            while running.len() < workers
                && let Some(number) = numbers.next()
            {
                let (seeder, progress) = (Arc::clone(&self), Arc::clone(&progress));
                running.spawn(async move { seeder.site(number, &progress).await });
            }
            let Some(done) = running.join_next().await else { break };
            summary.add(done.context("a task ended early")??);
        }
        self.tenancy.hosts.clear_cache();
        Ok(summary)
    }

    /// Makes a site; none if it is there.
    async fn site(&self, number: usize, progress: &Progress) -> anyhow::Result<Option<(usize, Written)>> {
        let (id, identifier) = (self.order.website(number), self.order.identifier(number));
        let tenants = &self.tenancy.tenants;
        if tenants.is_known(&id).await? {
            progress.sites.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        }
        if tenants.exists(&identifier).await? {
            bail!(
                "'{identifier}' was made with another seed, other numbers, another --theme or another --at, which is \
                 the day of the run when it is left out; repeat these, or choose another --prefix"
            );
        }
        if tenants.is_removal_open(&id).await? {
            // What is left of it is removed once more after half an hour, with whatever has its id by then.
            bail!(
                "'{identifier}' was deleted, and a server still removes what is left; wait, or choose another --prefix"
            );
        }
        let made = self.write(&id, number, progress).await.with_context(|| format!("'{identifier}' was not made"))?;
        let site = NewSite {
            title: self.title(number),
            hosts: vec![format!("{identifier}.{}", self.platform_host)],
            identifier,
            status: WebsiteStatus::Paid,
            plan: None,
        };
        let owner = Owner { account: &self.owner, new: None, rules: None };
        tenants.create(&id, &site, Some(owner), self.tenancy.now()).await?;
        if self.databases.is_embedded() {
            // Its prepared statements are large, and many sites follow.
            self.databases.close_site(&id).await;
        }
        progress.sites.fetch_add(1, Ordering::Relaxed);
        Ok(Some(made))
    }

    fn title(&self, number: usize) -> String {
        format!("Load Test {}", number + 1)
    }

    /// Writes all rows of a site that is not registered yet. What an interrupted run left of it is removed before.
    async fn write(&self, id: &WebsiteId, number: usize, progress: &Progress) -> anyhow::Result<(usize, Written)> {
        if has_rows(&self.tenant(id).await?).await? {
            site_removal::delete_unregistered(&self.tenancy.tenants, self.blobs.as_ref(), id).await?;
        }
        let tenant = self.tenant(id).await?;
        // The list of due work gets the site when it is registered.
        let db = tenant.db.without_notice();
        let share = self.shares.get(number).copied().unwrap_or_default();
        let title = self.title(number);
        let content = SiteContent {
            order: &self.order,
            number,
            share,
            title: &title,
            contact_email: &self.owner_email,
            password_hash: &self.password_hash,
        };
        let assets = content.pictures(&tenant.ctx, &self.media, &self.pictures).await?;
        let setting = content.shop(assets.iter().map(|(id, _)| id.clone()).collect());
        let pages = content.write(&db, &setting, assets).await?;
        let plan = ShopPlan::new(setting);
        let count = |orders: usize| {
            progress.orders.fetch_add(orders, Ordering::Relaxed);
        };
        let written = write_shop(&db, &plan, &count).await?;
        Ok((pages, written))
    }

    async fn tenant(&self, id: &WebsiteId) -> anyhow::Result<Tenant> {
        Ok(self.tenancy.for_system(id, "load seed").await?)
    }
}

async fn has_rows(tenant: &Tenant) -> anyhow::Result<bool> {
    let tx = tenant.db.read().await?;
    Ok(tx.find::<site_table::Entity>().one().await?.is_some())
}

impl Summary {
    fn add(&mut self, made: Option<(usize, Written)>) {
        let Some((pages, shop)) = made else {
            self.known += 1;
            return;
        };
        self.made += 1;
        self.pages += pages;
        let Written { products, customers, orders, lines, rows } = &mut self.shops;
        *products += shop.products;
        *customers += shop.customers;
        *orders += shop.orders;
        *lines += shop.lines;
        *rows += shop.rows;
    }
}
