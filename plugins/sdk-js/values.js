// Values of the contract and those of JavaScript.

import { invalidInput } from "./errors.js";

/** JSON text of the host or of the provider state. */
export function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidInput(`not valid JSON: ${error.message}`);
  }
}

/** Whole numbers of 64 bits are numbers where they fit. */
function fromInteger(value) {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** An amount or a time. There is none of this size. */
function toNumber(value) {
  if (!Number.isSafeInteger(Number(value))) {
    throw invalidInput(`${value} is out of range`);
  }
  return Number(value);
}

/** A record of the contract with numbers in place of `BigInt`. */
export function plain(value) {
  if (typeof value === "bigint") {
    return toNumber(value);
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

export function fromMoney({ minor, currency }) {
  return { minor: toNumber(minor), currency };
}

/** An amount, or undefined for one of nothing. */
export function toMoney(money) {
  return money ? { minor: BigInt(money.minor), currency: money.currency } : undefined;
}

/** A record of the contract with `BigInt` in its amounts. */
export function toRecord(value) {
  if (Array.isArray(value)) {
    return value.map(toRecord);
  }
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
    return value;
  }
  if (typeof value.minor === "number" && typeof value.currency === "string") {
    return toMoney(value);
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toRecord(member)]));
}

/** A value of a template. */
export function fromValue({ tag, val }) {
  switch (tag) {
    case "none":
      return null;
    case "integer":
      return fromInteger(val);
    case "json":
      return fromJson(val);
    default:
      return val;
  }
}

export function toValue(value) {
  switch (typeof value) {
    case "undefined":
      return { tag: "none" };
    case "boolean":
      return { tag: "boolean", val: value };
    case "bigint":
      return { tag: "integer", val: value };
    case "number":
      return Number.isSafeInteger(value) ? { tag: "integer", val: BigInt(value) } : { tag: "number", val: value };
    case "string":
      return { tag: "text", val: value };
    default:
      return value === null ? { tag: "none" } : { tag: "json", val: JSON.stringify(value) };
  }
}
