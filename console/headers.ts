// What the files of /console are served with; the page itself is served by the Worker (worker/reference/page.ts).

/** In the form of the file `_headers` of static assets. */
export const CONSOLE_HEADERS = `/console/assets/*
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
`;
