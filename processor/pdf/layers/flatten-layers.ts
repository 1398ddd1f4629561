// Makes a document one without layers that looks as it does when it is opened: what is shown is always there, what is hidden is gone.

import { deflateSync } from 'node:zlib';
import { PDFDict, PDFName, PDFRawStream, type PDFStream } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { memorySource } from '../byte-source.ts';
import { decodeContent, joinPageContents } from '../content/source.ts';
import { registerContent } from '../content/write-source.ts';
import type { OpenedPdf } from '../opened.ts';
import { removeWithPopups } from '../pages/annotations.ts';
import { inheritAll } from '../pages/arrange-pages.ts';
import { forgetAnnotations, forgetFields } from '../pages/forget-pages.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { replaceContents } from '../syntax/source-stream.ts';
import { walkLive } from '../syntax/walk.ts';
import { LayerStates } from './layer-states.ts';
import { type LayersOfContent, settleContent } from './settle-content.ts';

export interface FlattenedLayers {
  readonly layers: number;
  readonly hidden: number;
  readonly annotationsHidden: number;
  /** Contents out of which something was taken. */
  readonly contentsCut: number;
}

/** @throws JobFailure unsupported_feature where hidden letters stand within a line, corrupt_file, decompression_limit */
export function flattenLayers(opened: OpenedPdf): FlattenedLayers {
  const { context, catalog, pages } = opened;
  const states = new LayerStates(catalog);
  const found = { layers: states.groups.length, hidden: states.hiddenCount };
  inheritAll(context, catalog);
  const gone = pages.flatMap(({ dict }) => removeWithPopups(dict, (annotation) => !states.isShown(membershipOf(annotation))));
  forgetAnnotations(catalog, gone);
  forgetFields(catalog, new Set(gone));
  const contents = new Contents(states);
  for (const [index, { dict }] of pages.entries()) contents.settlePage(dict, index + 1);
  const streams = new Set<PDFStream>();
  walkLive(context, ({ stream, dict }) => {
    if (stream && isContent(dict)) streams.add(stream);
  });
  for (const stream of streams) contents.settleStream(stream);
  forgetMarks(opened, states);
  catalog.delete(PDFName.of('OCProperties'));
  return { ...found, annotationsHidden: gone.length, contentsCut: contents.cut };
}

function membershipOf(dict: PDFDict | undefined): PDFDict | undefined {
  return dictOf(lookup(dict, 'OC'));
}

/** Forms, appearances and tiling patterns. */
function isContent(dict: PDFDict): boolean {
  return (
    nameOf(dict, 'Subtype') === 'Form' ||
    dict.has(PDFName.of('PatternType')) ||
    (dict.has(PDFName.of('BBox')) && dict.has(PDFName.of('Resources')))
  );
}

class Contents {
  cut = 0;
  readonly #states: LayerStates;

  constructor(states: LayerStates) {
    this.#states = states;
  }

  settlePage(page: PDFDict, number: number): void {
    const resources = dictOf(lookup(page, 'Resources'));
    const { bytes } = joinPageContents(page);
    const settled = settleContent(bytes, this.#layersIn(resources));
    if (settled.isTangled)
      throw new JobFailure('unsupported_feature', {
        message: 'A layer that is hidden has letters in the middle of a line; it cannot be taken out.',
        page: number,
      });
    if (settled.isCut) this.cut++;
    if (!settled.bytes) return;
    page.set(PDFName.of('Contents'), registerContent(page.context, settled.bytes));
    this.#forgetObjects(page, settled.objectsHidden, settled.bytes);
  }

  settleStream(stream: PDFStream): void {
    const resources = dictOf(lookup(stream.dict, 'Resources'));
    if (!resources || !(stream instanceof PDFRawStream)) return;
    const { bytes, damaged } = decodeContent(stream);
    if (damaged) return;
    const settled = settleContent(bytes, this.#layersIn(resources));
    if (settled.isTangled)
      throw new JobFailure('unsupported_feature', {
        message: 'A layer that is hidden has letters in the middle of a line; it cannot be taken out.',
      });
    if (settled.isCut) this.cut++;
    if (!settled.bytes) return;
    replaceContents(stream, memorySource(deflateSync(settled.bytes)));
    stream.dict.delete(PDFName.of('DecodeParms'));
    stream.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    this.#forgetObjects(stream.dict, settled.objectsHidden, settled.bytes);
  }

  #layersIn(resources: PDFDict | undefined): LayersOfContent {
    const [lists, objects] = [dictOf(lookup(resources, 'Properties')), dictOf(lookup(resources, 'XObject'))];
    return {
      isMarkShown: (name) => {
        const list = dictOf(lookup(lists, name));
        return list && isLayer(list) ? this.#states.isShown(list) : undefined;
      },
      isObjectShown: (name) => this.#states.isShown(membershipOf(dictOf(lookup(objects, name)))),
    };
  }

  /** What is drawn no more goes, unless its name is still used or a form may use it. */
  #forgetObjects(holder: PDFDict, hidden: ReadonlySet<string>, content: Uint8Array): void {
    if (hidden.size === 0) return;
    const resources = dictOf(lookup(holder, 'Resources'));
    const objects = dictOf(lookup(resources, 'XObject'));
    if (!resources || !objects) return;
    const forms = objects.keys().map((key) => dictOf(objects.lookup(key)));
    if (forms.some((form) => nameOf(form, 'Subtype') === 'Form' && !form?.has(PDFName.of('Resources')))) return;
    const used = Buffer.from(content).toString('latin1');
    const kept = objects.entries().filter(([key]) => !hidden.has(key.decodeText()) || used.includes(key.toString()));
    const own = PDFDict.fromMapWithContext(new Map(resources.asMap()), holder.context);
    own.set(PDFName.of('XObject'), PDFDict.fromMapWithContext(new Map(kept), holder.context));
    holder.set(PDFName.of('Resources'), own);
  }
}

function isLayer(list: PDFDict): boolean {
  return ['OCG', 'OCMD'].includes(nameOf(list, 'Type') ?? '');
}

/** Nothing speaks of layers any more: objects that had one, names of layers in resources, actions that switch them. */
function forgetMarks({ context }: OpenedPdf, states: LayerStates): void {
  const found: PDFDict[] = [];
  const actions: (readonly [PDFDict, string])[] = [];
  walkLive(context, ({ dict, parent, key }) => {
    found.push(dict);
    if (nameOf(dict, 'S') === 'SetOCGState' && parent) actions.push([parent, key]);
  });
  for (const dict of found) {
    const lists = lookup(dict, 'Properties');
    if (lists instanceof PDFDict)
      for (const name of lists.keys()) {
        const list = dictOf(lists.lookup(name));
        if (list && isLayer(list)) lists.delete(name);
      }
    const objects = lookup(dict, 'XObject');
    if (objects instanceof PDFDict)
      for (const name of objects.keys()) if (!states.isShown(membershipOf(dictOf(objects.lookup(name))))) objects.delete(name);
  }
  for (const dict of found) if (isLayer(membershipOf(dict) ?? dict) && !isLayer(dict)) dict.delete(PDFName.of('OC'));
  for (const [parent, key] of actions) parent.delete(PDFName.of(key));
}
