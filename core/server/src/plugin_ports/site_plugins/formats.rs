//! Formats of plugins for files of the catalogue. The products that are written are read as plugins read them, by the
//! rights of the contributor who asks and of the plugin. What comes in is checked by the shop.

use std::sync::Arc;

use stoa_commerce::catalogue::{GivenPrice, GivenVariant, ProductType};
use stoa_commerce::inventory::GivenStock;
use stoa_http::site_plugins::{CatalogueFile, CatalogueFormatOut, CatalogueFormatsOut, PluginCaller};
use stoa_kernel::contributor_texts::{
    FILE_TOO_MUCH_FOR_PLUGIN, FILE_WOULD_BE_LARGER_THAN_16_MB, PLUGIN_COULD_NOT_READ_FILE, PLUGIN_MAY_NOT_READ_PRODUCTS,
};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::Cents;
use stoa_kernel::{Action, Failure, Resource};
use stoa_plugin_host::model::reads::PageRequest;
use stoa_plugin_host::model::reads::products::{Filter, ProductKind};
use stoa_plugin_host::model::{FormatPart, Money, ProductRow, RowSale, RowStock, StockRow};
use stoa_plugin_host::{
    GuestErrorCode, PluginError, PluginErrorKind, PluginInfo, Provision, Site, SiteContext, SiteReads as _,
};

use super::super::reads::PluginReads;
use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::lists::text_or;

/// Products of a part.
const PART: u32 = 100;
/// Most parts of a file.
const MOST_PARTS: u32 = 1_000;
/// Largest file, bytes.
const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Most characters of the reason for which a plugin refuses a row.
const MAX_REASON_LENGTH: usize = 300;
/// The data that an export shows.
const PRODUCTS: &str = "products";

/// A format as the manifest has it.
struct Format<'a> {
    name: &'a str,
    title: Option<&'a str>,
    extension: &'a str,
    exports: bool,
    imports: bool,
    products: bool,
}

fn formats_of(info: &PluginInfo) -> impl Iterator<Item = Format<'_>> {
    info.provides.iter().filter_map(|provision| match provision {
        Provision::CatalogueFormat { name, title, extension, exports, imports, products } => Some(Format {
            name,
            title: title.as_deref(),
            extension,
            exports: *exports,
            imports: *imports,
            products: *products,
        }),
        _ => None,
    })
}

