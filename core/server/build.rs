//! Development builds have a fixed address: otherwise the loader adjusts 890,000 pointers whenever the program or its tests
//! are started, which one run of the tests does a thousand times.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|own| own == value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        println!("cargo::rustc-link-arg-tests=-no-pie");
    }
}
