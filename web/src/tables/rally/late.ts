// late.ts - the parts of a race's screen that are not there when it begins: upgrades (2023 alone), volleys against
// a robot with options, orders for these, orders where a move may take days, what the last round brought, several robots, and
// the desk of a lesson.
import { part } from "../../ui/part";

export const HeldBar = part(async () => (await import("./heldbar")).HeldBar);
export const LastRound = part(async () => (await import("./round-parts")).LastRound);
export const OrderList = part(async () => (await import("./round-parts")).OrderList);
export const OrderMenus = part(async () => (await import("./round-parts")).OrderMenus);
export const Receipt = part(async () => (await import("./upgrades")).Receipt);
export const RobotTabs = part(async () => (await import("./robot-tabs")).RobotTabs);
export const Shop = part(async () => (await import("./upgrades")).Shop);
export const StandingList = part(async () => (await import("./standing-list")).StandingList);
export const VolleyPrompt = part(async () => (await import("./volley-prompt")).VolleyPrompt);
