//! The experiments that run on a site, as pages need them.

use std::collections::HashSet;
use std::sync::Arc;

use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document};
use stoa_entity::TenantTx;
use stoa_entity::tenant::experiment;
use stoa_kernel::boxed;
use stoa_kernel::experiment::ExperimentStatus;
use stoa_kernel::id::{CollectionId, ExperimentId};

use super::apply;
use super::assignment::variant_of;
use super::model::{Experiment, VariantContent};
use super::service::with_variants;
use crate::{SiteError, content};

/// A variant of a running experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningVariant {
    /// Its name.
    pub name: String,
    /// Its share of the visitors, in percent.
    pub weight: u32,
    content: Option<VariantContent>,
}

/// A running experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Its id.
    pub id: ExperimentId,
    /// Its name.
    pub name: String,
    /// Its revision.
    pub revision: i64,
    /// The variants; the first one is the original.
    pub variants: Vec<RunningVariant>,
    /// The page; none for settings of the theme.
    page: Option<CollectionId>,
    /// The addresses of the page, in the primary language; empty for settings of the theme.
    paths: Vec<String>,
    element: Option<String>,
    setting: Option<String>,
    /// Languages that show the original, because they hide what is not translated.
    hidden_in: HashSet<String>,
}

/// The running experiments of a site, oldest first.
pub type RunningExperiments = Vec<Arc<Running>>;

impl Running {
    fn of(experiment: Experiment, paths: Vec<String>, hidden_in: HashSet<String>) -> Self {
        let variants = experiment.variants.into_iter();
        Self {
            id: experiment.id,
            name: experiment.name,
            revision: experiment.revision,
            variants: variants
                .map(|variant| RunningVariant { name: variant.name, weight: variant.weight, content: variant.content })
                .collect(),
            page: experiment.page,
            paths,
            element: experiment.element,
            setting: experiment.setting,
            hidden_in,
        }
    }

    /// Whether the page at a path of the primary language can differ; `language` is the tag of the language in which it
    /// is shown, none for the primary one. A language that hides pages without a translation shows the original until
    /// all texts of the variants are translated into it.
    pub fn is_at(&self, path: &str, language: Option<&str>) -> bool {
        let path = path.trim_end_matches('/');
        let path = if path.is_empty() { "/" } else { path };
        let is_shown = language.is_none_or(|tag| !self.hidden_in.contains(tag));
        self.page.is_none() || (is_shown && self.paths.iter().any(|own| own == path))
    }

    /// Whether it is on a page.
    pub fn is_on(&self, page: &str) -> bool {
        self.page.as_ref().is_some_and(|own| own.as_str() == page)
    }

    /// The address of its page; the home page for settings of the theme.
    pub fn path(&self) -> &str {
        self.paths.first().map_or("/", String::as_str)
    }

    /// Position of the variant that a visitor gets.
    pub fn variant_of(&self, visitor: i64) -> usize {
        variant_of(visitor, &self.name, self.variants.iter().map(|variant| variant.weight))
    }

    /// Position of the variant with a name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.variants.iter().position(|variant| variant.name == name)
    }

    fn content(&self, position: usize) -> Option<&VariantContent> {
        self.variants.get(position)?.content.as_ref()
    }

    /// Puts a variant into the document of a page; other pages stay as they are.
    pub fn show_in(&self, position: usize, page: &str, document: &mut Document) {
        if self.is_on(page)
            && let Some(content) = self.content(position)
        {
            apply::put(document, content, self.element.as_deref(), self.setting.as_deref());
        }
    }

    /// Puts the settings of a variant over those of a theme.
    pub fn show_in_look(&self, position: usize, theme: &str, values: &mut Map<String, Value>) {
        if self.page.is_none()
            && self.element.as_deref() == Some(theme)
            && let Some(VariantContent::Values(own)) = self.content(position)
        {
            values.extend(own.clone());
        }
    }
}

/// The running experiments of a site, with the kinds of blocks that it has. One query when there are none.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn running(tx: &TenantTx, kinds: &dyn BlockKinds) -> Result<RunningExperiments, SiteError> {
    let rows = tx
        .find::<experiment::Entity>()
        .filter(experiment::Column::Status.eq(ExperimentStatus::Active))
        .order_by_asc(experiment::Column::Id)
        .all()
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut experiments = Vec::with_capacity(rows.len());
    for experiment in with_variants(tx, rows).await? {
        let Some(id) = experiment.page.clone() else {
            experiments.push(Arc::new(Running::of(experiment, Vec::new(), HashSet::new())));
            continue;
        };
        // What visitors cannot open is not tested either.
        if let Some(page) = content::published_by_id(tx, &id).await? {
            let own = format!("/{}", page.url_id);
            let mut paths = vec![page.full_url];
            if !paths.contains(&own) {
                paths.push(own);
            }
            let hidden_in = experiment.hidden_in(tx, kinds).await?;
            experiments.push(Arc::new(Running::of(experiment, paths, hidden_in)));
        }
    }
    Ok(experiments)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn running(page: Option<CollectionId>) -> Running {
        let values = json!({"accentColor": "#102030"});
        let content = VariantContent::Values(values.as_object().cloned().unwrap_or_default());
        Running {
            id: ExperimentId::generate(),
            name: "look".to_owned(),
            revision: 2,
            variants: vec![
                RunningVariant { name: "original".to_owned(), weight: 50, content: None },
                RunningVariant { name: "b".to_owned(), weight: 50, content: Some(content) },
            ],
            paths: page.iter().flat_map(|_| ["/".to_owned(), "/home".to_owned()]).collect(),
            page,
            element: Some("salt".to_owned()),
            setting: None,
            hidden_in: HashSet::from(["he".to_owned()]),
        }
    }

    #[test]
    fn only_its_page_differs() {
        let one = running(Some(CollectionId::generate()));
        assert!(one.is_at("/", None) && one.is_at("", None) && one.is_at(concat!("/home", "/"), None));
        assert!(!one.is_at("/shop", None) && one.is_at("/", Some("de")) && !one.is_at("/", Some("he")));
        let all = running(None);
        assert!(all.is_at("/shop", None) && all.is_at("/cart", Some("he")));
    }

    #[test]
    fn values_are_for_one_theme() {
        let mut values = Map::new();
        running(None).show_in_look(1, "other", &mut values);
        running(None).show_in_look(0, "salt", &mut values);
        assert!(values.is_empty());
        running(None).show_in_look(1, "salt", &mut values);
        assert_eq!(values.get("accentColor"), Some(&json!("#102030")));
    }
}
