//! What this process knows of a site: its plugins that answer questions, and which questions were just asked in vain.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::pricing::QuoteKind;

use super::model::QuoteSource;

/// How long a question without an answer is not asked again, milliseconds: a page must not wait for it each time.
const PAUSE_MS: i64 = 10_000;
/// Most questions remembered as unanswered.
const MAX_UNANSWERED: usize = 1_000;

/// Whether a plugin of the site has questions for its checkout, as this process knows.
pub(crate) fn asks_in_checkout(db: &TenantDb) -> bool {
    db.memory().of::<KnownSources>().sources().iter().any(|source| source.kind == QuoteKind::Questions)
}

#[derive(Debug, Default)]
pub(super) struct KnownSources(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    sources: Arc<[QuoteSource]>,
    unanswered: HashMap<String, Timestamp>,
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

    /// Remembers a question that was asked in vain.
    pub(super) fn note_failure(&self, question: String, now: Timestamp) {
        self.with(|state| {
            if state.unanswered.len() >= MAX_UNANSWERED {
                state.unanswered.clear();
            }
            state.unanswered.insert(question, now + PAUSE_MS);
        });
    }

    /// Whether a question may be asked.
    pub(super) fn may_ask(&self, question: &str, now: Timestamp) -> bool {
        self.with(|state| state.unanswered.get(question).is_none_or(|until| *until <= now))
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
