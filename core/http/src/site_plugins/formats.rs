//! Formats of plugins for files of the catalogue.

use serde::Serialize;
use utoipa::ToSchema;

/// A format of a plugin for files of the catalogue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CatalogueFormat)]
pub struct CatalogueFormatOut {
    /// Id of the plugin.
    pub plugin_id: String,
    /// Name of the format.
    pub name: String,
    /// Its title in the language of the caller.
    pub title: String,
    /// Name of the plugin.
    pub plugin_name: String,
    /// End of the names of its files.
    pub extension: String,
    /// Whether products can be exported in it.
    pub exports: bool,
    /// Whether stock can be imported from it.
    pub imports: bool,
    /// Whether products can be imported from it.
    pub products: bool,
}

/// The formats of the site's plugins.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CatalogueFormats)]
pub struct CatalogueFormatsOut {
    /// By the titles.
    pub formats: Vec<CatalogueFormatOut>,
}

/// A file that a plugin made.
#[derive(Debug, Clone)]
pub struct CatalogueFile {
    /// Its name, of letters, digits and hyphens with the end of the format.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}
