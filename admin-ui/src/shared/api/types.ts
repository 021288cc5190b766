import type { paths } from "@stoa/api/schema";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Path = keyof paths & string;

type Operation<P extends Path, M extends Method> = M extends keyof paths[P] ? NonNullable<paths[P][M]> : never;
type JsonOf<R> = R extends { content: { "application/json": infer B } } ? B : never;
type Responses<P extends Path, M extends Method> = Operation<P, M> extends { responses: infer R } ? R : never;

/** The JSON body of a successful response, from the OpenAPI document. */
export type Answer<P extends Path, M extends Method> = JsonOf<
  Responses<P, M>[keyof Responses<P, M> & (200 | 201 | 202)]
>;

/** The JSON request body, from the OpenAPI document. */
export type RequestOf<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { "application/json": infer B } } } ? B : never;

/** The query parameters of an operation. */
export type QueryOf<P extends Path, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The path parameters of an operation. */
export type PathValues<P extends Path> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathValuesOfRest<Rest>
  : unknown;
type PathValuesOfRest<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathValuesOfRest<Rest>
  : unknown;
