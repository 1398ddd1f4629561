// The pages at /docs in a real browser (Debian package chromium): what a reader sees, that they ask nothing of any other host, that they can
// be read without a script, with the keyboard, and by axe's rules. SCREENSHOT_DIR=<folder> keeps pictures.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/operations.ts';
import { titleOf } from '#contract/reference/titles.ts';
import { EVERYTHING, thinned } from '../../support/everything.ts';
import { isPresent } from '../../support/judges/present.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { ALL_ROUTES } from '../support/service/routes.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Visit {
  readonly page: Page;
  /** Errors and warnings of the page, and requests that are not to its own origin. */
  readonly troubles: string[];
}

describe.skipIf(!isPresent(CHROMIUM, existsSync(CHROMIUM)))(`the pages of /docs (skipped without ${CHROMIUM})`, () => {
  let edge: TestEdge;
  let browser: Browser;
  let paths: string[];

  beforeAll(async () => {
    edge = await openEdge();
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    await using first = await visit('/docs');
    paths = await first.page.locator('.aside a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  });
  afterAll(async () => {
    await browser?.close();
    await edge?.close();
  });

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit & AsyncDisposable> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) troubles.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`pageerror: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== edge.url) troubles.push(`request: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (!response.ok()) troubles.push(`${response.status()}: ${response.url()}`);
    });
    await page.goto(edge.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, troubles, [Symbol.asyncDispose]: async () => context.close() };
  }

  async function keepPicture(page: Page, name: string): Promise<void> {
    const dir = process.env['SCREENSHOT_DIR'];
    if (dir !== undefined) await page.screenshot({ path: join(dir, `${name}.png`) });
  }

  test('each operation has a page, with its parameters, samples, answers and report', async () => {
    for (const { path } of Object.values(OPERATIONS)) expect(paths).toContain(`/docs/operations/${path}`);
    await using visited = await visit('/docs/operations/metadata');
    const { page, troubles } = visited;
    for (const field of ['file_id', 'action', 'remove_layer_names']) {
      await page.locator('.field dt code').getByText(field, { exact: true }).first().waitFor();
    }
    await page.locator('.samples').getByText('PDF_API_KEY').first().waitFor();
    await page.getByRole('heading', { name: 'The report' }).waitFor();
    await page.locator('.samples').getByText('"job_id"').first().waitFor();
    await keepPicture(page, 'operation');
    expect(troubles).toEqual([]);
  });

  test('every route of the API is on one of the pages, once', async () => {
    const found: string[] = [];
    for (const path of paths.filter((one) => /\/docs\/(api|operations)\//.test(one))) {
      const html = await (await fetch(edge.url + path)).text();
      for (const [, method = '', address = ''] of html.matchAll(/<span class="method[^"]*">(\w+)<\/span>\s*<code>([^<]+)<\/code>/g)) {
        found.push(`${method} ${address}`);
      }
    }
    expect(found.toSorted()).toEqual(ALL_ROUTES.map(([, { method, path }]) => `${method} ${path}`).toSorted());
    expect(ALL_ROUTES.map(([name, route]) => titleOf(name, route)).every(Boolean)).toBe(true);
  });

  test('every link leads somewhere, and no address of the service in the samples is another', async () => {
    const ids = new Map<string, Set<string>>();
    const links: [from: string, to: string][] = [];
    for (const path of paths) {
      const html = await (await fetch(edge.url + path)).text();
      expect(html).not.toContain('api.example.com');
      ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
      links.push(...[...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to = '']): [string, string] => [path, to]));
    }
    const own = links.map(([from, to]): [string, URL] => [from, new URL(to, edge.url + from)]).filter(([, to]) => to.origin === edge.url);
    const broken = own.filter(([, { pathname, hash }]) => {
      if (!pathname.startsWith('/docs') || pathname.startsWith('/docs/assets/'))
        return !/^\/(openapi\.json|llms\.txt|docs\/assets\/.+)$/.test(pathname);
      return !(ids.has(pathname) && (hash === '' || ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))));
    });
    expect(broken.map(([from, to]) => `${from} → ${to.pathname}${to.hash}`)).toEqual([]);
    expect(own.length).toBeGreaterThan(1000);
  });

  test('finds an operation by searching with the keyboard', async () => {
    await using visited = await visit('/docs');
    const { page, troubles } = visited;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill('watermark');
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('compress');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^compress/ })
      .waitFor();
    await keepPicture(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/operations/compress');
    expect(troubles).toEqual([]);
  });

  test('one choice of language holds for all samples, also on the next page', async () => {
    await using visited = await visit('/docs/guides/webhooks');
    const { page } = visited;
    await page.goto(`${edge.url}/docs/operations/ocr`);
    await page.locator('.choices').getByText('TypeScript', { exact: true }).first().click();
    await page.goto(`${edge.url}/docs/api/webhooks`);
    const shown = page.locator('.samples .tab:visible');
    expect(await shown.count()).toBeGreaterThan(5);
    for (const text of await shown.allTextContents()) expect(text).toMatch(/^import \{/);
  });

  test('opens the section that an error names, by its address of today and that of before', async () => {
    await using visited = await visit('/docs/guides/limits');
    await visited.page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    await visited.page.goto('about:blank');
    await visited.page.goto(`${edge.url}/docs#description/idempotency`);
    await visited.page.waitForURL('**/docs/guides/idempotency');
  });

  test('is complete without a script', async () => {
    await using visited = await visit('/docs/operations/ocr', { javaScriptEnabled: false });
    const { page } = visited;
    await page.getByText('new Pdf(').first().waitFor({ state: 'attached' });
    expect(await page.getByText('curl -sS').first().isVisible()).toBe(true);
    await page.locator('.choices').getByText('TypeScript', { exact: true }).first().click();
    expect(await page.getByText('new Pdf(').first().isVisible()).toBe(true);
  });

  const looks = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 400, height: 850 } }],
  ] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

  test.each(thinned(looks, looks.length))(
    '%s: axe finds nothing, and nothing is wider than the screen',
    async (look, options) => {
      const axe = await readFile(AXE, 'utf8');
      const judged = EVERYTHING ? paths : ['/docs', '/docs/guides/errors', '/docs/operations/convert'];
      for (const path of judged) {
        await using visited = await visit(path, options);
        const { page, troubles } = visited;
        await page.evaluate(axe);
        const violations = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target).join(' ')))`,
        );
        expect(violations, path).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
        expect(troubles, path).toEqual([]);
        await keepPicture(page, `${look}${path.replaceAll('/', '-')}`);
      }
    },
    300_000,
  );

  test('is dark for those who like it dark', async () => {
    const groundOf = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      await using visited = await visit('/docs', { colorScheme });
      const ground = await visited.page.evaluate('getComputedStyle(document.body).backgroundColor');
      return Math.max(...(String(ground).match(/\d+/g) ?? []).slice(0, 3).map(Number));
    };
    expect(await groundOf('light')).toBeGreaterThan(200);
    expect(await groundOf('dark')).toBeLessThan(60);
  });
});
