//! Jobs: each belongs to one process at a time, what fails is repeated later, and an idle site has none.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Result, ensure};
use stoa_kernel::clock::Clock as _;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{
    Agenda, ClaimScope, EndedJob, JobClaim, JobFilter, JobOutcome, JobSummary, MAX_ATTEMPTS, PlannedJob,
};

use crate::due_work::{Process, TestClock, on_both};

const SECOND_MS: i64 = 1_000;
/// Longer than any pause after a failure.
const DAY_MS: i64 = 24 * 60 * 60 * SECOND_MS;
const DONE: JobOutcome = JobOutcome::Done { pause_ms: SECOND_MS };

fn job(kind: JobKind, due_on: Option<Timestamp>) -> PlannedJob {
    PlannedJob { kind, priority: 1, due_on }
}

async fn plan(process: &Process, website: &WebsiteId, jobs: &[PlannedJob]) -> Result<Agenda> {
    Ok(process.databases.jobs().apply(website, process.clock.now(), jobs, None).await?)
}

async fn end(process: &Process, claim: &JobClaim, outcome: JobOutcome, jobs: &[PlannedJob]) -> Result<Agenda> {
    let ended = EndedJob { claim: claim.clone(), outcome };
    Ok(process.databases.jobs().apply(&claim.website, process.clock.now(), jobs, Some(&ended)).await?)
}

/// Claims up to this many due jobs.
async fn claim(process: &Process, most: usize) -> Result<Vec<JobClaim>> {
    let everything = ClaimScope { kinds: JobKind::ALL.to_vec(), except: Vec::new() };
    let mut left = most;
    let mut accept = |_: &WebsiteId, _: JobKind| {
        let is_accepted = left > 0;
        left = left.saturating_sub(1);
        is_accepted
    };
    Ok(process.databases.jobs().claim(&[everything], &mut accept).await?)
}

async fn jobs(process: &Process) -> Result<Vec<JobSummary>> {
    Ok(process.databases.jobs().list(&JobFilter::default()).await?)
}

async fn two_processes(
    settings: &stoa_tenancy::DatabaseSettings,
    clock: &Arc<TestClock>,
) -> Result<(Process, Process)> {
    Ok((Process::start(settings, clock).await?, Process::start(settings, clock).await?))
}

