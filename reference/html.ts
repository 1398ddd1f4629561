// HTML as a value of its own: what stands in a template is escaped unless it is HTML already.

export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

type Content = Html | string | number | undefined | readonly Content[];

export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(strings.map((text, index) => text + (index < contents.length ? printed(contents[index]) : '')).join(''));
}

/** Of texts that are HTML already. */
export function raw(text: string): Html {
  return new Html(text);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function printed(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'object') return content.map(printed).join('');
  return String(content).replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}
