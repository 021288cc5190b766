//! Services outside the program, and limits of what it does with them, as configured.

use std::sync::Arc;
use std::time::Duration;

use stoa_kernel::address::lookup::Places;
use stoa_kernel::ports::{BlobStore, Captcha, Mailer};
use stoa_render::CaptchaSettings;
use stoa_site::media::{LimitOverrides, Media, PlanLimits, UploadLimits};
use stoa_tenancy::Tenancy;

use crate::config::{CaptchaConfig, Config, PlanConfig};
use crate::jobs::MailRules;
use crate::outbound::captcha::SiteVerify;
use crate::outbound::mail::MailFileSink;
use crate::outbound::places::GooglePlaces;
use crate::outbound::smtp::{Smtp, SmtpLimits};
use crate::private_files;

/// Image and file processing with its limits: a megabyte has 1,000,000 bytes.
pub(super) fn media(config: &Config, tenancy: &Arc<Tenancy>, blobs: &Arc<dyn BlobStore>) -> anyhow::Result<Media> {
    let bytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
    let limits = UploadLimits {
        picture_bytes: bytes(config.uploads.picture_megabytes),
        file_bytes: bytes(config.uploads.file_megabytes),
        site_bytes: bytes(config.uploads.site_megabytes),
    };
    let of_plan = |plan: &PlanConfig| LimitOverrides {
        picture_bytes: plan.picture_megabytes.map(bytes),
        file_bytes: plan.file_megabytes.map(bytes),
        site_bytes: plan.site_megabytes.map(bytes),
    };
    let plans = PlanLimits {
        plans: Arc::clone(tenancy) as _,
        limits: config.plans.offered.iter().map(|(name, plan)| (name.clone(), of_plan(plan))).collect(),
    };
    Ok(Media::start(Arc::clone(blobs), limits)?.with_avif(config.pictures.avif).with_plans(plans))
}

pub(super) fn captcha(config: &Config) -> anyhow::Result<Option<Arc<dyn Captcha>>> {
    Ok(match config.captcha.kind.as_str() {
        "off" => None,
        _ => Some(Arc::new(SiteVerify::new(&config.captcha)?)),
    })
}

pub(super) fn places(config: &Config) -> anyhow::Result<Option<Arc<dyn Places>>> {
    Ok(match config.places.key.is_empty() {
        true => None,
        false => Some(Arc::new(GooglePlaces::new(&config.places)?)),
    })
}

pub(super) fn captcha_face(config: &Config) -> Option<CaptchaSettings> {
    let CaptchaConfig { kind, site_key, script_url, origins, .. } = config.captcha.clone();
    let script = reqwest::Url::parse(&script_url).map(|url| url.origin().ascii_serialization()).ok();
    let sources = script.into_iter().chain(origins).collect();
    (kind != "off").then_some(CaptchaSettings { kind, site_key, script_url, sources })
}

pub(super) fn mailer(config: &Config) -> anyhow::Result<Arc<dyn Mailer>> {
    Ok(match config.mail.kind.as_str() {
        "smtp" => {
            let connect = Duration::from_secs(config.mail.connect_seconds);
            let limits = SmtpLimits { connect, answer: Duration::from_secs(config.mail.answer_seconds) };
            Arc::new(Smtp::new(config.mail.smtp_url.expose().parse()?, limits))
        }
        _ => Arc::new(MailFileSink::new(&private_files::made(config.data_dir.join("outbox"))?)?),
    })
}

pub(super) fn mail_rules(config: &Config) -> MailRules {
    let first_pause = config.mail.first_pause_seconds.saturating_mul(1_000);
    let first_pause_ms = i64::try_from(first_pause).unwrap_or(i64::MAX);
    MailRules { connections: config.mail.connections, first_pause_ms }
}
