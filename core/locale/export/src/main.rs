//! Exports the locale data of languages as blobs: `stoa-locale-export <folder>` writes `<folder>/<language>.blob`.
//!
//! The data comes from the crates that servers are compiled with, so browsers and servers format alike. The English
//! blob includes what all languages share; the others have only what differs.

extern crate alloc;

mod compiled;

use std::path::Path;

use anyhow::{Context, Result};
use icu_locale_core::DataLocale;
use icu_locale_fallback::LocaleFallbacker;
use icu_provider::export::ExportableProvider;
use icu_provider_export::blob_exporter::BlobExporter;
use icu_provider_export::{DataLocaleFamily, DeduplicationStrategy, ExportDriver};

use compiled::Compiled;

const SHARED: &str = "en";

/// Languages with the parent locales that their data falls back to, with all their regions.
const LANGUAGES: [(&str, &[&str]); 48] = [
    ("ar", &[]),
    ("bg", &[]),
    ("bn", &[]),
    ("ca", &[]),
    ("cs", &[]),
    ("da", &[]),
    ("de", &[]),
    ("el", &[]),
    (SHARED, &[]),
    ("es", &[]),
    ("et", &[]),
    ("eu", &[]),
    ("fa", &[]),
    ("fi", &[]),
    ("fil", &[]),
    ("fr", &[]),
    ("gl", &[]),
    ("he", &[]),
    ("hi", &[]),
    ("hr", &[]),
    ("hu", &[]),
    ("id", &[]),
    ("is", &[]),
    ("it", &[]),
    ("ja", &[]),
    ("ko", &[]),
    ("lt", &[]),
    ("lv", &[]),
    ("ms", &[]),
    ("nb", &["no"]),
    ("nl", &[]),
    ("nn", &["no"]),
    ("no", &[]),
    ("pl", &[]),
    ("pt", &[]),
    ("ro", &[]),
    ("ru", &[]),
    ("sk", &[]),
    ("sl", &[]),
    ("sr", &["sr-Latn"]),
    ("sv", &[]),
    ("ta", &[]),
    ("th", &[]),
    ("tr", &[]),
    ("uk", &[]),
    ("ur", &[]),
    ("vi", &[]),
    ("zh", &["zh-Hant"]),
];

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("name the folder for the blobs")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (language, wider) in LANGUAGES {
        let blob = blob(language, wider).with_context(|| format!("{language} has no data"))?;
        let path = folder.join(language).with_extension("blob");
        std::fs::write(&path, blob).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

fn family(tag: &str) -> Result<DataLocaleFamily> {
    let locale: DataLocale = tag.parse().with_context(|| format!("'{tag}' is no locale"))?;
    Ok(match tag {
        SHARED => DataLocaleFamily::with_descendants(locale),
        _ => DataLocaleFamily::without_ancestors(locale),
    })
}

fn blob(language: &str, wider: &[&str]) -> Result<Vec<u8>> {
    let families = [language].iter().chain(wider).map(|tag| family(tag)).collect::<Result<Vec<_>>>()?;
    let markers = Compiled.supported_markers().into_iter();
    let markers = markers.filter(|marker| language == SHARED || !marker.is_singleton);
    let mut blob = Vec::new();
    let driver =
        ExportDriver::new(families, DeduplicationStrategy::Maximal.into(), LocaleFallbacker::new().static_to_owned());
    let written = driver.with_markers(markers).export(&Compiled, BlobExporter::new_with_sink(Box::new(&mut blob)));
    written.map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(blob)
}
