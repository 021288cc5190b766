import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useMay } from "../session/hooks";
import { DeleteAction } from "./delete-action";
import { Page, ViewOnlyChip, type BackLink, type PageProps } from "./page";
import { useToast } from "./toast";

interface Deletion {
  /** What goes, such as "this discount". */
  what: string;
  /** What follows from it. */
  consequence: string;
  /** What is said once it is gone. */
  said: string;
  /** Throws when it was refused. */
  run: () => Promise<unknown>;
}

interface EditPageProps extends Pick<PageProps, "title" | "description"> {
  /** The list it belongs to; a deletion leads there. */
  back: BackLink;
  /** The resource whose permissions say what this person may do here. */
  resource: string;
  /** How it is deleted; a new thing has none. */
  deletion?: Deletion;
  children: (editable: boolean) => ReactNode;
}

/** The screen of one thing with a form of its own. */
export function EditPage({ resource, deletion, children, ...frame }: EditPageProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay(resource, "write");
  const mayDelete = useMay(resource, "delete");
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
              toast.say(deletion.said);
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
