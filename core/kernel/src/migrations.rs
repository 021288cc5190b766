//! What the data tells programs of other versions.

/// The first migration of visitors' analytics. Programs that know nothing of packed days would lose some, so it is noted
/// as not applied in the transaction that packs the first: a program does not use a database with later migrations than
/// its own in which one of its own is missing, and names the version to install. Those that read packed days do without.
pub const FIRST_OF_ANALYTICS: &str = "m20261129_000510_analytics";
