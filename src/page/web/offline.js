// offline.js - keeps the files of the page, so that it works without a network once it was loaded
'use strict';
const NAME = 'a3dlint-@VERSION@', FILES = ['./', 'index.html', 'page.css', 'web.css', 'page.js', 'view.js', 'program.js', 'parts.js', 'worker.js', 'icon.svg'];

self.addEventListener('install', event => event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(caches.keys()
  .then(names => Promise.all(names.filter(n => n.startsWith('a3dlint-') && n !== NAME).map(n => caches.delete(n)))).then(() => self.clients.claim())));
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET') event.respondWith(caches.match(event.request, {ignoreSearch: true}).then(kept => kept || fetch(event.request)));
});
