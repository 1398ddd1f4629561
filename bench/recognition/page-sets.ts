// Pages with known text for the benchmark of recognition. Every third page of each set, by name, is put away: nothing is tuned to it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { openPdf } from '../../processor/pdf/open.ts';
import { PageRasters } from '../../processor/recognition/page-raster.ts';
import type { GreyRaster } from '../../processor/recognition/recognised.ts';
import { CORPUS, listCorpus, listFolder, readCorpus, readGroundTruth } from '../../support/corpus.ts';
import { makeScanPdf, type ScanCoding } from '../../support/documents/make-scan.ts';
import { htmlOf, OWN_TEXTS, wordsOf } from './own-texts.ts';
import { DAMAGES, damage, type Damage } from './degrade.ts';

export interface PageOfSet {
  readonly name: string;
  readonly set: 'scan' | 'drawn' | 'printed';
  readonly isHeld: boolean;
  readonly language: string;
  readonly damage: string;
  readonly truth: string;
  /** As the scanner gives it, and as the service reads it. */
  readonly rasters: () => Promise<{ readonly given: GreyRaster; readonly ours: GreyRaster }>;
}

const WORDS = { min: 80, max: 1200 } as const;
const HELD_EVERY = 3;

/** A file's name says the language where it is not English. */
const SCAN_LANGUAGES: Readonly<Record<string, string>> = { ocrd: 'deu' };
const NOT_ENGLISH = /^(?:udhr-(?!eng)|ocr-|sf-habibi|.*(?:arab|hebrew|cjk|japan|chinese|korean|thai))/;

export function listPages(workDir: string): PageOfSet[] {
  return [...scans(), ...drawn(), ...printed(workDir)];
}

function scans(): PageOfSet[] {
  return listFolder('scan', ['.pdf', '.jpg', '.png', '.tif']).flatMap((file, index): PageOfSet[] => {
    const truth = readGroundTruth(`scan/${file}`);
    if (truth === undefined) return [];
    const [origin = '', code = ''] = file.split('-');
    const language = origin === 'udhr' ? code : (SCAN_LANGUAGES[origin] ?? 'eng');
    const rasters = async () => {
      const bytes = readCorpus(`scan/${file}`);
      if (file.endsWith('.pdf')) {
        const ours = await rasterOf(bytes);
        return { given: ours, ours };
      }
      const { density = 300 } = await sharp(bytes).metadata();
      const given = await readGrey(bytes, density >= 72 ? density : 300);
      return { given, ours: await rasterOf(await wrap(given, file.endsWith('.jpg') ? 'jpeg' : 'grey')) };
    };
    return [{ name: `scan/${file}`, set: 'scan', isHeld: isHeld(index), language, damage: 'as scanned', truth, rasters }];
  });
}

/** First pages of PDFs with text: tables, forms, articles. */
function drawn(): PageOfSet[] {
  const benchmark = listCorpus('dpbench/pdf', ['.pdf']).filter((_, index) => index % 4 === 0);
  const files = [...listCorpus('pdf', ['.pdf']).filter((name) => !NOT_ENGLISH.test(basename(name))), ...benchmark];
  const pages: PageOfSet[] = [];
  for (const file of files) {
    const path = join(CORPUS, file);
    const truth = textOf(path);
    if (!isEnoughEnglish(truth)) continue;
    const kind = damageOf(pages.length);
    const rasters = () => drawAndDamage(path, kind);
    pages.push({ name: file, set: 'drawn', isHeld: isHeld(pages.length), language: 'eng', damage: kind.name, truth, rasters });
  }
  return pages;
}

const PRINTED = ['.docx', '.odt', '.html', '.rtf', '.txt'];
const PRINTED_LANGUAGES: Readonly<Record<string, string>> = { 'poi-bib-chernigovka.netdo.ru_download_docs_17459.docx': 'rus' };

