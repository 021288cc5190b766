import type { FieldPath } from "react-hook-form";
import type { CurrentTheme, Experiment, ExperimentChange, PageContent } from "../api";

/** Form state of a variant: numbers as text. */
export interface VariantForm {
  name: string;
  weight: string;
  /** The page with its content; empty for none. */
  sourcePage: string;
  text: string;
  /** Value of the setting of the theme. */
  value: string;
}

/** Form state of an experiment. */
export interface ExperimentForm {
  name: string;
  target: Experiment["target"];
  page: string;
  element: string;
  /** Path of a text in its block, or name of a setting of the theme. */
  setting: string;
  goal: Experiment["goal"];
  goalValue: string;
  /** Id of the form of the goal, or `anyForm`. */
  form: string;
  variants: VariantForm[];
}

/** Stands for all forms of the site. */
export const anyForm = "any";

export const emptyVariant: VariantForm = { name: "", weight: "0", sourcePage: "", text: "", value: "" };

export const emptyForm: ExperimentForm = {
  name: "",
  target: "page",
  page: "",
  element: "",
  setting: "",
  goal: "purchase",
  goalValue: "",
  form: anyForm,
  variants: [
    { ...emptyVariant, name: "original", weight: "50" },
    { ...emptyVariant, name: "b", weight: "50" },
  ],
};

/** The first setting that a variant changes; the form offers one. */
function settingOf(values: unknown): [string, unknown] {
  const [first] = typeof values === "object" && values !== null ? Object.entries(values) : [];
  return first ?? ["", ""];
}

export function formOf(experiment: Experiment): ExperimentForm {
  const [setting] = settingOf(experiment.variants[1]?.values);
  return {
    name: experiment.name,
    target: experiment.target,
    page: experiment.page ?? "",
    element: experiment.element ?? "",
    setting: experiment.target === "theme" ? setting : (experiment.setting ?? ""),
    goal: experiment.goal,
    goalValue: experiment.goal === "form-submit" ? "" : experiment.goalValue,
    form: (experiment.goal === "form-submit" && experiment.goalValue) || anyForm,
    variants: experiment.variants.map(({ name, weight, sourcePage, text, values }) => ({
      name,
      weight: String(weight),
      sourcePage: sourcePage ?? "",
      text: text ?? "",
      value: String(settingOf(values)[1]),
    })),
  };
}

/** The typed value of a setting, as its kind needs it. */
function valueOf(text: string, setting: CurrentTheme["settings"][number] | undefined): unknown {
  if (setting?.kind === "number") return Number(text.replace(",", "."));
  return text.trim();
}

/** What the event of the goal has to be about; empty for anything. */
function goalValueOf({ goal, goalValue, form }: ExperimentForm): string {
  if (goal === "purchase") return "";
  if (goal === "form-submit") return form === anyForm ? "" : form;
  return goalValue.trim();
}

/** The request body. */
export function changeOf(form: ExperimentForm, theme: CurrentTheme | null): ExperimentChange {
  const { target } = form;
  const isText = target === "text";
  const hasSource = target === "page" || target === "section" || target === "block";
  const setting = theme?.settings.find(({ name }) => name === form.setting);
  const elementOf = () => {
    if (target === "theme") return theme?.name ?? null;
    return target === "page" ? null : form.element;
  };
  return {
    name: form.name.trim(),
    target,
    page: target === "theme" ? null : form.page,
    element: elementOf(),
    setting: isText ? form.setting : null,
    goal: form.goal,
    goalValue: goalValueOf(form),
    variants: form.variants.map((variant, position) => ({
      name: variant.name.trim(),
      weight: Number(variant.weight),
      sourcePage: hasSource && position > 0 ? variant.sourcePage : null,
      text: isText && position > 0 ? variant.text : null,
      values: target === "theme" && position > 0 ? { [form.setting]: valueOf(variant.value, setting) } : null,
    })),
  };
}

const fields: Record<string, FieldPath<ExperimentForm>> = {
  name: "name",
  page: "page",
  element: "element",
  setting: "setting",
  goalValue: "goalValue",
  variants: "variants.0.weight",
};

export function fieldOf(apiName: string, { goal }: ExperimentForm): FieldPath<ExperimentForm> | null {
  if (apiName === "goalValue" && goal === "form-submit") return "form";
  const variant = /^variants\.(\d+)\.(name|weight|sourcePage|text|values)$/u.exec(apiName);
  if (variant === null) return fields[apiName] ?? null;
  const [, position, name] = variant;
  return `variants.${Number(position)}.${name === "values" ? "value" : (name as "name")}`;
}

interface Choice {
  value: string;
  label: string;
}

/** The beginning of a text without markup. */
function beginning(text: string): string {
  const plain = text
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}

function* textsIn(value: unknown, path: string): Generator<Choice> {
  if (typeof value === "string" && beginning(value) !== "") yield { value: path, label: beginning(value) };
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, path === "" ? name : `${path}/${name}`);
}

const blocksOf = (page: PageContent) =>
  page.sections.flatMap(({ rows }) => rows.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks)));

/** The texts of a block by their paths. */
export function textChoices(page: PageContent, element: string): Choice[] {
  const block = blocksOf(page).find(({ id }) => id === element);
  return block === undefined ? [] : [...textsIn(block.settings, "")];
}

/** What of a page an experiment can change. */
export function elementChoices(page: PageContent, target: Experiment["target"]): Choice[] {
  const firstText = (settings: unknown) => textsIn(settings, "").next().value?.label ?? "";
  if (target !== "section") {
    return blocksOf(page).map(({ id, kind, settings }) => ({
      value: id,
      label: [kind, firstText(settings)].filter(Boolean).join(": "),
    }));
  }
  return page.sections.map(({ id, settings, rows }, position) => {
    const first = rows.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks))[0];
    return { value: id, label: settings?.name ?? `${position + 1}: ${firstText(first?.settings)}` };
  });
}
