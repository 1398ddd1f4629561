// Fields of Word and Rich Text (ISO/IEC 29500-1, 17.16.5). Only fields that show something of the document itself stay; of all others, known or
// not, only the text that they showed last stays. So nothing reads a file, asks another program, or prints a path or name of this machine.

import { isSafeLink } from './neutralise.ts';

const KEPT = new Set(
  (
    'PAGE NUMPAGES SECTION SECTIONPAGES PAGEREF REF NOTEREF SEQ STYLEREF TOC TOA TA TC INDEX XE LISTNUM AUTONUM AUTONUMLGL AUTONUMOUT ' +
    'SHAPE SYMBOL EQ ADVANCE FORMTEXT FORMCHECKBOX FORMDROPDOWN'
  ).split(' '),
);
/** Fields that would read, ask, run or reveal a location: their removal is reported. */
const REPORTED =
  /^\s*(?:INCLUDE(?:TEXT|PICTURE)?|IMPORT|LINK|DDE(?:AUTO)?|DATABASE|RD|EMBED|CONTROL|HTMLCONTROL|MACROBUTTON|AUTOTEXT|GOTOBUTTON|ASK|FILLIN|PRINT|PRIVATE|FILENAME|TEMPLATE|HYPERLINK)\b/i;

export type FieldVerdict =
  | { readonly keeps: true; /** What to write in its place. */ readonly instruction: string }
  | { readonly keeps: false; readonly isReported: boolean };

export function judgeField(instruction: string): FieldVerdict {
  const name = /^\s*([a-z]+)(?=[\s\\]|$)/i.exec(instruction)?.[1]?.toUpperCase();
  if (name === 'HYPERLINK') {
    const link = safeHyperlink(instruction);
    return link === undefined ? { keeps: false, isReported: true } : { keeps: true, instruction: link };
  }
  if (name !== undefined && KEPT.has(name)) return { keeps: true, instruction };
  return { keeps: false, isReported: REPORTED.test(instruction) };
}

const ARGUMENT = /\\([a-z])|"((?:[^"\\]|\\.)*)"?|([^\s"\\](?:[^\s"\\]|\\.)*)/gi;

/** 17.16.5.25: an address, `\l` and a bookmark, `\o` and a tip, switches without a value. Written again, so that it holds nothing else. */
function safeHyperlink(instruction: string): string | undefined {
  let address: string | undefined;
  let bookmark: string | undefined;
  let waiting: string | undefined;
  for (const [, option, quoted, bare] of instruction.replace(/^\s*HYPERLINK/i, '').matchAll(ARGUMENT)) {
    if (option !== undefined) {
      waiting = /[lot]/i.test(option) ? option.toLowerCase() : undefined;
      continue;
    }
    const value = quoted ?? bare ?? '';
    if (waiting === 'l') bookmark = value;
    else if (waiting === undefined) {
      if (address !== undefined) return undefined;
      address = value;
    }
    waiting = undefined;
  }
  if ((address === undefined || address === '') && bookmark === undefined) return undefined;
  if (address !== undefined && address !== '' && !isSafeLink(address)) return undefined;
  const written = address === undefined || address === '' ? '' : ` "${address}"`;
  return ` HYPERLINK${written}${bookmark === undefined ? '' : ` \\l "${bookmark}"`} `;
}
