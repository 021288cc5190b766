//! Panels of plugins in the admin. Who may see the data that a panel needs may open it, and a call has the rights of the
//! person and of the plugin, whichever are fewer.

use std::sync::Arc;

use serde_json::Value;
use stoa_http::site_plugins::{PluginCaller, PluginPanelAnswerOut, PluginPanelCall, PluginPanelOut, PluginPanelsOut};
use stoa_kernel::{Action, Failure, Resource, TenantCtx};
use stoa_plugin_host::{PanelInfo, PanelPerson, Site, SiteContext};

use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::lists::text_or;

/// Kinds of data of a site, with what contributors need to see it.
const DATA: [(&str, Resource); 4] = [
    ("products", Resource::Products),
    ("orders", Resource::Orders),
    ("customers", Resource::Customers),
    ("pages", Resource::Content),
];

/// What a contributor needs to open a panel.
fn needed(panel: &PanelInfo) -> Vec<Resource> {
    let needs = |data: &str| panel.needs.iter().any(|known| known == data);
    let found: Vec<Resource> = DATA.iter().filter(|(data, _)| needs(data)).map(|(_, resource)| *resource).collect();
    if found.is_empty() { vec![Resource::Plugins] } else { found }
}

fn may_open(ctx: &TenantCtx, panel: &PanelInfo) -> bool {
    needed(panel).into_iter().all(|resource| ctx.permissions().allows(resource, Action::Read))
}

pub(super) fn person_of(ctx: &TenantCtx) -> PanelPerson {
    let may_see = |resource: Resource| ctx.permissions().allows(resource, Action::Read);
    let reads = DATA.iter().filter(|(_, resource)| may_see(*resource)).map(|(data, _)| (*data).to_owned());
    PanelPerson { reads: reads.collect(), may_change: ctx.permissions().allows(Resource::Plugins, Action::Write) }
}

/// Refuses those who can open no panel at all.
fn may_see_any(ctx: &TenantCtx) -> Result<(), Failure> {
    if DATA.iter().any(|(_, resource)| ctx.permissions().allows(*resource, Action::Read)) {
        return Ok(());
    }
    ctx.authorise(Resource::Plugins, Action::Read)
}

impl PluginService {
    pub(super) async fn site_panels(&self, caller: PluginCaller<'_>) -> Result<PluginPanelsOut, Failure> {
        let website = caller.ctx.website();
        may_see_any(caller.ctx)?;
        let site = self.sites.site(website).await?;
        let infos = self.sites.infos(website).await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let rules = self.sites.packages.rules().await?;
        let mut panels = Vec::new();
        for info in infos.iter() {
            let opened: Vec<&PanelInfo> = info.panels.iter().filter(|panel| may_open(caller.ctx, panel)).collect();
            if opened.is_empty() || site.activation(&info.id).is_none() {
                continue;
            }
            let Some(version) = self.current(website, &info.id, &choices, &rules).await? else { continue };
            let texts = version.contents.texts(caller.language);
            let plugin_name = text_or(&texts, "name", &info.name);
            panels.extend(opened.into_iter().map(|panel| PluginPanelOut {
                plugin_id: info.id.clone(),
                name: panel.name.clone(),
                title: text_or(&texts, &format!("panels.{}", panel.name), panel.title.as_ref().unwrap_or(&plugin_name)),
                plugin_name: plugin_name.clone(),
                digest: version.digest.clone(),
                has_page: panel.page.is_some(),
                form: panel.form.clone(),
            }));
        }
        panels.sort_by(|one, other| (&one.title, &one.plugin_id).cmp(&(&other.title, &other.plugin_id)));
        Ok(PluginPanelsOut { panels })
    }

    /// A panel of a plugin that is on, if the caller may open it.
    async fn panel(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
    ) -> Result<(Arc<Site>, PanelInfo), Failure> {
        let website = caller.ctx.website();
        may_see_any(caller.ctx)?;
        let site = self.sites.site(website).await?;
        let infos = self.sites.infos(website).await?;
        let info = infos.iter().find(|info| info.id == plugin).filter(|_| site.activation(plugin).is_some());
        let panel = info.and_then(|info| info.panels.iter().find(|panel| panel.name == name));
        let panel = panel.ok_or_else(Failure::not_found)?;
        needed(panel).into_iter().try_for_each(|resource| caller.ctx.authorise(resource, Action::Read))?;
        Ok((site, panel.clone()))
    }

    pub(super) async fn shown_panel(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
    ) -> Result<String, Failure> {
        let (_, panel) = self.panel(caller, plugin, name).await?;
        let path = panel.page.ok_or_else(Failure::not_found)?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let rules = self.sites.packages.rules().await?;
        let version = self.current(caller.ctx.website(), plugin, &choices, &rules).await?;
        let page = version.and_then(|version| version.contents.text(&path).map(str::to_owned));
        page.ok_or_else(Failure::not_found)
    }

    pub(super) async fn called_panel(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
        PluginPanelCall { method, input }: PluginPanelCall<'_>,
    ) -> Result<PluginPanelAnswerOut, Failure> {
        let (site, _) = self.panel(caller, plugin, name).await?;
        let nothing = Value::Object(serde_json::Map::new());
        let input = if input.is_null() { &nothing } else { input };
        let locale = match caller.language {
            "" => "en",
            language => language,
        };
        let context = SiteContext { locale: locale.to_owned(), ..site.context.clone() };
        let site = Arc::new(Site { context, activations: Arc::clone(&site.activations) });
        let answer = match self.sites.host.panel(plugin, &site, person_of(caller.ctx)) {
            Ok(calls) => calls.call(name, method, input).await,
            Err(error) => Err(error),
        };
        Ok(match answer {
            Ok(result) => PluginPanelAnswerOut { result, error: None },
            Err(error) => {
                tracing::warn!(tenant.id = %caller.ctx.website(), %error, "a panel of a plugin failed");
                PluginPanelAnswerOut { result: Value::Null, error: Some(error.for_owner()) }
            }
        })
    }
}
