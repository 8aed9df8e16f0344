// pieces.ts - the engine's text picture, cut at its marks.

/** A piece of the picture and what it is: a letter of the engine's roles, "" for the rest. */
export function pieces(picture: string): { role: string; text: string }[] {
  const found: { role: string; text: string }[] = [];
  let role = "";
  for (const part of picture.split(/(\x01.|\x02)/)) {
    if (part[0] === "\x01") role = part[1] ?? "";
    else if (part === "\x02") role = "";
    else if (part) found.push({ role, text: part });
  }
  return found;
}
