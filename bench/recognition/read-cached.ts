// Readings of the native engine, kept in a folder by what was read: the same pages are read in the same way many times while ways are compared.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RasterReader } from '../../processor/recognition/recognise-upright.ts';
import type { GreyRaster } from '../../processor/recognition/recognised.ts';
import { encodePnm, SEGMENTATION_MODE, type Segmentation, type TesseractAnswer } from '../../processor/tools/tesseract.ts';

export interface Costs {
  readings: number;
  cpuSeconds: number;
}

export class CachedReader implements RasterReader {
  readonly costs: Costs = { readings: 0, cpuSeconds: 0 };
  readonly #folder: string;
  readonly #language: string;

  constructor(folder: string, language: string) {
    this.#folder = folder;
    this.#language = language;
    mkdirSync(folder, { recursive: true });
  }

  read = (raster: GreyRaster, _timeMs: number, segmentation: Segmentation = 'columns'): Promise<TesseractAnswer> =>
    this.ask(raster, SEGMENTATION_MODE[segmentation]);

  ask(raster: GreyRaster, mode: string): Promise<TesseractAnswer> {
    return this.#ask(raster, ['-l', this.#language, '--oem', '1', '--psm', mode, '-c', 'tessedit_create_hocr=1']);
  }

  orient = (raster: GreyRaster): Promise<TesseractAnswer> => this.#ask(raster, ['-l', 'osd', '--psm', '0']);

  async #ask(raster: GreyRaster, args: readonly string[]): Promise<TesseractAnswer> {
    const dpi = String(Math.round(Math.min(2400, Math.max(70, raster.dpi))));
    const hash = createHash('sha1')
      .update(raster.pixels)
      .update(`${raster.width} ${raster.height} ${dpi} ${args.join(' ')}`);
    const path = join(this.#folder, `${hash.digest('hex')}.txt`);
    if (!existsSync(path)) writeFileSync(path, await ask(encodePnm(raster), [...args, '--dpi', dpi]));
    const [cpu = '', ...text] = readFileSync(path, 'utf8').split('\n');
    const [user = 0, system = 0, code = 0] = cpu.split(' ').map(Number);
    this.costs.readings++;
    this.costs.cpuSeconds += user + system;
    return code === 0 ? { status: 'read', text: text.join('\n') } : { status: 'broken', cause: text.join('\n') };
  }
}

/** The first line is user seconds, system seconds and exit code. */
function ask(image: Uint8Array, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      '/usr/bin/time',
      ['-q', '-f', '%U %S', 'tesseract', '-', '-', ...args],
      { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, maxBuffer: 64 * 1024 ** 2, encoding: 'utf8' },
      (error, stdout, stderr) => resolve(`${stderr.trim().split('\n').at(-1) ?? ''} ${error ? 1 : 0}\n${stdout}`),
    );
    child.stdin?.on('error', () => {}).end(image);
  });
}
