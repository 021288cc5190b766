import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import type { ProductRef } from "./api";

const listPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files";
const onePath =
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files/{fileId}";

const previewPath =
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/files/preview";

export type ProductFile = Answer<typeof listPath, "get">["files"][number];

const filesApi = api.enhanceEndpoints({ addTagTypes: ["ProductFile"] }).injectEndpoints({
  endpoints: (build) => ({
    listProductFiles: build.query<ProductFile[], ProductRef>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.files,
      providesTags: (_, __, { itemId }) => [{ type: "ProductFile", id: itemId }],
    }),
    addProductFile: build.mutation<Answer<typeof listPath, "post">, { product: ProductRef; file: File }>({
      query: ({ product, file }) => ({
        path: pathTo(listPath, product),
        method: "POST",
        query: { filename: file.name },
        file,
      }),
      invalidatesTags: (added, _, { product }) => (added ? [{ type: "ProductFile", id: product.itemId }] : []),
    }),
    previewProductFiles: build.mutation<Answer<typeof previewPath, "post">, ProductRef>({
      query: (ref) => ({ path: pathTo(previewPath, ref), method: "POST" }),
    }),
    removeProductFile: build.mutation<null, ProductRef & { fileId: string }>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (removed, _, { itemId }) => (removed === undefined ? [] : [{ type: "ProductFile", id: itemId }]),
    }),
  }),
});

export const {
  useListProductFilesQuery,
  useAddProductFileMutation,
  usePreviewProductFilesMutation,
  useRemoveProductFileMutation,
} = filesApi;
