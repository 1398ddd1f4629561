// The page at /docs: a frame for the renderer (@scalar/api-reference), which is served from this origin and reads /openapi.json. It requests
// nothing from any other host; the policy below makes sure of that.

import { RENDERER_PATH } from './renderer.ts';

/** The renderer puts its styles into the page by script, hence 'unsafe-inline' for styles; scripts come from files of this origin only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
};

/** No requests from the page: a key never belongs in a browser. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hiddenClients: true,
  hideClientButton: true,
  hideTestRequestButton: true,
  hideModels: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: true,
  // Words in tables are not divided.
  customCss: '.markdown th, .markdown td { word-break: normal; overflow-wrap: break-word } .markdown td code { white-space: nowrap }',
};

export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>PDF Processing API</title>
</head>
<body>
<noscript>This page needs JavaScript. Without it: <a href="/llms.txt">the API as a text</a>, <a href="/openapi.json">as an OpenAPI document</a>.</noscript>
<script id="api-reference" type="application/json" data-configuration="${escapeAttribute(JSON.stringify(CONFIGURATION))}"></script>
<script src="${RENDERER_PATH}"></script>
</body>
</html>
`;

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
