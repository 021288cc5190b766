//! Code of a plugin of the folder that could not be loaded, and when it is tried again.

use std::time::{Duration, Instant};

use crate::error::PluginErrorKind;

/// How long code that could not be loaded is not tried again, at first; twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
/// The same when the host failed, each time. Also the first pause of code that the host was too busy to try.
const HOST_PAUSE: Duration = Duration::from_secs(10);
/// Longest pause between trials that the host was too busy for. Those that were stopped, or could not begin, take as long as
/// it allows: their pauses grow up to [`MAX_PAUSE`], since the plugin may need more than the host has.
const MAX_TRIAL_PAUSE: Duration = Duration::from_secs(5 * 60);
/// How long calls are refused while the code is compiled in another process; then it is tried once more.
const COMPILE_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// See the module.
pub(super) struct Refused {
    again: Again,
    /// The pause after the next failure.
    next_pause: Duration,
    kind: PluginErrorKind,
}

/// When it is tried again.
#[derive(Clone, Copy)]
enum Again {
    /// By the first call after this time.
    ByCall(Instant),
    /// By a trial after this time: it has passed none yet.
    ByTrial(Instant),
    /// It is being tried. After this time, by another trial.
    OnTrial(Instant),
    /// Never: its trial says why.
    Never,
}

impl Refused {
    /// Code that the host was too busy to try. It is refused until it passes a trial.
    pub(super) fn untried(now: Instant) -> Self {
        Self { again: Again::ByTrial(now + HOST_PAUSE), next_pause: HOST_PAUSE * 2, kind: too_busy() }
    }

    /// Code that is compiled again.
    pub(super) fn while_compiled(before: Option<&Self>, now: Instant) -> Self {
        let kind = PluginErrorKind::Host("its compiled code was lost and is compiled again".to_owned());
        Self { again: Again::ByCall(now + COMPILE_TIMEOUT), next_pause: next_pause(before), kind }
    }

    /// Code that could not be loaded, or failed its trial.
    pub(super) fn after_failure(before: Option<&Self>, kind: PluginErrorKind, now: Instant) -> Self {
        let pause = next_pause(before);
        let most = if matches!(kind, PluginErrorKind::Host(_)) { MAX_PAUSE } else { MAX_TRIAL_PAUSE };
        match (before.is_some_and(Self::is_untried), kind.is_host_fault()) {
            (true, true) => {
                Self { again: Again::ByTrial(now + pause), next_pause: (pause * 2).min(most), kind: too_busy() }
            }
            (true, false) => Self { again: Again::Never, next_pause: pause, kind },
            (false, true) => Self { again: Again::ByCall(now + HOST_PAUSE), next_pause: pause, kind },
            (false, false) => Self { again: Again::ByCall(now + pause), next_pause: (pause * 2).min(MAX_PAUSE), kind },
        }
    }

    /// Why it is refused at a time; none if a call may try it.
    pub(super) fn reason(&self, now: Instant) -> Option<&PluginErrorKind> {
        match self.again {
            Again::ByCall(time) if time <= now => None,
            Again::ByCall(_) | Again::ByTrial(_) | Again::OnTrial(_) | Again::Never => Some(&self.kind),
        }
    }

    /// Whether it has passed no trial, and may still do so.
    pub(super) fn is_untried(&self) -> bool {
        matches!(self.again, Again::ByTrial(_) | Again::OnTrial(_))
    }

    /// How long it is not tried, if it has passed no trial and may still do so; zero while it is being tried.
    pub(super) fn until_trial(&self, now: Instant) -> Option<Duration> {
        match self.again {
            Again::ByTrial(time) => Some(time.saturating_duration_since(now)),
            Again::OnTrial(_) => Some(Duration::ZERO),
            Again::ByCall(_) | Again::Never => None,
        }
    }

    /// Whether it is to be tried now, which is up to the caller then: others are told that it is not, for a while.
    pub(super) fn begin_trial(&mut self, now: Instant) -> bool {
        match self.again {
            Again::ByTrial(time) | Again::OnTrial(time) if time <= now => {
                self.again = Again::OnTrial(now + COMPILE_TIMEOUT);
                true
            }
            _ => false,
        }
    }
}

fn next_pause(before: Option<&Refused>) -> Duration {
    before.map_or(FIRST_PAUSE, |before| before.next_pause)
}

fn too_busy() -> PluginErrorKind {
    let reason = "the server was too busy to try it, and tries again while sites are used";
    PluginErrorKind::Host(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{PluginErrorKind, Refused};

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn fault() -> PluginErrorKind {
        PluginErrorKind::Invalid("broken".to_owned())
    }

    // spec: plugins.first-use
    #[test]
    fn untried_code_is_tried_by_one_at_a_time_until_its_trial_says_something_about_it() {
        let start = Instant::now();
        let mut refused = Refused::untried(start);
        assert!(!refused.begin_trial(start + seconds(9)), "the host is still busy");
        assert_eq!(refused.until_trial(start + seconds(9)), Some(seconds(1)));
        assert!(refused.begin_trial(start + seconds(10)));
        assert_eq!(refused.until_trial(start + seconds(10)), Some(Duration::ZERO), "it is tried now");
        assert!(!refused.begin_trial(start + seconds(11)), "someone else is trying it");

        let mut pause = 20;
        let mut now = start + seconds(12);
        for _ in 0..8 {
            refused = Refused::after_failure(Some(&refused), PluginErrorKind::Starved, now);
            assert!(refused.is_untried() && !refused.begin_trial(now + seconds(pause - 1)), "{pause} s");
            now += seconds(pause);
            assert!(refused.reason(now).is_some(), "no call tries it");
            assert!(refused.begin_trial(now), "{pause} s");
            pause = (pause * 2).min(300);
        }
        refused = Refused::after_failure(Some(&refused), fault(), now);
        let much_later = now + seconds(1_000_000);
        assert_eq!(refused.reason(much_later), Some(&fault()));
        assert!(!refused.is_untried() && !refused.begin_trial(much_later), "it is not tried again");
        assert_eq!(refused.until_trial(much_later), None);
    }

    // spec: plugins.first-use
    #[test]
    fn trials_that_are_stopped_each_time_are_rare() {
        let mut now = Instant::now();
        let mut refused = Refused::untried(now);
        for _ in 0..12 {
            let stopped = PluginErrorKind::Host("it took longer than 60 seconds".to_owned());
            refused = Refused::after_failure(Some(&refused), stopped, now);
            now += seconds(3_600);
            assert!(refused.begin_trial(now));
        }
        refused = Refused::after_failure(Some(&refused), PluginErrorKind::Host("the same".to_owned()), now);
        assert!(!refused.begin_trial(now + seconds(3_599)) && refused.begin_trial(now + seconds(3_600)));
    }

    // spec: plugins.first-use
    #[test]
    fn code_that_passed_its_trial_is_tried_by_calls() {
        let start = Instant::now();
        let first = Refused::after_failure(None, fault(), start);
        assert_eq!((first.reason(start + seconds(59)), first.reason(start + seconds(60))), (Some(&fault()), None));
        let mut second = Refused::after_failure(Some(&first), fault(), start);
        assert_eq!((second.reason(start + seconds(119)), second.reason(start + seconds(120))), (Some(&fault()), None));
        assert!(!second.is_untried() && !second.begin_trial(start + seconds(120)));
        let of_host = Refused::after_failure(Some(&second), PluginErrorKind::Starved, start);
        assert_eq!(of_host.reason(start + seconds(10)), None);
    }
}
