//! The last inputs of the plugins of sites: a new version is tried with them before a contributor decides. They come
//! from pages that are the same for all visitors, and from carts without what tells of a person; payments are never
//! recorded.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::plugin_sample;
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::token::token_hash_hex;
use stoa_plugin_host::model::{CartPlace, Money, QuotedCart, QuotedCheckout};

/// Inputs of a block, formatter, predicate or kind of question that a site keeps.
pub const MAX_INPUTS: usize = 20;
/// So many of an entry are taken within this time, milliseconds, by a process: the rest costs nothing.
pub const WINDOW_MS: i64 = 10 * 60 * 1_000;
/// Largest input, bytes of JSON.
const MAX_INPUT_BYTES: usize = 64 * 1024;
/// Sites whose inputs are taken at a time.
const MAX_SITES: usize = 5_000;
/// Characters of a postal code that are not kept.
const HIDDEN_CHARACTERS: usize = 2;

/// An input of a plugin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sample {
    /// Language of the page or of the shopper.
    pub locale: String,
    /// What is asked.
    #[serde(flatten)]
    pub question: Question,
}

/// What a plugin is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the calls of plugins, which the host describes")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Question {
    /// To render a block.
    Block { name: String, instance_id: String, settings: Value, data: Value },
    /// To format a value.
    Formatter { name: String, input: Value, arguments: Vec<String> },
    /// To test a value.
    Predicate { name: String, input: Value, arguments: Vec<String> },
    /// For delivery options.
    ShippingProvider { cart: QuotedCart, place: CartPlace },
    /// For taxes.
    TaxProvider { cart: QuotedCart, shipping: Option<Money>, place: CartPlace },
    /// For discounts.
    DiscountFunction { cart: QuotedCart },
    /// For the questions of a checkout.
    CheckoutQuestions { checkout: QuotedCheckout },
}

impl Question {
    /// Kind and name, as owners read it where something is suspended.
    pub(super) fn entry(&self) -> String {
        match self {
            Self::Block { name, .. } => format!("block {name}"),
            Self::Formatter { name, .. } => format!("formatter {name}"),
            Self::Predicate { name, .. } => format!("predicate {name}"),
            Self::ShippingProvider { .. } => "shipping-provider".to_owned(),
            Self::TaxProvider { .. } => "tax-provider".to_owned(),
            Self::DiscountFunction { .. } => "discount-function".to_owned(),
            Self::CheckoutQuestions { .. } => "checkout-questions".to_owned(),
        }
    }
}

/// A cart without the buyer's tax number.
pub(super) fn without_person(cart: QuotedCart) -> QuotedCart {
    QuotedCart { tax_id: None, ..cart }
}

/// A place whose postal code is that of many people: its last characters are replaced by others of their kind.
pub fn region_of(place: CartPlace) -> CartPlace {
    let mut left = HIDDEN_CHARACTERS;
    let hidden = |character: char| {
        if left == 0 || !character.is_alphanumeric() {
            return character;
        }
        left -= 1;
        if character.is_alphabetic() { 'A' } else { '0' }
    };
    let reversed: String = place.postal_code.chars().rev().map(hidden).collect();
    CartPlace { postal_code: reversed.chars().rev().collect(), ..place }
}

/// The inputs of sites, by plugin and entry.
type Windows = HashMap<WebsiteId, HashMap<(String, String), Window>>;

/// An entry of a plugin on a site, such as a kind of block.
#[derive(Clone, Copy, Debug)]
pub struct SampledEntry<'a> {
    /// The site.
    pub website: &'a WebsiteId,
    /// The plugin.
    pub plugin: &'a str,
    /// Kind and name, such as `block hours`.
    pub entry: &'a str,
}

/// What is not written yet.
#[derive(Debug, Default)]
pub struct Samples(Mutex<Windows>);

/// The inputs of an entry of a plugin since a time.
#[derive(Debug)]
struct Window {
    since: Timestamp,
    taken: usize,
    seen: HashSet<String>,
    fresh: Vec<Fresh>,
}

/// An input that is not written yet.
#[derive(Debug)]
pub struct Fresh {
    digest: String,
    at: Timestamp,
    input: Value,
}

/// Inputs of an entry of a plugin, to be written.
pub type FreshSamples = Vec<((String, String), Vec<Fresh>)>;

