//! What differs by the width of the screen: what is hidden, how rows are laid out, how much space there is.
//!
//! Whatever is not said for a device is as on all of them, and a document that says nothing is written as if there were
//! no devices. Pages are drawn the same for all; style sheets tell the devices apart.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::tree::Padding;

/// A kind of screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// 64 rem and wider.
    Desktop,
    /// From 48 rem to below 64 rem.
    Tablet,
    /// Narrower than 48 rem.
    Phone,
}

impl Device {
    /// All of them, the widest first.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Tablet, Self::Phone];

    /// Its name on the wire and in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Tablet => "tablet",
            Self::Phone => "phone",
        }
    }
}

/// What differs on each device.
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
    /// What differs on a device.
    pub fn on(&self, device: Device) -> &T {
        match device {
            Device::Desktop => &self.desktop,
            Device::Tablet => &self.tablet,
            Device::Phone => &self.phone,
        }
    }

    /// Names of the devices of which something holds, with a space between them.
    pub fn names_where(&self, holds: impl Fn(&T) -> bool) -> String {
        let names = Device::ALL.into_iter().filter(|device| holds(self.on(*device))).map(Device::name);
        names.collect::<Vec<_>>().join(" ")
    }

    /// Whether nothing differs anywhere.
    pub fn is_empty(&self) -> bool {
        Device::ALL.into_iter().all(|device| is_default(self.on(device)))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What differs of a block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BlockOn {
    /// Whether it is left out.
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Values of settings whose schema says `x-perDevice`: numbers that style sheets use.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// What differs of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionOn {
    /// Whether it is left out.
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Space above and below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

/// What differs of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RowOn {
    /// Twelfths of each column from the left. Columns that are not told keep theirs; on phones they take the whole row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<u32>,
    /// Whether the last column comes first.
    #[serde(skip_serializing_if = "is_default")]
    pub reversed: bool,
}
