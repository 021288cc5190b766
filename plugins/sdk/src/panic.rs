/// Makes a panic leave a line at level error, since the trap itself only says that the guest stopped.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        crate::log::write(crate::log::Level::Error, &panic.to_string());
    }));
}