#[tokio::test(flavor = "multi_thread")]
async fn job_of_killed_process_is_repeated_by_another() -> Result<()> {
    on_both(async |settings, clock| {
        let (first, second) = two_processes(settings, clock).await?;
        let (site, now) = (WebsiteId::generate(), clock.now());
        let planned = [job(JobKind::Outbox, Some(now)), job(JobKind::Emails, Some(now + DAY_MS))];
        let agenda = plan(&first, &site, &planned).await?;
        assert_eq!(agenda, Agenda { has_due: true, next: Some(now + DAY_MS) });

        let mut claims = claim(&first, 9).await?;
        ensure!(claims.len() == 1 && claims[0].kind == JobKind::Outbox && claims[0].attempts == 0, "{claims:?}");
        let mut lost = claims.remove(0);
        ensure!(claim(&second, 9).await?.is_empty(), "it runs in the first process");
        for _ in 0..3 {
            clock.go_on(10 * SECOND_MS);
            ensure!(first.databases.jobs().extend(&mut lost).await?, "it is still running");
            ensure!(claim(&second, 9).await?.is_empty(), "it is still running");
        }

        // The first process is killed.
        clock.go_on(30 * SECOND_MS);
        let claims = claim(&second, 9).await?;
        ensure!(claims.len() == 1 && claims[0].attempts == 1, "a job that ends its process is counted: {claims:?}");
        ensure!(!first.databases.jobs().extend(&mut lost).await?);
        let nothing = [job(JobKind::Outbox, None), job(JobKind::Emails, None)];
        end(&first, &lost, DONE, &nothing[..1]).await?;
        ensure!(jobs(&first).await?.len() == 2, "what a lost claim says has no effect");

        end(&second, &claims[0], DONE, &nothing).await?;
        ensure!(jobs(&first).await?.is_empty(), "an idle site has no jobs: {:?}", jobs(&first).await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn job_is_never_claimed_by_two_processes() -> Result<()> {
    const SITES: usize = 60;
    on_both(async |settings, clock| {
        let (first, second) = two_processes(settings, clock).await?;
        for _ in 0..SITES {
            plan(&first, &WebsiteId::generate(), &[job(JobKind::Outbox, Some(clock.now()))]).await?;
        }
        let all = async |process: &Process| {
            let mut claims = Vec::new();
            // Rows that the other process has locked are left out, so a call may find none although there are some.
            let mut empty = 0;
            while empty < 50 {
                let more = claim(process, 3).await?;
                empty = if more.is_empty() { empty + 1 } else { 0 };
                claims.extend(more);
            }
            anyhow::Ok(claims)
        };
        let (one, two) = tokio::try_join!(all(&first), all(&second))?;
        let sites: HashSet<&WebsiteId> = one.iter().chain(&two).map(|claim| &claim.website).collect();
        ensure!(one.len() + two.len() == SITES && sites.len() == SITES, "{} and {}", one.len(), two.len());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_job_waits_dies_and_is_repeated_on_request() -> Result<()> {
    on_both(async |settings, clock| {
        let process = Process::start(settings, clock).await?;
        let (site, other) = (WebsiteId::generate(), WebsiteId::generate());
        let failed = || JobOutcome::Failed { error: "no route".to_owned() };
        let planned = || [job(JobKind::FormWebhooks, Some(clock.now()))];
        plan(&process, &site, &planned()).await?;
        for attempt in 1..=MAX_ATTEMPTS {
            let claims = claim(&process, 9).await?;
            ensure!(claims.len() == 1 && claims[0].attempts == attempt - 1, "{claims:?}");
            end(&process, &claims[0], failed(), &planned()).await?;
            plan(&process, &site, &planned()).await?;
            ensure!(claim(&process, 9).await?.is_empty(), "new work does not end the pause after attempt {attempt}");
            clock.go_on(DAY_MS);
        }
        let dead = JobFilter { is_dead: true, ..JobFilter::default() };
        let given_up = process.databases.jobs().list(&dead).await?;
        ensure!(given_up.len() == 1 && given_up[0].attempts == MAX_ATTEMPTS, "{given_up:?}");
        ensure!(given_up[0].last_error.as_deref() == Some("no route"), "{given_up:?}");
        let agenda = plan(&process, &site, &planned()).await?;
        assert_eq!(agenda, Agenda { has_due: false, next: None }, "a dead job does not keep the site in the list");
        let figures = process.databases.jobs().figures().await?;
        assert_eq!((figures.due, figures.dead), (Vec::new(), vec![(JobKind::FormWebhooks, 1)]));

        let of_other = JobFilter { website: Some(other), ..dead.clone() };
        ensure!(process.databases.jobs().retry(&of_other).await?.is_empty());
        ensure!(process.databases.jobs().retry(&dead).await?.len() == 1);
        ensure!(process.listed().await? == [clock.now()], "workers find the site: {:?}", process.listed().await?);
        let claims = claim(&process, 9).await?;
        ensure!(claims.len() == 1 && claims[0].attempts == 0, "{claims:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn released_job_and_jobs_of_previous_process_are_free() -> Result<()> {
    on_both(async |settings, clock| {
        let (first, second) = two_processes(settings, clock).await?;
        let site = WebsiteId::generate();
        plan(&first, &site, &[job(JobKind::ImageColors, Some(clock.now()))]).await?;
        let claims = claim(&first, 9).await?;
        first.databases.jobs().release(&claims).await?;
        ensure!(second.listed().await? == [clock.now()], "{:?}", second.listed().await?);
        let claims = claim(&second, 9).await?;
        ensure!(claims.len() == 1 && claims[0].attempts == 0, "to be given back is no failure: {claims:?}");

        // The second process ends, and the first is started again, alone.
        drop(second);
        ensure!(claim(&first, 9).await?.is_empty());
        first.databases.jobs().take_over().await?;
        ensure!(claim(&first, 9).await?.len() == 1);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_site_is_in_neither_list() -> Result<()> {
    on_both(async |settings, clock| {
        let process = Process::start(settings, clock).await?;
        let (site, now) = (WebsiteId::generate(), clock.now());
        let due_work = process.databases.due_work();
        due_work.wake(&site, now).await?;
        let mut taken = due_work.take().await?;
        let pass = taken.remove(0);
        let agenda = plan(&process, &site, &[job(JobKind::Outbox, Some(now + DAY_MS))]).await?;
        due_work.settle(&pass, agenda.next).await?;
        ensure!(process.listed().await? == [now + DAY_MS] && jobs(&process).await?.len() == 1);

        clock.go_on(DAY_MS);
        let mut taken = due_work.take().await?;
        let pass = taken.remove(0);
        ensure!(plan(&process, &site, &[job(JobKind::Outbox, Some(now + DAY_MS))]).await?.has_due);
        let held = due_work.hold(&pass).await?;
        let claims = claim(&process, 9).await?;
        let agenda = end(&process, &claims[0], DONE, &[job(JobKind::Outbox, None)]).await?;
        due_work.settle(&held, agenda.next).await?;
        ensure!(process.listed().await?.is_empty() && jobs(&process).await?.is_empty(), "an idle site costs nothing");
        Ok(())
    })
    .await
}
