// `npm run bench:docs`: how long until a page of /docs shows its first heading in Chromium with nothing cached, beside an empty page, in turn;
// and what its scripts and styles weigh. Writes bench/results/.

import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort } from '../scripts/local/processor.ts';
import { interleave, median, quantile, round, writeResult } from './measure.ts';

const ROUNDS = Number(process.env['DOCS_ROUNDS'] ?? 10);
const PATHS = { first: '/docs', guide: '/docs/guides/errors', operation: '/docs/operations/convert', routes: '/docs/api/files' };

const edge = await startEdge({ port: await findFreePort(), secrets: makeSecrets(), processorUrls: { eu: 'http://127.0.0.1:9' } });
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
try {
  const figures: Record<string, number> = { rounds: ROUNDS };
  const views: Record<string, () => Promise<number>> = { empty: async () => firstPaint('/healthz') };
  const shown: Record<string, number[]> = {};
  for (const [name, path] of Object.entries(PATHS))
    views[name] = async () => {
      const ms = await firstPaint(path);
      return (shown[name] ??= []).push(ms);
    };
  shown['empty'] = [];
  const { empty, ...pages } = views;
  await interleave({ empty: async () => shown['empty']?.push((await empty?.()) ?? Number.NaN), ...pages }, ROUNDS, 1);
  for (const [name, times] of Object.entries(shown)) {
    const kept = times.slice(-ROUNDS);
    figures[`${name}_p50_ms`] = round(median(kept), 1);
    figures[`${name}_p95_ms`] = round(quantile(kept, 0.95), 1);
  }
  figures['page_to_empty'] = round(median((shown['operation'] ?? []).map((ms, i) => ms / (shown['empty']?.[i] ?? Number.NaN))));
  Object.assign(figures, await weigh(PATHS.operation));
  writeResult('docs-page', figures);
} finally {
  await browser.close();
  await edge.close();
}

/** Milliseconds from the beginning of the navigation to the first contentful paint of a page whose heading is in what was painted. */
async function firstPaint(path: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(edge.url + path);
    return await page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true }))`);
  } finally {
    await context.close();
  }
}

/** Of a page, its scripts and its styles, in gzip. */
async function weigh(path: string): Promise<Record<string, number>> {
  const html = await (await fetch(edge.url + path)).text();
  if (!/<h1\b/.test(html)) throw new Error(`${path} has no heading of its own`);
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(js|css))"/g)];
  const bytes = { js: 0, css: 0 };
  for (const [, address = '', kind] of addresses) {
    const answer = await fetch(new URL(address, edge.url));
    bytes[kind as 'js' | 'css'] += gzipSync(new Uint8Array(await answer.arrayBuffer())).length;
  }
  return { html_gzip_bytes: gzipSync(html).length, script_gzip_bytes: bytes.js, style_gzip_bytes: bytes.css };
}
