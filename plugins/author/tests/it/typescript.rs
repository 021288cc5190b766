//! The types of the SDK for JavaScript, made from the WIT. `STOA_WRITE_REFERENCE=1` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use wit_parser::{
    Docs, Function, FunctionKind, Handle, Interface, Resolve, SourceMap, Type, TypeDef, TypeDefKind, TypeOwner,
};

const TYPES: &str = "../sdk-js/contract.d.ts";
const CONTRACT: &str = "../wit";
const HEAD: &str = "// The contract, as plugins in JavaScript see it. Made from the WIT by a test.
//
// An `option` is a value or undefined, `s64` and `u64` are BigInt, `list<u8>` is a Uint8Array, and a `result` is returned or
// thrown: the host throws an error whose `payload` is the error of the contract, plugins throw that error itself.
";

#[test]
fn the_types_are_those_of_the_wit() {
    let types = types();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TYPES);
    if std::env::var_os("STOA_WRITE_REFERENCE").is_some() {
        fs::write(&path, &types).expect("they are written");
    }
    let written = fs::read_to_string(&path).expect("types");
    assert!(written == types, "{TYPES} differs from the WIT: run this test with STOA_WRITE_REFERENCE=1");
}

fn types() -> String {
    let mut resolve = Resolve { all_features: true, ..Resolve::default() };
    for version in sorted(&Path::new(env!("CARGO_MANIFEST_DIR")).join(CONTRACT)) {
        let mut sources = SourceMap::default();
        for file in sorted(&version) {
            sources.push_str(&file.to_string_lossy(), fs::read_to_string(&file).expect("WIT"));
        }
        let group = sources.parse().unwrap_or_else(|(_, error)| panic!("{error}"));
        resolve.push_group(group).expect("valid WIT");
    }
    let mut text = HEAD.to_owned();
    for (id, interface) in &resolve.interfaces {
        line(&mut text, &format!("\ndeclare module '{}' {{", resolve.id_of(id).expect("a name")));
        describe(&resolve, interface, &mut text);
        line(&mut text, "}");
    }
    text
}

