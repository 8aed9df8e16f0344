// offline.ts - whether this page can be kept for times without a network, and keeping it.
import { signal } from "@preact/signals";

export type Kept = "none" | "keeping" | "kept" | "failed" | "insecure" | "unable";

export const offline = signal<Kept>("none");

/** Looks whether it is kept already, or why that is not offered here. */
export async function lookOffline(): Promise<void> {
  if (!globalThis.isSecureContext) offline.value = "insecure";
  else if (!("serviceWorker" in navigator)) offline.value = "unable";
  else if ((await navigator.serviceWorker.getRegistration("/"))?.active) offline.value = "kept";
}

export async function keepOffline(): Promise<void> {
  offline.value = "keeping";
  try {
    await navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    offline.value = "kept";
  } catch {
    offline.value = "failed";
  }
}

export async function forgetOffline(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration("/"))?.unregister();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  offline.value = "none";
}
