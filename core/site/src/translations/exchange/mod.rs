//! Translations in files, for translators: XLIFF 2.0 and CSV.

mod csv_file;
mod export;
mod import;
mod xliff;

pub use export::{Export, WantedExport, export};
pub use import::{ChangeKind, ImportFile, ImportOutcome, ImportedChange, import};

use stoa_entity::translations::TranslatableText;
use stoa_kernel::translation::{TranslatedKind, TranslationState};

/// Maximum size of a file, in bytes: 5 MiB.
pub const MAX_IMPORT_BYTES: usize = 5 * 1024 * 1024;

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangeFormat {
    /// XLIFF 2.0.
    Xliff,
    /// CSV.
    Csv,
}

/// A text in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileText {
    kind: Option<TranslatedKind>,
    id: String,
    key: String,
    original: String,
    translation: String,
}

/// A text to write.
struct WrittenText<'a> {
    text: &'a TranslatableText,
    translation: Option<&'a str>,
    state: TranslationState,
}
