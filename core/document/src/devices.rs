//! Responsive overrides by screen width: visibility, row layout, spacing.
//!
//! Missing overrides inherit the value for all devices, and a document without overrides is serialized without
//! `devices`. The HTML is the same for all devices; style sheets apply the overrides with media queries.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::tree::Padding;

/// A class of screen widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// At least 64 rem.
    Desktop,
    /// From 48 rem to below 64 rem.
    Tablet,
    /// Less than 48 rem.
    Phone,
}

impl Device {
    /// All devices, widest first.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Tablet, Self::Phone];

    /// Its name in JSON and in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Tablet => "tablet",
            Self::Phone => "phone",
        }
    }
}

/// Overrides per device.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Devices<T: Default + PartialEq> {
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) desktop: T,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) tablet: T,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) phone: T,
}

impl<T: Default + PartialEq> Devices<T> {
    /// Overrides of one device.
    pub fn on(&self, device: Device) -> &T {
        match device {
            Device::Desktop => &self.desktop,
            Device::Tablet => &self.tablet,
            Device::Phone => &self.phone,
        }
    }

    /// Overrides of one device, to be changed.
    pub(crate) fn on_mut(&mut self, device: Device) -> &mut T {
        match device {
            Device::Desktop => &mut self.desktop,
            Device::Tablet => &mut self.tablet,
            Device::Phone => &mut self.phone,
        }
    }

    /// Names of the devices whose overrides match a condition, separated by spaces.
    pub fn device_names_where(&self, holds: impl Fn(&T) -> bool) -> String {
        let names = Device::ALL.into_iter().filter(|device| holds(self.on(*device))).map(Device::name);
        names.collect::<Vec<_>>().join(" ")
    }

    /// Whether there are no overrides.
    pub fn is_empty(&self) -> bool {
        Device::ALL.into_iter().all(|device| is_default(self.on(device)))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Overrides of a block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BlockOn {
    /// Whether it is hidden.
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Values of settings whose schema has `x-perDevice`: numbers used by style sheets.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// Overrides of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionOn {
    /// Whether it is hidden.
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Padding above and below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

/// Overrides of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RowOn {
    /// Width of each column in twelfths, from the left. Missing columns keep their width; on phones they take the whole
    /// row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<u32>,
    /// Whether the order of the columns is reversed.
    #[serde(skip_serializing_if = "is_default")]
    pub reversed: bool,
}
