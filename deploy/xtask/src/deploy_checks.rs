//! Validates the deployment files against schemas and rules. Needs neither a container engine nor a cluster.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use walkdir::WalkDir;

use crate::repository::Repository;
use crate::{shell, tools};

/// Maximum size of a ConfigMap in bytes.
const CONFIG_MAP_BYTES: u64 = 1024 * 1024;

/// Checks compose.yaml, the Kubernetes manifests, the load test for the k6 operator, the Dockerfile and the CI
/// workflow.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = tools::ensure(repository)?;
    let root = repository.root();
    let mut schema = shell::command(programs.join("check-jsonschema"), root);
    shell::run(schema.args(["--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml"]))?;
    let mut schema = shell::command(programs.join("check-jsonschema"), root);
    shell::run(schema.args(["--builtin-schema", "vendor.github-workflows", ".github/workflows/ci.yml"]))?;
    let mut kubernetes = shell::command(programs.join("kubernetes-validate"), root);
    shell::run(kubernetes.args(["--strict", "--no-warn"]).args(manifests(repository)?))?;
    check_test_run(repository, &programs)?;
    let mut dockerfile = shell::command(programs.join("hadolint"), root);
    shell::run(dockerfile.args(["--failure-threshold", "warning", "deploy/docker/Dockerfile"]))?;
    println!("    deploy/docker/Dockerfile: hadolint found nothing");
    Ok(())
}

/// Checks the manifest of a load test, and that what it runs can be made as it says and fits into a ConfigMap.
fn check_test_run(repository: &Repository, programs: &Path) -> Result<()> {
    let root = repository.root();
    let mut schema = shell::command(programs.join("check-jsonschema"), root);
    shell::run(schema.args(["--schemafile", "deploy/k6/testrun.schema.json", "deploy/k6/testrun.yaml"]))?;
    let tools = fs::read_to_string(repository.path("deploy/xtask/python-tools.txt")).context("no list of tools")?;
    let version = tools.lines().find_map(|line| line.strip_prefix("k6==")).context("k6 is not among the tools")?;
    let manifest = fs::read_to_string(repository.path("deploy/k6/testrun.yaml")).context("no manifest")?;
    ensure!(manifest.contains(&format!("image: grafana/k6:{version}\n")), "testrun.yaml has another k6 than {version}");
    let archive = repository.target("load-test.tar");
    let mut k6 = shell::command(programs.join("k6"), root);
    k6.args(["archive", "--quiet", "--env", "STOA_URL=https://shop.example.com", "-O"]).arg(&archive);
    shell::run(k6.arg("load-tests/profiles/average.ts"))?;
    let bytes = fs::metadata(&archive).context("k6 wrote no archive")?.len();
    ensure!(bytes < CONFIG_MAP_BYTES, "the archive of the suite has {bytes} bytes, too many for a ConfigMap");
    let mut inspect = shell::command(programs.join("k6"), root);
    shell::output(inspect.args(["inspect", "--execution-requirements"]).arg(&archive))?;
    println!("    deploy/k6/testrun.yaml: the archive of the suite has {bytes} bytes");
    Ok(())
}

fn manifests(repository: &Repository) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(repository.path("deploy/kubernetes")).sort_by_file_name() {
        let entry = entry.context("deploy/kubernetes cannot be listed")?;
        // kustomization.yaml is read by kubectl itself and has no schema in the cluster.
        if entry.path().extension().is_some_and(|end| end == "yaml") && entry.file_name() != "kustomization.yaml" {
            files.push(repository.shown(entry.path()));
        }
    }
    if files.is_empty() {
        bail!("deploy/kubernetes contains no manifests");
    }
    Ok(files)
}
