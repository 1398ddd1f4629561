// No field, encoding or attribute of a document makes a converter read a file or print where it lies. The judge is a LibreOffice of its own that may
// read every file of this machine.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSafeDocx } from '../../../processor/office/safe-docx.ts';
import { makeSafeOdt } from '../../../processor/office/safe-odt.ts';
import { makeSafeRtf } from '../../../processor/office/safe-rtf.ts';
import { textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { documentXml, makeDocx, plainFiles } from '../../../support/documents/make-docx.ts';
import { makeOdt } from '../../../support/documents/make-odt.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';

const SECRET = 'nobodymayreadthis';
const folder = mkdtempSync(join(tmpdir(), 'field-canary-'));
const secret = join(folder, 'secret.txt');
beforeAll(() => writeFileSync(secret, SECRET));
afterAll(() => rmSync(folder, { recursive: true }));

const MARKS = { begin: '<w:r><w:fldChar w:fldCharType="begin"/></w:r>', separate: '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' };
const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
const shown = '<w:r><w:t>shown</w:t></w:r>';
const text = (inner: string) => `<w:r><w:t xml:space="preserve">${inner}</w:t></w:r>`;
const instr = (inner: string) => `<w:r><w:instrText xml:space="preserve">${inner}</w:instrText></w:r>`;
const field = (command: string) => `<w:p>${MARKS.begin}${command}${MARKS.separate}${shown}${end}</w:p>`;

/** `\u73?` for each character, or as `encode` says. */
const spelled = (instruction: string, encode: (code: number) => string) =>
  Array.from(instruction, (character) => encode(character.charCodeAt(0))).join('');
const rtfField = (instruction: string) => `{\\rtf1\\ansi {\\field{\\*\\fldinst ${instruction}}{\\fldrslt shown}}\\par}`;
const hex = (code: number) => code.toString(16).padStart(2, '0');

/** Here the number of the page is a field of its own, and stays. */
const SHOWS: Readonly<Record<string, string>> = {
  'rtf: in a pair of old and new': '1',
  'rtf: behind raw bytes that close a group': '1shown',
};

/** Documents that show `shown` and nothing else, once they are safe. */
function documents(): Record<string, { readonly extension: 'docx' | 'odt' | 'rtf'; readonly source: Uint8Array }> {
  const include = ` INCLUDETEXT "${secret}" `;
  const path = ' FILENAME \\p ';
  const docx = (body: string) => ({ extension: 'docx' as const, source: makeDocx(plainFiles(body)) });
  const rtf = (source: string) => ({ extension: 'rtf' as const, source: Buffer.from(source, 'latin1') });
  const odt = (inner: string) => ({ extension: 'odt' as const, source: makeOdt(inner) });
  return {
    'docx: a command in pieces': docx(field(instr(' INCL') + instr(`UDETEXT "${secret}" `))),
    'docx: a command in plain text': docx(field(text(include))),
    'docx: a command of text and instruction': docx(field(text(' INCLUDE') + instr(`TEXT "${secret}" `))),
    'docx: a command of entities in odd case': docx(
      field(instr(spelled(` IncludeText "${secret}" `, (code) => `&#x0000000${hex(code)};`))),
    ),
    'docx: a command of the result of another field': docx(field(MARKS.begin + instr(' QUOTE x ') + MARKS.separate + text(include) + end)),
    'docx: symbols for letters': docx(field(`<w:r><w:sym w:font="Arial" w:char="0046"/></w:r>${instr('ILENAME \\p ')}`)),
    'docx: the path': docx(field(instr(path))),
    'docx: the path in odd case, in CDATA': docx(field(instr('<![CDATA[ fileName \\P ]]>'))),
    'docx: the path, as a simple field': docx(`<w:p><w:fldSimple w:instr=" FILENAME  \\p ">${shown}</w:fldSimple></w:p>`),
    'docx: the path, as a simple field of entities': docx(
      `<w:p><w:fldSimple w:instr="&#70;&#x0049;LENAME \\p">${shown}</w:fldSimple></w:p>`,
    ),
    'docx: the template': docx(field(instr(' TEMPLATE \\p '))),
    'docx: half of a command in each of two alternatives': docx(
      `<w:p>${MARKS.begin}<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${instr(' PAGE \\* "')}</mc:Choice><mc:Fallback>${instr(path)}</mc:Fallback></mc:AlternateContent>${MARKS.separate}${shown}${end}</w:p>`.replace(
        'PAGE',
        'FILESIZE',
      ),
    ),
    'rtf: the path': rtf(rtfField(' FILENAME \\\\p ')),
    'rtf: in pieces': rtf(rtfField('{FILE}{\\b NA}ME \\\\p ')),
    'rtf: in characters by number': rtf(rtfField(spelled(path, (code) => `\\u${code}?`))),
    'rtf: in characters by number, with other fallbacks': rtf(rtfField(`\\uc3 ${spelled(path, (code) => `\\u${code} P\\'41\\'47`)}`)),
    'rtf: in characters by number, without fallbacks': rtf(rtfField(`\\uc0 ${spelled(path, (code) => `\\u${code} `)}`)),
    'rtf: in characters by negative number': rtf(rtfField(spelled(path, (code) => `\\u${code - 65_536}?`))),
    'rtf: in hexadecimal': rtf(rtfField(spelled(path, (code) => `\\'${hex(code)}`))),
    'rtf: behind a fallback that says PAGE': rtf(rtfField(`\\uc5\\u32 PAGE ${spelled(path, (code) => `\\u${code} 12345`)}`)),
    'rtf: in a pair of old and new': rtf(rtfField(`{\\upr{PAGE }{\\*\\ud{FILENAME \\\\p}}}`)),
    'rtf: behind raw bytes that close a group': rtf(
      `{\\rtf1\\ansi {\\field{\\*\\fldinst PAGE \\'}{\\field{\\*\\fldinst FILENAME \\\\p}{\\fldrslt }}{\\fldrslt shown}}\\par}`,
    ),
    'rtf: behind binary data of an overflowing length': rtf(rtfField('{\\bin-4 }FILENAME \\\\p ')),
    'rtf: included text': rtf(rtfField(` INCLUDETEXT "${secret}" `)),
    'rtf: without a star': rtf(`{\\rtf1\\ansi {\\field{\\fldinst FILENAME \\\\p}{\\fldrslt shown}}\\par}`),
    'odt: the path': odt('<text:p><text:file-name text:display="full">shown</text:file-name></text:p>'),
    'odt: the template': odt('<text:p><text:template-name text:display="full">shown</text:template-name></text:p>'),
    'odt: a section of a file': odt(
      `<text:section text:name="s"><text:section-source xlink:href="file://${secret}" text:filter-name="Text"/><text:p>shown</text:p></text:section>`,
    ),
    'odt: a section of a file, with zeros before its numbers': odt(
      `<text:section text:name="s"><text:section-source xlink:href="&#x000000066;ile://${secret}" text:filter-name="Text"/><text:p>shown</text:p></text:section>`,
    ),
  };
}

/** Text of each document, by title. */
function textsOf(files: Record<string, { readonly extension: string; readonly source: Uint8Array }>): Record<string, string> {
  const titles = Object.keys(files);
  const made = convertWithSoffice({
    files: Object.fromEntries(
      titles.map((title, index) => [`case${index}.${files[title]?.extension}`, files[title]?.source ?? new Uint8Array(0)]),
    ),
    to: 'pdf',
    timeMsMax: 90_000,
  });
  return Object.fromEntries(titles.map((title, index) => [title, textOfPdf(made[`case${index}`] ?? new Uint8Array(0)).trim()]));
}

/** The judge works in a folder of the system's own for temporary files. */
const tellsPath = (seen: string) => seen.includes(basename(tmpdir())) || seen.includes('case') || seen.includes(SECRET);

describe.runIf(hasSoffice)('a field that reads a file or tells where it lies', { timeout: 120_000 }, () => {
  test('does so in the document as it came: the canary lives', () => {
    const seen = textsOf(documents());
    const told = Object.keys(seen).filter((title) => tellsPath(seen[title] ?? ''));
    const alive = [
      'docx: the path',
      'docx: symbols for letters',
      'rtf: the path',
      'rtf: in characters by number',
      'rtf: in hexadecimal',
      'odt: the path',
    ];
    expect(told).toEqual(expect.arrayContaining(alive));
  });

  test('shows what it showed last once the document is safe', async () => {
    const safe: Record<string, { extension: string; source: Uint8Array }> = {};
    for (const [title, { extension, source }] of Object.entries(documents())) {
      const made = await (extension === 'docx'
        ? makeSafeDocx(source, 100)
        : extension === 'odt'
          ? makeSafeOdt(source)
          : makeSafeRtf(source));
      safe[title] = { extension, source: made.bytes };
    }
    const seen = textsOf(safe);
    expect(Object.entries(seen).filter(([, one]) => tellsPath(one))).toEqual([]);
    expect(Object.entries(seen).filter(([title, one]) => one !== (SHOWS[title] ?? 'shown'))).toEqual([]);
  });

  test('fields of the document itself stay fields', { tags: 'long' }, async () => {
    const page = (mark: string) => `<w:p>${MARKS.begin}${instr(` ${mark} `)}${MARKS.separate}<w:r><w:t>99</w:t></w:r>${end}</w:p>`;
    const link = field(instr(' HYPERLINK "https://example.com/a" \\o "file:///etc/passwd" '));
    const docx = await makeSafeDocx(makeDocx(plainFiles(page('PAGE') + page('NUMPAGES \\* MERGEFORMAT') + link)), 100);
    const rtf = await makeSafeRtf(
      Buffer.from("{\\rtf1\\ansi {\\field{\\*\\fldinst  PA{\\b GE} }{\\fldrslt 99}} Gr\\u252\\'fc\\'dfe, \\u8364?\\par}"),
    );
    const seen = textsOf({ docx: { extension: 'docx', source: docx.bytes }, rtf: { extension: 'rtf', source: rtf.bytes } });
    expect(seen['docx']?.split(/\s+/)).toEqual(['1', '1', 'shown']);
    expect(seen['rtf']).toBe('1 Grüße, €');
    expect(docx.removed.size + rtf.removed.size).toBe(0);
  });
});

describe('an XML part', () => {
  const declared = (encoding: string) => documentXml('<w:p/>').replace(/^<\?xml[^>]*\?>/, `<?xml version="1.0" encoding=${encoding}?>`);
  const make = (part: string | Uint8Array) => makeSafeDocx(makeDocx({ ...plainFiles(), 'word/document.xml': part }), 100);
  const utf32 = (source: string) => Buffer.concat(Array.from(source, (one) => Buffer.from([one.charCodeAt(0), 0, 0, 0])));

  test.each([
    ['UTF-7', declared('"UTF-7"')],
    ['EBCDIC by name', declared('"IBM037"')],
    ['EBCDIC by its bytes', Buffer.from('4c6fa79493', 'hex')],
    ['windows-1252', declared('"windows-1252"')],
    ['UTF-32', utf32(declared('"UTF-32"'))],
    ['UTF-32 behind its mark', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32(declared('"UTF-32"'))])],
    ['a name without quotes', declared('UTF-7')],
    ['a name in quotes of two kinds', declared(`"UTF-7'`)],
    ['another order of what is declared', documentXml('<w:p/>').replace(/^<\?xml[^>]*\?>/, '<?xml encoding="UTF-7" version="1.0"?>')],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(documentXml('<w:p/>')), Buffer.from([0xff])])],
  ])('in an encoding other than UTF-8 and UTF-16 is refused: %s', async (_, part) => {
    await expect(make(part)).rejects.toMatchObject({ reason: 'corrupt_file' });
  });

  test.each([
    ['UTF-16, little', Buffer.from(`\ufeff${declared('"UTF-16"')}`, 'utf16le')],
    ['UTF-16, big', Buffer.from(`\ufeff${declared("'utf-16'")}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(declared('"UTF-16"'), 'utf16le')],
    ['UTF-8 behind its mark', Buffer.from(`\ufeff${declared('"UTF-8"')}`)],
    ['nothing declared', Buffer.from(documentXml('<w:p/>').replace(/^<\?xml[^>]*\?>\s*/, ''))],
  ])('is handed on in UTF-8 of our own: %s', async (_, part) => {
    const { bytes } = await make(part);
    const written = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array(0));
    expect(written).toMatch(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n<w:document/);
  });

  test('with two targets in two namespaces is not read in two ways: relationships are written anew', async () => {
    const target = 'Target="file:///etc/passwd" TargetMode="External"';
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships" xmlns:x="urn:x"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" x:Target="media/a.png" x:TargetMode="Internal" ${target}/></Relationships>`;
    const { bytes } = await makeSafeDocx(makeDocx({ ...plainFiles(), 'word/_rels/document.xml.rels': rels }), 100);
    expect(strFromU8(unzipSync(bytes)['word/_rels/document.xml.rels'] ?? new Uint8Array(0))).not.toContain('passwd');
  });
});
