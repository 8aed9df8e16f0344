// late.ts - the parts of a race's screen that not every race shows: upgrades (2023 alone), volleys against
// a robot with options, and orders where a move may take days.
import { part } from "../../ui/part";

export const Receipt = part(async () => (await import("./upgrades")).Receipt);
export const Shop = part(async () => (await import("./upgrades")).Shop);
export const StandingList = part(async () => (await import("./standing-list")).StandingList);
export const VolleyPrompt = part(async () => (await import("./volley-prompt")).VolleyPrompt);
