//! The files of themes that sites may change.

use std::collections::HashMap;

use stoa_site::template_files::{Origin, Original, Originals};
use stoa_site::themes::{BASE, FileKind, Theme, ThemeLibrary};

/// The files that sites may customize, by theme.
pub(crate) fn originals(library: &ThemeLibrary) -> HashMap<String, Originals> {
    let base = library.get(BASE);
    library.iter().map(|theme| (theme.name.clone(), of_theme(theme, base))).collect()
}

fn of_theme(theme: &Theme, base: Option<&Theme>) -> Originals {
    let mut originals = texts(theme, Origin::Theme);
    let Some(base) = base.filter(|base| base.name != theme.name) else { return originals };
    for (path, original) in texts(base, Origin::Base) {
        let lent = theme.templates.get(name_of(&path)).is_none_or(|template| template.from_base);
        if lent {
            originals.entry(path).or_insert(original);
        }
    }
    originals
}

/// Name by which templates refer to the file at a path.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Source of templates and style sheets.
fn texts(theme: &Theme, origin: Origin) -> Originals {
    let mut texts = Originals::new();
    for (path, bytes) in &theme.sources {
        let wanted = match FileKind::of(theme.form, path) {
            FileKind::Template => true,
            FileKind::Public => is_sheet(path),
            _ => false,
        };
        let text = wanted.then(|| String::from_utf8(bytes.to_vec()).ok()).flatten();
        if let Some(text) = text {
            texts.insert(path.clone(), Original { text, origin });
        }
    }
    texts
}

/// Whether a path is a style sheet.
pub(super) fn is_sheet(path: &str) -> bool {
    path.ends_with(".css") || path.ends_with(".less")
}
