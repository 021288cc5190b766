//! What the recorder remembers, so that it need not ask the databases: the open visits, and texts that are stored.

use std::collections::{HashMap, HashSet};

use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::visits::{OpenVisit, PAUSE_MS};

/// Most texts remembered for a site.
const TEXTS: usize = 20_000;
/// Most visits remembered for all sites.
const VISITS: usize = 500_000;
/// How often old visits are searched, milliseconds.
const TIDIED_MS: i64 = 60_000;

/// What is remembered.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    sites: HashMap<WebsiteId, SiteMemory>,
    tidied_on: Option<Timestamp>,
}

/// What is remembered of a site.
#[derive(Debug, Default)]
pub(crate) struct SiteMemory {
    /// The open visit of each visitor.
    pub(crate) visits: HashMap<i64, OpenVisit>,
    /// Texts that were stored today.
    texts: HashSet<i64>,
    /// Titles that were stored today, as hashes of page and title.
    day: i32,
    /// When the site is listed as due.
    pub(crate) due_on: Option<Timestamp>,
    last_used: Option<Timestamp>,
}

impl Memory {
    /// What is remembered of a site, to be changed by its only writer.
    pub(crate) fn take(&mut self, website: &WebsiteId) -> SiteMemory {
        self.sites.remove(website).unwrap_or_default()
    }

    /// Remembers a site after its events were stored.
    pub(crate) fn keep(&mut self, website: &WebsiteId, mut site: SiteMemory, now: Timestamp) {
        site.last_used = Some(now);
        self.sites.insert(website.clone(), site);
    }

    /// Forgets visits that are over, and sites without any.
    pub(crate) fn forget_old(&mut self, now: Timestamp) {
        if self.tidied_on.is_some_and(|tidied| (0..TIDIED_MS).contains(&(now - tidied))) {
            return;
        }
        self.tidied_on = Some(now);
        for site in self.sites.values_mut() {
            site.visits.retain(|_, visit| now - visit.last_at <= PAUSE_MS);
        }
        let all: usize = self.sites.values().map(|site| site.visits.len()).sum();
        if all > VISITS {
            // They are read from the databases again.
            self.sites.clear();
        }
        self.sites.retain(|_, site| site.last_used.is_some_and(|used| now - used <= PAUSE_MS));
    }
}

impl SiteMemory {
    /// Begins a day: texts are stored again, since each row says on which day it was used last.
    pub(crate) fn begin_day(&mut self, day: i32) {
        if self.day != day || self.texts.len() > TEXTS {
            self.texts.clear();
            self.day = day;
        }
    }

    /// Whether a text is not known to be stored; from now on it is.
    pub(crate) fn is_new(&mut self, text: i64) -> bool {
        self.texts.insert(text)
    }
}
