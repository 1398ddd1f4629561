// The settings that the processor starts with, and those that it refuses.

import { expect, test } from 'vitest';
import { DEVELOPMENT_SECRET_PREFIX } from '#contract/internal-signature.ts';
import { InvalidConfig, readConfig } from '../../processor/config.ts';

const PROCESSOR_SECRET = 'a secret of sufficient length';
const DEVELOPMENT_SECRET = `${DEVELOPMENT_SECRET_PREFIX}secret-of-sufficient-length`;

test('needs a secret and nothing else', () => {
  expect(readConfig({ PROCESSOR_SECRET })).toMatchObject({
    host: '127.0.0.1',
    jobMemoryBytesMax: 1024 ** 3,
    jobsPerChildMax: 300,
    ocrEngine: 'auto',
  });
  expect(readConfig({ PROCESSOR_SECRET }).slots).toBeGreaterThan(0);
  expect(() => readConfig({})).toThrow('PROCESSOR_SECRET');
  expect(() => readConfig({ PROCESSOR_SECRET: 'short' })).toThrow(InvalidConfig);
});

test('the language model needs an address and a name, and may do without a key', () => {
  const AI = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'small' };
  expect(readConfig({ PROCESSOR_SECRET }).planner).toBeUndefined();
  expect(readConfig({ PROCESSOR_SECRET, ...AI }).planner).toEqual({ baseUrl: AI.AI_BASE_URL, model: 'small', apiKey: undefined });
  expect(readConfig({ PROCESSOR_SECRET, ...AI, AI_API_KEY: 'key' }).planner?.apiKey).toBe('key');
  expect(() => readConfig({ PROCESSOR_SECRET, AI_MODEL: 'small' })).toThrow(InvalidConfig);
  expect(() => readConfig({ PROCESSOR_SECRET, ...AI, AI_BASE_URL: 'file:///etc' })).toThrow('Missing or invalid: AI_BASE_URL.');
});

test('refuses a development secret in production only', () => {
  expect(() => readConfig({ PROCESSOR_SECRET: DEVELOPMENT_SECRET, NODE_ENV: 'production' })).toThrow(InvalidConfig);
  expect(readConfig({ PROCESSOR_SECRET: DEVELOPMENT_SECRET }).secret).toBe(DEVELOPMENT_SECRET);
  expect(readConfig({ PROCESSOR_SECRET, NODE_ENV: 'production' }).secret).toBe(PROCESSOR_SECRET);
});

test.each([
  ['PROCESSOR_PORT', '65536'],
  ['PROCESSOR_SLOTS', '0'],
  ['PROCESSOR_WORK_ROOT', 'relative/path'],
  ['PROCESSOR_JOB_MEMORY_BYTES', 'much'],
  ['OCR_ENGINE', 'abbyy'],
])('refuses %s=%s by name and never repeats a value', (name, value) => {
  expect(() => readConfig({ PROCESSOR_SECRET, [name]: value })).toThrow(`Missing or invalid: ${name}.`);
});
