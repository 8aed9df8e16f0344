// style.ts - style sheets that are fetched with what they are for.

/** Resolves when a sheet is there. */
export function addStyle(name: string): Promise<void> {
  const address = STYLES[name];
  if (!address || document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(address));
    };
    document.head.append(link);
  });
}
