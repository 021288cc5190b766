//! Measures the script size of a page.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::server::get;
use crate::shell;

/// Total size in bytes, gzipped at level 9, of all scripts loaded by the first product page of the site.
pub(crate) fn script_bytes(repository: &Repository, port: u16, host: &str) -> Result<usize> {
    let page = product_page(port, host)?;
    let mut waiting = scripts_of(&page);
    let mut seen = BTreeSet::new();
    let mut total = 0;
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let (status, script) = get(port, host, &path)?;
        if status != 200 {
            bail!("the script {path} answered {status}");
        }
        total += gzipped(repository, &script)?;
        waiting.extend(imports_of(&String::from_utf8_lossy(&script), &path));
    }
    if seen.is_empty() {
        bail!("the product page loads no script");
    }
    Ok(total)
}

fn product_page(port: u16, host: &str) -> Result<String> {
    let (_, sitemap) = get(port, host, "/sitemap.xml")?;
    let sitemap = String::from_utf8_lossy(&sitemap).into_owned();
    for address in sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()) {
        let path = address.splitn(4, '/').nth(3).map(|path| format!("/{path}")).unwrap_or_default();
        let (_, page) = get(port, host, &path)?;
        let page = String::from_utf8_lossy(&page).into_owned();
        if page.contains("data-stoa-island=\"product-form\"") {
            return Ok(page);
        }
    }
    bail!("the sitemap leads to no product page")
}

/// `src` of script elements and `href` of preloaded modules.
fn scripts_of(page: &str) -> Vec<String> {
    let elements = page.split('<').filter(|element| element.starts_with("script") || element.contains("modulepreload"));
    elements
        .filter_map(|element| {
            let value = element.split("src=\"").nth(1).or_else(|| element.split("href=\"").nth(1))?;
            value.split('"').next()
        })
        .filter(|path| path.starts_with('/'))
        .map(str::to_owned)
        .collect()
}

/// Static imports of a built module, as paths; dynamic ones (`import(…)`) do not count.
fn imports_of(script: &str, path: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    ["from\"./", "from \"./", "import\"./", "import \"./", "from'./"]
        .iter()
        .flat_map(|mark| script.split(mark).skip(1))
        .filter_map(|rest| rest.split(['"', '\'']).next())
        .map(|file| format!("{folder}/{file}"))
        .collect()
}

fn gzipped(repository: &Repository, bytes: &[u8]) -> Result<usize> {
    let mut gzip = shell::command("gzip", repository.root());
    let mut child = gzip
        .args(["-9", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("gzip cannot be started")?;
    let mut input = child.stdin.take().context("gzip has no standard input")?;
    // Written from a separate thread: with a large script both sides would deadlock otherwise.
    let copy = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&copy));
    let output = child.wait_with_output().context("gzip failed")?;
    writer.join().ok().context("writing to gzip failed")?.context("writing to gzip failed")?;
    Ok(output.stdout.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_scripts_and_imports() {
        let page = "<script type=\"module\" src=\"/static/main.js\"></script><link rel=\"modulepreload\" href=\"/static/a.js\">\
                    <script type=\"application/json\">{}</script><script src=\"https://else.example/x.js\">";
        assert_eq!(scripts_of(page), ["/static/main.js", "/static/a.js"]);
        let script = "import{a}from\"./chunk-1.js\";import\"./chunk-2.js\";import(\"./late.js\")";
        assert_eq!(imports_of(script, "/static/main.js"), ["/static/chunk-1.js", "/static/chunk-2.js"]);
    }
}
