// What a phrase means where all of its words must hold: as a mention; else as the first reading finds it, if what it finds is what the words say.

import { quotedIn } from '#instruction/reading/folded.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import { readMention } from '#instruction/mentions/read-mention.ts';
import { isUnspaced, spacedMention } from '#instruction/mentions/unspaced-mention.ts';
import { sliceOf } from '#instruction/requests/acts.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { contextOf } from '../ground/find-old.ts';
import { plainName } from '../places/ground-document.ts';
import { missing, type Resolution, type Scene, textOf } from '../places/scene.ts';
import { candidateOf, namesAround } from './candidates.ts';
import { resolveMention } from './resolve-mention.ts';
import { speaksOf } from './word-match.ts';

export function resolveRead(given: Scene, span: Span, resolveWords: (scene: Scene, span: Span) => Resolution): Resolution {
  const part = sliceOf(given.folded, span.start, span.end);
  const spaced = isUnspaced(part.source) ? spacedMention(part) : undefined;
  if (!spaced) return resolveSpaced(given, span, resolveWords);
  // `「A B」の B`: a part of it, which is read as that or not at all.
  const own = resolveWords(given, span);
  return own.ok || /[」』”"]の\s*\S/u.test(part.source)
    ? own
    : resolveSpaced({ ...given, folded: spaced }, { start: 0, end: spaced.text.length }, resolveWords);
}

function resolveSpaced(given: Scene, span: Span, resolveWords: (scene: Scene, span: Span) => Resolution): Resolution {
  const { rest, where } = takeWhere(given.folded, span);
  const pages = where.pages === undefined ? given.pages : (choosePages(where.pages, given.ground.pageCount) ?? []);
  const scene = { ...given, pages: pages.filter((page) => given.pages.includes(page)) };
  const { noun, nth } = readMention(scene.folded, rest);
  // Lines in the middle of a page are not counted.
  if (noun === 'line' && nth !== undefined && Math.abs(nth) > 1) return missing(scene.folded.source.slice(span.start, span.end));
  const mention = resolveMention(scene, rest);
  if (mention) return mention.ok && where.isEverywhere === true ? { ...mention, isEverywhere: true } : mention;
  const found = resolveWords(given, span);
  return found.ok && !isSaid(scene, rest, found) ? missing(scene.folded.source.slice(span.start, span.end)) : found;
}

/** Every word that names something stands in what was found, or around it. */
function isSaid(scene: Scene, span: Span, { targets }: Extract<Resolution, { ok: true }>): boolean {
  if (quotedIn(scene.folded, span)) return true;
  const words = plainName(scene.folded.source.slice(span.start, span.end))
    .split(' ')
    .filter((one) => one !== '' && termOf(one).is === 'word');
  if (words.length === 0) return true;
  return targets.every((places) => {
    const [first] = places;
    const candidate = candidateOf(scene, places);
    const around = ` ${plainName(textOf(scene, places))} ${first ? contextOf(scene, first) : ''} ${candidate ? namesAround(scene, candidate) : ''} `;
    return words.every((one) => speaksOf(around, one));
  });
}
