//! Which visits are counted.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::website::AnalyticsMode;

use crate::contributor_texts;

const MAX_PATHS: usize = 50;
const MAX_PATH_LENGTH: usize = 200;

/// What is counted of visits. Missing values have the defaults of a new site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AnalyticsSettings {
    /// Whether anything is counted.
    pub is_enabled: bool,
    /// How visitors are told apart.
    pub mode: AnalyticsMode,
    /// Pages that are not counted: paths, or beginnings of paths with `*` at the end.
    pub excluded_paths: Vec<String>,
    /// Whether browsers report how fast pages are.
    pub measures_speed: bool,
    /// Whether browsers report errors of scripts.
    pub reports_script_errors: bool,
}

impl Default for AnalyticsSettings {
    fn default() -> Self {
        Self {
            is_enabled: true,
            mode: AnalyticsMode::CookieFree,
            excluded_paths: Vec::new(),
            measures_speed: true,
            reports_script_errors: true,
        }
    }
}

impl AnalyticsSettings {
    /// Validates the paths, and removes blanks and repetitions.
    pub(super) fn check(&mut self, checks: &mut Checks) {
        let mut paths: Vec<String> = Vec::new();
        for path in self.excluded_paths.iter().map(|path| path.trim()).filter(|path| !path.is_empty()) {
            if !paths.iter().any(|known| known == path) {
                paths.push(path.to_owned());
            }
        }
        let is_path = |path: &String| {
            let path = path.strip_suffix('*').unwrap_or(path);
            path.starts_with('/') && path.len() <= MAX_PATH_LENGTH && !path.contains(['*', '?', '#'])
        };
        checks.require(
            paths.len() <= MAX_PATHS && paths.iter().all(is_path),
            "analytics.excludedPaths",
            contributor_texts::ENTER_PATHS_THAT_ARE_NOT_COUNTED.with("count", MAX_PATHS).to_string(),
        );
        self.excluded_paths = paths;
    }

    /// Whether a page is counted.
    pub fn counts(&self, page: &str) -> bool {
        self.is_enabled && !self.excluded_paths.iter().any(|path| covers(path, page))
    }
}

/// Whether a page is meant by a path, which ends with `*` for all pages that begin with it.
fn covers(path: &str, page: &str) -> bool {
    match path.strip_suffix('*') {
        Some(start) => page.starts_with(start) || page == start.trim_end_matches('/'),
        None => page == path || page == path.trim_end_matches('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_pages_are_not_counted() {
        let excluded_paths = vec!["/about/".to_owned(), "/team/*".to_owned(), "/in*".to_owned()];
        let settings = AnalyticsSettings { excluded_paths, ..AnalyticsSettings::default() };
        for (page, counted) in [
            ("/", true),
            ("/about", false),
            ("/about/us", true),
            ("/team", false),
            ("/team/ada", false),
            ("/internal", false),
            ("/teams", true),
        ] {
            assert_eq!(settings.counts(page), counted, "{page}");
        }
        assert!(!AnalyticsSettings { is_enabled: false, ..AnalyticsSettings::default() }.counts("/"));
    }
}
