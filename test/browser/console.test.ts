// The page at /console in a real browser (Debian package chromium), over jobs that ran on the real service: what an operator sees, that the key
// stays in the page, that nothing else is asked, and that it can be used with the keyboard, on a narrow screen and by axe's rules.
// SCREENSHOT_DIR=<folder> keeps pictures.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLetter } from '../../support/documents/letter.ts';
import { isPresent } from '../../support/judges/present.ts';
import { Client, type Service, startService } from '../support/service/service.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings of the page, and requests that are not to its own origin. */
  readonly troubles: string[];
}

describe.skipIf(!isPresent(CHROMIUM, existsSync(CHROMIUM)))(`the console (skipped without ${CHROMIUM})`, () => {
  let service: Service;
  let client: Client;
  let browser: Browser;
  let origin: string;
  let letter: Uint8Array;

  beforeAll(async () => {
    service = await startService();
    origin = new URL(service.baseUrl).origin;
    client = new Client(service, service.key);
    letter = await makeLetter('The Author');
    const file = await client.upload(letter);
    for (const [type, params] of [
      ['metadata', { action: 'remove' }],
      ['convert', { target_format: 'txt' }],
      ['ai-edit', { instruction: 'Replace "no such text" with "another"' }],
    ] as const) {
      const job = await client.waitForEnd((await client.createJob(type, file.file_id, params)).job_id);
      expect(job.status).toBe(type === 'ai-edit' ? 'failed' : 'succeeded');
    }
    await service.query(
      `INSERT INTO dead_letters (id, queue, job_id, body, received_at) SELECT 'dl_' || '${'0'.repeat(22)}', 'jobs-eu', id, '{}', created_at FROM jobs LIMIT 1`,
    );
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !message.text().includes('401'))
        troubles.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`pageerror: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) troubles.push(`request: ${request.url()}`);
    });
    await page.goto(`${origin}/console`);
    return { page, troubles, [Symbol.asyncDispose]: async () => context.close() };
  }

  async function open(page: Page): Promise<void> {
    await page.getByLabel('The operator’s key').fill(service.operatorKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Regions' }).waitFor();
  }

  async function keepPicture(page: Page, name: string): Promise<void> {
    const dir = process.env['SCREENSHOT_DIR'];
    if (dir !== undefined) await page.screenshot({ path: join(dir, `${name}.png`), fullPage: true });
  }

  async function violations(page: Page): Promise<string[]> {
    // As a debugger does: the page's own policy allows no script that is not a file.
    await page.evaluate(await readFile(AXE, 'utf8'));
    const found = await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
    );
    return found as string[];
  }

  /** Whether the canvas has the colour of bars. */
  const barsIn = async (page: Page, id: string) =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('#${id} canvas');
      const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      return Array.from({ length: pixels.length / 4 }).some((_, i) => pixels[4 * i] === 11 && pixels[4 * i + 1] === 87 && pixels[4 * i + 2] === 208);
    })()`);

  const cells = async (page: Page, id: string) =>
    page.locator(`#${id} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));

  test('shows regions, operations with their outcomes and times, failures with their requests, processors, accounts', async () => {
    await using visited = await visit();
    const { page, troubles } = visited;
    await open(page);
    expect((await cells(page, 'regions'))[0]?.slice(0, 4)).toEqual(['eu', 'ready', 'ready', '0 of 2']);
    const operations = Object.fromEntries((await cells(page, 'operations')).map(([name, ...others]) => [name, others]));
    expect(operations['metadata']?.slice(0, 3)).toEqual(['1', '0', '0']);
    expect(operations['ai_edit']?.slice(0, 3)).toEqual(['0', '1', '0']);
    expect(operations['convert']?.[4]).toMatch(/^[\d.]+ m?s \/ [\d.]+ m?s$/);
    const [failed] = await cells(page, 'failures');
    expect(failed).toEqual(['text_not_found', '1', expect.stringMatching(/ai_edit: job_\w+ req_\w+/)]);
    expect((await cells(page, 'processors'))[0]?.slice(0, 3)).toEqual(['eu-0', 'ready', '0 of 2']);
    expect((await cells(page, 'processors'))[0]?.[4]).toBe('development');
    expect((await cells(page, 'accounts'))[0]?.slice(1, 3)).toEqual(['3', '1']);
    await page.locator('#plot canvas').waitFor();
    expect(await page.locator('#legend').textContent()).toBe('2 succeeded, 1 failed, 0 cancelled or expired');
    await page.locator('#operation').selectOption('metadata');
    expect(await page.locator('#legend').textContent()).toBe('1 succeeded, 0 failed, 0 cancelled or expired');
    for (const [id, words] of [
      ['queue', 'In the queue'],
      ['run', 'At work'],
    ])
      expect(await page.locator(`#${id}-legend`).textContent()).toMatch(
        new RegExp(`^${words}: half of 1 within [\\d.]+ m?s, 95 % within [\\d.]+ m?s$`),
      );
    await page.locator('#operation').selectOption('');
    expect(await page.locator('#run-legend').textContent()).toMatch(/half of 3 within/);
    expect(await barsIn(page, 'run')).toBe(true);
    await keepPicture(page, 'console-light');
    expect(troubles).toEqual([]);
  });

  test('a job that ends while it is open appears by itself, and a dead letter is sent again', async () => {
    await using visited = await visit();
    const { page, troubles } = visited;
    await open(page);
    const before = await page.locator('#legend').textContent();
    const file = await client.upload(letter, 'second.pdf');
    await client.waitForEnd((await client.createJob('compress', file.file_id, {})).job_id);
    await expect.poll(async () => page.locator('#legend').textContent(), { timeout: 15_000 }).not.toBe(before);
    await page.getByRole('button', { name: /^Replay the message of job_/ }).click();
    await expect.poll(async () => page.locator('#said').textContent(), { timeout: 10_000 }).toMatch(/^(Sent again|Not sent): job_/);
    await expect.poll(async () => page.locator('#letters').textContent()).toBe('No dead letters.');
    expect(troubles).toEqual([]);
  });

  test('takes the operator’s key only, keeps it nowhere, and forgets it when told', async () => {
    await using visited = await visit();
    const { page, troubles } = visited;
    await page.getByLabel('The operator’s key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByText('This is not the key.').waitFor();
    await open(page);
    const kept = await page.evaluate(
      `JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href, document.documentElement.outerHTML, key.value])`,
    );
    expect(String(kept)).not.toContain(service.operatorKey);
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByLabel('The operator’s key').waitFor();
    expect(await page.locator('#regions').textContent()).toBe('');
    await page.reload();
    expect(await page.getByRole('heading', { name: 'Regions' }).isVisible()).toBe(false);
    expect(troubles).toEqual([]);
  });

  test('is served with a policy that lets nothing run but its own files', async () => {
    const response = await fetch(`${origin}/console`);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 400, height: 844 } }],
  ] as const)('has nothing that axe finds, and fits its screen (%s)', async (name, options) => {
    await using visited = await visit(options);
    const { page, troubles } = visited;
    expect(await violations(page)).toEqual([]);
    await open(page);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await keepPicture(page, `console-${name}`);
    expect(troubles).toEqual([]);
  });

  test('can be used with the keyboard alone', async () => {
    await using visited = await visit();
    const { page } = visited;
    await open(page);
    const reached = new Set<string>();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      reached.add(
        String(
          await page.evaluate(
            `document.activeElement.id || document.activeElement.getAttribute('aria-labelledby') || document.activeElement.textContent`,
          ),
        ),
      );
    }
    for (const id of ['hours', 'pause', 'leave', 'operation', 'h-regions', 'h-accounts']) expect(reached).toContain(id);
    await page.locator('#pause').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('#pause').getAttribute('aria-pressed')).toBe('true');
  });
});
