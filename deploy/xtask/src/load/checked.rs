//! How often checks of the suite passed and failed.

/// How often a check of the suite passed and failed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Checked {
    pub(super) passed: u64,
    pub(super) failed: u64,
    /// Those of the failed ones to whom 503 was answered before.
    unavailable: u64,
    /// And those to whom a proxy answered 502.
    bad_gateway: u64,
}

impl Checked {
    /// Counts a check; `refused` is the status of the answer before it, if that was refused or failed.
    pub(super) fn note(&mut self, passed: bool, refused: Option<u16>) {
        if passed {
            self.passed += 1;
            return;
        }
        self.failed += 1;
        match refused {
            Some(503) => self.unavailable += 1,
            Some(502) => self.bad_gateway += 1,
            _ => {}
        }
    }

    /// Both together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            unavailable: self.unavailable + other.unavailable,
            bad_gateway: self.bad_gateway + other.bad_gateway,
        }
    }

    /// How often it failed after another answer than these statuses.
    pub(super) fn failed_without(&self, tolerates: impl Fn(u16) -> bool) -> u64 {
        let tolerated = [(503, self.unavailable), (502, self.bad_gateway)].into_iter();
        let tolerated: u64 = tolerated.filter(|(status, _)| tolerates(*status)).map(|(_, count)| count).sum();
        self.failed.saturating_sub(tolerated)
    }
}
