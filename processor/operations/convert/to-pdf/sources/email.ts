// A message (RFC 5322, MIME) → an HTML document: who wrote to whom, when and about what, the text, and the names of what is attached. Pictures of
// the message itself are shown; what is on the net is not. The text stands in a shadow tree of its own: its styles do not reach the headers.

import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { JobFailure } from '../../../../failure.ts';
import { pictureKind } from '../../../../office/picture-kind.ts';
import { encodeXmlText } from '../../../../office/xml.ts';

export interface EmailPage {
  readonly html: string;
  readonly attachments: number;
  readonly body: 'html' | 'text' | 'none';
}

const NESTING_MAX = 32;
const HEADER_BYTES_MAX = 1024 * 1024;
const LISTED_MAX = 500;
/** Headers of which a message has at least one. */
const KNOWN = new Set(['from', 'to', 'subject', 'date', 'received', 'message-id', 'mime-version', 'content-type']);

/** @throws JobFailure type_mismatch when it has no header of a message; corrupt_file; unsupported_feature when it is encrypted */
export async function htmlOfEmail(bytes: Uint8Array): Promise<EmailPage> {
  const email = await parse(bytes);
  if (!email.headers.some(({ key }) => KNOWN.has(key))) throw new JobFailure('type_mismatch');
  const sealed = email.attachments.some(({ mimeType }) => /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)$/.test(mimeType));
  if (sealed && email.html === undefined && (email.text ?? '').trim() === '') {
    throw new JobFailure('unsupported_feature', { message: 'The message is encrypted; only its recipient can open it.' });
  }
  const shown = new Set<Attachment>();
  const body = email.html === undefined ? 'text' : 'html';
  const content = email.html === undefined ? textBody(email.text ?? '') : htmlBody(email.html, email.attachments, shown);
  const others = email.attachments.filter((attachment) => !shown.has(attachment));
  const rows = headerRows(email).map(([name, value]) => `<tr><th>${name}</th><td>${encodeXmlText(value)}</td></tr>`);
  const title = `<title>${encodeXmlText(email.subject ?? 'Message')}</title>`;
  const html =
    `<!DOCTYPE html><html><head><meta charset="utf-8">${title}<style>${STYLE}</style></head><body><table class="headers">${rows.join('')}</table>` +
    `<main><template shadowrootmode="open">${SAME_PAGE}${content}</template></main>${listOf(others)}</body></html>`;
  return { html, attachments: others.length, body: content === '' ? 'none' : body };
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADER_BYTES_MAX, forceRfc822Attachments: true });
  } catch (cause) {
    throw new JobFailure('corrupt_file', { message: 'The message is nested too deep, or its headers are too long.', cause });
  }
}

function headerRows({ headers, from, to, cc, subject }: Email): [string, string][] {
  // As it is written: with the sender's own time zone.
  const date = headers.find(({ key }) => key === 'date')?.value;
  const rows: [string, string | undefined][] = [
    ['From', from && nameOf(from)],
    ['To', to?.map(nameOf).join(', ')],
    ['Cc', cc?.map(nameOf).join(', ')],
    ['Date', date],
    ['Subject', subject],
  ];
  return rows.flatMap(([name, value]): [string, string][] => (value === undefined || value === '' ? [] : [[name, value]]));
}

function nameOf(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(nameOf).join(', ')}`;
  return address.name === '' || address.name === address.address ? address.address : `${address.name} <${address.address}>`;
}

function textBody(text: string): string {
  return text.trim() === ''
    ? ''
    : `<pre style="font:inherit;white-space:pre-wrap;margin:0">${encodeXmlText(text).replaceAll('&#10;', '\n').replaceAll('&#13;', '')}</pre>`;
}

/** The end of a template would be the end of the shadow tree. */
function htmlBody(html: string, attachments: readonly Attachment[], shown: Set<Attachment>): string {
  const pictures = new Map(
    attachments.flatMap((attachment) =>
      attachment.contentId === undefined ? [] : [[attachment.contentId.replaceAll(/^<|>$/g, ''), attachment]],
    ),
  );
  return html.replaceAll(/<(\/?)template\b/gi, '<$1x-template').replaceAll(/\bcid:([^"'\s>)]+)/gi, (address, name: string) => {
    const attachment = pictures.get(decoded(name));
    const bytes = attachment && new Uint8Array(attachment.content as ArrayBuffer);
    const kind = bytes && pictureKind(bytes);
    if (!attachment || !bytes || kind === undefined || kind === 'emf' || kind === 'wmf') return address;
    shown.add(attachment);
    return `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function listOf(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return '';
  const rows = attachments.slice(0, LISTED_MAX).map(({ filename, mimeType, content }) => {
    const bytes = typeof content === 'string' ? content.length : content.byteLength;
    return `<tr><td>${encodeXmlText(filename ?? 'without a name')}</td><td>${encodeXmlText(mimeType)}</td><td>${sizeOf(bytes)}</td></tr>`;
  });
  return `<section><h2>Attachments (${attachments.length})</h2><table>${rows.join('')}</table></section>`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** Word writes texts in sections with pages of their own, which would begin a new page. */
const SAME_PAGE = '<style>*{page:auto!important}</style>';

const STYLE =
  'body{font:11pt/1.45 "Liberation Sans","Noto Sans",Arial,sans-serif;margin:0;overflow-wrap:anywhere}' +
  'table.headers{border-collapse:collapse;width:100%;border-bottom:1pt solid #888;margin-bottom:14pt}' +
  'table.headers th{text-align:left;vertical-align:top;padding:1pt 10pt 1pt 0;white-space:nowrap;color:#555;font-weight:600}' +
  'table.headers td{width:100%;padding:1pt 0}table.headers tr:last-child>*{padding-bottom:8pt}main{display:block;position:relative;overflow:clip}' +
  'section{border-top:1pt solid #888;margin-top:14pt;break-inside:avoid-page}section h2{font-size:11pt;margin:8pt 0 4pt}section td{padding:1pt 12pt 1pt 0;color:#333}';
