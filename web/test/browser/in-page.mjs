// in-page.mjs - plays inside the page, from one change of the document to the next.

/** In the page: what `found` gives as soon as that is something; after `ms` what it gives then.  It looks when the
 * document has changed: to look every few milliseconds would take half of a processor from the page itself. */
export function when(found, ms = 45_000) {
  return new Promise((done) => {
    let look = 0;
    const end = (value) => {
      watch.disconnect();
      clearTimeout(look);
      clearTimeout(late);
      done(value);
    };
    const watch = new MutationObserver(() => {
      look ||= setTimeout(() => {
        look = 0;
        const value = found();
        if (value) end(value);
      });
    });
    const late = setTimeout(() => end(found()), ms);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const now = found();
    if (now) end(now);
  });
}

/** Runs `play(when, ...args)` in the page. */
export const playInside = (page, play, ...args) => page.evaluate(`(${play})(${when}, ...${JSON.stringify(args)})`);
