// The history of a document in its XMP packet (ISO 16684-1 and XMP part 2, 1.2.5: xmpMM:History, an ordered array of resource events). Adds an
// event after the existing ones; the rest of the packet stays unchanged.

import { JobFailure } from '../failure.ts';
import { applyEdits, decodeXmlBytes, elementNamespace, encodeXmlText, localName, scanXml, type XmlEdit } from '../office/xml.ts';
import { EMPTY_PACKET, readXmp } from './xmp.ts';

export interface HistoryEvent {
  readonly action: 'edited';
  /** UTC; absent where there is no clock. */
  readonly when: Date | undefined;
  readonly softwareAgent: string;
  readonly parameters: string;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XMP_MM = 'http://ns.adobe.com/xap/1.0/mm/';
const ST_EVT = 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#';

/** @returns undefined for an unreadable packet, which must not be written into; a missing one is created */
export function addHistoryEvent(packet: Uint8Array | undefined, event: HistoryEvent): Uint8Array | undefined {
  const { text, encode } = packet ? decodeXmlBytes(packet) : { text: EMPTY_PACKET, encode: (said: string) => Buffer.from(said, 'utf8') };
  if (packet && readXmp(packet) === undefined) return undefined;
  const edit = placeEvent(text, event);
  const written = edit && encode(applyEdits(text, [edit]));
  return written && countEvents(written) > (packet ? countEvents(packet) : 0) ? written : undefined;
}

/** How often the packet names a program that changed the document. */
function countEvents(packet: Uint8Array): number {
  return (readXmp(packet) ?? []).filter(({ name }) => /^xmpMM:History\/(?:\w+:)?softwareAgent$/.test(name)).length;
}

function placeEvent(text: string, event: HistoryEvent): XmlEdit | undefined {
  const end = text.lastIndexOf('>') + 1;
  let [rdfDepth, historyDepth] = [-1, -1];
  try {
    for (const token of scanXml(text.slice(0, end))) {
      const isRdf = elementNamespace(token) === RDF;
      const name = token.kind === 'text' || token.kind === 'cdata' ? '' : localName(token.name);
      if (token.kind === 'open' && rdfDepth < 0 && isRdf && name === 'RDF') rdfDepth = token.depth;
      const isHistory = rdfDepth >= 0 && token.depth === rdfDepth + 2 && elementNamespace(token) === XMP_MM && name === 'History';
      if (isHistory && token.kind === 'empty') return { start: token.start, end: token.end, text: historyOf(event) };
      if (isHistory && token.kind === 'open') historyDepth = token.depth;
      // After the last event; a list without events has no end tag of its own.
      const isList = historyDepth >= 0 && token.depth === historyDepth + 1 && isRdf && name === 'Seq';
      if (isList && token.kind === 'close') return { start: token.start, end: token.start, text: itemOf(event) };
      if (isList && token.kind === 'empty') return { start: token.start, end: token.end, text: listOf(event) };
      if (token.kind === 'close' && token.depth === rdfDepth)
        return { start: token.start, end: token.start, text: descriptionOf(text, event) };
    }
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
  }
  return undefined;
}

function itemOf({ action, when, softwareAgent, parameters }: HistoryEvent): string {
  const fields = { action, when: when && `${when.toISOString().slice(0, 19)}Z`, softwareAgent, parameters };
  const told = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : `<stEvt:${name}>${encodeXmlText(value)}</stEvt:${name}>`,
  );
  return `<rdf:li xmlns:rdf="${RDF}" xmlns:stEvt="${ST_EVT}" rdf:parseType="Resource">${told.join('')}</rdf:li>`;
}

function listOf(event: HistoryEvent): string {
  return `<rdf:Seq xmlns:rdf="${RDF}">${itemOf(event)}</rdf:Seq>`;
}

function historyOf(event: HistoryEvent): string {
  return `<xmpMM:History xmlns:xmpMM="${XMP_MM}">${listOf(event)}</xmpMM:History>`;
}

/** All descriptions of a packet are about the same thing (ISO 16684-1 7.4). */
function descriptionOf(text: string, event: HistoryEvent): string {
  const about = /\sabout="([^"<>]*)"|\s\w+:about="([^"<>]*)"/.exec(text);
  return `<rdf:Description xmlns:rdf="${RDF}" rdf:about="${about?.[1] ?? about?.[2] ?? ''}">${historyOf(event)}</rdf:Description>`;
}
