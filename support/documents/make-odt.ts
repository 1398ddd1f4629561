// OpenDocument texts from nothing, packed with fflate.

import { zipSync } from 'fflate';

const ODT = 'application/vnd.oasis.opendocument.text';
const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" ' +
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"';

/** @param text content of office:text; @param before what comes before office:body */
export function makeOdt(text: string, more: Record<string, Uint8Array> = {}, before = ''): Uint8Array {
  const content = `<?xml version="1.0"?><office:document-content ${NAMESPACES} office:version="1.3">${before}<office:body><office:text>${text}</office:text></office:body></office:document-content>`;
  const rows = ['content.xml', ...Object.keys(more)].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  );
  const manifest = `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/>${rows.join('')}</manifest:manifest>`;
  return zipSync({
    mimetype: [Buffer.from(ODT), { level: 0 }],
    'content.xml': Buffer.from(content),
    'META-INF/manifest.xml': Buffer.from(manifest),
    ...more,
  });
}
