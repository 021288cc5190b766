// Makes networks.bin from the statistics of the regional internet registries: `node renew.mjs`. Needs npm.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

const PACKAGE = "@ip-location-db/asn-country@2.3.2026061719";

const folder = mkdtempSync(join(tmpdir(), "networks-"));
execFileSync("npm", ["pack", "--silent", PACKAGE], { cwd: folder });
execFileSync("sh", ["-c", "tar xzf *.tgz"], { cwd: folder });
const read = (version) => readFileSync(join(folder, "package", `asn-country-ipv${version}-num.csv`), "utf8");

/** Countries by their index; 0 stands for none. */
const countries = [""];
const indexes = new Map([["", 0]]);
function indexOf(country) {
  if (!indexes.has(country)) {
    indexes.set(country, countries.length);
    countries.push(country);
  }
  return indexes.get(country);
}

/** Where a country begins: each entry ends where the next one begins. */
function borders(csv, shift) {
  const found = [];
  const begin = (at, country) => {
    const last = found.at(-1);
    if (last?.at === at) {
      last.country = country;
      if (found.at(-2)?.country === country) {
        found.pop();
      }
    } else if ((last?.country ?? "") !== country) {
      found.push({ at, country });
    }
  };
  for (const line of csv.split("\n").filter((line) => line !== "")) {
    const [first, last, country] = line.split(",");
    if (/^[A-Z]{2}$/u.test(country ?? "")) {
      begin(BigInt(first) >> shift, country);
      begin((BigInt(last) >> shift) + 1n, "");
    }
  }
  return found;
}

function bytesOf(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7n) {
    const more = rest > 0x7fn ? 0x80 : 0;
    bytes.push(Number(rest & 0x7fn) | more);
    if (more === 0) {
      return bytes;
    }
  }
}

function table(found) {
  const distances = found.flatMap(({ at }, index) => bytesOf(at - (found[index - 1]?.at ?? 0n)));
  return [...bytesOf(BigInt(found.length)), ...distances, ...found.map(({ country }) => indexOf(country))];
}

const tables = [...table(borders(read(4), 0n)), ...table(borders(read(6), 64n))];
if (countries.length > 256) {
  throw new Error("More countries than one byte can number.");
}
const names = Buffer.from(countries.slice(1).join(""), "ascii");
const whole = Buffer.concat([Buffer.from([countries.length - 1]), names, Buffer.from(tables)]);
const packed = deflateRawSync(whole, { level: 9 });
writeFileSync(new URL("networks.bin", import.meta.url), packed);
rmSync(folder, { recursive: true });
process.stdout.write(`${countries.length - 1} countries, ${whole.length} bytes, ${packed.length} compressed\n`);
