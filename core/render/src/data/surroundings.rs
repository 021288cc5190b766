//! What surrounds the part of a page that is its own: navigation, header and footer, settings, pictures.

use std::collections::HashMap;

use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_entity::tenant::site as site_table;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::AssetId;
use stoa_kernel::translation::TranslatedKind;
use stoa_site::content::Collection;
use stoa_site::header_footer::{self, HeaderFooter};
use stoa_site::website_settings::{self, WebsiteSettings};
use stoa_site::{content, media, translations};

use super::load::Loader;
use super::part::Part;
use super::site;
use crate::RenderError;

/// What surrounds the part of a page that is its own.
pub(super) struct Surroundings {
    /// Those that navigation can list.
    pub(super) collections: Vec<Collection>,
    frame: HeaderFooter,
    pub(super) preferences: WebsiteSettings,
    pub(super) pictures: PagePictures,
}

/// The pictures of a page besides those of its blocks.
pub(super) struct PagePictures {
    logo: Option<AssetId>,
    icon: Option<AssetId>,
    /// For shared links of pages without one of their own.
    usual: Option<AssetId>,
    found: HashMap<AssetId, media::Asset>,
}

impl PagePictures {
    /// Those of a site, and the one that was `chosen` for shared links of the page.
    async fn load(
        tx: &TenantTx,
        frame: &HeaderFooter,
        settings: &WebsiteSettings,
        chosen: Option<&AssetId>,
    ) -> Result<Self, RenderError> {
        let read = |id: &Option<String>| id.as_ref().and_then(|id| id.parse::<AssetId>().ok());
        let (logo, icon, usual) = (site::logo_id(frame), read(&settings.icon_id), read(&settings.share_image_id));
        let in_footer = header_footer::footer_images(&frame.footer);
        let wanted = logo.iter().chain(&icon).chain(chosen).chain(&usual).chain(&in_footer);
        let wanted: Vec<AssetId> = wanted.cloned().collect();
        Ok(Self { found: media::by_ids(tx, &wanted).await?, logo, icon, usual })
    }

    fn of(&self, id: Option<&AssetId>) -> Option<&media::Asset> {
        id.and_then(|id| self.found.get(id))
    }

    /// URL of the picture for shared links: the one that was `chosen`, the page's `own`, or the site's usual one.
    pub(super) fn shared(&self, chosen: Option<&AssetId>, own: Option<String>) -> Option<String> {
        let url_of = |id: Option<&AssetId>| self.of(id).map(media::Asset::url);
        url_of(chosen).or(own).or_else(|| url_of(self.usual.as_ref()))
    }
}

impl Loader<'_> {
    /// Loads what surrounds a part.
    pub(super) async fn surroundings(&self, part: &Part) -> Result<Surroundings, RenderError> {
        let collections = self.listed_collections().await?;
        let frame = self.frame().await?;
        let preferences = website_settings::stored(self.tx).await?;
        let pictures = PagePictures::load(self.tx, &frame, &preferences, part.chosen_image.as_ref()).await?;
        Ok(Surroundings { collections, frame, preferences, pictures })
    }

    /// What all pages of a site have.
    pub(super) fn site_data(&self, row: &site_table::Model, part: &Part, around: &Surroundings) -> Map<String, Value> {
        let Surroundings { collections, frame, preferences, pictures } = around;
        site::page_data(&site::SiteFacts {
            row,
            settings: preferences,
            collections,
            logo: pictures.of(pictures.logo.as_ref()),
            icon: pictures.of(pictures.icon.as_ref()),
            pictures: &pictures.found,
            page: part.data.get("collection").and_then(|page| page.get("id")?.as_str()).unwrap_or_default(),
            frame,
            identifier: &self.call.identifier,
            origin: &self.call.origin,
            path: &part.path,
            now: self.ctx.now(),
        })
    }

    /// The pages that navigation can list in the language of the page.
    async fn listed_collections(&self) -> Result<Vec<Collection>, RenderError> {
        let mut collections = content::collections(self.tx).await?;
        if let Some(language) = self.call.language.as_ref().filter(|language| language.hides_untranslated) {
            let shown = translations::translated(self.tx, &language.tag, TranslatedKind::Page).await?;
            // Folders stay for the translated pages in them.
            let is_shown = |page: &Collection| page.kind == CollectionKind::Folder || shown.contains(page.id.as_str());
            collections.retain(is_shown);
        }
        Ok(collections)
    }
}
