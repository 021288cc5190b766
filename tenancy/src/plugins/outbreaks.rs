//! Plugins that are suspended on several sites at once: more than the mistake of one site, so operators are told.

use std::collections::HashMap;

use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// On so many sites within ten minutes.
const SITES: usize = 3;
const WITHIN_MS: i64 = 10 * 60 * 1_000;

/// Suspensions of the last minutes, by plugin.
#[derive(Debug, Default)]
pub struct PluginOutbreaks {
    recent: HashMap<String, Recent>,
}

#[derive(Debug, Default)]
struct Recent {
    sites: HashMap<WebsiteId, Timestamp>,
    is_told: bool,
}

impl PluginOutbreaks {
    /// Notes a suspension. Returns the number of sites when operators are to be told: once, until the plugin has not
    /// been suspended anywhere for ten minutes.
    pub fn note(&mut self, plugin: &str, website: &WebsiteId, now: Timestamp) -> Option<usize> {
        self.recent.retain(|_, recent| {
            recent.sites.retain(|_, on| now.ms() - on.ms() <= WITHIN_MS);
            !recent.sites.is_empty()
        });
        let recent = self.recent.entry(plugin.to_owned()).or_default();
        recent.sites.insert(website.clone(), now);
        let is_one = !recent.is_told && recent.sites.len() >= SITES;
        recent.is_told |= is_one;
        is_one.then_some(recent.sites.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_told_once_of_several_sites_within_ten_minutes() {
        let mut outbreaks = PluginOutbreaks::default();
        let sites = [(); 4].map(|()| WebsiteId::generate());
        let at = |minutes: i64| Timestamp::from_ms(minutes * 60_000);
        assert_eq!(outbreaks.note("acme.a", &sites[0], at(0)), None);
        assert_eq!(outbreaks.note("acme.a", &sites[0], at(1)), None, "the same site");
        assert_eq!(outbreaks.note("acme.b", &sites[1], at(1)), None, "another plugin");
        assert_eq!(outbreaks.note("acme.a", &sites[1], at(2)), None);
        assert_eq!(outbreaks.note("acme.a", &sites[2], at(12)), None, "the first was more than ten minutes ago");
        assert_eq!(outbreaks.note("acme.a", &sites[3], at(12)), Some(3));
        assert_eq!(outbreaks.note("acme.a", &sites[0], at(13)), None, "they know");
        assert_eq!(outbreaks.note("acme.a", &sites[0], at(30)), None);
        assert_eq!(outbreaks.note("acme.a", &sites[1], at(31)), None);
        assert_eq!(outbreaks.note("acme.a", &sites[2], at(32)), Some(3), "it begins again");
    }
}
