import { isApiError, problemCode } from "@/shared/api/api-error";
import { isMenu, type Menu } from "@/shared/navigation/api";
import type { NewCollection } from "../api";
import type { NewCategory } from "../categories-api";
import type { Layout, NavigationChange } from "./api";
import { storeUrlId } from "./store-url";

export interface StoreCreationInput {
  storeTitle: string;
  addToMainNav: boolean;
  /** Used if the title yields no URL. */
  fallbackStoreTitle: string;
  allCategoryDisplayName: string;
  websiteId: string;
  templateId: string;
  /** Whether the site has a template of family 7.1, whose navigations have fixed names. */
  isSevenOne: boolean;
  /** URLs of the existing stores. */
  storeUrls: string[];
}

/** The API requests; each throws if it is refused. */
export interface StoreCreationCalls {
  createCollection: (websiteId: string, collection: NewCollection) => Promise<{ id: string }>;
  createCategory: (websiteId: string, collectionId: string, category: NewCategory) => Promise<unknown>;
  getSiteLayout: (websiteId: string) => Promise<Layout>;
  updateNavigation: (websiteId: string, change: NavigationChange, revision: number) => Promise<unknown>;
}

/** Progress of an attempt, so that a retry continues from there. */
interface StoreCreationProgress {
  collectionId: string | null;
  hasRoot: boolean;
  isLinked: boolean;
}

export const noProgress = (): StoreCreationProgress => ({ collectionId: null, hasRoot: false, isLinked: false });

/** A page can have the URL that no store has, or it is reserved; then the next one is tried, up to this many times. */
const maxTries = 20;

function isTaken(failure: unknown): boolean {
  if (problemCode(failure) === "url-taken") return true;
  const texts = isApiError(failure) && failure.kind === "problem" ? failure.problem.errorTexts : undefined;
  return texts?.["urlId"]?.code === "address-reserved-choose-another";
}

/** The navigation that a new store is appended to. */
export function mainNavigation(layout: Layout, isSevenOne: boolean): Menu {
  const menus = layout.layout.filter(isMenu);
  const [first] = menus;
  const named = isSevenOne ? menus.find(({ identifier }) => identifier === "mainNav") : first;
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
      if (!isTaken(failure) || tries === maxTries) throw failure;
      taken.push(urlId);
    }
  }
}

/**
 * Creates a store: its page, its root category, and its entry in the main navigation. Each completed step is recorded
 * in `progress`, so that after a failure the same call does only the rest.
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
