// An XML part in the one form that no two readers can read in two ways: UTF-8 with a declaration of our own, without comments, processing
// instructions and CDATA. What is judged afterwards is what the converter reads.

import { JobFailure } from '../failure.ts';
import { applyEdits, encodeXmlText, scanXml, type XmlEdit } from './xml.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** XML 1.0, 2.8: this is the only form of a declaration. */
const DECLARED =
  /^<\?xml\s+version\s*=\s*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:\s+encoding\s*=\s*(?:"([^"]*)"|'([^']*)'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const READ = /^(?:utf-?8|us-ascii|ascii|utf-?16(?:le|be)?)$/i;
/** Older OpenDocument writers put one without an internal subset before the root; it has no meaning and is not followed. */
const EMPTY_DOCTYPE = /^([^<]*(?:<\?[^>]*\?>\s*)*)<!DOCTYPE[^[\]<>]*>/;

/**
 * The text with its declaration, ready for UTF-8. Whether it is well formed is not known yet.
 * @throws JobFailure corrupt_file when the encoding is another or contradicts itself, and as scanXml does
 */
export function plainXml(bytes: Uint8Array, allowsDoctype = false): string {
  let text = decode(bytes);
  if (text.startsWith('<?xml') && /^<\?xml[\s?]/.test(text)) {
    const match = DECLARED.exec(text);
    if (match === null) throw wrongEncoding('an XML declaration that cannot be read');
    const declared = match[1] ?? match[2] ?? 'UTF-8';
    if (!READ.test(declared)) throw wrongEncoding(`the encoding ${declared.slice(0, 40)}`);
    text = text.slice(match[0].length);
  }
  if (allowsDoctype) text = text.replace(EMPTY_DOCTYPE, '$1');
  // Most parts have none of the three; whether they are XML at all is found when they are read.
  if (!/<[!?]/.test(text)) return DECLARATION + text.trimStart();
  const edits: XmlEdit[] = [];
  for (const { kind, start, end } of scanXml(text)) {
    if (kind === 'comment' || kind === 'instruction') edits.push({ start, end, text: '' });
    else if (kind === 'cdata') edits.push({ start, end, text: encodeXmlText(text.slice(start + 9, end - 3)) });
  }
  return DECLARATION + applyEdits(text, edits).trimStart();
}

/** Nothing but white space, a mark or NULs: some writers leave parts empty, and readers take them for absent. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < BLANK_BYTES_MAX && bytes.every((byte) => BLANK.has(byte));
}

const BLANK_BYTES_MAX = 65_536;
/** White space of XML, NUL, and the bytes of the marks of UTF-8 and UTF-16. */
const BLANK: ReadonlySet<number> = new Set([0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

/** By the byte order mark, by the UTF-16 form of the first two characters of any XML, else UTF-8. */
function decode(bytes: Uint8Array): string {
  const [first, second] = [bytes[0], bytes[1]];
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw wrongEncoding(`bytes that are not ${encoding.toUpperCase()}`, cause);
  }
  // XML 1.0, 2.2: none of these is a character; in four bytes each, every character brings three of them.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) throw wrongEncoding('an encoding other than UTF-8 and UTF-16');
  return text;
}

function wrongEncoding(what: string, cause?: unknown): JobFailure {
  return new JobFailure('corrupt_file', { message: `A part of the file has ${what}; only UTF-8 and UTF-16 are read.`, cause });
}
