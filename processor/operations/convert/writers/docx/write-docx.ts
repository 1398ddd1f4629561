// The model → a Word document: real styles, numbering, tables, sections, links, notes. Never text boxes, macros, or fields other than page numbers.
// The text goes into its part as it comes; notes and relationships wait in files of their own, pictures in theirs.

import type { DocumentHead, DocumentPart, StreamedDocument } from '../../../../document/model.ts';
import { WaitingFile } from '../waiting-file.ts';
import type { EmbeddedFont, WriteDocument, WriteOptions } from '../writer.ts';
import { ZipFile } from '../../../../archive/zip-file.ts';
import { DocxFlow } from './flow.ts';
import { embedXml, fontPart } from './fonts.ts';
import { FOOTNOTES, footnoteXml } from './footnotes.ts';
import { hex } from './measures.ts';
import { Numbering } from './numbering.ts';
import { contentTypesXml, corePropertiesXml, fontTableXml, part, settingsXml } from './package.ts';
import { Media, PACKAGE_RELATIONSHIPS, Relationships, RELATIONSHIPS } from './relationships.ts';
import { RunningParts } from './running.ts';
import { sectionXml } from './section.ts';
import { stylesXml } from './styles.ts';

export const writeDocx: WriteDocument = async (document, options) => {
  using writer = new DocxWriter(document.head, options);
  await writer.writeText(document.parts);
  writer.writeDefinitions();
  await writer.writePictures();
  writer.end();
};

class DocxWriter implements Disposable {
  readonly #head: DocumentHead;
  readonly #zip: ZipFile;
  readonly #notes: WaitingFile;
  readonly #links: WaitingFile;
  readonly #noteLinks: WaitingFile;
  readonly #media = new Media();
  readonly #numbering = new Numbering();
  readonly #relationships: Relationships;
  readonly #noteRelationships: Relationships;
  readonly #running: RunningParts;
  /** Parts beside the document, and what they are. */
  readonly #parts: [file: string, kind: string][] = [['document.xml', 'document.main']];
  readonly #fonts: readonly EmbeddedFont[];
  #lastId = 0;

  constructor(head: DocumentHead, options: WriteOptions) {
    this.#head = head;
    this.#fonts = options.fonts ?? [];
    this.#notes = new WaitingFile(options, 'notes');
    this.#links = new WaitingFile(options, 'links');
    this.#noteLinks = new WaitingFile(options, 'note-links');
    this.#relationships = new Relationships(this.#media, (xml) => this.#links.write(xml));
    this.#noteRelationships = new Relationships(this.#media, (xml) => this.#noteLinks.write(xml));
    this.#running = new RunningParts(this.#shared(), this.#media, this.#relationships);
    this.#zip = new ZipFile(options.path, options.bytesMax);
  }

