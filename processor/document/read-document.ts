// Pages → document: the recipe of the analysis. It goes through the pages several times: what holds for the whole document is learnt first, in
// figures that are few for each page; then the blocks are built, some pages at a time. Pure except for the pictures, which sharp encodes.

import type { Drifts } from './build/drifts.ts';
import type { Fill, PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { StructureElement } from '../pdf/pages/structure-tree.ts';
import { BuildDocument, type Learnt } from './build-document.ts';
import { GroupSurvey, type PageGroup, SidesFinder } from './build/build-sections.ts';
import { BookmarkFinder } from './build/bookmarks.ts';
import { JustificationFinder } from './build/build-paragraph.ts';
import { WordLearner } from './build/runs.ts';
import { textsOf } from './build/spacing.ts';
import type { DocumentHead, StreamedDocument } from './model.ts';
import type { DraftBlock } from './drafts.ts';
import type { KeptPage } from './kept-page.ts';
import { mapSequence, type Sequence } from './page-sequence.ts';
import type { PartStore } from './part-store.ts';
import { partPages } from './part-pages.ts';
import { GroundFinder } from './pictures/grounds.ts';
import type { PictureFiles } from './pictures/pictures.ts';
import { readDrafts } from './read-drafts.ts';
import { HeadingFinder } from './structure/headings.ts';
import type { PageWords } from './structure/page-words.ts';
import { findTextLook, type TextLook } from './structure/text-look.ts';

const GROUND_SHARE = 0.85;

export interface ReadDocument {
  readonly document: StreamedDocument;
  readonly order: 'tags' | 'layout';
  readonly wordsIn: number;
  /** 0-based: the first page whose background is left out. */
  readonly groundLostOn?: number;
}

/** What the document states about itself. */
export type DocumentProperties = Pick<DocumentHead, 'title' | 'language'>;

interface Sources {
  readonly files: PictureFiles;
  readonly structure: StructureElement | undefined;
  readonly properties: DocumentProperties;
  /** Takes the parts until they are read. */
  readonly parts: PartStore;
  /** Whether the blocks of a page keep their places, by page index (0-based); all flow when absent. */
  readonly isPlaced?: (pageIndex: number) => boolean;
  /** Families whose fonts go with the document. */
  readonly embedded?: ReadonlyMap<string, number>;
  /** Where words went when the document was laid out before. */
  readonly drifts?: Drifts;
  /** Letters in tables are as far apart as their fonts have them. */
  readonly plainCells?: boolean;
  /** Pages whose tables are texts with places over drawn lines, by page index. */
  readonly freeTables?: ReadonlySet<number>;
  /** Pages that begin a section, by page index. */
  readonly starts?: ReadonlySet<number>;
}

export async function readDocument(
  pages: Sequence<KeptPage>,
  { files, structure, properties, parts, isPlaced, embedded = new Map(), drifts = new Map(), ...looks }: Sources,
): Promise<ReadDocument> {
  const { grounds, imageLinks, places } = surveyPages(pages);
  const { running, families, bodies, noteTops, notes } = partPages(pages);
  const { look, groups, words } = surveyBodies(bodies, isPlaced, looks.starts);
  const wholes = mapSequence(pages, (page) => page.words);
  const source = readDrafts({ bodies, wholes }, groups, look, structure);
  const { surveys, ...learnt } = learn(groups, source.blocksOf, look);
  const building = new BuildDocument({
    ...learnt,
    source,
    running,
    files,
    parts,
    imageLinks,
    fills: fillsByPage(pages, places),
    ground: grounds.colour,
    embedded,
    drifts,
    plainCells: looks.plainCells ?? false,
    freeTables: looks.freeTables ?? new Set(),
    hasCode: families.get(look.family) !== 'mono',
    sides: learnt.sides.find(bodies.at(0)?.width ?? 595),
  });
  for (const group of groups) {
    const survey = surveys.get(group);
    const page = wholes.at(group.start);
    if (survey) await building.addGroup(survey.plan(running, noteTops));
    else if (page) await building.addPlaced(group, page);
  }
  building.addNotes(notes());
  return {
    document: {
      head: {
        ...properties,
        ...(grounds.colour === undefined ? {} : { background: grounds.colour }),
        families,
        ...building.head(),
      },
      parts: parts.read(),
    },
    order: source.tagged ? 'tags' : 'layout',
    ...(grounds.lostOn === undefined ? {} : { groundLostOn: grounds.lostOn }),
    wordsIn: words,
  };
}

/** What needs no words. */
function surveyPages(pages: Iterable<KeptPage>) {
  const ground = new GroundFinder();
  const imageLinks = new Map<PlacedImage, string>();
  const places = new Map<number, number>();
  let place = 0;
  for (const page of pages) {
    ground.add(page.ground, page.words.pageIndex);
    places.set(page.words.pageIndex, place++);
    for (const [image, link] of linkedImages(page)) imageLinks.set(image, link);
  }
  return { grounds: ground.find(), imageLinks, places };
}

/** Pictures that a link lies over. */
function linkedImages({ words, links }: KeptPage): [PlacedImage, string][] {
  if (links.length === 0) return [];
  return words.images.flatMap((image) => {
    const [x, y] = [(image.box.left + image.box.right) / 2, (image.box.top + image.box.bottom) / 2];
    const link = links.find(({ boxes }) => boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom));
    return link?.uri === undefined ? [] : [[image, link.uri]];
  });
}

