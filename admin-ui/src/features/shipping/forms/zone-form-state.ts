import type { FieldPath } from "react-hook-form";
import { moneyToText, parseMoney } from "@/shared/money/money";
import type { Zone, ZoneChange, ZoneOption } from "../api";

/** Form state of a rate band. */
interface BandForm {
  upTo: string;
  price: string;
}

/** Form state of a delivery option: amounts as text. */
export interface OptionForm {
  optionId: string;
  label: string;
  kind: ZoneOption["kind"];
  price: string;
  bands: BandForm[];
  postalCodes: string;
  freeOver: string;
  pickup: PickupForm;
  /** Id of the plugin that names the options; empty for none. */
  plugin: string;
}

/** Pickup address. */
export interface PickupForm {
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  instructions: string;
}

/** Form state of a zone. */
export interface ZoneForm {
  name: string;
  places: { country: string; regions: string }[];
  options: OptionForm[];
}

const noPlace: PickupForm = {
  line1: "",
  line2: "",
  city: "",
  region: "",
  postalCode: "",
  country: "US",
  instructions: "",
};

export const newOption: OptionForm = {
  optionId: "",
  label: "",
  kind: "flat",
  price: "",
  bands: [{ upTo: "", price: "" }],
  postalCodes: "",
  freeOver: "",
  pickup: noPlace,
  plugin: "",
};

export const emptyForm: ZoneForm = {
  name: "",
  places: [{ country: "US", regions: "" }],
  options: [newOption],
};

/** Whether a kind has rate bands. */
export function hasBands(kind: OptionForm["kind"]): boolean {
  return kind === "by-weight" || kind === "by-subtotal";
}

function optionFormOf(option: ZoneOption, currency: string): OptionForm {
  const limit = (upTo: number) => (option.kind === "by-weight" ? String(upTo) : moneyToText(upTo, currency));
  const bands = (option.bands ?? []).map(({ upTo, priceCents }) => ({
    upTo: upTo == null ? "" : limit(upTo),
    price: moneyToText(priceCents, currency),
  }));
  return {
    optionId: option.id ?? "",
    label: option.label,
    kind: option.kind,
    price: hasBands(option.kind) || option.kind === "plugin" ? "" : moneyToText(option.priceCents ?? 0, currency),
    bands: bands.length === 0 ? newOption.bands : bands,
    postalCodes: (option.postalCodes ?? []).join(", "),
    freeOver: option.freeOverCents == null ? "" : moneyToText(option.freeOverCents, currency),
    pickup: { ...noPlace, ...option.pickup },
    plugin: option.plugin ?? "",
  };
}

export function formOf(zone: Zone, currency: string): ZoneForm {
  return {
    name: zone.name,
    places: zone.places.map(({ country, regions = [] }) => ({ country, regions: regions.join(", ") })),
    options: (zone.options ?? []).map((option) => optionFormOf(option, currency)),
  };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function minorUnits(text: string, currency: string): number {
  const parsed = parseMoney(text.trim(), currency);
  return parsed.ok ? parsed.minor : 0;
}

function optionOf(form: OptionForm, currency: string): ZoneOption {
  const limit = (text: string) => (form.kind === "by-weight" ? Number(text.trim()) : minorUnits(text, currency));
  const bands = form.bands.map(({ upTo, price }) => ({
    upTo: upTo.trim() === "" ? null : limit(upTo),
    priceCents: minorUnits(price, currency),
  }));
  return {
    id: form.optionId,
    label: form.label.trim(),
    kind: form.kind,
    priceCents: hasBands(form.kind) || form.kind === "plugin" ? 0 : minorUnits(form.price, currency),
    bands: hasBands(form.kind) ? bands : [],
    postalCodes: form.kind === "local-delivery" ? listOf(form.postalCodes) : [],
    freeOverCents: form.freeOver.trim() === "" ? null : minorUnits(form.freeOver, currency),
    ...(form.kind === "pickup" ? { pickup: form.pickup } : {}),
    ...(form.kind === "plugin" ? { plugin: form.plugin } : {}),
  };
}

/** The request body; the form has validated the amounts. */
export function changeOf(form: ZoneForm, currency: string): ZoneChange {
  return {
    name: form.name.trim(),
    places: form.places.map(({ country, regions }) => ({ country, regions: listOf(regions) })),
    options: form.options.map((option) => optionOf(option, currency)),
  };
}

export function fieldOf(apiName: string): FieldPath<ZoneForm> | null {
  if (apiName === "name") return "name";
  const place = /^places\.(\d+)\.(country|regions)$/.exec(apiName);
  if (place !== null) return apiName as FieldPath<ZoneForm>;
  if (/^options\.\d+\.pickup\.\w+$/.test(apiName)) return apiName as FieldPath<ZoneForm>;
  const option = /^options\.(\d+)\.(\w+)$/.exec(apiName);
  if (option === null) return null;
  const names: Record<string, string> = { priceCents: "price", freeOverCents: "freeOver", bands: "bands.0.upTo" };
  const name = option[2] ?? "";
  const field = names[name] ?? (["label", "postalCodes", "plugin"].includes(name) ? name : null);
  return field === null ? null : (`options.${option[1]}.${field}` as FieldPath<ZoneForm>);
}
