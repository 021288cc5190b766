//! The files of themes that sites may change.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use stoa_site::template_files::{Origin, Original, Originals};
use stoa_site::themes::{BASE, FileKind, Theme, ThemeLibrary};

/// The files that sites may customize, by theme. Those of a theme are collected when they are asked for first.
pub(crate) struct ThemeOriginals {
    library: Arc<ThemeLibrary>,
    collected: HashMap<String, OnceLock<Originals>>,
}

impl ThemeOriginals {
    pub(crate) fn new(library: Arc<ThemeLibrary>) -> Self {
        let collected = library.all_names().map(|name| (name.to_owned(), OnceLock::new())).collect();
        Self { library, collected }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Originals> {
        let (theme, collected) = (self.library.get(name)?, self.collected.get(name)?);
        Some(collected.get_or_init(|| of_theme(theme, self.library.get(BASE))))
    }
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
