//! Changes of the plugins of a site, and the lines that plugins write.

use crate::closed_set::closed_set;

closed_set! {
    /// A change of a plugin on a site.
    PluginChangeKind {
        /// It was installed.
        Installed = "installed",
        /// A later version replaced the one before.
        Upgraded = "upgraded",
        /// A contributor went back to an earlier version.
        WentBack = "went-back",
        /// A new version failed, and the one before came back.
        WentBackByItself = "went-back-by-itself",
        /// It was switched on.
        Enabled = "enabled",
        /// It was switched off.
        Disabled = "disabled",
        /// It was removed.
        Removed = "removed",
    }
}

closed_set! {
    /// Level of a line that a plugin writes.
    PluginLogLevel {
        /// For its author.
        Debug = "debug",
        /// A notice.
        Info = "info",
        /// Something may be wrong.
        Warn = "warn",
        /// Something failed.
        Error = "error",
    }
}
