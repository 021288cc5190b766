//! Colours of the parts of an image.

use image::{DynamicImage, Rgb, RgbImage};
use stoa_pictures::ColorData;

// spec: image.color-data.open
#[test]
fn dominant_color_of_red_image() {
    let red = ColorData::of(&RgbImage::from_pixel(90, 60, Rgb([255, 0, 0])).into());
    let all = [
        &red.top_left_average,
        &red.top_right_average,
        &red.bottom_left_average,
        &red.bottom_right_average,
        &red.center_average,
    ];
    assert_eq!(all, ["ff0000"; 5]);
}

#[test]
fn color_per_image_part() {
    let halves = RgbImage::from_fn(100, 100, |x, _| if x < 50 { Rgb([0, 0, 255]) } else { Rgb([0, 255, 0]) });
    let colours = ColorData::of(&halves.into());
    assert_eq!((colours.top_left_average.as_str(), colours.bottom_right_average.as_str()), ("0000ff", "00ff00"));
    assert_eq!(ColorData::of(&DynamicImage::new_rgba8(10, 10)).center_average, "ffffff");
}
