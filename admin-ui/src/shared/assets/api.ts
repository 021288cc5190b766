import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import { ifMatch } from "../api/if-match";
import type { Answer, RequestOf } from "../api/types";

const listPath = "/api/v1/websites/{websiteId}/assets";
const onePath = "/api/v1/websites/{websiteId}/assets/{assetId}";
const usesPath = "/api/v1/websites/{websiteId}/assets/{assetId}/uses";
const movePath = "/api/v1/websites/{websiteId}/assets/move";
const fetchPath = "/api/v1/websites/{websiteId}/assets/fetch";
const smugmugGalleriesPath = "/api/v1/websites/{websiteId}/assets/smugmug/galleries";
const smugmugPicturesPath = "/api/v1/websites/{websiteId}/assets/smugmug/pictures";
const foldersPath = "/api/v1/websites/{websiteId}/asset-folders";
const folderPath = "/api/v1/websites/{websiteId}/asset-folders/{folderId}";
const storagePath = "/api/v1/websites/{websiteId}/storage";
const uploadsPath = "/api/v1/websites/{websiteId}/asset-uploads";
const uploadPath = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}";
const partsPath = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/parts";
const finishPath = "/api/v1/websites/{websiteId}/asset-uploads/{uploadId}/finish";

type AssetPage = Answer<typeof listPath, "get">;
export type Asset = AssetPage["assets"][number];
export type AssetKind = Asset["kind"];
export type AssetUse = Answer<typeof usesPath, "get">["uses"][number];
type AssetFolders = Answer<typeof foldersPath, "get">;
export type AssetFolder = AssetFolders["folders"][number];
export type SmugmugGallery = Answer<typeof smugmugGalleriesPath, "post">["galleries"][number];
export type SmugmugPicture = Answer<typeof smugmugPicturesPath, "post">["pictures"][number];
export type Storage = Answer<typeof storagePath, "get">;
export type Upload = Answer<typeof uploadsPath, "post">;

/** Name and parent of a folder; null for the top level. */
interface FolderForm {
  name: string;
  parentId: string | null;
}

/** Filters of the list; empty for all. */
export interface AssetFilter {
  query: string;
  kind: AssetKind | "";
  folderId: string;
  /** Only files without a folder. */
  noFolder: boolean;
  missingAlt: boolean;
}

interface OneAsset {
  websiteId: string;
  assetId: string;
}

interface OneUpload {
  websiteId: string;
  uploadId: string;
}

const list = [{ type: "Asset" as const, id: "LIST" }];
const folders = [{ type: "Asset" as const, id: "FOLDERS" }];

const assetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAssets: build.infiniteQuery<AssetPage, { websiteId: string } & AssetFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { websiteId, missingAlt, noFolder, ...filter }, pageParam }) => ({
        path: pathTo(listPath, { websiteId }),
        query: { ...filter, missingAlt: missingAlt || null, noFolder: noFolder || null, cursor: pageParam, limit: 48 },
      }),
      providesTags: list,
    }),
    getAsset: build.query<Asset, OneAsset>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: list,
    }),
    listAssetUses: build.query<AssetUse[], OneAsset>({
      query: (ref) => ({ path: pathTo(usesPath, ref) }),
      transformResponse: (answer: Answer<typeof usesPath, "get">) => answer.uses,
      keepUnusedDataFor: 0,
    }),
    /** `standing` is the version when it was opened: a later save by another user causes a conflict. */
    updateAsset: build.mutation<
      Asset,
      OneAsset & { standing?: string | undefined; change: RequestOf<typeof onePath, "put"> }
    >({
      query: ({ standing, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        ...ifMatch(standing),
      }),
      invalidatesTags: (saved) => (saved ? list : []),
    }),
    deleteAsset: build.mutation<null, OneAsset>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [...list, ...folders]),
    }),
    moveAssets: build.mutation<unknown, { websiteId: string } & RequestOf<typeof movePath, "post">>({
      query: ({ websiteId, ...body }) => ({ path: pathTo(movePath, { websiteId }), method: "POST", body }),
      invalidatesTags: [...list, ...folders],
    }),
    fetchAsset: build.mutation<Asset, { websiteId: string } & RequestOf<typeof fetchPath, "post">>({
      query: ({ websiteId, ...body }) => ({ path: pathTo(fetchPath, { websiteId }), method: "POST", body }),
      invalidatesTags: (added) => (added ? [...list, ...folders] : []),
    }),
    listSmugmugGalleries: build.mutation<SmugmugGallery[], { websiteId: string; address: string }>({
      query: ({ websiteId, address }) => ({
        path: pathTo(smugmugGalleriesPath, { websiteId }),
        method: "POST",
        body: { address },
      }),
      transformResponse: (answer: Answer<typeof smugmugGalleriesPath, "post">) => answer.galleries,
    }),
    listSmugmugPictures: build.mutation<SmugmugPicture[], { websiteId: string; galleryKey: string }>({
      query: ({ websiteId, galleryKey }) => ({
        path: pathTo(smugmugPicturesPath, { websiteId }),
        method: "POST",
        body: { galleryKey },
      }),
      transformResponse: (answer: Answer<typeof smugmugPicturesPath, "post">) => answer.pictures,
    }),
    listAssetFolders: build.query<AssetFolders, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(foldersPath, ref) }),
      providesTags: [...folders, ...list],
    }),
    createAssetFolder: build.mutation<AssetFolder, { websiteId: string } & FolderForm>({
      query: ({ websiteId, ...body }) => ({ path: pathTo(foldersPath, { websiteId }), method: "POST", body }),
      invalidatesTags: folders,
    }),
    updateAssetFolder: build.mutation<AssetFolder, { websiteId: string; folderId: string } & FolderForm>({
      query: ({ name, parentId, ...ref }) => ({
        path: pathTo(folderPath, ref),
        method: "PUT",
        body: { name, parentId },
      }),
      invalidatesTags: folders,
    }),
    deleteAssetFolder: build.mutation<null, { websiteId: string; folderId: string }>({
      query: (ref) => ({ path: pathTo(folderPath, ref), method: "DELETE" }),
      invalidatesTags: [...list, ...folders],
    }),
    getStorage: build.query<Storage, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(storagePath, ref) }),
      providesTags: list,
    }),
    beginUpload: build.mutation<Upload, { websiteId: string } & RequestOf<typeof uploadsPath, "post">>({
      query: ({ websiteId, ...body }) => ({ path: pathTo(uploadsPath, { websiteId }), method: "POST", body }),
    }),
    getUpload: build.query<Upload, OneUpload>({
      query: (ref) => ({ path: pathTo(uploadPath, ref) }),
      keepUnusedDataFor: 0,
    }),
    sendUploadPart: build.mutation<Upload, OneUpload & { offset: number; part: Blob }>({
      query: ({ offset, part, ...ref }) => ({
        path: pathTo(partsPath, ref),
        method: "PATCH",
        query: { offset },
        file: part,
      }),
    }),
    finishUpload: build.mutation<Asset, OneUpload>({
      query: (ref) => ({ path: pathTo(finishPath, ref), method: "POST" }),
      invalidatesTags: (added) => (added ? [...list, ...folders] : []),
    }),
    cancelUpload: build.mutation<null, OneUpload>({
      query: (ref) => ({ path: pathTo(uploadPath, ref), method: "DELETE" }),
    }),
  }),
});

export const {
  useListAssetsInfiniteQuery,
  useGetAssetQuery,
  useLazyGetAssetQuery,
  useListAssetUsesQuery,
  useUpdateAssetMutation,
  useDeleteAssetMutation,
  useMoveAssetsMutation,
  useFetchAssetMutation,
  useListSmugmugGalleriesMutation,
  useListSmugmugPicturesMutation,
  useListAssetFoldersQuery,
  useCreateAssetFolderMutation,
  useUpdateAssetFolderMutation,
  useDeleteAssetFolderMutation,
  useGetStorageQuery,
  useBeginUploadMutation,
  useLazyGetUploadQuery,
  useSendUploadPartMutation,
  useFinishUploadMutation,
  useCancelUploadMutation,
} = assetsApi;
