//! A version of a plugin beside the one that a site uses: both answer the last inputs of the site again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use stoa_http::site_plugins::{
    PluginCaller, PluginComparedPartOut, PluginComparisonOut, PluginDifferenceOut, PluginPriceOut,
};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{ErrorCode, Failure};
use stoa_plugin_host::{Activation, LoadedPlugin};
use stoa_tenancy::PluginRules;

use super::super::plugin_defaults::with_defaults;
use super::super::samples::kept;
use super::super::settings_migration::Migration;
use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::changes::{not_taken_over, sentence, unusable};
use super::replay::{Answer, Replay};
use super::versions::{Version, latest};

/// Differences that are shown.
const MOST_SHOWN: usize = 20;
/// Longest answer that is shown, characters.
const LONGEST_SHOWN: usize = 2_000;

/// An input with what the two versions answered.
pub struct Compared {
    /// Kind and name of what was called.
    pub part: String,
    /// The answer of the version that the site uses.
    pub before: Answer,
    /// The answer of the other one.
    pub after: Answer,
}

impl PluginService {
    pub(super) async fn compared(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginComparisonOut, Failure> {
        let website = caller.ctx.website();
        // What this process has not written yet belongs to it.
        if let Err(error) = self.activity.write(&self.tenancy, website).await {
            tracing::warn!(%error, "what plugins did is not recorded");
        }
        let rules = self.sites.packages.rules().await?;
        let (choices, samples) = {
            let tx = caller.db.read().await?;
            (SiteChoices::load(&tx).await?, kept(&tx, plugin).await?)
        };
        let current = self.current(website, plugin, &choices, &rules).await?.ok_or_else(Failure::not_found)?;
        let other = match digest {
            Some(digest) => Some(self.version(website, plugin, digest).await?),
            None => self.latest_of(caller, plugin).await?,
        };
        let other = other.as_ref().unwrap_or(&current);
        let (before, after) = (
            self.replay(caller, &current, &choices, &rules).await?,
            self.replay(caller, other, &choices, &rules).await?,
        );
        let samples = Arc::new(samples);
        let before = before.answers(&samples).await?;
        let after = after.answers(&samples).await?;
        let compared: Vec<Compared> = samples
            .iter()
            .zip(before.into_iter().zip(after))
            .map(|(sample, (before, after))| Compared { part: sample.question.entry(), before, after })
            .collect();
        Ok(PluginComparisonOut {
            before_version: current.info().version.clone(),
            after_version: other.info().version.clone(),
            inputs: count(samples.len()),
            compared: count(compared.len()),
            parts: parts_of(&compared),
            differences: differences_of(&compared),
        })
    }

    /// The latest version that the site could use.
    async fn latest_of(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<Option<Version>, Failure> {
        let website = caller.ctx.website();
        let packages = self.sites.packages.list(website).await?;
        match latest(packages.iter().filter(|package| package.plugin_id == plugin)).cloned() {
            Some(package) => Ok(Some(self.packaged(website, package).await?)),
            None => Ok(None),
        }
    }

    /// A version with the settings of the site, ready to be called.
    async fn replay(
        &self,
        caller: PluginCaller<'_>,
        version: &Version,
        choices: &SiteChoices,
        rules: &PluginRules,
    ) -> Result<Replay, Failure> {
        let loaded = self.loaded(version, rules).await?;
        let info = version.info();
        let website = caller.ctx.website();
        let previous = choices.installation(&info.id).and_then(|row| row.previous.as_ref()).map(|previous| &previous.0);
        let config = match previous.filter(|previous| previous.digest.as_deref() == version.package_digest()) {
            Some(previous) => previous.settings.clone(),
            None => {
                let migrated = self.migrated(website, version, loaded.as_ref(), choices).await?;
                migrated.unwrap_or_else(|| choices.settings_for(info))
            }
        };
        let config = with_defaults(info, config);
        let known = self.sites.site_or_read(website).await?;
        let context = self.sites.site(website).await?.context.clone();
        let limits = known.limits.map(|own| own.limits);
        let activation =
            Activation { plugin_id: info.id.clone(), version: loaded, config, limits, ..Activation::default() };
        Ok(Replay::new(self.sites.host.clone(), context, activation))
    }

    /// What a version makes of the settings of the site; none if they are made for it.
    pub(super) async fn migrated(
        &self,
        website: &WebsiteId,
        version: &Version,
        loaded: Option<&LoadedPlugin>,
        choices: &SiteChoices,
    ) -> Result<Option<Value>, Failure> {
        let limits = self.sites.site_or_read(website).await?.limits;
        let (info, limits) = (version.info(), limits.as_ref());
        let migration = Migration { info, version: loaded, choices, limits, within: None };
        let migrated = self.sites.migrated(website, migration).await;
        Ok(migrated.map_err(|error| not_taken_over(&error))?.map(|migrated| migrated.settings))
    }

    /// The version of a package, loaded; none for that of the server.
    pub(super) async fn loaded(&self, version: &Version, rules: &PluginRules) -> Result<Option<LoadedPlugin>, Failure> {
        let Some(package) = &version.package else { return Ok(None) };
        if let Some(reason) = package.refusal(rules) {
            return Err(Failure::new(ErrorCode::Conflict, sentence(reason)));
        }
        let loaded = self.sites.host.ensure(&package.plugin_id, &package.digest).await;
        loaded.map(Some).map_err(|error| unusable(&error))
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The inputs of each part, in the order of their names.
pub fn parts_of(compared: &[Compared]) -> Vec<PluginComparedPartOut> {
    let mut parts: BTreeMap<&str, Vec<&Compared>> = BTreeMap::new();
    for one in compared {
        parts.entry(&one.part).or_default().push(one);
    }
    let with = |found: &[&Compared], is: fn(&Compared) -> bool| count(found.iter().filter(|one| is(one)).count());
    parts
        .into_iter()
        .map(|(part, found)| PluginComparedPartOut {
            part: part.to_owned(),
            inputs: count(found.len()),
            differences: with(&found, |one| one.before.said != one.after.said),
            before_failures: with(&found, |one| one.before.said.is_err()),
            after_failures: with(&found, |one| one.after.said.is_err()),
            before_micros: median(found.iter().map(|one| one.before.micros)),
            after_micros: median(found.iter().map(|one| one.after.micros)),
        })
        .collect()
}

fn median(times: impl Iterator<Item = i64>) -> i64 {
    let mut times: Vec<i64> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The differences that matter most: failures of the new version, then prices, then the rest.
pub fn differences_of(compared: &[Compared]) -> Vec<PluginDifferenceOut> {
    let mut found: Vec<(u8, PluginDifferenceOut)> = compared
        .iter()
        .filter(|one| one.before.said != one.after.said)
        .map(|one| {
            let shown = difference(one);
            let rank = match (&shown.after_failure, &shown.price) {
                (Some(_), _) => 0,
                (None, Some(_)) => 1,
                (None, None) => 2,
            };
            (rank, shown)
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, shown)| shown).take(MOST_SHOWN).collect()
}

fn difference(one: &Compared) -> PluginDifferenceOut {
    let text = |answer: &Answer| answer.said.as_ref().ok().map(|said| shortened(&said.text));
    let failure = |answer: &Answer| answer.said.as_ref().err().map(|reason| shortened(reason));
    PluginDifferenceOut {
        part: one.part.clone(),
        before: text(&one.before),
        before_failure: failure(&one.before),
        after: text(&one.after),
        after_failure: failure(&one.after),
        price: price(&one.before, &one.after),
    }
}

/// The prices of two answers, if they differ.
fn price(before: &Answer, after: &Answer) -> Option<PluginPriceOut> {
    let of = |answer: &Answer| answer.said.as_ref().ok().and_then(|said| said.price.clone());
    let (before, after) = (of(before), of(after));
    if before == after {
        return None;
    }
    let currency = before.as_ref().or(after.as_ref())?.currency.clone();
    Some(PluginPriceOut {
        currency,
        before_cents: before.map(|price| price.minor),
        after_cents: after.map(|price| price.minor),
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
