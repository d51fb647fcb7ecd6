/**
 * Keeps the page itself for times without a network: the newest files first, the stored ones when
 * the server cannot be reached. Photos and hands are never stored here.
 */

const CACHE = "wahua-shell-1";
const GAMES = "/v1/games";
const SHELL = [
  "/",
  "/css/base.css",
  "/css/parts.css",
  "/css/tokens.css",
  "/i18n/en.json",
  "/i18n/terms.zh-Hans.json",
  "/i18n/terms.zh-Hant.json",
  "/i18n/zh-Hans.json",
  "/i18n/zh-Hant.json",
  "/icons/icon-192.png",
  "/icons/icon-512.png",
  "/icons/icon.svg",
  "/icons/maskable-512.png",
  "/js/api.js",
  "/js/camera.js",
  "/js/checks.js",
  "/js/dom.js",
  "/js/evening.js",
  "/js/facts.js",
  "/js/hand.js",
  "/js/i18n.js",
  "/js/icons.js",
  "/js/main.js",
  "/js/overlay.js",
  "/js/photo.js",
  "/js/picker.js",
  "/js/settings.js",
  "/js/store.js",
  "/js/tiles.js",
  "/js/ui.js",
  "/js/view-evening.js",
  "/js/view-facts.js",
  "/js/view-hand.js",
  "/js/view-score.js",
  "/js/view-settle.js",
  "/js/work.js",
  "/manifest.webmanifest",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = origin === self.location.origin && event.request.method === "GET";
  if (ours && (SHELL.includes(pathname) || pathname === GAMES)) event.respondWith(newest(event.request, pathname));
});

/** The server's file, else the stored one. */
async function newest(request, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(pathname);
    if (stored) return stored;
    throw error;
  }
}
