// thumb.tsx - a course, small.
import { useMemo } from "preact/hooks";
import { drawThumbnail } from "../art/draw-floor";
import { turnPlace, turnPlan } from "../art/plan";
import { readPlan } from "../art/read-plan";
import type { Course } from "../app/courses";

export function CoursePicture({ course, shields }: { course: Course; shields: boolean }) {
  // Pictures are wider than high: a high course lies on its side, its dock to the left.
  const { drawn, cols, rows } = useMemo(() => {
    const { cols: wide, rows: high, flags } = course.floor;
    const quarters = high > wide ? 1 : 0;
    const plan = turnPlan(readPlan(course.floor, shields), quarters);
    const turned = flags.map((flag) => turnPlace(flag, wide, high, quarters));
    return { drawn: drawThumbnail(plan, turned), cols: plan.cols, rows: plan.rows };
  }, [course]);
  return (
    <svg
      class="course-picture"
      viewBox={`-8 -8 ${cols * 64 + 16} ${rows * 64 + 16}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  );
}