  async writeText(parts: StreamedDocument['parts']): Promise<void> {
    const { background } = this.#head;
    this.#zip.add('_rels/.rels', PACKAGE_RELATIONSHIPS);
    this.#zip.add('docProps/core.xml', corePropertiesXml(this.#head));
    this.#zip.open('word/document.xml');
    this.#zip.write(part('document').start);
    if (background !== undefined) this.#zip.write(`<w:background w:color="${hex(background)}"/>`);
    this.#zip.write('<w:body>');
    const flow = new DocxFlow({ ...this.#shared(), relationships: this.#relationships });
    let section = '';
    for await (const one of parts) {
      if (one.kind === 'footnote') this.#addNote(one);
      else if (one.kind === 'blocks') for (const block of one.blocks) this.#zip.writeAll(flow.add(block));
      else if (one.kind === 'shapes') flow.anchor(one.boxes);
      else {
        if (section !== '') this.#zip.writeAll(flow.end({ section }));
        section = sectionXml(one.section, this.#running);
      }
    }
    this.#zip.writeAll(flow.end({ closed: false }));
    this.#zip.write(`${section}</w:body>${part('document').end}`);
    this.#zip.close();
  }

  /** What the text refers to. */
  writeDefinitions(): void {
    const { look, families, background } = this.#head;
    const hasNotes = !this.#notes.isEmpty;
    this.#add('styles', [stylesXml(look)]);
    this.#addFonts(families);
    this.#add('settings', [settingsXml({ background: background !== undefined, footnotes: hasNotes, fonts: this.#fonts.length > 0 })]);
    if (!this.#numbering.isEmpty) this.#add('numbering', this.#numbering.xml());
    if (hasNotes) this.#endNotes();
    for (const { file, kind, xml, relationships } of this.#running.parts) {
      this.#zip.add(`word/${file}`, xml);
      this.#parts.push([file, kind]);
      if (relationships !== undefined) this.#zip.add(`word/_rels/${file}.rels`, relationships);
    }
    this.#addLinks('document', this.#links);
  }

  async writePictures(): Promise<void> {
    for (const [read, name] of this.#media.files()) this.#zip.store(`word/${name}`, await read());
  }

  end(): void {
    this.#zip.add('[Content_Types].xml', contentTypesXml(this.#parts));
    this.#zip.end();
  }

  [Symbol.dispose](): void {
    using _zip = this.#zip;
    using _notes = this.#notes;
    using _links = this.#links;
    using _noteLinks = this.#noteLinks;
  }

  #shared() {
    return { look: this.#head.look, numbering: this.#numbering, nextId: () => ++this.#lastId };
  }

  #addNote({ number, paragraphs }: Extract<DocumentPart, { kind: 'footnote' }>): void {
    this.#notes.write(footnoteXml(number, paragraphs, { ...this.#shared(), relationships: this.#noteRelationships }));
  }

  #endNotes(): void {
    this.#zip.open('word/footnotes.xml');
    this.#zip.write(FOOTNOTES.start);
    this.#notes.pour((bytes) => this.#zip.writeBytes(bytes));
    this.#zip.write(FOOTNOTES.end);
    this.#zip.close();
    this.#refer('footnotes');
    if (!this.#noteLinks.isEmpty) this.#addLinks('footnotes', this.#noteLinks);
  }

  #addFonts(families: DocumentHead['families']): void {
    const links: string[] = [];
    const relationships = new Relationships(this.#media, (xml) => links.push(xml));
    const parts = this.#fonts.map((font, index) => ({ font, ...fontPart(font, index + 1) }));
    const embedded = parts.map(({ font, file, key }) => ({ font, key, id: relationships.add('font', file) }));
    const all = new Map([...this.#fonts.map(({ family, kind }) => [family, kind] as const), ...families]);
    this.#add('fontTable', [fontTableXml(all, (name) => embedXml(embedded.filter(({ font }) => font.family === name)))]);
    if (parts.length === 0) return;
    this.#zip.add('word/_rels/fontTable.xml.rels', [RELATIONSHIPS.start, ...links, RELATIONSHIPS.end].join(''));
    for (const { file, bytes } of parts) this.#zip.store(`word/${file}`, bytes);
  }

  #addLinks(name: 'document' | 'footnotes', links: WaitingFile): void {
    this.#zip.open(`word/_rels/${name}.xml.rels`);
    this.#zip.write(RELATIONSHIPS.start);
    links.pour((bytes) => this.#zip.writeBytes(bytes));
    this.#zip.write(RELATIONSHIPS.end);
    this.#zip.close();
  }

  #add(kind: 'styles' | 'fontTable' | 'settings' | 'numbering', xml: Iterable<string>): void {
    this.#zip.open(`word/${kind}.xml`);
    this.#zip.writeAll(xml);
    this.#zip.close();
    this.#refer(kind);
  }

  #refer(kind: 'styles' | 'fontTable' | 'settings' | 'numbering' | 'footnotes'): void {
    this.#parts.push([`${kind}.xml`, kind]);
    this.#relationships.add(kind, `${kind}.xml`);
  }
}
