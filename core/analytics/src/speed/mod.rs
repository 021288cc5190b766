//! How fast pages were in visitors' browsers: a histogram per day, page, device and vital, so that the 75th percentile
//! needs no single values.

mod store;
mod vital;

pub use vital::{Band, Vital, bucket_of, percentile, value_of};

pub(crate) use store::write;

use stoa_kernel::clock::Timestamp;

use crate::Device;

/// A value that a browser measured.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedSample {
    /// When.
    pub at: Timestamp,
    /// Path of the page.
    pub page: String,
    /// The kind of device.
    pub device: Device,
    /// What was measured.
    pub vital: Vital,
    /// Milliseconds; for the layout shift the score.
    pub value: f64,
}
