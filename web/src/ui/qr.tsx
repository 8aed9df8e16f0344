// qr.tsx - a link as a picture for phones.
import { encode } from "uqr";
import { useMemo } from "preact/hooks";

export function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: "M", border: 2 });
    const dark = code.data.flatMap((row, y) => row.map((on, x) => (on ? `M${x},${y}h1v1h-1z` : "")));
    return { size: code.size, path: dark.join("") };
  }, [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} class="qr-light" />
      <path d={path} class="qr-dark" />
    </svg>
  );
}
