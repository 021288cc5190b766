import { isFulfilled, isPending, isRejected, isRejectedWithValue, type Middleware } from "@reduxjs/toolkit";
import { api } from "./base-api";
import type { AppDispatch } from "./dispatch";

type Root = Parameters<typeof api.util.selectInvalidatedBy>[0];
type Tags = Parameters<typeof api.util.invalidateTags>[0];

interface Mutation {
  invalidatesTags?: Tags | ((data: unknown, error: unknown, arg: unknown, meta: unknown) => Tags);
}

/** The argument in RTK Query's actions. */
interface Request {
  endpointName: string;
  originalArgs: unknown;
  queryCacheKey: string;
}

interface PendingQuery extends Request {
  /** Tags invalidated since the request was sent. */
  invalidated: Tags[number][];
}

function mutationOf({ endpointName }: Request): Mutation {
  let found: Mutation = {};
  const endpoints = { [endpointName]: (definition: Mutation) => void (found = definition) };
  api.enhanceEndpoints({ endpoints: endpoints as Record<string, never> });
  return found;
}

function tagsInvalidatedBy(action: unknown): Tags {
  if (api.util.invalidateTags.match(action)) return action.payload;
  const isOver = isFulfilled(action) || isRejectedWithValue(action);
  if (!isOver || !action.type.startsWith(`${api.reducerPath}/executeMutation/`)) return [];
  const mutation = action.meta.arg as Request;
  const { invalidatesTags = [] } = mutationOf(mutation);
  if (typeof invalidatesTags !== "function") return invalidatesTags;
  const [data, error] = isFulfilled(action) ? [action.payload, undefined] : [undefined, action.payload];
  return invalidatesTags(data, error, mutation.originalArgs, undefined);
}

function refetchOf({ endpointName, originalArgs }: Request): Parameters<AppDispatch>[0] {
  const queries: Record<string, { initiate?: (arg: unknown, options: object) => Parameters<AppDispatch>[0] }> =
    api.endpoints;
  const thunk = queries[endpointName]?.initiate?.(originalArgs, { subscribe: false, forceRefetch: true });
  if (thunk === undefined) throw new Error(`no query ${endpointName}`);
  return thunk;
}

/**
 * RTK Query ignores an invalidation of a query that has a pending request, although its response may be older than the
 * change. Here, such a query is fetched again after the response. Must precede the middleware of the API, which sends
 * the requests that an invalidation causes.
 */
export const refetchOutdated: Middleware<object, Root, AppDispatch> = ({ dispatch, getState }) => {
  const pending = new Map<string, PendingQuery>();
  return (next) => (action) => {
    const tags = tagsInvalidatedBy(action);
    for (const { invalidated } of pending.values()) invalidated.push(...tags);
    const result = next(action);
    const isOfRequest = isPending(action) || isFulfilled(action) || isRejected(action);
    if (!isOfRequest || !action.type.startsWith(`${api.reducerPath}/executeQuery/`)) return result;
    const { requestId, arg } = action.meta;
    const query = pending.get(requestId);
    if (isPending(action)) {
      pending.set(requestId, { ...(arg as Request), invalidated: [] });
    } else if (query !== undefined) {
      pending.delete(requestId);
      const outdated = query.invalidated.length > 0 ? api.util.selectInvalidatedBy(getState(), query.invalidated) : [];
      if (outdated.some(({ queryCacheKey }) => queryCacheKey === query.queryCacheKey)) dispatch(refetchOf(query));
    }
    return result;
  };
};