interface Bodies {
  readonly look: TextLook;
  readonly groups: readonly PageGroup[];
  readonly words: number;
}

function surveyBodies(bodies: Sequence<PageWords>, isPlaced?: (pageIndex: number) => boolean, starts?: ReadonlySet<number>): Bodies {
  const groups: { -readonly [K in keyof PageGroup]: PageGroup[K] }[] = [];
  let words = 0;
  function* counted(): Generator<PageWords, void, void> {
    let place = 0;
    for (const page of bodies) {
      const open = groups.at(-1);
      const placed = isPlaced?.(page.pageIndex) ?? false;
      const goesOn = !placed && !starts?.has(page.pageIndex);
      if (open && goesOn && !open.placed && Math.abs(open.width - page.width) < 3 && Math.abs(open.height - page.height) < 3) {
        open.end++;
        open.words += page.words.length;
      } else {
        const { width, height } = page;
        groups.push({
          width,
          height,
          start: place,
          end: place + 1,
          words: page.words.length,
          isFirst: place === 0,
          ...(placed && { placed }),
        });
      }
      words += page.words.length;
      place++;
      yield page;
    }
  }
  return { look: findTextLook(counted()), groups, words };
}

/** Goes through all blocks once. */
function learn(
  groups: readonly PageGroup[],
  blocksOf: (group: PageGroup) => Iterable<DraftBlock>,
  look: TextLook,
): Learnt & { readonly surveys: ReadonlyMap<PageGroup, GroupSurvey>; readonly sides: SidesFinder } {
  const [words, justification, bookmarks] = [new WordLearner(), new JustificationFinder(), new BookmarkFinder()];
  const [headings, sides] = [new HeadingFinder(look), new SidesFinder()];
  function* observed(group: PageGroup): Generator<DraftBlock, void, void> {
    for (const block of blocksOf(group)) {
      headings.add(block);
      sides.add(block);
      for (const text of textsOf([block])) {
        for (const line of text.lines) words.add(line);
        justification.add(text);
        bookmarks.add(text);
      }
      yield block;
    }
  }
  const surveys = new Map<PageGroup, GroupSurvey>();
  const bySize = new Map<string, SidesFinder>();
  for (const group of groups) {
    const size = `${Math.round(group.width)} ${Math.round(group.height)}`;
    const own = bySize.get(size) ?? new SidesFinder();
    bySize.set(size, own);
    const survey = new GroupSurvey(group, own);
    survey.add(observed(group));
    if (!group.placed) surveys.set(group, survey);
  }
  return {
    surveys,
    sides,
    words: words.find(),
    justifies: justification.find(),
    bookmarks: bookmarks.find(),
    headings: headings.find(),
  };
}

/** Without what covers the page: that is its background. @param places by page index */
function fillsByPage(pages: Sequence<KeptPage>, places: ReadonlyMap<number, number>): Pick<ReadonlyMap<number, readonly Fill[]>, 'get'> {
  let last: { readonly pageIndex: number; readonly fills: readonly Fill[] } | undefined;
  return {
    get(pageIndex) {
      if (last?.pageIndex === pageIndex) return last.fills;
      const page = pages.at(places.get(pageIndex) ?? -1)?.words;
      const fills = page?.fills.filter(
        ({ box }) => (box.right - box.left) * (box.bottom - box.top) < page.width * page.height * GROUND_SHARE,
      );
      last = { pageIndex, fills: fills ?? [] };
      return fills;
    },
  };
}