fn media_type(extension: &str) -> &'static str {
    match extension {
        "csv" => "text/csv; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        "json" => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

/// What a person is told: what the plugin says of the file, or that it failed.
fn refusal(error: &PluginError) -> Failure {
    tracing::warn!(%error, "a format of a plugin failed");
    let said = match &error.kind {
        PluginErrorKind::Guest(guest) if guest.code == GuestErrorCode::InvalidInput => guest.message.clone(),
        _ => error.for_owner(),
    };
    too_bad(said)
}

/// The same when the plugin was to read a file: what is wrong is most likely the file.
fn unread(error: &PluginError) -> Failure {
    match &error.kind {
        PluginErrorKind::Trap(_) | PluginErrorKind::Invalid(_) => {
            tracing::warn!(%error, "a plugin could not read a file");
            too_bad(PLUGIN_COULD_NOT_READ_FILE.english().to_owned())
        }
        PluginErrorKind::Timeout(_) | PluginErrorKind::Memory(_) | PluginErrorKind::Oversize { .. } => {
            tracing::warn!(%error, "a file was too much for a plugin");
            too_bad(FILE_TOO_MUCH_FOR_PLUGIN.english().to_owned())
        }
        _ => refusal(error),
    }
}

fn too_bad(said: String) -> Failure {
    Failure::validation(FieldErrors::from([("file".to_owned(), said)]))
}

impl PluginService {
    pub(super) async fn site_formats(&self, caller: PluginCaller<'_>) -> Result<CatalogueFormatsOut, Failure> {
        let website = caller.ctx.website();
        let site = self.sites.site(website).await?;
        let infos = self.sites.infos(website).await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let rules = self.sites.packages.rules().await?;
        let mut formats = Vec::new();
        for info in infos.iter() {
            if formats_of(info).next().is_none() || site.activation(&info.id).is_none() {
                continue;
            }
            let Some(version) = self.current(website, &info.id, &choices, &rules).await? else { continue };
            let texts = version.contents.texts(caller.language);
            let plugin_name = text_or(&texts, "name", &info.name);
            formats.extend(formats_of(info).map(|format| CatalogueFormatOut {
                plugin_id: info.id.clone(),
                name: format.name.to_owned(),
                title: text_or(&texts, &format!("formats.{}", format.name), format.title.unwrap_or(&plugin_name)),
                plugin_name: plugin_name.clone(),
                extension: format.extension.to_owned(),
                exports: format.exports,
                imports: format.imports,
                products: format.products,
            }));
        }
        formats.sort_by(|one, other| (&one.title, &one.plugin_id).cmp(&(&other.title, &other.plugin_id)));
        Ok(CatalogueFormatsOut { formats })
    }

    /// The site in the language of the caller, and the end of the files of a format that `fits`.
    async fn format(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
        fits: impl Fn(&Format<'_>) -> bool,
    ) -> Result<(Arc<Site>, String), Failure> {
        let website = caller.ctx.website();
        let site = self.sites.site(website).await?;
        let infos = self.sites.infos(website).await?;
        let info = infos.iter().find(|info| info.id == plugin).filter(|_| site.activation(plugin).is_some());
        let info = info.ok_or_else(Failure::not_found)?;
        let found = formats_of(info).find(|format| format.name == name && fits(format));
        let extension = found.ok_or_else(Failure::not_found)?.extension.to_owned();
        let locale = if caller.language.is_empty() { "en" } else { caller.language };
        let context = SiteContext { locale: locale.to_owned(), ..site.context.clone() };
        Ok((Arc::new(Site { context, activations: Arc::clone(&site.activations) }), extension))
    }

    pub(super) async fn written_file(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        origin: &str,
    ) -> Result<CatalogueFile, Failure> {
        let (site, extension) = self.format(caller, plugin, format, |own| own.exports).await?;
        let grant = site.activation(plugin).and_then(|activation| activation.data_grant.as_ref());
        if grant.is_some_and(|granted| !granted.iter().any(|data| data == PRODUCTS)) {
            return Err(too_bad(PLUGIN_MAY_NOT_READ_PRODUCTS.english().to_owned()));
        }
        let calls = self.sites.host.formats(plugin, &site, false).map_err(|error| refusal(&error))?;
        let reads = PluginReads::new(Arc::clone(&self.tenancy));
        let (mut text, mut cursor) = (String::new(), None);
        for number in 0..MOST_PARTS {
            let filter = Filter { query: None, store_id: None, kind: None, publication: None };
            let page = reads.products(&site.context.site_id, filter, PageRequest { cursor, limit: PART }).await;
            let page = page.map_err(|fault| Failure::internal(ReadFailed(format!("{fault:?}"))))?;
            let last = page.next.is_none();
            let part = FormatPart { number, last, origin: origin.to_owned(), products: page.products };
            text.push_str(&calls.write(format, &part).await.map_err(|error| refusal(&error))?);
            if text.len() > MAX_FILE_BYTES {
                break;
            }
            if last {
                let name = format!("{format}.{extension}");
                return Ok(CatalogueFile { name, media_type: media_type(&extension), text });
            }
            cursor = page.next;
        }
        Err(too_bad(FILE_WOULD_BE_LARGER_THAN_16_MB.english().to_owned()))
    }

    pub(super) async fn read_rows(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: &[u8],
    ) -> Result<Vec<GivenStock>, Failure> {
        let (site, _) = self.format(caller, plugin, format, |own| own.imports).await?;
        if file.iter().all(u8::is_ascii_whitespace) {
            return Err(too_bad("The file is empty.".to_owned()));
        }
        let may_change = caller.ctx.permissions().allows(Resource::Plugins, Action::Write);
        let calls = self.sites.host.formats(plugin, &site, may_change).map_err(|error| refusal(&error))?;
        let rows = calls.read(format, file).await.map_err(|error| unread(&error))?;
        let given = |row: StockRow| GivenStock {
            line: usize::try_from(row.line).unwrap_or(usize::MAX),
            sku: row.sku,
            stock: row.stock.map(i64::from),
        };
        Ok(rows.into_iter().map(given).collect())
    }

    pub(super) async fn read_products(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: Vec<u8>,
    ) -> Result<Vec<GivenVariant>, Failure> {
        let (site, _) = self.format(caller, plugin, format, |own| own.products).await?;
        if file.iter().all(u8::is_ascii_whitespace) {
            return Err(too_bad("The file is empty.".to_owned()));
        }
        let may_change = caller.ctx.permissions().allows(Resource::Plugins, Action::Write);
        let calls = self.sites.host.formats(plugin, &site, may_change).map_err(|error| refusal(&error))?;
        let rows = calls.read_products(format, file).await.map_err(|error| unread(&error))?;
        Ok(rows.into_iter().map(given_variant).collect())
    }
}

fn given_variant(row: ProductRow) -> GivenVariant {
    let price = |money: Money| GivenPrice { cents: Cents(money.minor), currency: money.currency };
    GivenVariant {
        line: usize::try_from(row.line).unwrap_or(usize::MAX),
        sku: row.sku,
        product: row.product,
        name: row.name,
        kind: row.kind.map(|kind| match kind {
            ProductKind::Physical => ProductType::Physical,
            ProductKind::Digital => ProductType::Digital,
            ProductKind::Service => ProductType::Service,
            ProductKind::GiftCard => ProductType::GiftCard,
            ProductKind::Paywall => ProductType::Paywall,
        }),
        published: row.published,
        excerpt: row.excerpt,
        description: row.description,
        tags: row.tags,
        categories: row.categories,
        options: row.options,
        price: row.price.map(price),
        sale: row.sale.map(|sale| match sale {
            RowSale::Ended => None,
            RowSale::Price(money) => Some(price(money)),
        }),
        stock: row.stock.map(|stock| match stock {
            RowStock::Untracked => None,
            RowStock::Pieces(pieces) => Some(i64::from(pieces)),
        }),
        weight_grams: row.weight_grams.map(i64::from),
        refused: row.refused.map(|reason| reason.chars().take(MAX_REASON_LENGTH).collect()),
    }
}

/// The products could not be read.
#[derive(Debug, thiserror::Error)]
#[error("the products cannot be read: {0}")]
struct ReadFailed(String);
