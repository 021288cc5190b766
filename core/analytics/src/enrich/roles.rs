//! Whose visits are recorded.

/// The role of people who may look at a site before it is public.
const VIEWER: i32 = 10;

/// Whether the visits of an account with these roles on the site are recorded: those of visitors, who have none, and of
/// people who may only look.
pub fn is_recorded_for(roles: &[i32]) -> bool {
    roles.iter().all(|role| *role == VIEWER)
}

#[cfg(test)]
mod tests {
    use super::is_recorded_for;

    // spec: roles.analytics-viewer, analytics.record-only-for
    #[test]
    fn visits_of_people_who_work_on_the_site_are_not_recorded() {
        assert!(is_recorded_for(&[]));
        assert!(is_recorded_for(&[10]));
        for roles in [&[10, 4][..], &[1], &[4, 10]] {
            assert!(!is_recorded_for(roles), "{roles:?}");
        }
    }
}
