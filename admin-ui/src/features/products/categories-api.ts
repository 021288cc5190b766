import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { CollectionRef } from "./api";

const categoriesPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories";
const onePath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories/{categoryId}";

export type Category = Answer<typeof categoriesPath, "get">["categories"][number];
export type NewCategory = RequestOf<typeof categoriesPath, "post">;
export type CategoryChange = RequestOf<typeof onePath, "put">;

interface CategoryRef extends CollectionRef {
  categoryId: string;
}

const tags = [
  { type: "Category" as const, id: "LIST" },
  { type: "Collection" as const, id: "LIST" },
];

const categoriesApi = api.enhanceEndpoints({ addTagTypes: ["Collection"] }).injectEndpoints({
  endpoints: (build) => ({
    listCategories: build.query<Category[], CollectionRef>({
      query: (ref) => ({ path: pathTo(categoriesPath, ref) }),
      transformResponse: (answer: Answer<typeof categoriesPath, "get">) => answer.categories,
      providesTags: [{ type: "Category", id: "LIST" }],
    }),
    createCategory: build.mutation<Answer<typeof categoriesPath, "post">, CollectionRef & { category: NewCategory }>({
      query: ({ category, ...ref }) => ({ path: pathTo(categoriesPath, ref), method: "POST", body: category }),
      invalidatesTags: (made) => (made ? tags : []),
    }),
    updateCategory: build.mutation<Answer<typeof onePath, "put">, CategoryRef & { change: CategoryChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(onePath, ref), method: "PUT", body: change }),
      invalidatesTags: (saved) => (saved ? tags : []),
    }),
    deleteCategory: build.mutation<null, CategoryRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [...tags, "Product"]),
    }),
  }),
});

export const {
  useListCategoriesQuery,
  useCreateCategoryMutation,
  useUpdateCategoryMutation,
  useDeleteCategoryMutation,
} = categoriesApi;
