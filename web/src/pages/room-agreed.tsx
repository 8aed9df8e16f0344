// room-agreed.tsx - what was agreed for a table, in words; the host changes it there.
import { useEffect, useState } from "preact/hooks";
import { CLOCKS, DAY, clockOf, clockOptions, type ClockChoice } from "../app/clocks";
import { courseName, loadCourses, type Course } from "../app/courses";
import { readCourse } from "../app/own-courses";
import { lang, t, tr } from "../app/words";
import type { House } from "../link/messages";
import type { Deed } from "../link/connection";
import type { Room } from "../link/room";
import { Line, Select, Switch } from "../ui/controls";
import { CoursePicture } from "../ui/thumb";
import { SpecialRules } from "./special-rules";
import { inWords, useVariants } from "./variants";

interface Act {
  act: (deed: Deed) => void;
}

function clockWords(room: Room): string {
  const { clock } = room.table.house;
  if (clock.kind === "none") return t("web.room.clock_none");
  if (clock.kind === "days") return t("web.clock.days", Math.round(clock.seconds / DAY));
  if (clock.kind === "glass") return t("web.create.clock_glass");
  if (clockOf(clock) === "bank") return t("web.create.clock_bank");
  return t("web.room.clock_s", clock.seconds);
}

/** The host changes what is played, also between two games. */
function Change({ room, act }: { room: Room } & Act) {
  const { table } = room;
  const [courses, setCourses] = useState<readonly Course[]>([]);
  useEffect(() => {
    let current = true;
    void loadCourses(table.game).then((all) => current && setCourses(all), () => {});
    return () => {
      current = false;
    };
  }, [table.game]);
  const chosen = table.settings.find((s) => s.key === "course")?.value ?? "";
  const fitting = courses.filter((c) => c.id === chosen || c.players.includes(table.seats));
  const clock = clockOf(table.house.clock);
  const setCourse = (id: string) =>
    act({ t: "settings", settings: [...table.settings.filter((s) => s.key !== "course" && s.key !== "robots"), { key: "course", value: id }] });
  const setHouse = (change: Partial<House>) => act({ t: "settings", house: { ...table.house, ...change } });
  return (
    <details class="room-change">
      <summary>{t("web.table.change")}</summary>
      {fitting.length > 0 && (
        <Line title={t("web.room.course")}>
          <Select
            label={t("web.room.course")}
            value={chosen}
            options={[
              ...(fitting.some((c) => c.id === chosen) ? [] : [[chosen, t(chosen ? "web.create.own_title" : "web.room.usual")] as const]),
              ...fitting.map((c) => [c.id, courseName(c, lang.value)] as const),
            ]}
            onChange={setCourse}
          />
        </Line>
      )}
      <Line title={t("web.create.clock")}>
        <Select
          label={t("web.create.clock")}
          value={clock ?? ""}
          options={[...(clock ? [] : [["", clockWords(room)] as const]), ...clockOptions(table.game)]}
          onChange={(c) => c && setHouse({ clock: CLOCKS[c as ClockChoice] })}
        />
      </Line>
      <Line title={t("web.chat")}>
        <Switch label={t("web.chat")} on={table.house.chat} onChange={(chat) => setHouse({ chat })} />
      </Line>
    </details>
  );
}

/** The course that was agreed on; null where there is none, or none yet. */
export function useCourse({ table }: Room): Course | null {
  const id = table.settings.find((s) => s.key === "course")?.value;
  const [course, setCourse] = useState<Course | null>(null);
  useEffect(() => {
    let current = true;
    const show = (found: Course | undefined) => current && setCourse(found ?? null);
    // A course of somebody's own is told as its whole text.
    if (id?.includes("\n")) void readCourse(table.game, "", id).then((read) => show("course" in read ? read.course : undefined));
    else void loadCourses(table.game).then((all) => show(all.find((c) => c.id === id)));
    return () => {
      current = false;
    };
  }, [table.game, id]);
  return course;
}

export function Agreed({ room, course, act }: { room: Room; course: Course | null } & Act) {
  const { table } = room;
  const house = table.house;
  const agreed = inWords(useVariants(table.game), table.settings);
  const lines: [string, string][] = [
    ...(agreed ? [[t("web.create.variants"), agreed] as [string, string]] : []),
    [t("web.room.time"), clockWords(room)],
    [t("web.room.bots"), t("web.room.bots_fill")],
    [t("web.room.away"), t(`web.room.away_${house.stand_in}`)],
    [t("web.create.access"), t(`web.create.access_${house.access}`)],
  ];
  return (
    <section class="panel room-agreed">
      <div class="room-course">
        {course && <span class="room-picture"><CoursePicture course={course} shields={table.game === "rally2023"} /></span>}
        <div>
          <h2 class="disp">{course ? courseName(course, lang.value) || t("web.create.own_title") : tr(`web.game.${table.game}`)}</h2>
          <p class="mut">{course ? tr(`web.game.${table.game}`) : tr(`web.about.${table.game}`)}</p>
        </div>
      </div>
      <SpecialRules course={course} />
      <dl>
        {lines.map(([key, words]) => (
          <div key={key}><dt class="mut">{key}</dt><dd>{words}</dd></div>
        ))}
      </dl>
      {room.me.host && <Change room={room} act={act} />}
    </section>
  );
}
