//! Cohorts of accounts that get different survey questions.

use sha2::{Digest as _, Sha256};
use stoa_kernel::account::SurveyCohort;
use stoa_kernel::id::AccountId;

/// The cohort of an account, always the same: a hash of its id, modulo five.
pub fn survey_cohort(account: &AccountId) -> SurveyCohort {
    let hash = Sha256::digest(account.as_str().as_bytes());
    let count = SurveyCohort::ALL.len();
    let remainder = hash.iter().fold(0_usize, |rest, byte| (rest * 256 + usize::from(*byte)) % count);
    SurveyCohort::ALL.get(remainder).copied().unwrap_or(SurveyCohort::A)
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: editor.survey-cohorts, editor.survey-cohorts.open
    #[test]
    fn cohort_is_stable_and_all_are_used() {
        let names: Vec<String> = SurveyCohort::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["A", "B", "C", "D", "E"]);
        let accounts: Vec<AccountId> = (0..200).map(|_| AccountId::generate()).collect();
        for account in &accounts {
            assert_eq!(survey_cohort(account), survey_cohort(&account.clone()));
        }
        for cohort in SurveyCohort::ALL {
            assert!(accounts.iter().any(|account| survey_cohort(account) == *cohort), "{cohort} is empty");
        }
    }
}
