//! A whole run with a program in place of k6, which answers as k6 and the scripts of load-tests do.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

use super::options::{Options, Profile};
use super::session::Session;
use super::verdict::Broken;
use crate::repository::Repository;

/// Starts and ends a run; as a profile, writes requests of 12.5 ms and the confirmed order `ord_N` of the N-th
/// process to its stream. A climb has steps at 1, 2 and 4 people a second; from the third on, requests take 1.5 s, but
/// not at rates that are given.
const PROGRAM: &str = r#"#!/bin/sh
for argument; do
  case "$argument" in
    inspect) inspects=1 ;;
    json=*) stream="${argument#json=}" ;;
    *.ts) script="$argument" ;;
  esac
done
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
point() { printf '{"metric":"%s","type":"Point","data":{"time":"%s","value":%s,%s}}\n' "$1" "$now" "$2" "$3"; }
step() { printf '{"duration":"10s","target":%s},{"duration":"20s","target":%s}' "$1" "$1"; }
if [ -n "$inspects" ]; then
  printf '{"scenarios":{"visits":{"startRate":3600,"timeUnit":"1h0m0s","stages":['
  if [ -n "$STOA_STEPS" ]; then
    printf '%s,%s' "$(step 9072)" "$(step 11428)"
  else
    printf '%s,%s,%s' "$(step 3600)" "$(step 7200)" "$(step 14400)"
  fi
  printf ']}}}'
  exit
fi
case "$script" in
  */steps/start.ts) printf '{"runs":[{"runId":"lr_1","seconds":"%s"}]}' "$STOA_SECONDS" >"$STOA_STARTED" ;;
  */steps/finish.ts)
    cp "$STOA_ORDERS" "$FAKE_FOLDER/orders.json"
    printf '{"sites":[{"url":"u","findings":[{"rule":"paid-once","holds":%s,"checked":2,"details":["ord_0"]}]}]}' \
      "$FAKE_HOLDS" >"$STOA_FINDINGS" ;;
  */profiles/average.ts)
    grep -q '"seconds":"640"' "$STOA_STARTED" || exit 1
    {
      for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
        point http_req_duration 12.5 '"tags":{"name":"search","status":"200","expected_response":"true"}'
      done
      point iterations 1 '"tags":{}'
      point confirmed_orders 1 "\"tags\":{\"run\":\"lr_1\"},\"metadata\":{\"order\":\"ord_${stream##*-}\"}"
    } >"$stream" ;;
  */profiles/breakpoint.ts)
    start=$(date +%s)
    [ -z "$STOA_STEPS" ] || { start=$((start + 200)) && echo "$STOA_STEPS $STOA_SECONDS" >"$FAKE_FOLDER/steps"; }
    for second in $(seq 0 95); do
      now=$(date -u -d "@$((start + second))" +%Y-%m-%dT%H:%M:%SZ)
      took=12.5
      [ -n "$STOA_STEPS" ] || [ "$second" -lt 60 ] || took=1500
      for number in 1 2 3 4 5 6 7 8; do
        point http_req_duration "$took" '"tags":{"name":"search","status":"200","expected_response":"true"}'
      done
      point iterations 1 '"tags":{}'
    done >"$stream" ;;
  *) echo "The site does not allow load tests." >&2; exit 107 ;;
esac
"#;

fn program(folder: &Path) {
    let k6 = folder.join("k6");
    fs::write(&k6, PROGRAM).unwrap();
    fs::set_permissions(&k6, fs::Permissions::from_mode(0o755)).unwrap();
}

fn options(folder: &Path, holds: &str) -> Options {
    let mut options = Options::of(Profile::Average);
    options.run.url = Some("https://shop.example".to_owned());
    options.run.key = Some("key-of-the-shop".to_owned());
    options.run.processes = Some(2);
    options.run.seconds = Some(40);
    options.run.out = Some(folder.join("results"));
    let fake_folder = folder.to_str().unwrap().to_owned();
    options.k6_environment = vec![("FAKE_FOLDER", fake_folder), ("FAKE_HOLDS", holds.to_owned())];
    options
}

// spec: load-test.verdict
#[test]
fn two_processes_are_merged_and_their_orders_asked_for() {
    let repository = Repository::locate().unwrap();
    let folder = tempfile::tempdir().unwrap();
    program(folder.path());
    let options = options(folder.path(), "true");
    let outcome = Session::open(&repository, folder.path(), &options).unwrap().measure(&options).unwrap();
    assert!(Broken::of(&outcome.verdict).is_none(), "{:?}", outcome.verdict.broken());
    let file = |name: &str| fs::read_to_string(outcome.folder.join(name)).unwrap();
    let report: Value = serde_json::from_str(&file("report.json")).unwrap();
    assert_eq!(report.pointer("/requests/0/count").unwrap(), 24);
    assert_eq!(report.pointer("/people/came").unwrap(), 2);
    let orders = fs::read_to_string(folder.path().join("orders.json")).unwrap();
    assert_eq!(orders, r#"{"lr_1":["ord_0","ord_1"]}"#);
    for name in ["report.html", "report.json", "junit.xml", "samples.json"] {
        assert!(!file(name).contains("key-of-the-shop"), "{name}");
    }
}

// spec: load-test.verdict
#[test]
fn data_that_is_wrong_and_a_site_that_refuses_fail() {
    let repository = Repository::locate().unwrap();
    let folder = tempfile::tempdir().unwrap();
    program(folder.path());
    let mut options = options(folder.path(), "false");
    let session = Session::open(&repository, folder.path(), &options).unwrap();
    let outcome = session.measure(&options).unwrap();
    let error = Broken::of(&outcome.verdict).unwrap().to_string();
    assert!(error.contains("the worst: paid-once at u does not hold: ord_0"), "{error}");
    // The program knows no other profile.
    options.profile = Profile::Stress;
    let error = session.measure(&options).unwrap_err().to_string();
    assert!(error.contains("The site does not allow load tests."), "{error}");
}

// spec: load-test.breakpoint
#[test]
fn a_climb_is_narrowed_down_by_two_more_steps() {
    let repository = Repository::locate().unwrap();
    let folder = tempfile::tempdir().unwrap();
    program(folder.path());
    let mut options = options(folder.path(), "true");
    options.profile = Profile::Breakpoint;
    (options.run.processes, options.run.seconds) = (None, None);
    let outcome = Session::open(&repository, folder.path(), &options).unwrap().measure(&options).unwrap();
    assert!(Broken::of(&outcome.verdict).is_none(), "{:?}", outcome.verdict.broken());
    assert_eq!(fs::read_to_string(folder.path().join("steps")).unwrap().trim(), "2.520,3.175 48");
    let table = outcome.report.table();
    let broke = "The first limit broke at 8.0 requests and 4.00 people per second (seconds ";
    assert!(table.contains(broke) && table.contains("search: p95 1500.0 ms"), "{table}");
    assert!(table.contains("All limits held up to 8.0 requests and 3.17 people per second."), "{table}");
}
