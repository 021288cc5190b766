//! A long style sheet of a built-in theme is written in parts, which are joined so that browsers request one file.

use bytes::Bytes;

use super::Files;

/// Replaces each line `@import "…";` of a style sheet by the file that it names, relative to the sheet. The parts are
/// then no files of the theme: they are neither served nor customized one by one.
pub(super) fn join(files: &mut Files) {
    let written: &Files = files;
    let mut joined = Files::new();
    let mut parts: Vec<String> = Vec::new();
    for (path, bytes) in written {
        let Some(text) = path.ends_with(".css").then_some(bytes).and_then(|bytes| std::str::from_utf8(bytes).ok())
        else {
            continue;
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut whole = Vec::with_capacity(bytes.len());
        let known = parts.len();
        for line in text.split_inclusive('\n') {
            let part = imported(line).map(|name| format!("{folder}/{name}"));
            match part.and_then(|part| written.get_key_value(&part)) {
                Some((part, content)) => {
                    whole.extend_from_slice(content);
                    parts.push(part.clone());
                }
                None => whole.extend_from_slice(line.as_bytes()),
            }
        }
        if parts.len() > known {
            joined.insert(path.clone(), Bytes::from(whole));
        }
    }
    for part in &parts {
        files.remove(part);
    }
    files.extend(joined);
}

/// The file that a line imports.
fn imported(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix("@import \"")?.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_become_the_named_files() {
        let mut files: Files = [
            ("assets/site.css", "/* all */\n@import \"parts/b.css\";\n@import \"parts/a.css\";\np{}\n"),
            ("assets/parts/a.css", "a{}\n"),
            ("assets/parts/b.css", "b{}\n"),
            ("assets/other.css", "@import \"https://fonts.example/x.css\";\n"),
            ("page.item", "@import \"assets/other.css\";\n"),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), Bytes::from(text)))
        .collect();
        let before = files.clone();
        join(&mut files);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["assets/other.css", "assets/site.css", "page.item"]);
        assert_eq!(files["assets/site.css"], "/* all */\nb{}\na{}\np{}\n");
        for unchanged in ["assets/other.css", "page.item"] {
            assert_eq!(files[unchanged], before[unchanged]);
        }
    }
}
