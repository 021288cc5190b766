//! Kinds of background work: which run first, when plugins run theirs, what is told of errors.

use anyhow::anyhow;
use jiff::Timestamp as Moment;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_kernel::site_event::EventTopic;
use stoa_plugin_host::Cadence;
use stoa_server::jobs::{all_rules, rules_of, without_personal_data};
use stoa_server::plugin_ports::next_run;
use stoa_tenancy::{JobLane, JobSlots};

#[test]
fn each_kind_has_one_job() {
    for kind in JobKind::ALL.iter().copied().filter(|kind| *kind != JobKind::Event) {
        assert_eq!(all_rules().filter(|rules| rules.kind == kind).count(), 1, "{kind}");
    }
}

#[test]
fn causes_run_before_their_consequences() {
    let priority = |kind| rules_of(kind).unwrap().priority;
    assert!(priority(JobKind::StockReleases) < priority(JobKind::RestockNotices));
    assert!(priority(JobKind::RestockNotices) < priority(JobKind::Outbox));
    assert!(priority(JobKind::PagePublication) < priority(JobKind::PageDeletion));
    assert!(priority(JobKind::Outbox) < priority(JobKind::Emails));
}

#[test]
fn hanging_site_leaves_room_for_others() {
    let site = WebsiteId::generate();
    let mut slots = JobSlots::beside(all_rules().collect(), std::iter::empty(), 4);
    let long: Vec<JobKind> = all_rules().filter(|rules| rules.lane == JobLane::Long).map(|rules| rules.kind).collect();
    let taken = long.iter().filter(|kind| slots.take(&site, **kind)).count();
    assert!(taken < long.len(), "of {} kinds, {taken} run at the same time", long.len());
    assert!(slots.take(&site, JobKind::Outbox), "its e-mails do not wait for them");
}

#[test]
fn error_texts_contain_no_addresses_and_secrets() {
    let text = "calling https://ada:pass@pay.example/v1/charges?key=abc failed\nfor <ada@example.com>: no route";
    let error = anyhow!(text).context("é ".repeat(3));
    assert_eq!(without_personal_data(&error), "é é é : calling https://pay.example failed for [address] no route");
    assert_eq!(without_personal_data(&anyhow!("é ".repeat(400))).chars().count(), 300);
}

fn ms(text: &str) -> Timestamp {
    Timestamp::from_ms(text.parse::<Moment>().unwrap().as_millisecond())
}

#[test]
fn topics_of_the_host_are_those_of_the_site() {
    let names: Vec<&str> = EventTopic::ALL.iter().map(|topic| topic.as_str()).collect();
    assert_eq!(names, stoa_plugin_host::EVENT_TOPICS);
}

#[test]
fn missed_runs_are_not_made_up_for() {
    let every = Cadence::Every(3_600_000);
    let due = ms("2026-03-01T10:00:00Z");
    assert_eq!(next_run(every, "UTC", due, ms("2026-03-01T10:00:01Z")), ms("2026-03-01T11:00:00Z"));
    assert_eq!(next_run(every, "UTC", due, ms("2026-03-01T16:20:00Z")), ms("2026-03-01T17:00:00Z"));
}

#[test]
fn a_daily_job_follows_the_clocks_of_the_site() {
    let daily = Cadence::Daily { hour: 2, minute: 30 };
    let next = |now: &str| next_run(daily, "Europe/Berlin", ms(now), ms(now));
    assert_eq!(next("2026-03-27T12:00:00Z"), ms("2026-03-28T01:30:00Z"));
    assert_eq!(next("2026-03-28T01:30:00Z"), ms("2026-03-29T01:30:00Z"), "2:30 does not exist: 3:30 summer time");
    assert_eq!(next("2026-03-29T12:00:00Z"), ms("2026-03-30T00:30:00Z"));
}
