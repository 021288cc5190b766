//! Settings: what is refused, by its key.

use std::fs;

use serde_json::json;
use stoa_server::config::{self, ConfigError, Secret};

/// Keys of the settings that are refused, after these changes of the defaults.
fn problems(changes: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), changes).unwrap();
    match config::load(Some(file.path())) {
        Ok(_) => Vec::new(),
        Err(ConfigError(bad)) => bad.into_iter().map(|bad| bad.key).collect(),
    }
}

#[test]
fn default_config_is_valid() {
    assert_eq!(problems(""), Vec::<String>::new());
}

#[test]
fn invalid_values_named_by_key() {
    let changes = "[server]\nbind = 'nowhere'\nscheme = 'gopher'\n[secrets]\nkey = 'short'\n";
    assert_eq!(problems(changes), ["server.bind", "server.scheme", "secrets.key"]);
    assert_eq!(problems("[server]\npublic_port = 'x'\n"), ["server.public_port"]);
}

#[test]
fn public_metrics_require_token() {
    let open = "[metrics]\nbind = '0.0.0.0:9464'\n";
    assert_eq!(problems(open), ["metrics.token"]);
    assert_eq!(problems(&format!("{open}token = 'sixteen and more characters'\n")), Vec::<String>::new());
    assert_eq!(problems("[metrics]\nbind = '[::1]:1'\n"), Vec::<String>::new());
    assert_eq!(problems("[metrics]\nbind = ''\n"), Vec::<String>::new());
    assert_eq!(problems("[metrics]\ntoken = 'short'\n"), ["metrics.token"]);
}

#[test]
fn proxy_and_connection_settings_validated() {
    let changes = "[server]\nproxy_hops = 0\nproxy_networks = ['10.0.0.0/8', 'here']\n[connections]\nat_once = 0\n\
                   head_seconds = 0\n";
    let named = ["server.proxy_hops", "server.proxy_networks", "connections.head_seconds", "connections.at_once"];
    assert_eq!(problems(changes), named);
    assert_eq!(problems("[server]\nproxy_networks = ['192.0.2.1', 'fd00::/8']\n"), Vec::<String>::new());
}

#[test]
fn plan_settings_validated() {
    let small = "[plans]\nnew_site = 'small'\n[plans.offered.small]\ntitle = 'Small'\nsite_megabytes = 2000\n";
    assert_eq!(problems(small), Vec::<String>::new());
    let bad = "[plans]\nnew_site = 'large'\n[plans.offered.small]\ntitle = ' '\npicture_megabytes = 500\n";
    assert_eq!(problems(bad), ["plans.offered.small.title", "plans.offered.small.picture_megabytes", "plans.new_site"]);
    assert_eq!(problems("[plans.offered.small]\ntitle = 'S'\nsites = 3\n"), ["plans.offered.small.sites"]);
}

#[test]
fn plugin_limits_validated() {
    assert_eq!(problems("[plugins]\ninstances = 1\n"), ["plugins.instances"]);
    let idle = "[plugins.packages]\nloaded_megabytes = 0\n[plugins.compile]\nmemory_megabytes = 32\nat_once = 0\n";
    assert_eq!(
        problems(idle),
        ["plugins.packages.loaded_megabytes", "plugins.compile.memory_megabytes", "plugins.compile.at_once"]
    );
    let index = "[[plugins.indexes]]\nsource = \"plugins\"\nkey = \"key\"\n";
    assert_eq!(problems(index), ["plugins.indexes", "plugins.indexes"]);
    let slow = "[plugins.limits]\nhttp_seconds = 20\nformatter_milliseconds = 0\n";
    assert_eq!(problems(slow), ["plugins.limits.formatter_milliseconds", "plugins.limits.payment_seconds"]);
}

#[test]
fn session_lengths_validated() {
    let never = "[sessions]\ncontributor_days = 0\nsite_user_days = 401\n";
    assert_eq!(problems(never), ["sessions.contributor_days", "sessions.site_user_days"]);
}

#[test]
fn debug_output_hides_secrets() {
    let secret: Secret = serde_json::from_value(json!("hunter2")).unwrap();
    assert_eq!(format!("{secret:?}"), "(secret)");
}
