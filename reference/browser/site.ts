// What the pages of /docs do beyond showing themselves: search, one choice of language for all samples, copying, and the addresses that
// refusals named before the pages had addresses of their own.

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

const RESULTS_MAX = 12;
const CHOICE = 'sample';

followOldAddress();
rememberChoice();
addCopyButtons();
addSearch();

/** `/docs#description/limits` → `/docs/guides/limits`. */
function followOldAddress(): void {
  const section = /^#description\/([a-z-]+)$/.exec(location.hash)?.[1];
  if (section !== undefined && location.pathname === '/docs') location.replace(`/docs/guides/${section}`);
}

function rememberChoice(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.choices input')];
  const choose = (label: string) => {
    for (const input of inputs) if (input.value === label) input.checked = true;
  };
  const kept = localStorage.getItem(CHOICE);
  if (kept !== null) choose(kept);
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const top = input.getBoundingClientRect().top;
      localStorage.setItem(CHOICE, input.value);
      choose(input.value);
      // Blocks above may have become longer; what the reader looks at stays.
      scrollBy(0, input.getBoundingClientRect().top - top);
    });
  }
}

function addCopyButtons(): void {
  for (const pre of document.querySelectorAll('figure.code pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(pre.textContent ?? '', button));
    pre.after(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

function addSearch(): void {
  const opener = document.querySelector<HTMLButtonElement>('button.search');
  const address = document.querySelector<HTMLScriptElement>('script[data-search]')?.dataset['search'];
  if (opener === null || address === undefined) return;
  const { dialog, input, list } = makeDialog();
  let entries: Promise<Entry[]> | undefined;
  const open = () => {
    entries ??= fetch(address).then(async (response) => response.json() as Promise<Entry[]>);
    dialog.showModal();
    input.select();
  };
  const show = async () => {
    const found = find((await entries) ?? [], input.value);
    list.replaceChildren(...found.map(resultLine));
    dialog.dataset['empty'] = String(found.length === 0 && input.value.trim() !== '');
  };
  opener.hidden = false;
  opener.addEventListener('click', open);
  input.addEventListener('input', () => void show());
  dialog.addEventListener('keydown', (event) => moveFocus(event, input, list));
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
}

function makeDialog(): { dialog: HTMLDialogElement; input: HTMLInputElement; list: HTMLUListElement } {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Search');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search';
  input.setAttribute('aria-label', 'Search the documentation');
  const list = document.createElement('ul');
  const nothing = document.createElement('p');
  nothing.className = 'nothing';
  nothing.textContent = 'Nothing found.';
  dialog.append(input, list, nothing);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target as Element).closest('a') !== null) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, input, list };
}

/** All words must occur; in titles they count more, and most at the beginning. */
function find(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const score = ({ title, page, text }: Entry): number => {
    const [inTitle, inText] = [`${title} ${page}`.toLowerCase(), text.toLowerCase()];
    let sum = 0;
    for (const word of words) {
      const here = inTitle.startsWith(word) ? 12 : inTitle.includes(word) ? 6 : inText.includes(word) ? 1 : 0;
      if (here === 0) return 0;
      sum += here;
    }
    return sum;
  };
  return entries
    .map((entry) => ({ entry, points: score(entry) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, RESULTS_MAX)
    .map(({ entry }) => entry);
}

function resultLine({ path, title, page }: Entry): HTMLLIElement {
  const [line, link, where] = [document.createElement('li'), document.createElement('a'), document.createElement('span')];
  link.href = path;
  link.textContent = title;
  where.textContent = page;
  link.append(where);
  line.append(link);
  return line;
}

function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement): void {
  const links = [...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
  if (step === undefined) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step;
  (links[next] ?? input).focus();
}
