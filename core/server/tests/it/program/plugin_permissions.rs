//! What plugins may do, what contributors agreed to, and what they grant.

use stoa_entity::tenant::plugin_installation::AgreedPermissions;
use stoa_http::site_plugins::{PluginGrants, PluginPermission};
use stoa_kernel::plugin::PluginData;
use stoa_plugin_host::Permissions;
use stoa_server::plugin_ports::permissions::{agreement_to, beyond, checked_grants, grants_of, permissions_of};

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

fn asked() -> Permissions {
    Permissions {
        http: names(&["https://b.example", "https://a.example"]),
        secrets: names(&["api_key"]),
        reads: names(&["orders"]),
        storage: Some("2KiB".to_owned()),
        ..Permissions::default()
    }
}

#[test]
fn permissions_are_those_that_the_component_can_use() {
    let http = PluginPermission::Http { origins: names(&["https://a.example", "https://b.example"]) };
    let secrets = PluginPermission::Secrets { names: names(&["api_key"]) };
    let imports = names(&["stoa:plugin/http@0.1.0", "stoa:plugin/orders@0.2.0", "stoa:plugin/log@0.1.0"]);
    let orders = PluginPermission::Reads { data: PluginData::Orders };
    assert_eq!(permissions_of(&asked(), &imports), [http.clone(), orders.clone(), secrets.clone()]);
    let streams = names(&["stoa:plugin/http-streams@0.2.0", "stoa:plugin/orders@0.2.0"]);
    assert_eq!(permissions_of(&asked(), &streams), permissions_of(&asked(), &imports), "these send requests, too");
    let storage = PluginPermission::Storage { bytes: 2_048 };
    assert_eq!(permissions_of(&asked(), &[]), [http, orders, secrets, storage]);
    assert_eq!(permissions_of(&asked(), &names(&["stoa:plugin/log@0.1.0"])).len(), 1, "secrets alone");
    assert_eq!(permissions_of(&Permissions::default(), &[]), []);
    let told = Permissions { events: names(&["customers"]), ..Permissions::default() };
    let customers = PluginPermission::Reads { data: PluginData::Customers };
    assert_eq!(permissions_of(&told, &imports), std::slice::from_ref(&customers), "events tell of people");
    let more = Permissions { events: names(&["customers"]), ..asked() };
    let agreed = agreement_to(&permissions_of(&asked(), &[]));
    assert_eq!(beyond(&permissions_of(&more, &[]), &agreed), [customers], "an upgrade that listens asks");
    let more = permissions_of(&Permissions { client: true, ..asked() }, &[]);
    assert_eq!(beyond(&more, &agreed), [PluginPermission::Script], "and so does one with a script");
    assert_eq!(beyond(&more, &agreement_to(&more)), []);
}

#[test]
fn only_what_is_new_is_asked_for() {
    let permissions = permissions_of(&asked(), &[]);
    assert_eq!(beyond(&permissions, &AgreedPermissions::default()), permissions);
    let agreed = agreement_to(&permissions);
    assert_eq!(beyond(&permissions, &agreed), []);
    let less = AgreedPermissions { origins: names(&["https://a.example"]), storage: 4_096, ..agreed };
    assert_eq!(
        beyond(&permissions, &less),
        [PluginPermission::Http { origins: names(&["https://b.example"]) }],
        "more storage was agreed to before"
    );
}

#[test]
fn grants_are_part_of_what_is_asked_for() {
    let permissions = permissions_of(&asked(), &[]);
    let some = PluginGrants { origins: names(&["https://a.example"]), data: Vec::new() };
    let stored = checked_grants(&permissions, some.clone()).unwrap();
    assert_eq!(grants_of(&permissions, Some(&stored)), some);
    assert_eq!(grants_of(&permissions, None).origins.len(), 2);
    let other = PluginGrants { origins: names(&["https://c.example"]), data: vec![PluginData::Pages] };
    let failure = checked_grants(&permissions, other).unwrap_err();
    assert_eq!(failure.fields.keys().collect::<Vec<_>>(), ["grants.data", "grants.origins"]);
}
