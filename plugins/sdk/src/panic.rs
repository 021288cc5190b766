//! Panics of plugins, as log lines.

/// Installs a panic hook that logs the panic at level error, since the trap itself only says that the guest stopped.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        crate::log::write(crate::log::Level::Error, &panic.to_string());
    }));
}