fn sorted(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

fn line(text: &mut String, words: &str) {
    writeln!(text, "{words}").expect("text");
}

fn comment(text: &mut String, indent: &str, docs: &Docs) {
    let words = docs.contents.as_deref().unwrap_or_default().trim();
    if !words.is_empty() {
        line(text, &format!("{indent}/** {} */", words.replace('\n', " ")));
    }
}

fn describe(resolve: &Resolve, interface: &Interface, text: &mut String) {
    for (own, id) in &interface.types {
        let definition = &resolve.types[*id];
        comment(text, "  ", &definition.docs);
        if matches!(definition.kind, TypeDefKind::Resource) {
            line(text, &format!("  export class {} {{\n    private constructor();", pascal(own)));
            let methods = interface.functions.values();
            for method in methods.filter(|function| matches!(function.kind, FunctionKind::Method(of) if of == *id)) {
                comment(text, "    ", &method.docs);
                line(text, &format!("    {};", signature(resolve, method)));
            }
            line(text, "  }");
            continue;
        }
        describe_type(resolve, &pascal(own), definition, text);
    }
    for function in interface.functions.values().filter(|own| matches!(own.kind, FunctionKind::Freestanding)) {
        comment(text, "  ", &function.docs);
        if function.name == "delete" {
            // A reserved word.
            line(text, &format!("  function delete_{};", signature(resolve, function).trim_start_matches("delete")));
            line(text, "  export { delete_ as delete };");
            continue;
        }
        line(text, &format!("  export function {};", signature(resolve, function)));
    }
}

fn describe_type(resolve: &Resolve, own: &str, definition: &TypeDef, text: &mut String) {
    match &definition.kind {
        TypeDefKind::Record(record) => {
            line(text, &format!("  export interface {own} {{"));
            for field in &record.fields {
                comment(text, "    ", &field.docs);
                line(text, &format!("    {};", member(resolve, &field.name, &field.ty)));
            }
            line(text, "  }");
        }
        TypeDefKind::Variant(variant) => {
            let cases: Vec<String> = variant
                .cases
                .iter()
                .map(|case| match &case.ty {
                    Some(ty) => format!("{{ tag: '{}'; val: {} }}", case.name, name(resolve, ty)),
                    None => format!("{{ tag: '{}' }}", case.name),
                })
                .collect();
            line(text, &format!("  export type {own} = {};", cases.join(" | ")));
        }
        TypeDefKind::Enum(cases) => {
            let cases: Vec<String> = cases.cases.iter().map(|case| format!("'{}'", case.name)).collect();
            line(text, &format!("  export type {own} = {};", cases.join(" | ")));
        }
        TypeDefKind::Type(ty) => line(text, &format!("  export type {own} = {};", foreign(resolve, ty))),
        other => panic!("{own} is a {}, which is not in the types", other.as_str()),
    }
}

/// What an alias stands for: a type of another interface, or one without a name.
fn foreign(resolve: &Resolve, ty: &Type) -> String {
    let Type::Id(id) = ty else { return name(resolve, ty) };
    let definition = &resolve.types[*id];
    match (definition.owner, &definition.name) {
        (TypeOwner::Interface(owner), Some(own)) => {
            format!("import('{}').{}", resolve.id_of(owner).expect("a name"), pascal(own))
        }
        _ => name(resolve, ty),
    }
}

fn member(resolve: &Resolve, own: &str, ty: &Type) -> String {
    match option(resolve, ty) {
        Some(inner) => format!("{}?: {}", camel(own), name(resolve, &inner)),
        None => format!("{}: {}", camel(own), name(resolve, ty)),
    }
}

fn option(resolve: &Resolve, ty: &Type) -> Option<Type> {
    let Type::Id(id) = ty else { return None };
    match &resolve.types[*id].kind {
        TypeDefKind::Option(inner) => Some(*inner),
        _ => None,
    }
}

fn signature(resolve: &Resolve, function: &Function) -> String {
    let parameters: Vec<String> = function
        .params
        .iter()
        .filter(|parameter| parameter.name != "self")
        .map(|parameter| format!("{}: {}", camel(&parameter.name), name(resolve, &parameter.ty)))
        .collect();
    let result = function.result.as_ref().map_or_else(|| "void".to_owned(), |result| name(resolve, result));
    format!("{}({}): {result}", camel(function.item_name()), parameters.join(", "))
}

fn name(resolve: &Resolve, ty: &Type) -> String {
    let Type::Id(id) = ty else {
        return match ty {
            Type::Bool => "boolean",
            Type::String | Type::Char => "string",
            Type::S64 | Type::U64 => "bigint",
            _ => "number",
        }
        .to_owned();
    };
    let definition = &resolve.types[*id];
    if let Some(own) = &definition.name {
        return pascal(own);
    }
    match &definition.kind {
        TypeDefKind::Option(inner) => format!("{} | undefined", name(resolve, inner)),
        TypeDefKind::List(Type::U8) => "Uint8Array".to_owned(),
        TypeDefKind::List(inner) => match name(resolve, inner) {
            plain if plain.contains(' ') && !plain.starts_with('[') => format!("({plain})[]"),
            plain => format!("{plain}[]"),
        },
        TypeDefKind::Tuple(tuple) => {
            let parts: Vec<String> = tuple.types.iter().map(|part| name(resolve, part)).collect();
            format!("[{}]", parts.join(", "))
        }
        TypeDefKind::Result(result) => {
            result.ok.as_ref().map_or_else(|| "void".to_owned(), |answer| name(resolve, answer))
        }
        TypeDefKind::Handle(Handle::Own(id) | Handle::Borrow(id)) => name(resolve, &Type::Id(*id)),
        other => panic!("an unnamed {}, which is not in the types", other.as_str()),
    }
}

/// `retry-after-ms` is `retryAfterMs`.
fn camel(own: &str) -> String {
    let mut words = own.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + &capital(word))
}

fn pascal(own: &str) -> String {
    own.split('-').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
