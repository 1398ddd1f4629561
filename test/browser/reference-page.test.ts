// The page at /docs in a real browser (Debian package chromium): what a reader sees, and that the page asks nothing of any other host.
// SCREENSHOT_DIR=<folder> keeps pictures of it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Route, type RouteName, ROUTES } from '#contract/api.ts';
import { titleOf } from '#contract/reference/titles.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { EVERYTHING } from '../../support/everything.ts';
import { isPresent } from '../../support/judges/present.ts';
import { ALL_ROUTES } from '../support/service/routes.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const TITLES = ALL_ROUTES.map(([name, route]) => titleOf(name, route));

interface Visit {
  readonly page: Page;
  /** Errors and warnings of the page, and requests that are not to its own origin. */
  readonly troubles: string[];
}

describe.skipIf(!isPresent(CHROMIUM, existsSync(CHROMIUM)))(`the reference page (skipped without ${CHROMIUM})`, () => {
  let edge: TestEdge;
  let browser: Browser;
  /** Drawing the page takes seconds: the tests that look at it as most readers see it share one visit. */
  let usual: Visit & AsyncDisposable;

  beforeAll(async () => {
    edge = await openEdge();
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    usual = await visit();
  });
  afterAll(async () => {
    await usual?.[Symbol.asyncDispose]();
    await browser?.close();
    await edge?.close();
  });

  async function visit(options: BrowserContextOptions = {}): Promise<Visit & AsyncDisposable> {
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
    await page.goto(`${edge.url}/docs`);
    await page.getByRole('heading', { name: 'PDF Processing API', level: 1 }).waitFor();
    return { page, troubles, [Symbol.asyncDispose]: async () => context.close() };
  }

  function operationOf(page: Page, name: RouteName, route: Route): Locator {
    const heading = page.getByRole('heading', { name: titleOf(name, route), exact: true });
    return page.getByRole('main').locator('section').filter({ has: heading }).last();
  }

  async function keepPicture(page: Page, name: string): Promise<void> {
    const dir = process.env['SCREENSHOT_DIR'];
    if (dir !== undefined) await page.screenshot({ path: join(dir, `${name}.png`) });
  }

  test('names every operation in its navigation, without an error and without a request to another host', async () => {
    const { page, troubles } = usual;
    const navigation = page.getByRole('complementary');
    for (const title of TITLES) await navigation.getByRole('link', { name: `${title} HTTP Method` }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('shows every operation with its address, its answers and its examples', async () => {
    const { page, troubles } = usual;
    for (const [name, route] of ALL_ROUTES.filter((_, index) => EVERYTHING || index % 12 === 0)) {
      await page
        .getByRole('complementary')
        .getByRole('link', { name: `${titleOf(name, route)} HTTP Method` })
        .click();
      const operation = operationOf(page, name, route);
      await operation.getByText('PDF_API_KEY').or(operation.getByText('curl -sS')).first().waitFor();
      await operation
        .getByText(Object.keys(route.success)[0] ?? '', { exact: true })
        .first()
        .waitFor();
    }
    expect(troubles).toEqual([]);
  }, 180_000);

  test('finds an operation by searching with the keyboard, and shows its fields', async () => {
    const { page, troubles } = usual;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('create metadata job');
    await page
      .getByRole('option', { name: /Create metadata job/ })
      .first()
      .waitFor();
    await keepPicture(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#.*jobs\/metadata$/);
    const operation = operationOf(page, 'create_metadata', ROUTES.create_metadata);
    for (const field of ['file_id', 'action', 'remove_layer_names']) await operation.getByText(field, { exact: true }).first().waitFor();
    await keepPicture(page, 'operation');
    expect(troubles).toEqual([]);
  });

  test('opens at the section that an error names', async () => {
    const { page } = usual;
    for (const section of ['limits', 'errors']) {
      await page.goto('about:blank');
      await page.goto(`${edge.url}/docs#description/${section}`);
      const heading = page.getByRole('main').getByRole('heading', { name: section, exact: false, level: 1 }).last();
      await heading.waitFor();
      await expect.poll(async () => Math.abs((await heading.boundingBox())?.y ?? 9999)).toBeLessThan(400);
    }
  });

  test('is dark for those who like it dark', { tags: 'long' }, async () => {
    const shadeOf = async ({ page, troubles }: Visit): Promise<number> => {
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(troubles).toEqual([]);
      return Math.max(...(String(background).match(/\d+/g) ?? []).slice(0, 3).map(Number));
    };
    await using dark = await visit({ colorScheme: 'dark' });
    await keepPicture(dark.page, 'dark');
    expect(await shadeOf(usual)).toBeGreaterThan(200);
    expect(await shadeOf(dark)).toBeLessThan(60);
  });

  test('fits a narrow screen', { tags: 'long' }, async () => {
    await using visited = await visit({ viewport: { width: 390, height: 844 } });
    const { page, troubles } = visited;
    await page.getByRole('heading', { name: 'Authentication', exact: true }).first().waitFor();
    await keepPicture(page, 'narrow');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(troubles).toEqual([]);
  });
});
