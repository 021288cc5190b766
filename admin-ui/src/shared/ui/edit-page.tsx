import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { usePermission, type Resource } from "../session/hooks";
import { DeleteAction } from "./delete-action";
import { Page, ViewOnlyChip, type BackLink, type PageProps } from "./page";
import { useToast } from "./toast";

interface Deletion {
  /** What is deleted, such as "this discount". */
  what: string;
  /** Explanation of the consequence. */
  consequence: string;
  /** Notification after the deletion. */
  said: string;
  /** Throws if the server refuses it. */
  run: () => Promise<unknown>;
}

interface EditPageProps extends Pick<PageProps, "title" | "description"> {
  /** Link to the list; also the target after a deletion. */
  back: BackLink;
  /** The resource whose permissions apply. */
  resource: Resource;
  /** How to delete it; undefined for a new object. */
  deletion?: Deletion;
  children: (editable: boolean) => ReactNode;
}

/** Screen of one object with its own form. */
export function EditPage({ resource, deletion, children, ...frame }: EditPageProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const editable = usePermission(resource, "write");
  const mayDelete = usePermission(resource, "delete");
  return (
    <Page
      {...frame}
      width="narrow"
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        deletion !== undefined &&
        mayDelete && (
          <DeleteAction
            what={deletion.what}
            consequence={deletion.consequence}
            onDelete={async () => {
              await deletion.run();
              toast.success(deletion.said);
              void navigate(frame.back.to);
            }}
          />
        )
      }
    >
      {children(editable)}
    </Page>
  );
}
