//! The reference of the interface, made from the WIT. `STOA_WRITE_REFERENCE=1` writes it.

use std::fmt::Write as _;
use std::path::Path;

use wit_parser::{
    Docs, Function, FunctionKind, Handle, Interface, PackageId, Resolve, Stability, Type, TypeDef, TypeDefKind,
};

/// Versions of the interface, each a folder of WIT.
const VERSIONS: [&str; 2] = ["0.1.0", "0.2.0"];
const WIT: &str = "../wit";
const REFERENCE: &str = "../../docs/plugins/interface.md";
const HEAD: &str = "# The interface, versions 0.1.0 and 0.2.0

Made from [the WIT](../../plugins/wit) by a test. The types are those of WIT: `s64` is a signed whole number of 64 bits,
`option<t>` a `t` or nothing, `result<t, e>` a `t` or the error `e`, `list<u8>` bytes. The SDK has the same names in Rust, with
`_` for `-`; its modules for interfaces of 0.2.0 that 0.1.0 has too end in 2, such as `payments2`.

A host serves both versions at once, and one component may use interfaces of both: with `api = \"0.2\"` in `plugin.toml` it needs a
host that serves 0.2. What is released never changes; new abilities are new interfaces. Those that are said to be unstable may
still change: [unstable interfaces](README.md#unstable-interfaces).
";

#[test]
fn the_reference_is_that_of_the_wit() {
    let reference = reference();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(REFERENCE);
    if std::env::var_os("STOA_WRITE_REFERENCE").is_some() {
        std::fs::write(&path, &reference).expect("it is written");
    }
    let written = std::fs::read_to_string(&path).expect("a reference");
    assert!(written == reference, "{REFERENCE} differs from the WIT: run this test with STOA_WRITE_REFERENCE=1");
}

fn reference() -> String {
    let mut resolve = Resolve { all_features: true, ..Resolve::default() };
    let mut text = HEAD.to_owned();
    for version in VERSIONS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(WIT).join(version);
        let (package, _) = resolve.push_dir(&folder).expect("valid WIT");
        describe_version(&resolve, package, version, &mut text);
    }
    text.push_str(
        "\n## Worlds\n\nWhat the SDK of each kind may use.\n\n| world | imports | exports |\n|---|---|---|\n",
    );
    for (_, world) in &resolve.worlds {
        let names = |keys: Vec<String>| {
            let short =
                keys.iter().filter_map(|key| key.strip_prefix("stoa:plugin/")?.split_once('@')).map(|(name, _)| name);
            short.filter(|name| *name != "types").map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let imports = names(world.imports.keys().map(|key| resolve.name_world_key(key)).collect());
        let exports = names(world.exports.keys().map(|key| resolve.name_world_key(key)).collect());
        line(&mut text, &format!("| `{}` | {imports} | {exports} |", world.name));
    }
    text
}

fn describe_version(resolve: &Resolve, package: PackageId, version: &str, text: &mut String) {
    let mut interfaces: Vec<&Interface> =
        resolve.packages[package].interfaces.values().map(|id| &resolve.interfaces[*id]).collect();
    if version != "0.1.0" {
        interfaces.sort_by(|one, other| one.name.cmp(&other.name));
    }
    for interface in interfaces {
        describe(resolve, interface, version, text);
    }
}

fn line(text: &mut String, words: &str) {
    writeln!(text, "{words}").expect("text");
}

fn paragraph(text: &mut String, docs: &Docs) {
    // A line of dashes is a heading of the WIT.
    let words = docs.contents.as_deref().unwrap_or_default().lines().filter(|line| !line.starts_with("---"));
    let words = words.collect::<Vec<_>>().join("\n");
    if !words.trim().is_empty() {
        line(text, &format!("\n{}", words.trim()));
    }
}

fn describe(resolve: &Resolve, interface: &Interface, version: &str, text: &mut String) {
    let name = interface.name.as_deref().expect("a name");
    let heading = if version == "0.1.0" { name.to_owned() } else { format!("{name} {version}") };
    line(text, &format!("\n## {heading}"));
    if let Stability::Unstable { feature, .. } = &interface.stability {
        line(text, &format!("\nUnstable: needs `unstable = [\"{feature}\"]` in `[plugin]` of `plugin.toml`."));
    }
    paragraph(text, &interface.docs);
    for (name, id) in &interface.types {
        describe_type(resolve, name, &resolve.types[*id], text);
    }
    for function in interface.functions.values() {
        let owner = match function.kind {
            FunctionKind::Method(id) => format!("{}.", resolve.types[id].name.as_deref().unwrap_or_default()),
            _ => String::new(),
        };
        line(text, &format!("\n### {owner}{}()", function.item_name()));
        line(text, &format!("\n`{}`", signature(resolve, function)));
        paragraph(text, &function.docs);
    }
}

fn signature(resolve: &Resolve, function: &Function) -> String {
    let parameters: Vec<String> = function
        .params
        .iter()
        .filter(|parameter| parameter.name != "self")
        .map(|parameter| format!("{}: {}", parameter.name, name(resolve, &parameter.ty)))
        .collect();
    let result = function.result.as_ref().map_or_else(String::new, |result| format!(" -> {}", name(resolve, result)));
    format!("{}({}){result}", function.item_name(), parameters.join(", "))
}

fn describe_type(resolve: &Resolve, own: &str, definition: &TypeDef, text: &mut String) {
    // A type of `types` that the interface uses.
    if matches!(&definition.kind, TypeDefKind::Type(Type::Id(_))) {
        return;
    }
    line(text, &format!("\n### {own}"));
    paragraph(text, &definition.docs);
    let mut rows: Vec<(String, String, &Docs)> = Vec::new();
    let columns = match &definition.kind {
        TypeDefKind::Record(record) => {
            rows.extend(record.fields.iter().map(|field| (field.name.clone(), name(resolve, &field.ty), &field.docs)));
            "field"
        }
        TypeDefKind::Variant(variant) => {
            let value = |ty: &Option<Type>| ty.as_ref().map_or_else(String::new, |ty| name(resolve, ty));
            rows.extend(variant.cases.iter().map(|case| (case.name.clone(), value(&case.ty), &case.docs)));
            "case"
        }
        TypeDefKind::Enum(cases) => {
            let names: Vec<String> = cases.cases.iter().map(|case| format!("`{}`", case.name)).collect();
            line(text, &format!("\nOne of {}.", names.join(", ")));
            for case in cases.cases.iter().filter(|case| case.docs.contents.is_some()) {
                let words = case.docs.contents.as_deref().unwrap_or_default().trim();
                line(text, &format!("\n`{}`: {words}", case.name));
            }
            return;
        }
        TypeDefKind::Type(ty) => {
            line(text, &format!("\nThe same as `{}`.", name(resolve, ty)));
            return;
        }
        // Its methods are among the functions.
        TypeDefKind::Resource => return,
        other => panic!("{own} is a {}, which this reference does not describe", other.as_str()),
    };
    line(text, &format!("\n| {columns} | type | |\n|---|---|---|"));
    for (name, ty, docs) in rows {
        let ty = if ty.is_empty() { String::new() } else { format!("`{ty}`") };
        let words = docs.contents.as_deref().unwrap_or_default().trim().replace('\n', " ");
        line(text, &format!("| `{name}` | {ty} | {words} |"));
    }
}

/// A type as it is written.
fn name(resolve: &Resolve, ty: &Type) -> String {
    let Type::Id(id) = ty else {
        return match ty {
            Type::Bool => "bool",
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::S16 => "s16",
            Type::S64 => "s64",
            Type::F64 => "f64",
            Type::String => "string",
            other => panic!("{other:?} is not in the contract"),
        }
        .to_owned();
    };
    let definition = &resolve.types[*id];
    if let Some(own) = &definition.name {
        return own.clone();
    }
    let of = |ty: &Option<Type>| ty.as_ref().map_or_else(|| "_".to_owned(), |ty| name(resolve, ty));
    match &definition.kind {
        TypeDefKind::Option(inner) => format!("option<{}>", name(resolve, inner)),
        TypeDefKind::List(inner) => format!("list<{}>", name(resolve, inner)),
        TypeDefKind::Tuple(tuple) => {
            let parts: Vec<String> = tuple.types.iter().map(|part| name(resolve, part)).collect();
            format!("tuple<{}>", parts.join(", "))
        }
        TypeDefKind::Result(result) => format!("result<{}, {}>", of(&result.ok), of(&result.err)),
        TypeDefKind::Handle(Handle::Own(id) | Handle::Borrow(id)) => name(resolve, &Type::Id(*id)),
        other => panic!("an unnamed {}, which this reference does not describe", other.as_str()),
    }
}
