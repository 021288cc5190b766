//! Any text parses, with all parse options, and error positions are within it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stoa_template::{ParseOptions, Template};

fuzz_target!(|source: &str| {
    let ways = [
        ParseOptions::default(),
        ParseOptions { preprocess: true, ..ParseOptions::default() },
        ParseOptions { lenient_text: true, ..ParseOptions::default() },
    ];
    for options in ways {
        for error in Template::validate(source, &options) {
            let offset = usize::try_from(error.position.offset).expect("offsets fit");
            assert!(source.is_char_boundary(offset), "{error}");
        }
    }
});
