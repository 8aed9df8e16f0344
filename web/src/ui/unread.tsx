// unread.tsx - lines of the chat that came while it was out of sight, at the table that is shown.
import { signal } from "@preact/signals";

export const unread = signal(0);
export const chatInSight = signal(false);

export const Unread = () => (unread.value ? <b class="unread num">{unread.value}</b> : null);
