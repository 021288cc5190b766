//! Deletes what is older than the site keeps it.
