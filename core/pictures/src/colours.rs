//! Average colours of an image in five values, as a placeholder while it loads.

use image::DynamicImage;
use serde::{Deserialize, Serialize};

/// Average colours of the four quadrants of an image and of its centre, as six hexadecimal digits each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ColorData {
    /// Upper left.
    pub top_left_average: String,
    /// Upper right.
    pub top_right_average: String,
    /// Lower left.
    pub bottom_left_average: String,
    /// Lower right.
    pub bottom_right_average: String,
    /// Centre: half the width and half the height.
    pub center_average: String,
}

/// Width and height of the thumbnail that the colours are computed from, in pixels.
const SIDE: u32 = 64;

impl ColorData {
    /// Computes the colours of an image.
    pub fn of(picture: &DynamicImage) -> Self {
        let small = picture.thumbnail_exact(SIDE, SIDE).to_rgba8();
        let average = |left: u32, top: u32| {
            let mut sums = [0_u64; 3];
            let mut weight = 0_u64;
            for (x, y, pixel) in small.enumerate_pixels() {
                let inside = (left..left + SIDE / 2).contains(&x) && (top..top + SIDE / 2).contains(&y);
                if inside {
                    let [red, green, blue, opaque] = pixel.0.map(u64::from);
                    weight += opaque;
                    for (sum, value) in sums.iter_mut().zip([red, green, blue]) {
                        *sum += value * opaque;
                    }
                }
            }
            // Transparent areas count as white.
            let [red, green, blue] = sums.map(|sum| (sum + weight / 2).checked_div(weight).unwrap_or(255));
            format!("{red:02x}{green:02x}{blue:02x}")
        };
        Self {
            top_left_average: average(0, 0),
            top_right_average: average(SIDE / 2, 0),
            bottom_left_average: average(0, SIDE / 2),
            bottom_right_average: average(SIDE / 2, SIDE / 2),
            center_average: average(SIDE / 4, SIDE / 4),
        }
    }
}
