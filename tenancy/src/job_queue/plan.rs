//! What a plan changes in the jobs of a site.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use stoa_entity::platform::job::Model;
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;

use super::{JobClaim, MAX_ATTEMPTS};

/// Delay after the first failed attempt, milliseconds; it doubles with each further one.
const FIRST_DELAY_MS: i64 = 1_000;
/// Maximum delay after a failed attempt: six hours.
const MAX_DELAY_MS: i64 = 6 * HOUR_MS;

/// When a kind of work of a site is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedJob {
    /// The kind.
    pub kind: JobKind,
    /// Of several due jobs, those with lower numbers run first.
    pub priority: i32,
    /// UTC milliseconds; none when there is nothing to do.
    pub due_on: Option<Timestamp>,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// It has done its work. If there is more already, it runs again after a pause, milliseconds.
    Done {
        /// The pause.
        pause_ms: i64,
    },
    /// It failed.
    Failed {
        /// Why, without personal data.
        error: String,
    },
}

/// A job that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedJob {
    /// The claim under which it ran.
    pub claim: JobClaim,
    /// How it ended.
    pub outcome: JobOutcome,
}

/// What is to be done for a site after a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agenda {
    /// Whether jobs are due now and not running.
    pub has_due: bool,
    /// When the next of the other jobs is due, or the claim on one is over, UTC milliseconds.
    pub next: Option<Timestamp>,
}

/// When a plan began and when it is written, UTC milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) began_on: Timestamp,
    pub(super) now: Timestamp,
}

/// A row before and after a plan.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) before: Option<Model>,
    pub(super) after: Option<Model>,
}

impl Change {
    /// Whether the row stays as it is.
    pub(super) fn is_none(&self) -> bool {
        self.before == self.after
    }
}

/// The rows of a site before and after a plan.
pub(super) fn changes(
    website: &WebsiteId,
    rows: &[Model],
    planned: &[PlannedJob],
    ended: Option<&EndedJob>,
    moment: Moment,
) -> Vec<Change> {
    let change = |job: &PlannedJob| {
        let before = rows.iter().find(|row| row.kind == job.kind).cloned();
        let ended = ended.filter(|ended| ended.claim.kind == job.kind);
        let after = match (&before, ended) {
            (Some(row), Some(ended)) if ended.claim.holds(row) => after_end(row, job, &ended.outcome, moment.now),
            (Some(row), _) => after_plan(row, job, moment),
            (None, _) => job.due_on.map(|due_on| new_row(website, job, due_on, moment.now)),
        };
        Change { before, after }
    };
    planned.iter().map(change).collect()
}

/// Summary of the rows after a plan.
pub(super) fn agenda(changes: Vec<Change>, now: Timestamp) -> Agenda {
    let mut agenda = Agenda { has_due: false, next: None };
    for row in changes.into_iter().filter_map(|change| change.after).filter(|row| row.dead_on.is_none()) {
        let later = match row.claimed_until.filter(|until| *until > now) {
            Some(until) => until,
            None if row.due_on > now => row.due_on,
            None => {
                agenda.has_due = true;
                continue;
            }
        };
        agenda.next = Some(agenda.next.map_or(later, |next| next.min(later)));
    }
    agenda
}

fn new_row(website: &WebsiteId, job: &PlannedJob, due_on: Timestamp, now: Timestamp) -> Model {
    Model {
        website_id: website.clone(),
        kind: job.kind,
        key: String::new(),
        priority: job.priority,
        due_on,
        not_before: None,
        planned_on: now,
        attempts: 0,
        last_error: None,
        claimed_until: None,
        dead_on: None,
    }
}

fn is_claimed(row: &Model, now: Timestamp) -> bool {
    row.claimed_until.is_some_and(|until| until > now)
}

