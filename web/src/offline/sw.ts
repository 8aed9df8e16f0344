// sw.ts - the page without a network: everything it is made of, kept on this device when a person asked
// for it.  The server's documents are never kept.
export {};
declare const self: ServiceWorkerGlobalScope;
declare const FILES: string[]; // put in by build.mjs: every file with a hash in its name
declare const VERSION: string;

const NAME = `robodrome-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(["/", ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The newest page where there is a network, the kept one where there is none. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/a/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
