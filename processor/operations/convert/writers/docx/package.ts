// The package of a Word document (ISO/IEC 29500-2) without its text: the roots of its parts, content types, properties, settings, fonts.

import type { DocumentHead, FontKind } from '../../../../document/model.ts';
import { encodeXmlText } from '../../../../office/xml.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const NAMESPACES = [
  `xmlns:w="${MAIN}"`,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ');

/** The root element of a part of the main namespace. */
export function part(name: 'document' | 'hdr' | 'ftr' | 'footnotes' | 'numbering' | 'styles' | 'settings' | 'fonts'): {
  readonly start: string;
  readonly end: string;
} {
  return { start: `${XML}<w:${name} ${NAMESPACES}>`, end: `</w:${name}>` };
}

const CONTENT_TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** @param parts of the folder `word`: the file and what it is */
export function contentTypesXml(parts: Iterable<readonly [file: string, kind: string]>): string {
  const overrides = [...parts].map(([file, kind]) => `<Override PartName="/word/${file}" ContentType="${CONTENT_TYPES}.${kind}+xml"/>`);
  return [
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    '<Default Extension="png" ContentType="image/png"/>',
    '<Default Extension="jpg" ContentType="image/jpeg"/>',
    '<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/>',
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
    ...overrides,
    '</Types>',
  ].join('');
}

export function corePropertiesXml({ title }: DocumentHead): string {
  const shown = title === undefined ? '' : `<dc:title>${encodeXmlText(title)}</dc:title>`;
  return `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${shown}</cp:coreProperties>`;
}

/** @param options what the document has */
export function settingsXml(options: { readonly background: boolean; readonly footnotes: boolean; readonly fonts: boolean }): string {
  return [
    part('settings').start,
    options.background ? '<w:displayBackgroundShape/>' : '',
    options.fonts ? '<w:embedTrueTypeFonts/><w:saveSubsetFonts/>' : '',
    '<w:defaultTabStop w:val="720"/>',
    options.footnotes ? '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>' : '',
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>',
    part('settings').end,
  ].join('');
}

const STAND_INS = {
  serif: { family: 'roman', pitch: 'variable', alternative: 'Times New Roman' },
  sans: { family: 'swiss', pitch: 'variable', alternative: 'Arial' },
  mono: { family: 'modern', pitch: 'fixed', alternative: 'Courier New' },
} as const;

/** The replacement for a family that is not installed (ISO/IEC 29500-1 17.8.3). */
/** @param embedded what a family's element says of its fonts in the document */
export function fontTableXml(families: ReadonlyMap<string, FontKind>, embedded: (family: string) => string): string {
  const fonts = [...families].map(([name, kind]) => {
    const { family, pitch, alternative } = STAND_INS[kind];
    const other = name === alternative ? '' : `<w:altName w:val="${alternative}"/>`;
    return `<w:font w:name="${encodeXmlText(name)}">${other}<w:family w:val="${family}"/><w:pitch w:val="${pitch}"/>${embedded(name)}</w:font>`;
  });
  return part('fonts').start + fonts.join('') + part('fonts').end;
}
