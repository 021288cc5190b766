import { problemCode } from "@/shared/api/api-error";
import type { NewCollection } from "../api";
import type { NewCategory } from "../categories-api";
import type { Layout, NavigationChange } from "./api";
import { storeUrlId } from "./store-url";

export interface StoreCreationInput {
  storeTitle: string;
  addToMainNav: boolean;
  /** Used when the title makes no address. */
  fallbackStoreTitle: string;
  allCategoryDisplayName: string;
  websiteId: string;
  templateId: string;
  /** Whether the site is of the present family of templates, whose navigations have fixed names. */
  isSevenOne: boolean;
  /** Addresses of the stores there are. */
  storeUrls: string[];
}

/** The calls that are made; each throws when it is refused. */
export interface StoreCreationCalls {
  createCollection: (websiteId: string, collection: NewCollection) => Promise<{ id: string }>;
  createCategory: (websiteId: string, collectionId: string, category: NewCategory) => Promise<unknown>;
  getSiteLayout: (websiteId: string) => Promise<Layout>;
  updateNavigation: (websiteId: string, change: NavigationChange, revision: number) => Promise<unknown>;
}

/** How far an attempt came, so that another one goes on from there. */
export interface StoreCreationProgress {
  collectionId: string | null;
  hasRoot: boolean;
  isLinked: boolean;
}

export const nothingYet = (): StoreCreationProgress => ({ collectionId: null, hasRoot: false, isLinked: false });

/** A page can have the address that no store has; then the next one is tried, so many times at most. */
const mostTries = 20;

/** The navigation that a new store is appended to. */
export function mainNavigation(layout: Layout, isSevenOne: boolean): Layout["layout"][number] {
  const [first] = layout.layout;
  const named = isSevenOne ? layout.layout.find(({ identifier }) => identifier === "mainNav") : first;
  const found = named ?? first;
  if (found === undefined) throw new Error("Unable to find site main navigation");
  return found;
}

async function makeCollection(input: StoreCreationInput, calls: StoreCreationCalls): Promise<string> {
  const taken = [...input.storeUrls];
  const title = input.storeTitle.trim() === "" ? input.fallbackStoreTitle : input.storeTitle.trim();
  for (let tries = 1; ; tries += 1) {
    const urlId = storeUrlId(input.storeTitle, input.fallbackStoreTitle, taken);
    try {
      const collection = { navigationTitle: title, title, urlId, description: "", enabled: true };
      return (await calls.createCollection(input.websiteId, collection)).id;
    } catch (failure) {
      if (problemCode(failure) !== "url-taken" || tries === mostTries) throw failure;
      taken.push(urlId);
    }
  }
}

/**
 * Opens a store: its page, the category that stands for all of it, and its place in the main navigation. What is
 * done is noted in `progress` at once, so that after a failure the same call does only the rest.
 */
export async function createStore(
  input: StoreCreationInput,
  calls: StoreCreationCalls,
  progress: StoreCreationProgress,
): Promise<string> {
  const collectionId = progress.collectionId ?? (await makeCollection(input, calls));
  progress.collectionId = collectionId;
  if (!progress.hasRoot) {
    await calls.createCategory(input.websiteId, collectionId, {
      displayName: input.allCategoryDisplayName,
      type: "ROOT",
      pageRendering: "LIST_VIEW",
      displayIndex: 1,
    });
    progress.hasRoot = true;
  }
  if (input.addToMainNav && !progress.isLinked) {
    const layout = await calls.getSiteLayout(input.websiteId);
    const navigation = mainNavigation(layout, input.isSevenOne);
    const items = [...navigation.links, { collectionId, children: [] }];
    const change = { fieldName: navigation.identifier, templateId: input.templateId, navigation: { items } };
    await calls.updateNavigation(input.websiteId, change, layout.revision);
    progress.isLinked = true;
  }
  return collectionId;
}
