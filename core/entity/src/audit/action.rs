//! All entries that the audit log can have, so that clients can translate them.

use std::borrow::Cow;

use serde::Deserialize;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::value_named;

/// A closed list of values with the names under which they are stored.
macro_rules! words {
    ($(#[$about:meta])* $list:ident { $($word:ident = $name:tt,)+ $(; $(#[$other_about:meta])* $other:ident($($part:ty),+))? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        pub enum $list {
            $(#[doc = concat!("`", $name, "`.")] #[serde(rename = $name)] $word,)+
            $($(#[$other_about])* #[serde(skip)] $other($($part),+),)?
        }

        impl $list {
            const WORDS: &'static [(Self, &'static str)] = &[$((Self::$word, $name),)+];
        }
    };
}

words! {
    /// An action that the audit log records.
    AuditAction {
        AnalyticsLinkCreate = "analytics-link.create",
        AnalyticsLinkEnd = "analytics-link.end",
        CategoryChange = "category.change",
        CommentsClose = "comments.close",
        CommentsOpen = "comments.open",
        ContributorAccept = "contributor.accept",
        ContributorInvite = "contributor.invite",
        ContributorRemove = "contributor.remove",
        ContributorRoles = "contributor.roles",
        ContributorSignInRules = "contributor.sign-in-rules",
        ContributorWithdraw = "contributor.withdraw",
        CustomerErase = "customer.erase",
        CustomerExport = "customer.export",
        CustomersExport = "customers.export",
        DesignPublish = "design.publish",
        ExperimentCreate = "experiment.create",
        ExperimentDelete = "experiment.delete",
        ExperimentEnd = "experiment.end",
        ExperimentSave = "experiment.save",
        ExperimentStart = "experiment.start",
        FormWebhooksRenewKey = "form-webhooks.renew-key",
        HeaderFooterPublish = "header-footer.publish",
        InstallmentProviderSave = "installment-provider.save",
        ItemsArrange = "items.arrange",
        LanguagesChange = "languages.change",
        LanguagesDisconnect = "languages.disconnect",
        LoadRunEnd = "load-run.end",
        LoadRunRemove = "load-run.remove",
        LoadRunStart = "load-run.start",
        LoadTestsAllow = "load-tests.allow",
        LoadTestsForbid = "load-tests.forbid",
        LoadTestsRenewKey = "load-tests.renew-key",
        MailTextsReset = "mail.texts.reset",
        MailTextsSave = "mail.texts.save",
        MailingListDelete = "mailing-list.delete",
        MailingListExport = "mailing-list.export",
        NavigationSave = "navigation.save",
        OrderCancel = "order.cancel",
        OrderCapture = "order.capture",
        OrderCharge = "order.charge",
        OrderDispute = "order.dispute",
        OrderExport = "order.export",
        OrderPaymentGiveUp = "order.payment.give-up",
        OrderRefund = "order.refund",
        PaymentProviderSave = "payment-provider.save",
        PaymentSettingsSave = "payment-settings.save",
        PluginDropEvent = "plugin.drop-event",
        PluginInstall = "plugin.install",
        PluginRemove = "plugin.remove",
        PluginReplay = "plugin.replay",
        PluginRunJob = "plugin.run-job",
        PluginSave = "plugin.save",
        PluginSecretSave = "plugin.secret.save",
        PriceListCreate = "price-list.create",
        PriceListDelete = "price-list.delete",
        PriceListSave = "price-list.save",
        ProductDelete = "product-deleted",
        RedirectCreate = "redirect.create",
        RedirectDelete = "redirect.delete",
        RedirectUpdate = "redirect.update",
        RestockSend = "restock.send",
        SiteDuplicate = "site.duplicate",
        SiteLockOpen = "site-lock.open",
        SiteLockSet = "site-lock.set",
        SiteTextReset = "site-text.reset",
        SiteTextSave = "site-text.save",
        SiteTextsReset = "site-texts.reset",
        SubmissionDelete = "submission.delete",
        SubmissionExport = "submission.export",
        SubscriberRemove = "subscriber.remove",
        TagChange = "tag.change",
        TranslationsImport = "translations.import",
        WebsiteSettingsSave = "website-settings.save",
        ;
        /// An action on a page, or on something that is managed like a page.
        OfPage(CollectionKind, PageDeed)
    }
}

words! {
    /// Actions on pages.
    PageDeed {
        Create = "create",
        Settings = "settings",
        Move = "move",
        MakeHome = "make-home",
        Publish = "publish",
        Unpublish = "unpublish",
        Schedule = "schedule",
        AskForReview = "ask-for-review",
        WaitNoLonger = "wait-no-longer",
        Trash = "trash",
        Restore = "restore",
        Purge = "purge",
    }
}

fn name_in<W: PartialEq>(words: &[(W, &'static str)], word: &W) -> &'static str {
    words.iter().find(|(known, _)| known == word).map_or("", |(_, name)| name)
}

impl AuditAction {
    /// All values.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_pages = CollectionKind::ALL
            .iter()
            .flat_map(|kind| PageDeed::WORDS.iter().map(|(deed, _)| Self::OfPage(*kind, *deed)));
        Self::WORDS.iter().map(|(action, _)| *action).chain(of_pages)
    }

    /// The stored name, such as `order.refund`.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::OfPage(kind, deed) => format!("{kind}.{}", name_in(PageDeed::WORDS, &deed)).into(),
            other => name_in(Self::WORDS, &other).into(),
        }
    }

    /// The action of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let of_page = || {
            let (kind, deed) = name.split_once('.')?;
            Some(Self::OfPage(value_named(kind)?, value_named(deed)?))
        };
        value_named(name).or_else(of_page)
    }
}
