//! Settings of load tests.

use stoa_site::load_tests::LoadTestRules;

use super::LoadTestsConfig;

/// Upper bound of the configurable calls per second.
const MAX_CALLS: u32 = 100_000;

impl LoadTestsConfig {
    pub(super) fn check(&self, require: &mut impl FnMut(bool, &str, &str)) {
        let calls = (1..=MAX_CALLS).contains(&self.max_calls_per_second);
        require(calls, "load_tests.max_calls_per_second", "should be 1 to 100000");
    }

    /// What sites may allow.
    pub(crate) fn rules(&self) -> LoadTestRules {
        LoadTestRules { allowed: self.allowed, max_calls_per_second: self.max_calls_per_second }
    }
}
