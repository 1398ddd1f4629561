// Proof of absence for a Word document. Text, style names, alternative texts and links are visible content and are not searched;
// what is searched: the ZIP's own records, comments and instructions in the XML, and attributes that are not content.

import type { OfficeParts } from '../office/parts.ts';
import { decodeXmlText, localName, scanXml } from '../office/xml.ts';
import type { DocxSurvey } from './docx-survey.ts';
import type { AbsenceProof } from './evidence.ts';
import { proveAbsence, type SearchedBytes } from './marker-search.ts';

/** Attributes that name a person, a moment or a machine. */
const IDENTITY = new Set(['author', 'initials', 'date', 'dateUtc', 'ed', 'userId', 'userName', 'providerId', 'fullName']);
/** Attributes that are shown, or that name what is shown. */
const CONTENT = new Set(
  'val name descr title alt instr Target styleId styleName ascii hAnsi cs eastAsia typeface href tooltip string id'.split(' '),
);
/** A shorter value is too likely to be part of the vocabulary of the format itself ("Normal", "auto", "document"). */
const DISTINCTIVE_CHARS_MIN = 12;

/** Long markers are searched in everything that is not content; short ones must not be the value of an attribute that names someone. */
export function proveDocxAbsence(
  markers: ReadonlySet<string>,
  file: Uint8Array,
  parts: OfficeParts,
  survey: DocxSurvey,
  removeAuthors: boolean,
): AbsenceProof & { readonly left: readonly string[] } {
  const identities = new Set<string>();
  const searched: SearchedBytes[] = zipRecords(file, parts);
  for (const name of survey.markup.keys()) {
    const pieces: string[] = [];
    const text = parts.readText(name);
    for (const token of scanXml(text)) {
      if (token.kind === 'comment' || token.kind === 'instruction') pieces.push(text.slice(token.start, token.end));
      for (const { name: attribute, raw } of token.attributes) {
        const local = localName(attribute);
        if (IDENTITY.has(local)) {
          if (removeAuthors) identities.add(decodeXmlText(raw));
        } else if (!CONTENT.has(local) && !attribute.startsWith('xmlns')) pieces.push(decodeXmlText(raw));
      }
    }
    searched.push({ bytes: Buffer.from(pieces.join('\n'), 'utf8'), decoded: true });
  }
  const links = survey.relationships.flatMap(({ relationship: { part, kind, target } }) =>
    part !== undefined || kind === 'hyperlink' || kind === 'image' ? [] : [target],
  );
  searched.push({ bytes: Buffer.from(links.join('\n'), 'utf8'), decoded: true });

  const distinctive = new Set([...markers].filter((marker) => marker.length >= DISTINCTIVE_CHARS_MIN));
  const proof = proveAbsence(distinctive, searched);
  const left = [...new Set([...proof.left, ...[...markers].filter((marker) => identities.has(marker) && !isNeutral(marker))])];
  return { ...proof, markers_searched: markers.size, markers_left: left.length, left };
}

/** A document whose author really is called `Author` cannot be distinguished from a neutral one. */
function isNeutral(marker: string): boolean {
  return marker === 'Author';
}

/** The bytes of the file outside the entries' data: local headers, central directory, end record. */
function zipRecords(file: Uint8Array, parts: OfficeParts): SearchedBytes[] {
  const records: SearchedBytes[] = [];
  let at = 0;
  for (const { stored } of parts.source.entries.toSorted((a, b) => a.stored.byteOffset - b.stored.byteOffset)) {
    const start = stored.byteOffset - file.byteOffset;
    records.push({ bytes: file.subarray(at, start), decoded: false });
    at = start + stored.length;
  }
  records.push({ bytes: file.subarray(at), decoded: false });
  return records;
}
