// icon.tsx - a drawing of art/sprites.svg, which stands in the document once.
export function Icon({ name, size = 20, label }: { name: string; size?: number; label?: string }) {
  const told = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" {...told}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** Any symbol with a box of 64: robots, heads, card glyphs. */
export function Sprite({ id, size = 32, label }: { id: string; size?: number; label?: string }) {
  const told = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class="sprite" width={size} height={size} viewBox="0 0 64 64" {...told}>
      <use href={`#${id}`} />
    </svg>
  );
}

export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg class="logo" width={size} height={(size * 28) / 44} viewBox="0 0 44 28" aria-hidden="true">
      <rect x="1.5" y="1.5" width="41" height="25" rx="12.5" class="logo-belt" />
      <rect x="6" y="6" width="32" height="16" rx="8" class="logo-floor" />
      <path d="M14 8.5h4.5l0 2L32 14l-13.5 3.5v2H14z" class="logo-robot" />
    </svg>
  );
}