impl Samples {
    fn windows(&self) -> MutexGuard<'_, Windows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an input of `entry`, unless enough of them were taken a short time ago.
    pub fn take(
        &self,
        SampledEntry { website, plugin, entry }: SampledEntry<'_>,
        now: Timestamp,
        sample: impl FnOnce() -> Sample,
    ) {
        let key = (plugin.to_owned(), entry.to_owned());
        {
            let mut windows = self.windows();
            if windows.len() >= MAX_SITES && !windows.contains_key(website) {
                return;
            }
            let site = windows.entry(website.clone()).or_default();
            let window = site.entry(key.clone()).or_insert_with(|| Window::since(now));
            if now - window.since > WINDOW_MS {
                window.since = now;
                window.taken = 0;
                window.seen.clear();
            }
            if window.taken >= MAX_INPUTS {
                return;
            }
            window.taken += 1;
        }
        let Ok(input) = serde_json::to_value(sample()) else { return };
        let text = input.to_string();
        // One NUL would cost all inputs where the database cannot store it.
        if text.len() > MAX_INPUT_BYTES || text.contains("\\u0000") {
            return;
        }
        let digest = token_hash_hex(&text);
        let mut windows = self.windows();
        let Some(window) = windows.get_mut(website).and_then(|site| site.get_mut(&key)) else { return };
        if window.seen.insert(digest.clone()) {
            window.fresh.push(Fresh { digest, at: now, input });
        } else {
            // The same once more leaves room for another.
            window.taken = window.taken.saturating_sub(1);
        }
    }

    /// Sites with inputs to write.
    pub fn websites(&self) -> Vec<WebsiteId> {
        self.windows().keys().cloned().collect()
    }

    /// Hands out what is to be written for a site.
    pub fn hand_out(&self, website: &WebsiteId, now: Timestamp) -> FreshSamples {
        let mut windows = self.windows();
        let Some(site) = windows.get_mut(website) else { return Vec::new() };
        let take = |(key, window): (&(String, String), &mut Window)| (key.clone(), std::mem::take(&mut window.fresh));
        let found = site.iter_mut().map(take).filter(|(_, fresh)| !fresh.is_empty()).collect();
        site.retain(|_, window| now - window.since <= WINDOW_MS);
        if site.is_empty() {
            windows.remove(website);
        }
        found
    }

    /// Forgets the inputs of a plugin that is removed with its data.
    pub(super) fn forget(&self, website: &WebsiteId, plugin: &str) {
        if let Some(site) = self.windows().get_mut(website) {
            site.retain(|(known, _), _| known != plugin);
        }
    }
}

impl Window {
    fn since(now: Timestamp) -> Self {
        Self { since: now, taken: 0, seen: HashSet::new(), fresh: Vec::new() }
    }
}

/// Writes inputs, and deletes the oldest ones.
pub(super) async fn keep(tx: &TenantTx, samples: FreshSamples) -> Result<(), Failure> {
    for ((plugin, entry), fresh) in samples {
        let own = Condition::all()
            .add(plugin_sample::Column::PluginId.eq(plugin.as_str()))
            .add(plugin_sample::Column::Entry.eq(entry.as_str()));
        let known = tx.find::<plugin_sample::Entity>().filter(own.clone());
        let known = known.order_by_desc(plugin_sample::Column::At).for_update().all().await?;
        let mut ages: Vec<(Timestamp, String)> = known.iter().map(|row| (row.at, row.digest.clone())).collect();
        for Fresh { digest, at, input } in fresh {
            let is_known = ages.iter().any(|(_, other)| *other == digest);
            ages.retain(|(_, other)| *other != digest);
            ages.push((at, digest.clone()));
            let row = plugin_sample::ActiveModel {
                website_id: Set(tx.website().clone()),
                plugin_id: Set(plugin.clone()),
                entry: Set(entry.clone()),
                digest: Set(digest),
                at: Set(at),
                input: Set(input),
            };
            if is_known {
                tx.save(row).await?;
            } else {
                tx.insert(row).await?;
            }
        }
        ages.sort();
        let old: Vec<String> = ages.into_iter().rev().skip(MAX_INPUTS).map(|(_, digest)| digest).collect();
        if !old.is_empty() {
            tx.delete::<plugin_sample::Entity>(own.add(plugin_sample::Column::Digest.is_in(old))).exec().await?;
        }
    }
    Ok(())
}

/// The inputs of a plugin that a site keeps, by what was called, the last ones first.
pub(super) async fn kept(tx: &TenantTx, plugin: &str) -> Result<Vec<Sample>, Failure> {
    let own = plugin_sample::Column::PluginId.eq(plugin);
    let rows = tx.find::<plugin_sample::Entity>().filter(own).order_by_asc(plugin_sample::Column::Entry);
    let rows = rows.order_by_desc(plugin_sample::Column::At).all().await?;
    // What another version of the server wrote may look different.
    Ok(rows.into_iter().filter_map(|row| serde_json::from_value(row.input).ok()).collect())
}
