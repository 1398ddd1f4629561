// Pages without text of their own → pages with the words of their pictures: which pages need it is decided as in the operation `ocr`,
// with the same engine. Pages that have text do not change.

import { LANGUAGES_DEFAULT } from '#contract/params/shared-params.ts';
import type { OperationParams } from '#contract/operations.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { evidentLanguage } from '../../function-words.ts';
import type { PictureFiles } from '../../document/pictures/pictures.ts';
import { areaOf, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { packCharacters } from '../../pdf/pdfium/page/character-columns.ts';
import type { PageContent, PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import { FigureCutter } from './cut-figures.ts';
import { keepPage, type KeptPage } from '../../document/kept-page.ts';
import type { PageStore } from '../../document/page-store.ts';
import type { CharacterFacts } from '../../document/words/character-facts.ts';
import type { Word } from '../../document/words/words.ts';
import type { PageSurvey } from '../../pdf/pdfium/compare/survey-text.ts';
import { judgePage, STAMP_CHARACTERS_MAX, surveyPages, UNMAPPED_SHARE_MAX } from '../../recognition/choose-pages.ts';
import { OcrEngineMissing, type OcrLanguages } from '../../recognition/engine.ts';
import { hasAxis } from '../../recognition/find-axes.ts';
import { languageMismatch, likelyLanguage, otherLatinLanguage } from '../../recognition/language-scripts.ts';
import { isReadSurely, type PageText } from '../../recognition/page-text.ts';
import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { type PageReading, type PagesToRead, readPages, refuseUnread, requireLanguages } from '../../recognition/read-pages.ts';
import { type PicturesToRead, readPictures } from '../../recognition/read-pictures.ts';
import { type PageRow, reportPages } from '../../recognition/report-pages.ts';
import type { OperationContext } from '../operation.ts';
import { findPictureAreas, withPictureTexts } from './picture-texts.ts';
import { mendArabicLines } from './arabic-lines.ts';
import { isJumbled } from './jumbled-lines.ts';
import { doubtLoneFigures } from './lone-figures.ts';
import { mendBars } from '../../recognition/mend-bars.ts';
import type { BoldType } from './recognised-faces.ts';
import { splitLines } from './split-lines.ts';
import { type WeighedLayer, weighLayer } from './weigh-layer.ts';
import { hasFewWords, type PageToPlace, levelPage, placeRecognised, turnOf } from './place-recognised.ts';

/**
 * Replaces the pages that it has read; pages that are not plain come with their content. `onProgress` is given the pages that were read, of those
 * that need it. Resolves to what the job's report says; undefined where no page needed it.
 */
export type Recognise = (
  source: OpenedPdf,
  store: PageStore,
  options: {
    readonly withDrawings: boolean;
    /** The pages' content is kept. */
    readonly keepsContent: boolean;
    /** Text in pictures of pages that have text is read too. */
    readonly readsPictures: boolean;
    /** Takes the figures of scans; absent where no pictures are wanted. */
    readonly files?: PictureFiles;
    readonly onProgress: (done: number, total: number) => void;
  },
) => Promise<Record<string, unknown> | undefined>;

type Params = Pick<OperationParams<'convert'>, 'ocr' | 'languages'>;
type Context = Pick<OperationContext, 'workDir' | 'limits' | 'warn' | 'settings'>;

/** Undefined where it is not requested. @param startedAt of performance.now(), when the job's time began */
export function recogniseWith(context: Context, { ocr = 'auto', languages }: Params, startedAt: number): Recognise | undefined {
  if (ocr === false) return undefined;
  return async (source, store, { onProgress, ...options }) => {
    const needy = await choosePages(source, store.pages, options.files !== undefined);
    const whole = new Set(needy.toRead);
    const areas = options.readsPictures ? findPictureAreas(store.pages, (page) => whole.has(page)) : new Map<number, never>();
    const layers = new Map(options.keepsContent && options.files ? needy.layers : []);
    if (ocr === 'auto' && needy.toRead.length + areas.size + layers.size === 0) return undefined;
    const wanted = languages ?? LANGUAGES_DEFAULT;
    const choice = context.settings?.ocrEngine ?? 'auto';
    const installed = await findEngine(choice, wanted, ocr === true || languages !== undefined);
    if (!installed) {
      const [first] = needy.toRead;
      if (first !== undefined) context.warn(notRead(first + 1));
      return undefined;
    }
    const work = {
      opened: source,
      surveys: needy.surveys,
      pageIndexes: [...needy.toRead, ...layers.keys()].toSorted((a, b) => a - b),
      languages: wanted,
      choice,
      readsShown: false,
      findsRules: options.readsPictures,
      provesNumbers: options.files !== undefined,
    };
    const { workDir, limits } = context;
    const warn = warnBeside(layers, context.warn);
    const jobMemoryBytesMax = context.settings?.jobMemoryBytesMax;
    const toRead = { ...work, startedAt, workDir, jobMemoryBytesMax, limits, warn, onProgress };
    const { readings, used, untrue } = await readScripts({ ...toRead, layers }, installed.languages, languages === undefined);
    if (ocr === 'auto' && readings.length + areas.size === 0) return undefined;
    const rows = readings.map(({ row }) => row);
    const hasText = store.pages.length > needy.toRead.length;
    const causes = readings.map(({ cause }) => cause);
    if (!hasText) refuseUnread(rows, causes);
    const { misread, plans } = await mergePages(source, store, { readings, surveys: needy.surveys }, options);
    const kept = new Set([...misread, ...plans]);
    const read = rows.filter(({ page }) => !kept.has(page - 1));
    warnOfDoubt(read, languages, warn);
    if (untrue.size > 0) context.warn(layerReplaced(Math.min(...untrue) + 1));
    if (misread.size > 0) warn(keptAsDrawn(Math.min(...misread) + 1, languages));
    if (plans.size > 0) warn(keptAsPlan(Math.min(...plans) + 1));
    const pictures = areas.size > 0 ? await addPictureTexts(store, { ...toRead, areas }) : 0;
    return {
      engine: { name: installed.engine, version: installed.version },
      languages: [...wanted, ...used],
      ...reportPages(rows.map((row) => (kept.has(row.page - 1) ? { ...row, words: 0 } : row))),
      ...(areas.size > 0 && { pages_with_read_pictures: pictures }),
    };
  };
}

/** A page with a layer that cannot be read keeps it. */
function warnBeside(layers: Layers, warn: Context['warn']): Context['warn'] {
  return (warning) => {
    if (warning.page === undefined || !layers.has(warning.page - 1)) warn(warning);
  };
}

/** @param page 1-based */
function notRead(page: number): Warning {
  const message = 'Pages without text were not read: no OCR engine is installed here, or not for this language.';
  return { code: 'ocr_unavailable', message, page };
}

/** @returns of how many pages pictures had text */
async function addPictureTexts(store: PageStore, work: PicturesToRead): Promise<number> {
  const places = new Map<number, number>();
  let place = 0;
  for (const { words } of store.pages) places.set(words.pageIndex, place++);
  let count = 0;
  for await (const reading of readPictures(work)) {
    const at = places.get(reading.pageIndex) ?? -1;
    const page = store.pages.at(at);
    if (!page) continue;
    store.replace(at, withPictureTexts(page, reading));
    count++;
  }
  return count;
}

/** Pages of another script, or language, than the languages are warned of; they are read again in the likely language where the caller `leavesOpen` which. */
async function readScripts(
  { layers, ...work }: PagesToRead & { readonly layers: Layers },
  installed: readonly string[],
  leavesOpen: boolean,
): Promise<ReadScripts> {
  const found: PageReading[] = [];
  const untrue = new Set<number>();
  for await (const reading of readPages(work)) {
    const layer = layers.get(reading.row.page - 1);
    const weighed = layer && weighReading(reading, layer);
    if (layer && !weighed) continue;
    const { otherLanguage: _layerKnows, ...read } = reading;
    found.push(weighed ? { ...read, text: weighed.text } : reading);
    if (weighed && !weighed.isTrue) untrue.add(reading.row.page - 1);
  }
  const readings = withDocumentLanguage(found, work.languages, layers);
  const used = new Set<string>();
  const others = Map.groupBy(readings, ({ otherScript, otherLanguage }) => otherScript ?? otherLanguage);
  for (const [writing, pages] of others) {
    const [first] = pages;
    if (writing === undefined || !first) continue;
    const likely = likelyLanguage(writing, installed);
    if (leavesOpen && likely !== undefined) {
      const pageIndexes = pages.map(({ row }) => row.page - 1);
      for await (const again of readPages({ ...work, pageIndexes, languages: [likely], ...SILENT })) {
        const at = readings.findIndex(({ row }) => row.page === again.row.page);
        if ((again.row.confidence ?? 0) <= (readings[at]?.row.confidence ?? 0)) continue;
        readings[at] = again;
        used.add(likely);
      }
    }
    work.warn(languageMismatch(first.row.page, writing, likely, likely !== undefined && used.has(likely)));
  }
  return { readings, used, untrue };
}

/** A cover has too few words to tell its language: it is that of the pages together, unless its own words are of one that was asked for. */
function withDocumentLanguage(readings: PageReading[], languages: readonly string[], layers: Layers): PageReading[] {
  const language = otherLatinLanguage(readings.flatMap(textsOf), languages);
  if (language === undefined) return readings;
  return readings.map((reading) => {
    const { row, text, otherScript, otherLanguage } = reading;
    if (!text || (otherScript ?? otherLanguage) !== undefined || layers.has(row.page - 1)) return reading;
    const own = evidentLanguage(textsOf(reading));
    return own !== undefined && languages.includes(own) ? reading : { ...reading, otherLanguage: language };
  });
}

function textsOf({ text }: PageReading): string[] {
  return text?.recognised.lines.flatMap(({ words }) => words.map((word) => word.text)) ?? [];
}

/** Words of earlier recognition, by pages. */
type Layers = ReadonlyMap<number, readonly Word[]>;

/** Undefined where the page was read no better than it may have been before: a layer in its language knows more than a reading in another. */
function weighReading({ row, text, otherScript, otherLanguage }: PageReading, layer: readonly Word[]): WeighedLayer | undefined {
  const isSure = (row.confidence ?? 0) >= LAYER_CONFIDENCE && otherScript === undefined;
  if (!text || !isSure || !isReadSurely(text.recognised)) return undefined;
  if (otherLanguage === undefined) return weighLayer(text, layer);
  const weighed = evidentLanguage(layer.map((word) => word.text)) === otherLanguage ? weighLayer(text, layer, true) : undefined;
  return weighed?.isTrue ? weighed : undefined;
}

/** A page that cannot be read again keeps its first reading. */
const SILENT = { onProgress: () => {}, warn: () => {} } as const;

interface ReadScripts {
  /** One for each page that is not left to its layer, in order. */
  readonly readings: readonly PageReading[];
  /** Pages whose layer says something else than is seen. */
  readonly untrue: ReadonlySet<number>;
  /** Languages that were not asked for. */
  readonly used: ReadonlySet<string>;
}

/** @throws JobFailure language_unavailable, unsupported_feature where it is `required` */
async function findEngine(
  choice: Parameters<typeof requireLanguages>[0],
  languages: readonly string[],
  required: boolean,
): Promise<OcrLanguages | undefined> {
  try {
    return await requireLanguages(choice, languages);
  } catch (cause) {
    const isMissing = cause instanceof OcrEngineMissing;
    if (!isMissing && !(cause instanceof JobFailure)) throw cause;
    if (!required) return undefined;
    if (!isMissing) throw cause;
    throw new JobFailure('unsupported_feature', { message: 'No OCR engine is installed here.', cause });
  }
}

/** Mean of a page's words: one with less does not take the place of an earlier reading. */
const LAYER_CONFIDENCE = 75;
/** The picture of a page that was read before. */
const LAYER_PICTURE_SHARE = 0.5;
/** More pages keep their layers: to read them takes a long time. */
const LAYERS_MAX = 24;

interface NeedyPages {
  /** 0-based, in order, each once. */
  readonly toRead: readonly number[];
  /** Pages that were read before, all of whose text is unseen. */
  readonly layers: Layers;
  readonly surveys: Awaited<ReturnType<typeof surveyPages>>;
}

/** Pages full of plain text are not asked about a second time. */
async function choosePages(source: OpenedPdf, pages: Iterable<KeptPage>, keepsPictures: boolean): Promise<NeedyPages> {
  const found = new Map<number, readonly Word[]>();
  const outlined = new Set<number>();
  for (const { facts, words, content } of pages) {
    if (isPlain(facts)) continue;
    found.set(words.pageIndex, words.words);
    if (content && drawsLetters(content)) outlined.add(words.pageIndex);
  }
  const doubtful = [...found.keys()].toSorted((a, b) => a - b);
  if (doubtful.length === 0) return { toRead: [], layers: new Map(), surveys: new Map() };
  const surveys = await surveyPages(source, doubtful, false, () => {});
  const isToRead = (index: number) => {
    const need = judgePage(surveys.get(index), 'skip_text');
    if (keepsPictures && need === 'read' && isBesideText(surveys.get(index))) return false;
    return need === 'read' || (need === 'skip' && outlined.has(index) && surveys.get(index)?.invisible === 0);
  };
  const toRead = new Set(doubtful.filter(isToRead));
  const layered = [...found].filter(([index]) => !toRead.has(index) && hasUnseenLayer(surveys.get(index)));
  return { toRead: [...toRead], layers: new Map(layered.length > LAYERS_MAX ? [] : layered), surveys };
}

/** Of the page: a smaller picture beside text is no scan of it, and stays as it is. */
const WHOLE_SHARE = 0.75;

function isBesideText(survey: PageSurvey | undefined): boolean {
  return survey !== undefined && survey.visible > 0 && survey.pictureShare < WHOLE_SHARE && !saysNothing(survey);
}

function hasUnseenLayer(survey: PageSurvey | undefined): boolean {
  if (!survey) return false;
  const { visible, unmapped, invisible, pictureShare } = survey;
  return visible + unmapped === 0 && invisible > 0 && pictureShare >= LAYER_PICTURE_SHARE;
}

/** Points: the height of a letter; lines of so many drawings of that height, so many together, are text whose letters are drawn. */
const LETTER_POINTS = { least: 2.5, most: 40 } as const;
const DRAWN_LETTERS = { inLine: 8, all: 60 } as const;

/** Text became outlines, as designers do for print: few characters are left, or none. */
function drawsLetters({ drawings }: PageContent): boolean {
  const letters = drawings.filter(({ box }) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    return height >= LETTER_POINTS.least && height <= LETTER_POINTS.most && width <= LETTER_POINTS.most;
  });
  const lines = Map.groupBy(letters, ({ box }) => Math.round(box.bottom / 2));
  const inLines = [...lines.values()].filter(({ length }) => length >= DRAWN_LETTERS.inLine);
  return inLines.reduce((sum, { length }) => sum + length, 0) >= DRAWN_LETTERS.all;
}

/** Full of text that needs no recognition. */
export function isPlain({ plain, meaningless }: CharacterFacts): boolean {
  return plain > STAMP_CHARACTERS_MAX && meaningless <= (plain + meaningless) * UNMAPPED_SHARE_MAX;
}

/** Below this the words of a page are mostly guesses: another language, handwriting, ornament. */
const DOUBT_CONFIDENCE = 50;

function warnOfDoubt(rows: readonly PageRow[], languages: readonly string[] | undefined, warn: Context['warn']): void {
  const doubtful = rows.find(({ confidence }) => confidence !== null && confidence < DOUBT_CONFIDENCE);
  if (!doubtful) return;
  const advice = languages ? 'check it' : 'check it, and name its languages in `languages`';
  warn({
    code: 'low_confidence',
    message: `The text of this page, and maybe of others, was recognised with little confidence; ${advice}.`,
    page: doubtful.page,
  });
}

/** @param page 1-based */
function keptAsDrawn(page: number, languages: readonly string[] | undefined): Warning {
  const advice = languages ? 'are they right?' : 'name its languages in `languages`.';
  return {
    code: 'low_confidence',
    message: `This page, and maybe others, stays a picture: what was recognised on it is not to be trusted in the languages that were read; ${advice}`,
    page,
  };
}

/** @param page 1-based */
function layerReplaced(page: number): Warning {
  return {
    code: 'text_layer_replaced',
    message: 'The unseen text of this page, and maybe of others, is not what is seen on it: what was recognised now takes its place.',
    page,
  };
}

/** @param page 1-based */
function keptAsPlan(page: number): Warning {
  return {
    code: 'low_confidence',
    message: 'This page, and maybe others, stays a picture: it is a drawing, and what was recognised of its labels is not to be trusted.',
    page,
  };
}

/** Text that is partly unreadable is still better than guesses. */
function isWorse({ confidence }: PageRow, survey: PageSurvey | undefined): boolean {
  return survey !== undefined && survey.visible > 0 && survey.unmapped > 0 && (confidence ?? 0) < DOUBT_CONFIDENCE;
}

interface Read {
  readonly readings: readonly PageReading[];
  readonly surveys: NeedyPages['surveys'];
}

type Merging = Omit<Parameters<Recognise>[2], 'onProgress'>;

/** Pages that stay as they are drawn where pictures are wanted, 0-based. */
interface Kept {
  /** In a language that they are not written in, or in lines that cannot be set. */
  readonly misread: ReadonlySet<number>;
  readonly plans: ReadonlySet<number>;
}

async function mergePages(source: OpenedPdf, store: PageStore, { readings, surveys }: Read, options: Merging): Promise<Kept> {
  const { withDrawings, keepsContent, files } = options;
  const sized = readings.map((reading) =>
    reading.text ? { ...reading, text: inSizes(reading.text, reading.otherLanguage !== undefined) } : reading,
  );
  const misread = new Set(files ? sized.filter(isMisread).map(({ row }) => row.page - 1) : []);
  const readable = new Map(
    sized.flatMap(({ row, text, rules }) =>
      text && row.words > 0 && !misread.has(row.page - 1) && !isWorse(row, surveys.get(row.page - 1))
        ? [[row.page - 1, { text, ...(rules && { rules }) }] as const]
        : [],
    ),
  );
  const texts = new Map(sized.map(({ row, text }) => [row.page - 1, text]));
  const toPlace: ScannedPage[] = [];
  await using cutter = files && new FigureCutter(source, files);
  let place = 0;
  const toDraw = new Map<number, PageContent>();
  const plans = new Set<number>();
  for (const { content, words } of store.pages) {
    const survey = surveys.get(words.pageIndex);
    const isDrawnPlan = content && files && survey?.visible === 0 && isPlan(texts.get(words.pageIndex), content);
    if (isDrawnPlan) plans.add(words.pageIndex);
    if (content && (isDrawnPlan || (misread.has(words.pageIndex) && (saysNothing(survey) || isOutlined(survey, content)))))
      toDraw.set(place, content);
    const read = isDrawnPlan ? undefined : readable.get(words.pageIndex);
    const keepsOwnText = survey !== undefined && survey.visible > 0 && survey.unmapped === 0;
    const staysPicture =
      cutter &&
      read &&
      content &&
      ((keepsOwnText && hasFewWords(read.text.recognised)) || isChart(read.text, content) || (await cutter.isDark(words.pageIndex)));
    if (read && content && !staysPicture) toPlace.push({ content, ...read, keepsOwnText, place });
    place++;
  }
  for (const [at, content] of toDraw) {
    const picture = await cutter?.draw(content);
    if (picture) store.replace(at, keepPage(asPicture(content, picture), { withDrawings: false, keepsContent: () => keepsContent }));
  }
  if (cutter) await addPictures(toPlace, cutter, keepsContent);
  for (const [index, { content, reading }] of placeRecognised(toPlace).entries()) {
    const { place: at, scan } = toPlace[index] ?? {};
    const page = { ...keepPage(content, { withDrawings, keepsContent: () => keepsContent }), reading };
    if (at !== undefined) store.replace(at, scan ? { ...page, scan } : page);
  }
  return { misread, plans };
}

function inSizes(text: PageText, isOtherLanguage: boolean): PageText {
  const lines = splitLines(mendArabicLines(mendBars(text.recognised.lines)));
  return { ...text, recognised: { ...text.recognised, lines: isOtherLanguage ? doubtLoneFigures(lines) : lines } };
}

/** Their letters have no accents: what was read in another language is right but for few words. */
const WITHOUT_ACCENTS = new Set(['eng', 'nld', 'ind']);

function isMisread({ otherScript, otherLanguage, text }: PageReading): boolean {
  if (otherLanguage !== undefined && !WITHOUT_ACCENTS.has(otherLanguage)) return true;
  return otherScript !== undefined || (text !== undefined && (!isReadSurely(text.recognised) || isJumbled(text.recognised)));
}

/** Its fonts tell too few of its letters: those that they seem to tell are codes of glyphs. */
function saysNothing(survey: PageSurvey | undefined): boolean {
  return survey !== undefined && survey.unmapped > (survey.visible + survey.unmapped) * UNMAPPED_SHARE_MAX;
}

/** Its letters are drawn: no picture of it is there yet. */
function isOutlined(survey: PageSurvey | undefined, { images }: PageContent): boolean {
  return survey?.visible === 0 && images.length === 0;
}

function asPicture(content: PageContent, picture: PlacedImage): PageContent {
  return { ...content, characters: packCharacters([]), rules: [], fills: [], drawings: [], images: [picture] };
}

/** Share of the page that the pictures of a scan cover. */
const SCAN_SHARE = 0.85;

/** A chart says more as it is drawn than by its labels. */
function isChart({ recognised }: PageText, { images, width, height }: PageContent): boolean {
  const share = images.reduce((sum, { box }) => sum + areaOf(box), 0) / (width * height);
  return images.length > 0 && share < SCAN_SHARE && hasAxis(recognised);
}

/** A plan has more strokes, and most of its words stand alone: those of a text have so many on their lines. */
const STROKES_MIN = 400;
const LINE_WORDS = 4;
const LINES_SHARE = 0.35;

/** A technical drawing: a dimension that is misread is worse than one that cannot be edited. */
function isPlan(text: PageText | undefined, { drawings }: PageContent): boolean {
  const { lines } = text?.recognised ?? { lines: [] };
  const count = (all: readonly RecognisedLine[]) => all.reduce((sum, { words }) => sum + words.length, 0);
  return drawings.length >= STROKES_MIN && count(lines.filter(({ words }) => words.length >= LINE_WORDS)) < count(lines) * LINES_SHARE;
}

interface ScannedPage extends PageToPlace {
  readonly place: number;
  figures?: PlacedImage[];
  scan?: PlacedImage;
  bold?: BoldType;
  colours?: ReadonlyMap<ShownBox, number>;
  left?: ReadonlySet<RecognisedWord>;
  hasSerifs?: boolean | undefined;
}

async function addPictures(pages: ScannedPage[], cutter: FigureCutter, withScans: boolean): Promise<void> {
  for (const page of pages) {
    const { content, text, keepsOwnText } = page;
    page.figures = await cutter.cut({ pageIndex: content.pageIndex, withoutText: keepsOwnText }, text, turnOf(page));
    const scan = withScans ? await cutter.clean({ ...content, withoutText: keepsOwnText }, text, levelPage(page)) : undefined;
    if (!scan) continue;
    const { picture, ...look } = scan;
    Object.assign(page, { scan: picture, ...look });
  }
}
