//! Template source for the engine, with a map of positions to the original file.

use super::problem::TextPosition;

/// One template of a theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateFile {
    /// Path in the folder.
    pub path: String,
    /// The text of the file.
    pub written: String,
    /// The text for the engine, with tags of the original form translated.
    pub source: String,
    /// Whether it is inherited from the base theme.
    pub from_base: bool,
    spans: Vec<Span>,
}

/// Mapping from engine text to file, from an offset on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    source: usize,
    written: usize,
    /// Whether the text was copied unchanged rather than replaced.
    copied: bool,
}

impl TemplateFile {
    /// A template that the engine reads unchanged.
    pub fn plain(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            written: text.to_owned(),
            source: text.to_owned(),
            from_base: false,
            spans: Vec::new(),
        }
    }

    /// Position in the file of a byte offset in the engine's text.
    pub fn place(&self, offset: usize) -> TextPosition {
        let span = self.spans.iter().rev().find(|span| span.source <= offset);
        let written = match span {
            Some(span) if span.copied => span.written + (offset - span.source),
            Some(span) => span.written,
            None => offset,
        };
        TextPosition::of(&self.written, written)
    }
}

/// Builds the engine's text of a file from start to end.
pub(super) struct Rewriter<'a> {
    written: &'a str,
    source: String,
    spans: Vec<Span>,
    at: usize,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(written: &'a str) -> Self {
        Self { written, source: String::with_capacity(written.len()), spans: Vec::new(), at: 0 }
    }

    /// Copies everything up to an offset of the file.
    pub(super) fn copy_to(&mut self, offset: usize) {
        if let Some(text) = self.written.get(self.at..offset).filter(|text| !text.is_empty()) {
            self.spans.push(Span { source: self.source.len(), written: self.at, copied: true });
            self.source.push_str(text);
        }
        self.at = self.at.max(offset);
    }

    /// Writes a replacement for everything up to an offset of the file.
    pub(super) fn put(&mut self, text: &str, until: usize) {
        self.spans.push(Span { source: self.source.len(), written: self.at, copied: false });
        self.source.push_str(text);
        self.at = self.at.max(until);
    }

    pub(super) fn finish(mut self, path: &str) -> TemplateFile {
        self.copy_to(self.written.len());
        TemplateFile {
            path: path.to_owned(),
            written: self.written.to_owned(),
            source: self.source,
            from_base: false,
            spans: self.spans,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_offsets_map_to_file_positions() {
        let written = "a\n<tag/>{b|nope}\n{c|nope}";
        let mut rewriter = Rewriter::new(written);
        rewriter.copy_to(2);
        rewriter.put("{something|longer than it was}", 8);
        let file = rewriter.finish("site.region");
        let of = |text: &str| file.place(file.source.find(text).unwrap());
        assert_eq!(of("{something"), TextPosition { line: 2, column: 1 });
        assert_eq!(of("longer"), TextPosition { line: 2, column: 1 });
        assert_eq!(of("{b|"), TextPosition { line: 2, column: 7 });
        assert_eq!(of("{c|"), TextPosition { line: 3, column: 1 });
        assert_eq!(TemplateFile::plain("x", written).place(2), TextPosition { line: 2, column: 1 });
    }
}
