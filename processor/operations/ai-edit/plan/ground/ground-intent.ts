// One reading of a request → operations of a plan, where the document has what it speaks of, and only one such thing.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { groundLine, groundLink, groundNote, groundRemarks, groundUnlink } from './ground-annotations.ts';
import { groundAddPicture } from './ground-beside.ts';
import { fillList } from './fields/fill-list.ts';
import { clearFields, fillFields, fillPairs, tickField } from './fields/ground-fields.ts';
import { groundNewUnit } from './ground-new-units.ts';
import { groundPages } from './ground-pages.ts';
import { groundPicture, groundReplacedPicture } from './ground-pictures.ts';
import { groundCell, groundPairs, groundReplace } from './ground-replace.ts';
import { groundAll, groundDoubled, groundInsertion, groundLook, groundRedaction, groundRemoval } from './ground-texts.ts';
import { groundTold } from './ground-told.ts';
import { type Grounded, type PlannedEdit, unclear } from './outcome.ts';
import { placeRegion } from './regions.ts';
import { resolveTarget } from './resolve.ts';
import { type Scene } from '../places/scene.ts';

/** Speaks of something that stays, among what is asked for. */
const SPEAKS_OF_KEPT = new RegExp(
  `[ ,(]${word('keep|leave|lass(?:e|en sie)?|behalte[n]?|laisse[rz]?|garde[rz]?|deja|deje|conserva|lascia(?:re|te)?|mantieni|deixe|mantenha|laat|behoud')} |,.* ${word('stays?|remains?|bleib(?:t|en)|restent?|queda[n]?|resta(?:no)?|rimane|fica[m]?|blij(?:ft|ven)')}(?: |$)`,
  'u',
);

const TAKES_AWAY: ReadonlySet<Intent['kind']> = new Set(['delete', 'redact', 'picture', 'unlink']);

export async function groundIntent(scene: Scene, intent: Intent): Promise<Grounded> {
  const inner = narrowed(scene, intent);
  if ('ok' in inner) return inner;
  switch (intent.kind) {
    case 'replace':
      return (await groundField(inner, intent)) ?? groundReplace(inner, intent);
    case 'told':
      return groundTold(inner, intent);
    case 'set_cell':
      return groundCell(inner, intent);
    case 'replace_pairs':
      return groundPairs(inner, intent.pairs);
    case 'delete':
      return intent.withLinks
        ? groundLinkedRemoval(inner, intent)
        : groundRemoval(inner, intent.target, intent.where?.isEverywhere ?? false, intent.isPlaceKept);
    case 'doubled':
      return groundDoubled(inner, intent.word);
    case 'redact':
      return groundRedaction(inner, intent.target);
    case 'highlight':
      return groundHighlight(inner, intent);
    case 'restyle':
      return groundLook(inner, intent.target, intent.look);
    case 'insert_unit':
      return groundNewUnit(inner, intent);
    case 'insert':
      return groundInsertion(inner, intent);
    case 'fill':
      return fillFields(inner, intent);
    case 'fill_pairs':
      return fillPairs(inner, intent.pairs);
    case 'fill_list':
      return fillList(inner, intent.list);
    case 'tick':
      return tickField(inner, intent.field, intent.checked);
    case 'clear_fields':
      return clearFields(inner, intent.target);
    case 'picture':
      return groundPicture(inner, intent);
    case 'replace_image':
      return groundReplacedPicture(inner, intent.target);
    case 'add_picture':
      return groundAddPicture(inner, intent);
    case 'remarks':
      return groundRemarks(inner, intent);
    case 'line':
      return groundLine(inner, intent);
    case 'note':
      return groundNote(inner, intent);
    case 'link':
      return groundLink(inner, intent);
    case 'unlink':
      return groundUnlink(inner, intent);
    default:
      return groundPages(inner, intent);
  }
}

const FIELD_SAID = new RegExp(
  `^[^\uE001]{0,60}${word('(?:form|text|input|entry)?[ -]?field|text ?box|(?:formular|text|eingabe)?feld|champ|casilla|campo|invoerveld|tekstveld')}(?: [^\uE001]{0,40})?$`,
  'u',
);

/** `change the text field to A`: what it holds, never its label. */
async function groundField(scene: Scene, { old, fresh }: Extract<Intent, { kind: 'replace' }>): Promise<Grounded | undefined> {
  const isSaid = FIELD_SAID.test(scene.folded.text.slice(old.start, old.end));
  if (!isSaid || (await scene.ground.fields()).length === 0) return undefined;
  return fillFields(scene, { kind: 'fill', field: old, value: fresh });
}

/** A text and the links that lie over it, where these lead nowhere else from. */
async function groundLinkedRemoval(scene: Scene, { target, where }: Extract<Intent, { kind: 'delete' }>): Promise<Grounded> {
  const removed = await groundRemoval(scene, target, where?.isEverywhere ?? false);
  const found = resolveTarget(scene, target);
  if (!removed.ok || !found.ok) return removed;
  const { facts, pageCount } = scene.ground;
  const over = found.targets.flat().flatMap((place) => facts.linksOver(place));
  const urls = [...new Set(over.flatMap(({ url }) => url ?? []))];
  const said = scene.folded.source.slice(target.start, target.end);
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  const all = urls.flatMap((url) =>
    facts.annotations(pages, { op: 'remove_links', id: 'op1', because: '-', pages: 'all', borders_only: false, url }),
  );
  if (over.length === 0 || over.some(({ url }) => url === undefined) || all.length !== over.length)
    return { ...unclear(said), why: 'missing' };
  return { ok: true, edits: [...removed.edits, ...urls.map((url): PlannedEdit => ({ op: 'remove_links', url }))] };
}

/** To the pages and the places that the request names. */
function narrowed(scene: Scene, intent: Intent): Scene | Grounded {
  const target = TAKES_AWAY.has(intent.kind) && 'target' in intent ? intent.target : undefined;
  // What is said to stay is none of several things that go.
  if (target && SPEAKS_OF_KEPT.test(scene.folded.text.slice(target.start, target.end)))
    return unclear(scene.folded.source.slice(target.start, target.end));
  let inner = scene;
  if (intent.where?.pages !== undefined) {
    inner = { ...inner, pages: choosePages(intent.where.pages, scene.ground.pageCount) ?? [] };
    if (inner.pages.length === 0) return unclear(intent.where.pages);
  }
  if (intent.within && intent.kind !== 'replace') {
    for (const place of intent.within) {
      const region = placeRegion(inner, place);
      if (!region) return { ...unclear(scene.folded.source.slice(place.start, place.end)), why: 'missing' };
      inner = { ...inner, region: region.region };
    }
  }
  return inner;
}

const groundHighlight = (scene: Scene, { target, color }: Extract<Intent, { kind: 'highlight' }>): Promise<Grounded> =>
  groundAll(scene, target, (match) => ({
    op: 'highlight',
    ...match,
    ...(color === undefined ? {} : { color: MARKERS[color] ?? color }),
  }));

/** A marker is light: the text stays readable under a colour that is dark as ink. */
const MARKERS: Readonly<Record<string, string>> = {
  '#008000': '#00ff00',
  '#0000ff': '#99ccff',
  '#ff0000': '#ff9999',
  '#808080': '#d3d3d3',
  '#800080': '#d9b3ff',
};
