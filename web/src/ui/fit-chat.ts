// fit-chat.ts - a line of the chat as the server takes it: it turns no words around it.
import { cut } from "../app/typed";

const HIDDEN_IN_CHAT = /[\p{Cc}\u2028-\u202e\u2066-\u2069\p{Cs}]/gu;
const BYTES = 500;

export const fitChat = (text: string): string => cut(text.replace(HIDDEN_IN_CHAT, ""), BYTES);
