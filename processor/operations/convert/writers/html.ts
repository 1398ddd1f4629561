// The model → one HTML file: semantic, reflowable, pictures embedded, one small stylesheet that also suits phones. No scripts, no
// handlers; what comes from the document is escaped in html-text.ts.

import type { Block, DocumentHead, DocumentLook, DocumentPart, SectionHead } from '../../../document/model.ts';
import { blocksHtml, HtmlFlow, type HtmlPiece } from './html-blocks.ts';
import { cssColour, escape, runsHtml } from './html-text.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import { WaitingFile } from './waiting-file.ts';
import type { WriteDocument } from './writer.ts';

const STYLE = `body{max-width:48rem;margin:2rem auto;padding:0 1rem;font-family:FAMILY;line-height:1.45;color:#111;background:GROUND;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.2;margin:1.4em 0 .5em}
h1{font-size:1.8em}
h2{font-size:1.45em}
h3{font-size:1.2em}
h4,h5,h6{font-size:1em}
p{margin:.6em 0}
.centre{text-align:center}
.right{text-align:right}
.justified{text-align:justify}
.shaded{padding:.3em .6em}
ol,ul{padding-inline-start:1.8em;margin:.4em 0}
.wide{overflow-x:auto;margin:1em 0}
table{border-collapse:collapse}
td,th{padding:.25em .5em;vertical-align:top;text-align:start;font-weight:inherit}
table.ruled td,table.ruled th{border:1px solid #888}
td>p,th>p,li>p{margin:.1em 0}
.side{display:flex;flex-wrap:wrap;gap:0 1.5em}
.side>div{flex:1 1 15em;min-width:0}
figure{margin:1em 0}
figcaption{font-size:.9em}
img{max-width:100%;height:auto}
header,footer,section.notes{color:#444;font-size:.9em}
footer,section.notes{border-top:1px solid #ccc;margin-top:2em}
@media(max-width:36rem){.justified{text-align:start}ol,ul{padding-inline-start:1.3em}}`;

/** Blocks that are looked through for a heading that can be the title. */
const TITLE_BLOCKS_MAX = 500;
/** Bytes of a picture that are encoded at a time: whole groups of three. */
const BASE64_BYTES = 3 * 2 ** 16;

export const writeHtml: WriteDocument = async ({ head, parts }, options) => {
  using file = new ResultFile(options.path, options.bytesMax);
  using notes = new WaitingFile(options, 'notes');
  const { title, section, all } = await readTitle(head, parts);
  file.write(headHtml(head, title));
  await writePieces(file, runningHtml('header', section?.header ?? [], head.look));
  file.write('<main>\n');
  const flow = new HtmlFlow(head.look);
  for await (const part of all) {
    if (part.kind === 'blocks') for (const block of part.blocks) await writePieces(file, flow.add(block));
    else if (part.kind === 'section') await writePieces(file, flow.end());
    else if (part.kind === 'footnote') notes.write(noteHtml(part, head.look));
  }
  await writePieces(file, flow.end());
  file.write('\n');
  if (!notes.isEmpty) {
    file.write('<section class="notes" aria-label="Notes">\n<ol>\n');
    notes.pour((bytes) => file.write(bytes));
    file.write('</ol>\n</section>\n');
  }
  file.write('</main>\n');
  await writePieces(file, runningHtml('footer', section?.footer ?? [], head.look));
  file.write('</body>\n</html>\n');
};

async function writePieces(file: ResultFile, pieces: Iterable<HtmlPiece>): Promise<void> {
  for (const piece of pieces) {
    if (typeof piece === 'string') file.write(piece);
    else {
      const bytes = Buffer.from(await piece.read());
      for (let at = 0; at < bytes.length; at += BASE64_BYTES) file.write(bytes.toString('base64', at, at + BASE64_BYTES));
    }
  }
}

interface Titled {
  readonly title: string;
  /** The first one. */
  readonly section: SectionHead | undefined;
  /** All parts, those that were read for the title too. */
  readonly all: AsyncIterable<DocumentPart>;
}

/** The document's own title, or its first heading. */
async function readTitle(head: DocumentHead, parts: AsyncIterable<DocumentPart>): Promise<Titled> {
  const rest = parts[Symbol.asyncIterator]();
  const read: DocumentPart[] = [];
  let section: SectionHead | undefined;
  let { title } = head;
  for (let blocks = 0; section === undefined || (title === undefined && blocks < TITLE_BLOCKS_MAX);) {
    const { done, value } = await rest.next();
    if (done) break;
    read.push(value);
    if (value.kind === 'section') section ??= value.section;
    if (value.kind !== 'blocks') continue;
    blocks += value.blocks.length;
    title ??= headingIn(value.blocks);
  }
  const all = async function* (): AsyncGenerator<DocumentPart> {
    yield* read.splice(0);
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  return { title: title ?? '', section, all: all() };
}

function headingIn(blocks: readonly Block[]): string | undefined {
  for (const block of blocks)
    if (block.kind === 'paragraph' && block.heading !== undefined) return block.runs.map(({ text }) => text).join('');
  return undefined;
}

function headHtml({ language = 'und', background = 0xffffff, families, look, rtl }: DocumentHead, title: string): string {
  return `<!DOCTYPE html>
<html lang="${escape(language)}"${rtl ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(shorten(title))}</title>
<style>
${STYLE.replace('FAMILY', familiesOf(look, families)).replace('GROUND', cssColour(background))}
</style>
</head>
<body>
`;
}

function shorten(title: string): string {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  return text.length > 70 ? `${text.slice(0, 69)}…` : text || 'Document';
}

function* runningHtml(name: string, blocks: readonly Block[], look: DocumentLook): Generator<HtmlPiece> {
  if (blocks.length === 0) return;
  yield `<${name}>\n`;
  yield* blocksHtml(blocks, look);
  yield `\n</${name}>\n`;
}

function noteHtml({ number, paragraphs }: Extract<DocumentPart, { kind: 'footnote' }>, look: DocumentLook): string {
  return `<li id="note-${number}">${paragraphs.map(({ runs }) => `<p>${runsHtml(runs, look)}</p>`).join('')}</li>\n`;
}

const GENERIC = { serif: 'serif', sans: 'sans-serif', mono: 'monospace' } as const;

function familiesOf({ family }: DocumentLook, families: DocumentHead['families']): string {
  return `${cssFamily(family)},${GENERIC[families.get(family) ?? 'sans']}`;
}

function cssFamily(family: string): string {
  return `'${family.replaceAll(/[^\p{L}\p{N} -]/gu, '')}'`;
}
