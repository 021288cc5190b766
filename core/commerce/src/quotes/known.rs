//! What this process knows of a site: its plugins that answer questions, which questions were just asked in vain, and
//! what plugins said about answers of shoppers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::pricing::QuoteKind;

use super::model::{QuoteSource, QuotedRefusal};

/// How long a question without an answer is not asked again, milliseconds: a page must not wait for it each time.
const PAUSE_MS: i64 = 10_000;
/// Most questions remembered as unanswered.
const MAX_UNANSWERED: usize = 1_000;
/// How long it is remembered what a plugin said about the answers of a shopper, milliseconds.
const REFUSALS_MS: i64 = 10 * 60 * 1_000;
/// Most answers of shoppers about which that is remembered.
const MAX_REFUSALS: usize = 1_000;

/// Why a question has no answer; the first is the least that was done for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Silence {
    /// It may be asked.
    Unasked,
    /// It was not put to the plugin, because the server is too busy.
    Busy,
    /// It was just asked in vain.
    InVain,
}

/// Whether a plugin of the site has questions for its checkout, as this process knows.
pub(crate) fn asks_in_checkout(db: &TenantDb) -> bool {
    db.memory().of::<KnownSources>().sources().iter().any(|source| source.kind == QuoteKind::Questions)
}

#[derive(Debug, Default)]
pub(super) struct KnownSources(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    sources: Arc<[QuoteSource]>,
    unanswered: HashMap<String, Pause>,
    /// What was said about answers of shoppers. It is in no database, since nobody could erase it there.
    refusals: HashMap<String, KnownRefusals>,
}

/// Until when a question is not asked again.
#[derive(Clone, Copy, Debug)]
struct Pause {
    until: Timestamp,
    was_asked: bool,
}

#[derive(Clone, Debug)]
struct KnownRefusals {
    refused: Vec<QuotedRefusal>,
    until: Timestamp,
}

impl KnownSources {
    pub(super) fn sources(&self) -> Arc<[QuoteSource]> {
        self.with(|state| Arc::clone(&state.sources))
    }

    /// Notes the plugins of the site, and returns whether they are others than before.
    pub(super) fn learn(&self, sources: &[QuoteSource]) -> bool {
        self.with(|state| {
            let is_news = state.sources.as_ref() != sources;
            if is_news {
                state.sources = sources.into();
            }
            is_news
        })
    }

    /// Remembers a question that was asked in vain, or could not be put to its plugin.
    pub(super) fn note_failure(&self, question: String, was_asked: bool, now: Timestamp) {
        self.with(|state| {
            if state.unanswered.len() >= MAX_UNANSWERED {
                state.unanswered.clear();
            }
            state.unanswered.insert(question, Pause { until: now + PAUSE_MS, was_asked });
        });
    }

    /// Whether a question may be asked.
    pub(super) fn may_ask(&self, question: &str, now: Timestamp) -> bool {
        self.silence(question, now) == Silence::Unasked
    }

    /// Why a question has no answer.
    pub(super) fn silence(&self, question: &str, now: Timestamp) -> Silence {
        self.with(|state| match state.unanswered.get(question) {
            Some(pause) if pause.until > now && pause.was_asked => Silence::InVain,
            Some(pause) if pause.until > now => Silence::Busy,
            _ => Silence::Unasked,
        })
    }

    /// Has a question asked again that could not be put to its plugin.
    pub(super) fn forget_busy(&self, question: &str) {
        self.with(|state| {
            if state.unanswered.get(question).is_some_and(|pause| !pause.was_asked) {
                state.unanswered.remove(question);
            }
        });
    }

    /// Remembers what a plugin said about answers.
    pub(super) fn keep_refusals(&self, question: String, refused: Vec<QuotedRefusal>, now: Timestamp) {
        self.with(|state| {
            state.refusals.retain(|_, said| said.until > now);
            if state.refusals.len() >= MAX_REFUSALS {
                let first = state.refusals.iter().min_by_key(|(_, said)| said.until).map(|(id, _)| id.clone());
                if let Some(first) = first {
                    state.refusals.remove(&first);
                }
            }
            state.refusals.insert(question, KnownRefusals { refused, until: now + REFUSALS_MS });
        });
    }

    /// What a plugin said about answers; none when that is not known.
    pub(super) fn refusals(&self, question: &str, now: Timestamp) -> Option<Vec<QuotedRefusal>> {
        self.with(|state| {
            let said = state.refusals.get(question).filter(|said| said.until > now)?;
            Some(said.refused.clone())
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_asked_counts_as_asked_in_vain() {
        let (known, now) = (KnownSources::default(), Timestamp::from_ms(1_000));
        assert_eq!(known.silence("one", now), Silence::Unasked);
        known.note_failure("one".to_owned(), true, now);
        known.note_failure("two".to_owned(), false, now);
        known.forget_busy("one");
        assert_eq!((known.silence("one", now), known.silence("two", now)), (Silence::InVain, Silence::Busy));
        known.forget_busy("two");
        assert_eq!(known.silence("two", now), Silence::Unasked);
        assert_eq!(known.silence("one", now + PAUSE_MS), Silence::Unasked);
    }

    #[test]
    fn refusals_are_remembered_for_a_while_and_in_bounds() {
        let (known, now) = (KnownSources::default(), Timestamp::from_ms(1_000));
        for (number, at) in (0..=MAX_REFUSALS).zip(0_i64..) {
            known.keep_refusals(number.to_string(), Vec::new(), now + at);
        }
        assert_eq!(known.refusals("0", now), None, "the oldest made room");
        assert_eq!(known.refusals("1", now), Some(Vec::new()));
        assert_eq!(known.refusals("1", now + (REFUSALS_MS + 1)), None);
    }
}
