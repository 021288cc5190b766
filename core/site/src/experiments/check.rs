//! Checks an experiment before it is saved.

use std::collections::HashSet;

use stoa_entity::TenantTx;
use stoa_kernel::contributor_texts::TEXT_CAN_HAVE_AT_MOST;
use stoa_kernel::error::Checks;
use stoa_kernel::experiment::{ExperimentGoal, ExperimentTarget};

use super::model::{ExperimentDraft, MAX_VARIANTS, VariantDraft};
use crate::{SiteError, content, contributor_texts};

/// Maximum length of names; they are part of addresses.
const MAX_NAME: usize = 40;
/// Maximum length of a text, path or id.
const MAX_TEXT: usize = 2_000;
const MAX_GOAL: usize = 200;
/// Maximum number of settings of the theme that a variant changes.
const MAX_VALUES: usize = 50;

/// Names are parts of query parameters and of a cookie.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(is_plain) && name != "reset"
}

/// Validates an experiment, and leaves out what its kind does not need.
pub(super) async fn checked(tx: &TenantTx, mut draft: ExperimentDraft) -> Result<ExperimentDraft, SiteError> {
    let target = draft.target;
    let mut checks = Checks::default();
    for (text, field, most) in [
        (draft.element.as_deref(), "element", MAX_TEXT),
        (draft.setting.as_deref(), "setting", MAX_TEXT),
        (Some(draft.goal_value.as_str()), "goalValue", MAX_GOAL),
    ] {
        let fits = text.is_none_or(|text| text.chars().count() <= most);
        checks.require(fits, field, TEXT_CAN_HAVE_AT_MOST.with("count", most).to_string());
    }
    draft.name = draft.name.trim().to_owned();
    draft.goal_value = draft.goal_value.trim().to_owned();
    draft.page = draft.page.filter(|_| target.has_page());
    draft.element = draft.element.filter(|_| target.has_element() || target == ExperimentTarget::Theme);
    draft.setting = draft.setting.filter(|_| target == ExperimentTarget::Text);
    if draft.goal == ExperimentGoal::Purchase {
        draft.goal_value.clear();
    }
    checks.require(
        is_name(&draft.name),
        "name",
        contributor_texts::EXPERIMENT_NAME.with("count", MAX_NAME).to_string(),
    );
    let is_given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    if target.has_element() {
        checks.require(is_given(&draft.element), "element", contributor_texts::CHOOSE_WHAT_TO_CHANGE);
    }
    if target == ExperimentTarget::Theme {
        checks.require(is_given(&draft.element), "element", contributor_texts::THERE_IS_NO_THEME_OF_THIS_NAME);
    }
    if target == ExperimentTarget::Text {
        checks.require(is_given(&draft.setting), "setting", contributor_texts::CHOOSE_WHAT_TO_CHANGE);
    }
    if target.has_page() {
        let page = match &draft.page {
            Some(id) => content::published_by_id(tx, id).await?,
            None => None,
        };
        let has_document = page.is_some_and(|page| page.document.is_some() && !page.kind.is_nested());
        checks.require(has_document, "page", contributor_texts::CHOOSE_A_PUBLISHED_PAGE);
    }
    if draft.goal == ExperimentGoal::PageView {
        let is_path = draft.goal_value.starts_with('/') && !draft.goal_value.contains(['?', '#', ' ']);
        checks.require(is_path, "goalValue", contributor_texts::ENTER_A_PATH_OF_THE_SITE);
    }
    check_variants(tx, &mut draft, &mut checks).await?;
    checks.finish()?;
    Ok(draft)
}

async fn check_variants(tx: &TenantTx, draft: &mut ExperimentDraft, checks: &mut Checks) -> Result<(), SiteError> {
    let is_number_good = (2..=MAX_VARIANTS).contains(&draft.variants.len());
    let message = contributor_texts::EXPERIMENT_VARIANTS.with("count", MAX_VARIANTS).to_string();
    checks.require(is_number_good, "variants", message);
    let sum: u32 = draft.variants.iter().map(|variant| variant.weight.min(1_000)).sum();
    checks.require(sum == 100, "variants", contributor_texts::WEIGHTS_ARE_100);
    let mut names = HashSet::new();
    let target = draft.target;
    for (position, variant) in draft.variants.iter_mut().enumerate() {
        let field = |name: &str| format!("variants.{position}.{name}");
        variant.name = variant.name.trim().to_owned();
        let message = contributor_texts::EXPERIMENT_NAME.with("count", MAX_NAME).to_string();
        checks.require(is_name(&variant.name), &field("name"), message);
        checks.require(names.insert(variant.name.clone()), &field("name"), contributor_texts::VARIANT_NAMED_TWICE);
        let fits = variant.text.as_ref().is_none_or(|text| text.chars().count() <= MAX_TEXT);
        checks.require(fits, &field("text"), TEXT_CAN_HAVE_AT_MOST.with("count", MAX_TEXT).to_string());
        if position == 0 {
            *variant = VariantDraft { name: variant.name.clone(), weight: variant.weight, ..VariantDraft::default() };
            continue;
        }
        variant.source_page = variant.source_page.take().filter(|_| target.has_source_page());
        variant.text = variant.text.take().filter(|_| target == ExperimentTarget::Text);
        variant.values = variant.values.take().filter(|_| target == ExperimentTarget::Theme);
        if target.has_source_page() {
            let source = match &variant.source_page {
                Some(id) if draft.page.as_ref() != Some(id) => Some(content::row(tx, id).await),
                _ => None,
            };
            let is_found = match source {
                Some(Err(SiteError::NotFound)) | None => false,
                Some(Err(error)) => return Err(error),
                Some(Ok(_)) => true,
            };
            checks.require(is_found, &field("sourcePage"), contributor_texts::CHOOSE_ANOTHER_PAGE_WITH_THE_VARIANT);
        }
        if target == ExperimentTarget::Text {
            checks.require(variant.text.is_some(), &field("text"), contributor_texts::CHOOSE_WHAT_TO_CHANGE);
        }
        if target == ExperimentTarget::Theme {
            let is_good = variant.values.as_ref().is_some_and(|values| (1..=MAX_VALUES).contains(&values.len()));
            checks.require(is_good, &field("values"), contributor_texts::CHOOSE_WHAT_TO_CHANGE);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_fit_into_addresses_and_cookies() {
        for good in ["b", "headline-2026", "0"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "Headline", "a b", "a.b", "a~b", "é", "reset", &"x".repeat(41)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
