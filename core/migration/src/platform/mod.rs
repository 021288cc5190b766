pub(crate) mod m20261121_000001_foundation;
pub(crate) mod m20261122_000034_invitations;
pub(crate) mod m20261122_000040_second_factors;
pub(crate) mod m20261122_000075_account_links;
pub(crate) mod m20261124_000077_trials;
pub(crate) mod m20261124_000080_link_languages;
pub(crate) mod m20261126_000086_plans;
pub(crate) mod m20261126_000144_hosts_of_sites;