/// A row that the plan of a site may move. An earlier due time is always taken over; a later one only when the row's
/// own time has come, so that a row is not written each time something changes.
fn after_plan(row: &Model, job: &PlannedJob, moment: Moment) -> Option<Model> {
    if row.dead_on.is_some() || is_claimed(row, moment.now) {
        return Some(row.clone());
    }
    // Another plan that began later has seen newer data.
    let is_outdated = row.planned_on > moment.began_on;
    let Some(due_on) = job.due_on else { return is_outdated.then(|| row.clone()) };
    let not_before = row.not_before.map_or(due_on, |time| time.max(due_on));
    let moved = |due_on| Some(Model { due_on, planned_on: moment.now, priority: job.priority, ..row.clone() });
    if not_before < row.due_on {
        return moved(not_before);
    }
    if row.due_on <= moment.now && due_on > moment.now && !is_outdated {
        // What failed is no longer due.
        return moved(due_on).map(|row| Model { attempts: 0, last_error: None, not_before: None, ..row });
    }
    Some(row.clone())
}

/// The row of a job that has just ended.
fn after_end(row: &Model, job: &PlannedJob, outcome: &JobOutcome, now: Timestamp) -> Option<Model> {
    let free = Model { claimed_until: None, planned_on: now, priority: job.priority, ..row.clone() };
    match outcome {
        JobOutcome::Done { pause_ms } => {
            let due_on = job.due_on?;
            let not_before = (due_on <= now).then(|| now.saturating_add_ms(*pause_ms));
            let due_on = not_before.unwrap_or(due_on);
            Some(Model { due_on, not_before, attempts: 0, last_error: None, ..free })
        }
        JobOutcome::Failed { error } => {
            let attempts = row.attempts.saturating_add(1);
            let due_on = now.saturating_add_ms(delay_ms(&row.website_id, row.kind, attempts));
            let dead_on = (attempts >= MAX_ATTEMPTS).then_some(now);
            let last_error = Some(error.clone());
            Some(Model { due_on, not_before: Some(due_on), attempts, last_error, dead_on, ..free })
        }
    }
}

