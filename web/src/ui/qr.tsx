// qr.tsx - a link as a picture for phones; the server draws the dots.
import { useEffect, useState } from "preact/hooks";
import { request } from "../link/api";
import type { WebQr } from "../link/messages";

const BORDER = 2;

/** The dark dots of a code as one path. */
export function dotsPath(size: number, dots: string): string {
  let path = "";
  for (let i = 0; i < dots.length; i++) {
    if (dots[i] === "1") path += `M${(i % size) + BORDER},${Math.floor(i / size) + BORDER}h1v1h-1z`;
  }
  return path;
}

export function Qr({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<WebQr | null>(null);
  useEffect(() => {
    let current = true;
    request<WebQr>("POST", "qr", { text }).then(
      (drawn) => current && setCode(drawn),
      () => current && setCode(null), // the link beside it does the same
    );
    return () => {
      current = false;
    };
  }, [text]);
  const size = (code?.size ?? 25) + 2 * BORDER;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} class="qr-light" />
      {code && <path d={dotsPath(code.size, code.dots)} class="qr-dark" />}
    </svg>
  );
}
