//! Numbered steps with headings and durations.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// What a run does when a step fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Stop at once.
    Stop,
    /// Run the remaining steps and fail at the end.
    KeepGoing,
}

/// Interval of progress messages of a step.
const PROGRESS: Duration = Duration::from_secs(20);

/// A run of a known number of steps.
#[derive(Debug)]
pub(crate) struct Steps {
    total: usize,
    on_failure: OnFailure,
    says_progress: bool,
    started: Instant,
    done: Vec<FinishedStep>,
}

#[derive(Debug)]
struct FinishedStep {
    title: String,
    took: Duration,
    error: Option<String>,
    is_left_out: bool,
}

impl Steps {
    /// Starts a run of `total` steps.
    pub(crate) fn new(total: usize, on_failure: OnFailure) -> Self {
        Self { total, on_failure, says_progress: false, started: Instant::now(), done: Vec::new() }
    }

    /// Prints every twenty seconds how long the current step has been running.
    pub(crate) fn with_progress(self) -> Self {
        Self { says_progress: true, ..self }
    }

    /// Runs one step; `hint` is a remark for the reader, for instance how long the first run takes.
    pub(crate) fn run(&mut self, title: &str, hint: Option<&str>, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let number = self.done.len() + 1;
        let hint = hint.map(|text| format!(" ({text})")).unwrap_or_default();
        println!("\n==> step {number} of {}: {title}{hint}", self.total);
        let started = Instant::now();
        let result = if self.says_progress { with_elapsed_time(work) } else { work() };
        let took = started.elapsed();
        let error = result.as_ref().err().map(|error| format!("{error:#}"));
        match &error {
            None => println!("    done in {}", seconds(took)),
            Some(text) => println!("    FAILED after {}: {text}", seconds(took)),
        }
        self.done.push(FinishedStep { title: title.to_owned(), took, error, is_left_out: false });
        match (result, self.on_failure) {
            (Err(error), OnFailure::Stop) => Err(error.context(format!("step {number} of {} ({title})", self.total))),
            _ => Ok(()),
        }
    }

    /// As [`Self::run`], or prints that the step is skipped.
    pub(crate) fn run_if(
        &mut self,
        wanted: bool,
        title: &str,
        hint: Option<&str>,
        work: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if wanted {
            return self.run(title, hint, work);
        }
        println!("\n==> step {} of {}: {title}: skipped, its files were not changed", self.done.len() + 1, self.total);
        self.done.push(FinishedStep { title: title.to_owned(), took: Duration::ZERO, error: None, is_left_out: true });
        Ok(())
    }

    /// Prints a summary of the steps and fails when one of them failed.
    pub(crate) fn finish(self) -> Result<()> {
        println!();
        for done in &self.done {
            let word = match done.error {
                Some(_) => "FAILED",
                None if done.is_left_out => "not   ",
                None => "ok    ",
            };
            println!("{word} {:>9}  {}", seconds(done.took), done.title);
        }
        let failed: Vec<&str> =
            self.done.iter().filter(|done| done.error.is_some()).map(|done| done.title.as_str()).collect();
        let left_out = self.done.iter().filter(|done| done.is_left_out).count();
        let ran = self.done.len() - failed.len() - left_out;
        println!("{ran} of {} steps in {}", self.total, seconds(self.started.elapsed()));
        if left_out > 0 {
            println!("{left_out} steps were skipped: the files that they check were not changed");
        }
        if failed.is_empty() {
            return Ok(());
        }
        bail!("failed: {}", failed.join(", "));
    }
}

fn with_elapsed_time<T>(work: impl FnOnce() -> T) -> T {
    let (working, over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let started = Instant::now();
            while over.recv_timeout(PROGRESS) == Err(RecvTimeoutError::Timeout) {
                println!("    … {}", seconds(started.elapsed()));
            }
        });
        let result = work();
        drop(working);
        result
    })
}

fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole >= 60 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keep_going_runs_all_steps_and_fails_at_the_end() {
        let mut steps = Steps::new(2, OnFailure::KeepGoing);
        let mut ran = false;
        steps.run("first", None, || bail!("broken")).unwrap();
        steps
            .run("second", None, || {
                ran = true;
                Ok(())
            })
            .unwrap();
        assert!(ran);
        assert_eq!(steps.finish().unwrap_err().to_string(), "failed: first");
    }

    #[test]
    fn stop_returns_the_first_failure() {
        let mut steps = Steps::new(2, OnFailure::Stop);
        let error = steps.run("first", None, || bail!("broken")).unwrap_err();
        assert_eq!(format!("{error:#}"), "step 1 of 2 (first): broken");
    }

    #[test]
    fn durations_are_readable() {
        assert_eq!(seconds(Duration::from_millis(1_250)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }
}
