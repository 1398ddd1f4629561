// Which engine reads a job's languages.

import { expect, it } from 'vitest';
import { chooseOcrEngine, OcrEngineMissing } from '../../../../processor/recognition/engine.ts';

const NATIVE = { version: '5.3.0', languages: ['deu', 'eng', 'osd'] };
const DATA = ['deu', 'eng', 'heb', 'osd'];
const choose = (choice: 'auto' | 'native' | 'wasm', wanted: string[], native: typeof NATIVE | undefined = NATIVE, data = DATA) =>
  chooseOcrEngine(choice, wanted, native, data);

it('is the native program wherever that has the languages', () => {
  expect(choose('auto', ['eng', 'deu'])).toEqual({ engine: 'native', version: '5.3.0', languages: ['deu', 'eng', 'heb'] });
  expect(choose('auto', []).engine).toBe('native');
});

it('is the other one where only its data have them all, and both offer what either has', () => {
  expect(choose('auto', ['heb', 'eng'])).toMatchObject({ engine: 'wasm', languages: ['deu', 'eng', 'heb'] });
  expect(choose('auto', ['heb', 'tha']).engine).toBe('native');
  expect(choose('auto', ['eng'], { version: '5.3.0', languages: ['osd'] }).engine).toBe('wasm');
});

it('is what was chosen, with what that has', () => {
  expect(choose('native', ['heb'], NATIVE, [])).toMatchObject({ engine: 'native', languages: ['deu', 'eng'] });
  expect(chooseOcrEngine('wasm', ['heb'], undefined, DATA)).toMatchObject({ engine: 'wasm', languages: ['deu', 'eng', 'heb'] });
  expect(() => chooseOcrEngine('native', [], undefined, [])).toThrow(OcrEngineMissing);
});
