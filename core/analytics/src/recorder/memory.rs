//! What the recorder remembers, so that it need not ask the databases: the open visits, and texts that are stored.

use std::collections::{HashMap, HashSet};

use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::visits::{OpenVisit, PAUSE_MS};

/// Most texts that the visitors of a site can use on a day. A visitor can report others without end: what is beyond is
/// counted together, as it is in the sums.
const TEXTS: usize = 50_000;
/// Most visits remembered for all sites.
const VISITS: usize = 500_000;
/// How often old visits are searched, milliseconds.
const TIDIED_MS: i64 = 60_000;
/// Pause of a site whose database failed, milliseconds.
const RETRY_MS: i64 = 2_000;

/// What is remembered.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    sites: HashMap<WebsiteId, SiteMemory>,
    /// When the database of a site failed last.
    failures: HashMap<WebsiteId, Timestamp>,
    tidied_on: Option<Timestamp>,
}

/// What is to be done with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    /// Nothing: it is stored.
    Known,
    /// It is to be stored.
    New,
    /// It is not stored.
    TooMany,
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

    /// Whether the database of a site failed so lately that it is not tried yet.
    pub(crate) fn is_paused(&self, website: &WebsiteId, now: Timestamp) -> bool {
        self.failures.get(website).is_some_and(|failed| (0..RETRY_MS).contains(&(now - *failed)))
    }

    /// Remembers that the database of a site failed.
    pub(crate) fn pause(&mut self, website: &WebsiteId, now: Timestamp) {
        self.failures.insert(website.clone(), now);
    }

    /// Has every site tried again.
    pub(crate) fn end_pauses(&mut self) {
        self.failures.clear();
    }

    /// Remembers a site after its events were stored.
    pub(crate) fn keep(&mut self, website: &WebsiteId, mut site: SiteMemory, now: Timestamp) {
        self.failures.remove(website);
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
            // They are read from the databases again. Texts stay, so that their number cannot be reset from outside.
            for site in self.sites.values_mut() {
                site.visits.clear();
            }
        }
        self.sites.retain(|_, site| site.last_used.is_some_and(|used| now - used <= PAUSE_MS));
        self.failures.retain(|_, failed| now - *failed <= PAUSE_MS);
    }
}

impl SiteMemory {
    /// Begins a day: texts are stored again, since each row says on which day it was used last.
    pub(crate) fn begin_day(&mut self, day: i32) {
        if self.day != day {
            self.texts.clear();
            self.day = day;
        }
    }

    /// Whether a text is stored already, is to be stored now, or is not stored because there are too many.
    pub(crate) fn note(&mut self, text: i64) -> Noted {
        if self.texts.contains(&text) {
            Noted::Known
        } else if self.texts.len() >= TEXTS {
            Noted::TooMany
        } else {
            self.texts.insert(text);
            Noted::New
        }
    }

    /// Whether a text that is stored in any case is not known to be; from now on it is.
    pub(crate) fn is_new(&mut self, text: i64) -> bool {
        self.texts.insert(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_day_are_bounded() {
        let mut memory = SiteMemory::default();
        memory.begin_day(1);
        let most = i64::try_from(TEXTS).unwrap();
        assert!((0..most).all(|text| memory.note(text) == Noted::New));
        assert_eq!((memory.note(most), memory.note(0)), (Noted::TooMany, Noted::Known));
        memory.begin_day(1);
        assert_eq!(memory.note(most), Noted::TooMany);
        memory.begin_day(2);
        assert_eq!(memory.note(most), Noted::New);
    }
}
