// Elements and tables. Text is always set as text: what customers wrote is shown, never read as markup.

type Child = Node | string;

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

export function element(tag: string, fields: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export interface Column<T> {
  readonly name: string;
  readonly of: (row: T) => Child | number | undefined;
  readonly isNumber?: true;
  readonly isLong?: true;
  /** Of the cell: `good`, `bad`. */
  readonly look?: (row: T) => string;
}

const shown = new Map<string, string>();

/** Draws a table into the element of that id; nothing happens while the rows are as they were, so focus and selection stay. */
export function drawTable<T>(id: string, rows: readonly T[], columns: readonly Column<T>[], none: string): void {
  const now = JSON.stringify(rows);
  if (shown.get(id) === now) return;
  shown.set(id, now);
  const place = byId(id);
  if (rows.length === 0) return place.replaceChildren(element('p', { class: 'none' }, none));
  const head = columns.map(({ name, isNumber }) => element('th', { scope: 'col', ...(isNumber ? { class: 'number' } : {}) }, name));
  const body = rows.map((row) => element('tr', {}, ...columns.map((column) => cell(row, column))));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body));
  const label = `h-${id}`;
  place.replaceChildren(element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': label }, table));
}

function cell<T>(row: T, { of, isNumber, isLong, look }: Column<T>): HTMLElement {
  const value = of(row) ?? '–';
  const looks = [isNumber ? 'number' : '', isLong ? 'long' : '', look?.(row) ?? ''].filter((name) => name !== '').join(' ');
  return element('td', looks === '' ? {} : { class: looks }, typeof value === 'number' ? String(value) : value);
}

/** For another key: nothing of the last one stays. */
export function forgetTables(): void {
  for (const id of shown.keys()) byId(id).replaceChildren();
  shown.clear();
}
