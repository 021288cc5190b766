import type { Lesson } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";

/** A lesson and its number in the course. */
export interface NumberedLesson {
  lesson: Lesson;
  number: number;
}

function Player({ lesson }: { lesson: Lesson }) {
  if (lesson.kind === "file") {
    return (
      <a className="stoa-more" href={lesson.url} download="">
        {textOf("lessons.download")}
      </a>
    );
  }
  const Kind = lesson.kind === "audio" ? "audio" : "video";
  return (
    <Kind
      className={`stoa-lessons__${Kind}`}
      src={lesson.url}
      controls
      playsInline
      preload="metadata"
      aria-label={lesson.title}
    />
  );
}

/** The lessons that an account has bought, with players. */
export function LessonList({ lessons }: { lessons: readonly NumberedLesson[] }) {
  return (
    <ol className="stoa-lessons__list">
      {lessons.map(({ lesson, number }) => (
        <li key={lesson.id} className="stoa-lessons__open" value={number} data-lesson-id={lesson.id}>
          <span className="stoa-lessons__title">{lesson.title}</span>
          <Player lesson={lesson} />
        </li>
      ))}
    </ol>
  );
}
