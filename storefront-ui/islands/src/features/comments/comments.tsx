import { Fragment, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { settled } from "@/shared/api/send";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";
import { Placed } from "@/shared/react/placed";
import { textOf } from "@/shared/text/messages";
import { DeleteButton, LikeButton, ReportButton } from "./actions";
import { CommentForm, type Reply } from "./comment-form";
import type { Comment } from "./sending";

/** The actions below a comment of the server. */
interface Bar {
  id: string;
  element: HTMLElement;
  comment: HTMLElement | null;
  likes: number;
}

function partsOf(place: HTMLElement) {
  const bars = [...place.querySelectorAll<HTMLElement>("[data-comment]")].map((element): Bar => {
    const { comment: id = "", likes = "0" } = element.dataset;
    return { id, element, comment: document.getElementById(id), likes: Number(likes) };
  });
  // For browsers without scripts the comments have forms too.
  const form = [...place.querySelectorAll("form")].find((each) => each.closest("[data-comment]") === null) ?? null;
  return { bars, form, list: place.querySelector(".stoa-comments__list"), empty: place.querySelector(".stoa-empty") };
}

/** A comment written on this page. */
interface Posted extends Comment {
  /** The thread that it replies to. */
  thread: Element | null;
}

/**
 * Ids of the comments written in this browser, which can be deleted; the page is cached for everyone, so they are
 * requested separately.
 */
function useOwn(targetId: string, isWanted: boolean): readonly string[] {
  const [own, setOwn] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    void settled((api) => api.GET("/api/comments", { params: { query: { targetId, limit: 200 } } })).then((result) => {
      if (!result.ok) return;
      const all = result.data.comments.flatMap((thread) => [thread, ...thread.replies]);
      setOwn(all.filter((said) => said.isOwn).map(({ id }) => id));
    });
  }, [targetId, isWanted]);
  return own;
}

const gone = <p className="stoa-comment__gone">{textOf("comments.removed")}</p>;

/** Comments below a post: replying, reporting, liking and deleting without leaving the page. */
function Comments({ place }: { place: HTMLElement }) {
  const [{ bars, form, list, empty }] = useState(() => partsOf(place));
  const { targetId = "", likes: hasLikes } = place.dataset;
  const own = useOwn(targetId, bars.length > 0);
  const [reply, setReply] = useState<Reply | null>(null);
  const [posted, setPosted] = useState<readonly Posted[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);

  const threads = posted.filter(({ thread }) => thread === null);
  const hasFirst = threads.length > 0;
  useLayoutEffect(() => {
    if (hasFirst) empty?.remove();
  }, [hasFirst, empty]);

  const post = (comment: Comment): void => {
    if (form === null || document.getElementById(comment.id) !== null) return;
    const thread = form.closest(".stoa-comments__thread");
    setPosted((before) => [...before, { ...comment, thread }]);
    setReply(null);
  };
  const remove = (id: string): void => {
    // The form may be below the comment.
    setReply((before) => (before?.id === id ? null : before));
    setRemoved((before) => [...before, id]);
  };
  const written = (comment: Posted) => (
    <PostedComment {...comment} isRemoved={removed.includes(comment.id)} onRemoved={() => remove(comment.id)} />
  );

  return (
    <>
      {bars.map((bar) =>
        removed.includes(bar.id) && bar.comment !== null ? (
          <Existing key={`${bar.id}-gone`} element={bar.comment}>
            {gone}
          </Existing>
        ) : (
          <Existing key={bar.id} element={bar.element}>
            {form === null ? null : (
              <button type="button" onClick={() => setReply({ id: bar.id, bar: bar.element })}>
                {textOf("comments.reply")}
              </button>
            )}
            {hasLikes === undefined ? null : <LikeButton id={bar.id} count={bar.likes} />}
            <ReportButton id={bar.id} />
            {own.includes(bar.id) ? <DeleteButton id={bar.id} onRemoved={() => remove(bar.id)} /> : null}
          </Existing>
        ),
      )}
      {form === null ? null : (
        <CommentForm
          form={form}
          place={place}
          targetId={targetId}
          reply={reply}
          onCancel={() => setReply(null)}
          onPost={post}
        />
      )}
      {posted.map((comment) =>
        comment.thread === null ? null : (
          <Fragment key={comment.id}>{createPortal(written(comment), comment.thread)}</Fragment>
        ),
      )}
      {list === null
        ? null
        : threads.map((comment) => (
            <Placed key={comment.id} name="li" class="stoa-comments__thread" put={(item) => list.prepend(item)}>
              {written(comment)}
            </Placed>
          ))}
      {list !== null || form === null || !hasFirst ? null : (
        <Placed name="ol" class="stoa-comments__list" put={(first) => form.before(first)}>
          {[...threads].reverse().map((comment) => (
            <li key={comment.id} className="stoa-comments__thread">
              {written(comment)}
            </li>
          ))}
        </Placed>
      )}
    </>
  );
}

interface PostedCommentProps extends Comment {
  isRemoved: boolean;
  onRemoved: () => void;
}

/** A new comment, as the next page view will show it. */
function PostedComment({ id, author, text, isRemoved, onRemoved }: PostedCommentProps) {
  if (isRemoved) {
    return (
      <article className="stoa-comment" id={id}>
        {gone}
      </article>
    );
  }
  return (
    <article className="stoa-comment" id={id}>
      <p className="stoa-comment__head">
        <strong className="stoa-comment__author">{author}</strong>
      </p>
      <p className="stoa-comment__text">{text}</p>
      <div className="stoa-comment__actions" data-comment={id}>
        <DeleteButton id={id} onRemoved={onRemoved} />
      </div>
    </article>
  );
}

/** The comments of a post. In the editor they are read-only. */
export const mountComments = island(function CommentsIsland({ place }: IslandProps) {
  return usePage().inEditor ? null : <Comments place={place} />;
});

export default mountComments;
