// course-file.tsx - a course from a file: dropped here or chosen, read by the engine, kept in this
// browser.  What is wrong with it is said with line and column.
import { useState } from "preact/hooks";
import { faultWords } from "../app/course-faults";
import type { Course } from "../app/courses";
import { keepCourse, MOST_BYTES, readCourse } from "../app/own-courses";
import { t } from "../app/words";
import { Icon } from "../ui/icon";

interface Props {
  game: string;
  onCourse: (course: Course) => void;
}

/** The text of a file, or what is wrong with it. */
async function textOf(file: File): Promise<{ text: string } | { fault: string }> {
  if (file.size > MOST_BYTES) return { fault: t("web.create.own_large") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { fault: t("web.create.own_not_text") };
  }
}

export function CourseFile({ game, onCourse }: Props) {
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState("");

  async function take(file: File | undefined) {
    setOver(false);
    if (!file) return;
    setFault("");
    const held = await textOf(file);
    if ("fault" in held) return setFault(held.fault);
    try {
      const read = await readCourse(game, "", held.text);
      if ("fault" in read) {
        const { line, column } = read.fault;
        const what = faultWords(read.fault.what);
        if (!line) return setFault(what);
        return setFault(column ? t("web.create.own_fault", line, column, what) : t("web.create.own_fault_line", line, what));
      }
      const kept = keepCourse(game, file.name, held.text);
      const name = Object.keys(read.course.name).length ? read.course.name : { en: file.name };
      onCourse({ ...read.course, id: kept.id, name });
    } catch (error) {
      setFault((error as Error).message);
    }
  }

  return (
    <div
      class={`course-file${over ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <Icon name="plus" size={32} />
      <p class="strong">{t("web.create.own_title")}</p>
      <p class="mut small">{t("web.create.own_about")}</p>
      <label class="btn small course-choose">
        {t("web.create.own_choose")}
        <input
          type="file"
          class="hidden"
          accept=".txt,text/plain"
          onChange={(event) => {
            const input = event.currentTarget;
            void take(input.files?.[0]);
            input.value = ""; // the same file, corrected, is taken again
          }}
        />
      </label>
      {fault && <p class="course-fault" role="alert">{fault}</p>}
    </div>
  );
}
