// Numbering definitions of a Word document (ISO/IEC 29500-1 17.9): one for each list, with a level for each depth that occurs. They are all that
// is kept of lists.

import type { ListPlace, LabelLook, Paragraph } from '../../../../document/model.ts';
import { encodeXmlText } from '../../../../office/xml.ts';
import { hangingOf, hex } from './measures.ts';
import { part } from './package.ts';
import { fontsXml, sizeXml, toggleXml } from './styles.ts';

interface Definition {
  readonly id: number;
  /** By depth, from 0; a depth that does not occur is missing. */
  readonly levels: (string | undefined)[];
}

export class Numbering {
  readonly #lists = new Map<number, Definition>();
  /** Levels of many lists are the same: each is held once. */
  readonly #levels = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#lists.size === 0;
  }

  /** The id of the list; the first item of each depth says how that depth looks. */
  idOf(list: ListPlace, paragraph: Paragraph): number {
    const { id, levels } = this.#lists.get(list.list) ?? this.#addList(list.list);
    levels[list.level] ??= this.#once(levelXml(list, paragraph));
    return id;
  }

  *xml(): Generator<string> {
    yield part('numbering').start;
    for (const { id, levels } of this.#lists.values()) {
      yield `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>`;
      for (const level of levels) if (level !== undefined) yield level;
      yield '</w:abstractNum>';
    }
    for (const { id } of this.#lists.values()) yield `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
    yield part('numbering').end;
  }

  #addList(list: number): Definition {
    const definition = { id: this.#lists.size + 1, levels: [] };
    this.#lists.set(list, definition);
    return definition;
  }

  #once(xml: string): string {
    const known = this.#levels.get(xml);
    if (known === undefined) this.#levels.set(xml, xml);
    return known ?? xml;
  }
}

function levelXml(list: ListPlace, { indentLeft, indentFirst }: Paragraph): string {
  const { format, level, value, tight, label } = list;
  // A pattern counts its own levels from 1; the last number is this level's.
  const text = format.kind === 'bullet' ? (label?.text ?? format.text) : format.text.replaceAll(/%\d/g, (place) => placeFor(place, list));
  return `<w:lvl w:ilvl="${level}"><w:start w:val="${value}"/><w:numFmt w:val="${format.kind}"/>${tight ? '<w:suff w:val="nothing"/>' : ''}<w:lvlText w:val="${encodeXmlText(text)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:start="${Math.round(indentLeft * 20)}"${hangingOf(indentFirst)}/></w:pPr>${label ? typeXml(label) : ''}</w:lvl>`;
}

function typeXml({ family, bold, italic, colour, size }: LabelLook): string {
  const fonts = family === '' ? '' : fontsXml(family);
  return `<w:rPr>${fonts}${toggleXml('b', bold)}${toggleXml('i', italic)}<w:color w:val="${hex(colour)}"/>${sizeXml(size)}</w:rPr>`;
}

function placeFor(place: string, { format, level }: ListPlace): string {
  const places = (format.text.match(/%\d/g) ?? []).length;
  return `%${Number(place.slice(1)) + level + 1 - places}`;
}
