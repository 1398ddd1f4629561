// The console of the operator: asks for the key, then reads the figures again and again and draws what has changed.

import { byId, forgetTables } from './dom.ts';
import { drawFigures } from './figures.ts';
import { drawPlot } from './plot.ts';
import { drawTimes } from './times.ts';
import { type Figures, openService, Refused, type Service } from './service.ts';

const POLL_MS = 5000;

let service: Service | undefined;
let latest: Figures | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isPaused = false;

const hours = byId<HTMLSelectElement>('hours');
const operation = byId<HTMLSelectElement>('operation');
const key = byId<HTMLInputElement>('key');

function say(words: string, isBad = false): void {
  const said = byId('said');
  said.textContent = words;
  said.className = isBad ? 'bad' : '';
}

function draw(): void {
  if (!latest) return;
  drawFigures(latest, (letterId) => void replay(letterId));
  drawPlot(latest.activity, operation.value);
  drawTimes(latest.activity, operation.value);
}

async function refresh(): Promise<void> {
  clearTimeout(timer);
  const asked = service;
  if (!asked) return;
  try {
    const figures = await asked.read(Number(hours.value));
    if (asked !== service) return;
    latest = figures;
    show(true);
    draw();
    const part = figures.activity.truncated ? '; only the latest jobs are counted' : '';
    say(`As of ${new Date(figures.overview.now).toLocaleTimeString()}${part}`);
  } catch (cause) {
    if (asked !== service) return;
    if (cause instanceof Refused && cause.status === 401) return leave('This is not the key.');
    say(cause instanceof Error ? `Not refreshed: ${cause.message}` : 'Not refreshed.', true);
  }
  if (!isPaused && !document.hidden) timer = setTimeout(() => void refresh(), POLL_MS);
}

async function replay(letterId: string): Promise<void> {
  try {
    const replayed = await service?.replay(letterId);
    await refresh();
    if (replayed)
      say(replayed.sent ? `Sent again: ${replayed.job_id}` : `Not sent: ${replayed.job_id} is ${replayed.status}`, !replayed.sent);
  } catch (cause) {
    say(cause instanceof Error ? `Not sent: ${cause.message}` : 'Not sent.', true);
  }
}

function show(isOpen: boolean): void {
  byId('enter').hidden = isOpen;
  byId('figures').hidden = !isOpen;
  byId('controls').hidden = !isOpen;
}

function leave(words = ''): void {
  clearTimeout(timer);
  service = undefined;
  latest = undefined;
  forgetTables();
  show(false);
  say(words, words !== '');
  key.focus();
}

byId('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  service = openService(key.value.trim());
  key.value = '';
  say('Reading …');
  void refresh();
});
byId('leave').addEventListener('click', () => leave());
byId('pause').addEventListener('click', () => {
  isPaused = !isPaused;
  byId('pause').setAttribute('aria-pressed', String(isPaused));
  void (isPaused ? clearTimeout(timer) : refresh());
});
hours.addEventListener('change', () => void refresh());
operation.addEventListener('change', draw);
addEventListener('resize', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isPaused) void refresh();
});
key.focus();