/** Pages of office documents, printed to PDF by LibreOffice; their texts are what poppler finds. */
function printed(workDir: string): PageOfSet[] {
  const pages: PageOfSet[] = [];
  for (const file of readdirSync(workDir)
    .filter((name) => name.endsWith('.pdf'))
    .toSorted()) {
    const path = join(workDir, file);
    const count = Math.min(2, Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', [path]))?.[1] ?? 0));
    for (let page = 1; page <= count; page++) {
      const own = OWN_TEXTS.find(({ language }) => file.startsWith(`own-${language}-`));
      const truth = own ? wordsOf(own) : textOf(path, page);
      const words = textOf(path, page).split(/\s+/).length;
      if (words < 30 || words > WORDS.max) continue;
      const language = languageOfPrinted(file);
      if (language === 'eng' && !isPlain(truth)) continue;
      const kind = damageOf(pages.length + 3);
      const rasters = () => drawAndDamage(path, kind, page);
      pages.push({ name: `${file} ${page}`, set: 'printed', isHeld: isHeld(pages.length), language, damage: kind.name, truth, rasters });
    }
  }
  return pages;
}

export function printOffice(workDir: string): void {
  const profile = mkdtempSync(join(tmpdir(), 'print-'));
  const own = OWN_TEXTS.flatMap((text) =>
    (['table', 'columns'] as const).map((kind) => {
      const path = join(workDir, `own-${text.language}-${kind}.html`);
      writeFileSync(path, htmlOf(text, kind));
      return path;
    }),
  );
  for (const path of [...listFolder('office', PRINTED).map((name) => join(CORPUS, 'office', name)), ...own]) {
    const args = [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', 'pdf', '--outdir', workDir, path];
    run('timeout', ['120', 'soffice', ...args]);
  }
  rmSync(profile, { recursive: true, force: true });
}

function languageOfPrinted(file: string): string {
  const code = /^(?:udhr|own)-(\w{3})/.exec(file)?.[1];
  const source = Object.keys(PRINTED_LANGUAGES).find((name) => basename(name, extname(name)) === basename(file, '.pdf'));
  return code ?? (source && PRINTED_LANGUAGES[source]) ?? 'eng';
}

function damageOf(index: number): Damage {
  const kind = DAMAGES[index % DAMAGES.length];
  if (!kind) throw new Error('no kind of damage');
  return kind;
}

function isHeld(index: number): boolean {
  return index % HELD_EVERY === HELD_EVERY - 1;
}

function isEnoughEnglish(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words >= WORDS.min && words <= WORDS.max && isPlain(text);
}

function isPlain(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.filter((word) => /^[\p{ASCII}\u2010-\u2026]+$/u.test(word)).length > words.length * 0.95;
}

function textOf(path: string, page = 1): string {
  return run('pdftotext', ['-f', String(page), '-l', String(page), path, '-']);
}

function run(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 ** 2 });
  } catch {
    return '';
  }
}

async function drawAndDamage(path: string, kind: Damage, page = 1): Promise<{ given: GreyRaster; ours: GreyRaster }> {
  const dir = mkdtempSync(join(tmpdir(), 'drawn-'));
  try {
    const at = ['-f', String(page), '-l', String(page), '-singlefile'];
    execFileSync('pdftoppm', ['-r', String(kind.dpi), '-gray', ...at, path, join(dir, 'page')], { stdio: 'ignore' });
    const given = await damage(readPgm(readFileSync(join(dir, 'page.pgm')), kind.dpi), kind);
    return { given, ours: await rasterOf(await wrap(given, kind.bilevel ? 'bilevel' : kind.jpegQuality ? 'jpeg' : 'grey')) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** As the service makes it of a PDF's page. */
async function rasterOf(pdf: Uint8Array): Promise<GreyRaster> {
  const document = await openPdf(pdf, { needs: 'read', pagesMax: 1000 });
  await using rasters = new PageRasters(document);
  return await rasters.rasterOf(0);
}

function wrap(raster: GreyRaster, coding: ScanCoding): Promise<Uint8Array> {
  const isBilevel = raster.pixels.every((pixel) => pixel === 0 || pixel === 255);
  return makeScanPdf([{ raster, coding: isBilevel ? 'bilevel' : coding }]);
}

async function readGrey(bytes: Uint8Array, dpi: number): Promise<GreyRaster> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height, channels: 1, dpi };
}

function readPgm(bytes: Buffer, dpi: number): GreyRaster {
  const [header = '', width = '', height = ''] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1')) ?? [];
  return { pixels: new Uint8Array(bytes.subarray(header.length)), width: Number(width), height: Number(height), channels: 1, dpi };
}
