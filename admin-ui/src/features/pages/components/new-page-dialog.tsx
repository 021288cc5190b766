import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useNavigate } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useCreatePageMutation, type NewPage, type PageSummary } from "../api";
import { CreatePageDialog } from "./create-page-dialog";

const titles = {
  get page() {
    return t`New page`;
  },
  get folder() {
    return t`New folder`;
  },
  get blog() {
    return t`New collection`;
  },
};
const intros = {
  get page() {
    return t`Visitors see it once you publish it.`;
  },
  get folder() {
    return t`A folder holds pages in the navigation. It can have a page that lists them.`;
  },
  get blog() {
    return t`A page that lists the items that you add to it. It is live at its address immediately; add it to the navigation when you are ready.`;
  },
};
type NewPageKind = NonNullable<NewPage["kind"]>;

const beginnings: readonly { value: NewPageKind; label: string }[] = [
  {
    value: "page",
    get label() {
      return t`Blank page`;
    },
  },
  {
    value: "gallery",
    get label() {
      return t`Image gallery`;
    },
  },
  {
    value: "album",
    get label() {
      return t`Album with tracks`;
    },
  },
  {
    value: "films",
    get label() {
      return t`Videos`;
    },
  },
  {
    value: "cover",
    get label() {
      return t`Cover page without header and footer`;
    },
  },
  {
    value: "donation",
    get label() {
      return t`Donations`;
    },
  },
  {
    value: "scheduling",
    get label() {
      return t`Appointment booking`;
    },
  },
  {
    value: "instagram",
    get label() {
      return t`Instagram images`;
    },
  },
  {
    value: "flickr",
    get label() {
      return t`Flickr images`;
    },
  },
  {
    value: "500px",
    get label() {
      return t`500px images`;
    },
  },
  {
    value: "twitter",
    get label() {
      return t`Posts on X`;
    },
  },
  {
    value: "foursquare",
    get label() {
      return t`Foursquare place`;
    },
  },
];
const contents: readonly { value: NewPageKind; label: string }[] = [
  {
    value: "blog",
    get label() {
      return t`Blog posts, latest first`;
    },
  },
  {
    value: "events",
    get label() {
      return t`Events with times and places`;
    },
  },
  {
    value: "portfolio",
    get label() {
      return t`Portfolio in your own order`;
    },
  },
];
const store = "store";

interface NewPageDialogProps {
  kind: "page" | "folder" | "blog";
  pages: PageSummary[];
  onClose: () => void;
}

/** Title, URL and initial content of a new page. */
export function NewPageDialog({ kind, pages, onClose }: NewPageDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState("page");
  const [content, setContent] = useState<NewPageKind>("blog");
  const mayOpenStore = usePermission("products", "write");
  const [create, { isLoading, error }] = useCreatePageMutation();
  // Stores have a dialog of their own.
  const choose = (chosen: string) => {
    if (chosen === store) void navigate(`/sites/${website.id}/products?open=store`);
    else setContent(contents.find(({ value }) => value === chosen)?.value ?? "blog");
  };
  const begin = async (begun: { title: string; urlId: string }) => {
    const copied = pages.some(({ id }) => id === beginning);
    const kinds: Record<typeof kind, NewPageKind> = {
      page: beginnings.find(({ value }) => value === beginning)?.value ?? "page",
      folder: "folder",
      blog: content,
    };
    const made = await create({
      websiteId: website.id,
      page: { kind: kinds[kind], ...begun, copyOf: copied ? beginning : null },
    });
    if (made.data === undefined) return;
    onClose();
    if (kind === "page") void navigate(`/sites/${website.id}/pages/${made.data.id}/edit`);
    if (kind === "blog") void navigate(`/sites/${website.id}/collections/${made.data.id}/items`);
  };
  return (
    <CreatePageDialog
      heading={titles[kind]}
      intro={intros[kind]}
      busy={isLoading}
      error={error}
      onCreate={begin}
      onClose={onClose}
    >
      {kind === "blog" && (
        <TextField select label={t`Contents`} value={content} onChange={(event) => choose(event.target.value)}>
          {contents.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
          {mayOpenStore && <MenuItem value={store}>{t`Store products`}</MenuItem>}
        </TextField>
      )}
      {kind === "page" && (
        <TextField
          select
          label={t`Start with`}
          value={beginning}
          onChange={(event) => setBeginning(event.target.value)}
        >
          {beginnings.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
          {pages
            .filter((page) => page.kind === "page")
            .map((page) => (
              <MenuItem key={page.id} value={page.id}>
                {t`A copy of ${{ title: page.title }}`}
              </MenuItem>
            ))}
        </TextField>
      )}
    </CreatePageDialog>
  );
}