/// Delay after this many failed attempts. It differs from site to site, so that what failed at the same time for the
/// same reason is not repeated at the same time.
fn delay_ms(website: &WebsiteId, kind: JobKind, attempts: i32) -> i64 {
    let doublings = attempts.saturating_sub(1).clamp(0, 30);
    let delay = FIRST_DELAY_MS.saturating_mul(1 << doublings).min(MAX_DELAY_MS);
    let mut hasher = DefaultHasher::new();
    (website.as_str(), kind.as_str(), attempts).hash(&mut hasher);
    let percent = 75 + i64::try_from(hasher.finish() % 26).unwrap_or(25);
    delay / 100 * percent
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_ms(1_000_000);
    const KIND: JobKind = JobKind::Outbox;

    fn planned(due_on: Option<Timestamp>) -> PlannedJob {
        PlannedJob { kind: KIND, priority: 1, due_on }
    }

    fn row(due_on: Timestamp) -> Model {
        Model { planned_on: NOW - 10, ..new_row(&WebsiteId::generate(), &planned(None), due_on, NOW) }
    }

    fn plan(row: &Model, due_on: Option<Timestamp>) -> Option<Model> {
        let moment = Moment { began_on: NOW - 5, now: NOW };
        let mut changes = changes(&row.website_id, std::slice::from_ref(row), &[planned(due_on)], None, moment);
        changes.remove(0).after
    }

    fn end(row: &Model, due_on: Option<Timestamp>, outcome: JobOutcome) -> Option<Model> {
        let claimed = Model { claimed_until: Some(NOW + 1), ..row.clone() };
        let ended = EndedJob { claim: JobClaim::of(&claimed, NOW + 1), outcome };
        let moment = Moment { began_on: NOW - 5, now: NOW };
        let mut changes =
            changes(&row.website_id, std::slice::from_ref(&claimed), &[planned(due_on)], Some(&ended), moment);
        changes.remove(0).after
    }

    fn due_on(row: Option<Model>) -> Option<Timestamp> {
        row.map(|row| row.due_on)
    }

    #[test]
    fn rows_move_earlier_at_once_and_later_when_due() {
        assert_eq!(due_on(plan(&row(NOW + 50), Some(NOW + 20))), Some(NOW + 20));
        assert_eq!(due_on(plan(&row(NOW + 50), Some(NOW + 90))), Some(NOW + 50), "not written again and again");
        assert_eq!(due_on(plan(&row(NOW - 1), Some(NOW + 90))), Some(NOW + 90));
        assert_eq!(due_on(plan(&row(NOW - 1), Some(NOW - 9))), Some(NOW - 9));
        assert_eq!(plan(&row(NOW + 50), None), None);
    }

    #[test]
    fn outdated_plan_removes_nothing() {
        let newer = Model { planned_on: NOW - 1, ..row(NOW - 1) };
        assert_eq!(plan(&newer, None), Some(newer.clone()));
        assert_eq!(plan(&newer, Some(NOW + 90)), Some(newer));
    }

    #[test]
    fn claimed_and_dead_rows_are_left_alone() {
        for kept in
            [Model { claimed_until: Some(NOW + 1), ..row(NOW - 1) }, Model { dead_on: Some(NOW - 1), ..row(NOW - 1) }]
        {
            assert_eq!(plan(&kept, None), Some(kept.clone()));
            assert_eq!(plan(&kept, Some(NOW - 20)), Some(kept));
        }
        let expired = Model { claimed_until: Some(NOW), ..row(NOW - 1) };
        assert_eq!(plan(&expired, None), None);
    }

    #[test]
    fn back_off_doubles_up_to_death() {
        let mut failing = row(NOW - 1);
        let mut delays = Vec::new();
        for attempt in 1..=MAX_ATTEMPTS {
            failing = end(&failing, Some(NOW), JobOutcome::Failed { error: "no".to_owned() }).unwrap();
            assert_eq!((failing.attempts, failing.claimed_until), (attempt, None));
            assert_eq!(failing.dead_on.is_some(), attempt == MAX_ATTEMPTS);
            assert_eq!(due_on(plan(&failing, Some(NOW))), Some(failing.due_on), "new work does not end the back-off");
            delays.push(failing.due_on - NOW);
        }
        assert!((750..=1_000).contains(&delays[0]), "{delays:?}");
        assert!((12_000..=16_000).contains(&delays[4]), "{delays:?}");
        assert!(delays.iter().all(|delay| *delay <= MAX_DELAY_MS), "{delays:?}");
        let alive = Model { dead_on: None, planned_on: NOW - 10, ..failing };
        assert_eq!(plan(&alive, None), None, "there is nothing left to repeat");
    }

    #[test]
    fn success_resets_attempts_and_pauses() {
        let failed = Model { attempts: 3, last_error: Some("no".to_owned()), ..row(NOW - 1) };
        let done = || JobOutcome::Done { pause_ms: 1_000 };
        assert_eq!(end(&failed, None, done()), None);
        let later = end(&failed, Some(NOW + 90), done()).unwrap();
        assert_eq!((later.due_on, later.attempts, later.last_error), (NOW + 90, 0, None));
        let again = end(&failed, Some(NOW - 90), done()).unwrap();
        assert_eq!(again.due_on, NOW + 1_000);
        assert_eq!(due_on(plan(&again, Some(NOW - 90))), Some(NOW + 1_000), "a plan does not end the pause");
    }

    #[test]
    fn lost_claim_changes_nothing() {
        let other = Model { claimed_until: Some(NOW + 7), ..row(NOW - 1) };
        let ended = EndedJob { claim: JobClaim::of(&other, NOW + 1), outcome: JobOutcome::Done { pause_ms: 0 } };
        let moment = Moment { began_on: NOW, now: NOW };
        let rows = [other.clone()];
        let mut changes = changes(&other.website_id, &rows, &[planned(None)], Some(&ended), moment);
        assert_eq!(changes.remove(0).after, Some(other));
    }

    #[test]
    fn agenda_tells_due_and_later_jobs_apart() {
        let of = |rows: Vec<Model>| {
            agenda(rows.into_iter().map(|row| Change { before: None, after: Some(row) }).collect(), NOW)
        };
        assert_eq!(of(vec![row(NOW + 9), row(NOW + 5)]), Agenda { has_due: false, next: Some(NOW + 5) });
        assert_eq!(of(vec![row(NOW), row(NOW + 5)]), Agenda { has_due: true, next: Some(NOW + 5) });
        let running = Model { claimed_until: Some(NOW + 1), ..row(NOW - 5) };
        assert_eq!(of(vec![running]), Agenda { has_due: false, next: Some(NOW + 1) });
        let dead = Model { dead_on: Some(NOW), ..row(NOW) };
        assert_eq!(of(vec![dead]), Agenda { has_due: false, next: None });
    }
}
