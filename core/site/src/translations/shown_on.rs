//! Which cached pages show a translation.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::collection;
use stoa_entity::translations::BLOCK_KEY;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{CollectionId, PostId};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::website::UntranslatedPages;

use super::service::{ResourcePlace, TextChange};
use crate::{SiteError, cache_tags, languages};

/// Cache tags of the pages that show what is changed. Titles of pages are in navigations, and other kinds than pages and
/// posts may be shown anywhere: these are all pages in the language. Where pages without a translation are hidden, those
/// in other languages name the pages that there are.
pub(super) async fn tags(
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    changes: &[TextChange],
) -> Result<Vec<String>, SiteError> {
    let everywhere = || vec![cache_tags::in_language(cache_tags::SITE, place.language)];
    match place.kind {
        TranslatedKind::Post => {
            let Ok(id) = place.id.parse::<PostId>() else { return Ok(everywhere()) };
            let own = cache_tags::post(&id);
            Ok([own.as_str(), cache_tags::POSTS].map(|tag| cache_tags::in_language(tag, place.language)).into())
        }
        TranslatedKind::Page => {
            let known = languages::others(tx).await?.into_iter().find(|known| known.tag == place.language);
            if known.is_none_or(|known| known.untranslated != UntranslatedPages::ShowOriginal) {
                return Ok(vec![cache_tags::SITE.to_owned()]);
            }
            let is_in_blocks = changes.iter().all(|change| change.key.starts_with(BLOCK_KEY));
            if !is_in_blocks || is_area(tx, place.id).await? {
                return Ok(everywhere());
            }
            let Ok(id) = place.id.parse::<CollectionId>() else { return Ok(everywhere()) };
            Ok(vec![cache_tags::in_language(&cache_tags::collection(&id), place.language)])
        }
        TranslatedKind::Experiment => {
            let mut tags = everywhere();
            tags.push(cache_tags::EXPERIMENTS.to_owned());
            Ok(tags)
        }
        // Names of tags stand in addresses, which pages in all languages name.
        TranslatedKind::Tag => Ok(vec![cache_tags::SITE.to_owned()]),
        _ => Ok(everywhere()),
    }
}

/// Whether a page is an area of the theme, which is on every page.
async fn is_area(tx: &TenantTx, id: &str) -> Result<bool, SiteError> {
    let own = tx.find::<collection::Entity>().filter(collection::Column::Id.eq(id));
    Ok(own.filter(collection::Column::Kind.eq(CollectionKind::Area)).count_up_to(1).await? > 0)
}
