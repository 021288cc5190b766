// Types of API calls, from the types that are generated from the OpenAPI document: a changed API does not compile.
import type { paths } from "../../api-spec/ts/src/schema.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Paths that have an operation of a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** The JSON body of an operation. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { "application/json": infer B } } } ? B : null;

/** The fields of an operation that takes a form. */
export type FormFields<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: infer C } }
    ? C extends { "application/x-www-form-urlencoded": infer F }
      ? F
      : C extends { "multipart/form-data": infer F }
        ? F
        : never
    : never;

type JsonOf<R> = R extends { content: { "application/json": infer C } } ? C : null;

/** The JSON of a successful answer. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202 | 204)]> : never;

/** The query of an operation. */
export type Query<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The names between braces in a path. */
type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
export type PathParameters<P extends string> = Record<NamesIn<P>, string>;

export function filled(path: string, parameters: Readonly<Record<string, string>>, query: object = {}): string {
  const own = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? own : `${own}?${pairs.join("&")}`;
}

/** A problem document (RFC 9457), as far as it is read here. */
export interface Problem {
  code?: string;
  detail?: string;
  crumbFail?: boolean;
  detailText?: { code?: string };
}
