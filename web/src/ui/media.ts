import { useEffect, useState } from "preact/hooks";

/** Does the screen match a media query now? */
export function useMedia(query: string): boolean {
  const [media] = useState(() => matchMedia(query));
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const changed = () => setMatches(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [media]);
  return matches;
}
