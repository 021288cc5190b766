//! Checks the files of a theme that a site has changed.

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use stoa_site::SiteError;
use stoa_site::template_files::{FileProblem, Originals, ThemeOverrides, Themes};
use stoa_site::themes::{BASE, Problem, Severity, Theme};

use super::overlay::overlaid;
use crate::own_thread::on_own_thread;
use crate::renderer::Renderer;
use crate::theme::in_files;

static NO_ORIGINALS: LazyLock<Originals> = LazyLock::new(Originals::new);

#[async_trait]
impl Themes for Renderer {
    fn originals(&self, theme: &str) -> &Originals {
        self.originals.get(theme).or_else(|| self.originals.get(BASE)).unwrap_or(&NO_ORIGINALS)
    }

    async fn problems(&self, theme: &str, own: ThemeOverrides) -> Result<Vec<FileProblem>, SiteError> {
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let (library, vocabulary) = (Arc::clone(&self.library), Arc::clone(&self.vocabulary));
        let (blocks, name) = (Arc::clone(&self.blocks), theme.to_owned());
        let checked = on_own_thread(move || {
            let changed = overlaid(&library, &name, &own);
            let in_files = |theme: &Theme| in_files(theme, &vocabulary, &blocks);
            let installed = library.get(&name).map(in_files).unwrap_or_default();
            let mut found = in_files(&changed);
            // Problems of the theme itself are not reported for the site.
            found.retain(|problem| problem.severity != Severity::Note && !installed.contains(problem));
            found.into_iter().map(|problem| with_offset(problem, &changed)).collect()
        });
        checked.await.map_err(|error| SiteError::Check(error.to_string()))
    }
}

/// A problem with its byte offset in the file.
pub(super) fn with_offset(problem: Problem, theme: &Theme) -> FileProblem {
    let text = theme.sources.get(&problem.file).and_then(|bytes| std::str::from_utf8(bytes).ok());
    FileProblem {
        offset: text.map_or(0, |text| offset(text, problem.line, problem.column)),
        path: problem.file,
        line: problem.line,
        column: problem.column,
        code: problem.code,
        message: problem.message,
        severity: problem.severity,
        help: problem.help.unwrap_or_default(),
    }
}

/// Byte offset of a position, from 0.
fn offset(text: &str, line: u32, column: u32) -> u32 {
    let (line, column) = (line.saturating_sub(1) as usize, column.saturating_sub(1) as usize);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let inside = text.get(start..).unwrap_or_default().chars().take(column).map(char::len_utf8).sum::<usize>();
    u32::try_from(start + inside).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::offset;

    #[test]
    fn offsets_count_bytes() {
        assert_eq!(offset("ä\nbü{x}", 2, 3), 6);
        assert_eq!(offset("a", 0, 0), 0);
        assert_eq!(offset("a", 9, 9), 1);
    }
}
