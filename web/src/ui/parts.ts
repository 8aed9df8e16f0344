// parts.ts - the parts of tables that are not on the screen when one opens.
import { part } from "./part";

export const Asked = part(async () => (await import("./asked")).Asked);
export const Chat = part(async () => (await import("./chat")).Chat);
export const CoachCard = part(async () => (await import("../learn/coach-card")).CoachCard);
export const End = part(async () => (await import("./end")).End);
export const HintBox = part(async () => (await import("./hint-box")).HintBox);
export const KeyList = part(async () => (await import("./key-list")).KeyList);
export const RuleText = part(async () => (await import("./rule-text")).RuleText);
export const SecondDevice = part(async () => (await import("./second-device")).SecondDevice);
