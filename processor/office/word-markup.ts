// Looks through the XML of one part of a Word document (ISO/IEC 29500-1, 17) for what is metadata and not content, and says which edits remove it.
// Text, styles and structure are never touched: the survey carries a hash of all text to prove it.

import { createHash } from 'node:crypto';
import {
  attributeNamespace,
  attributeValue,
  decodeXmlText,
  elementNamespace,
  localName,
  scanXml,
  type XmlEdit,
  type XmlText,
  type XmlToken,
} from './xml.ts';

interface MarkupFinding {
  /** rsid, template, document_variable, mail_merge, printer_settings, document_id, comment_author, revision_author, revision_date, xml_comment. */
  readonly kind: string;
  readonly name?: string;
  readonly value?: string;
  /** How often. */
  readonly count: number;
}

export interface MarkupSurvey {
  readonly findings: readonly MarkupFinding[];
  /** Removes what is always metadata. */
  readonly edits: readonly XmlEdit[];
  /** Makes authors neutral and removes the dates of comments and revisions. */
  readonly authorEdits: readonly XmlEdit[];
  /** Relationships that the removed elements used. */
  readonly droppedRelationshipIds: ReadonlySet<string>;
  /** Upper-case ids of the XML stores whose content is shown in the text (17.5.2.6, dataBinding). */
  readonly boundStores: ReadonlySet<string>;
  readonly textSha256: string;
  readonly textChars: number;
}

const NEUTRAL_AUTHOR = 'Author';
const NEUTRAL_INITIALS = 'A';

const WORD = new Set(['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'http://purl.oclc.org/ooxml/wordprocessingml/main']);
const isExtension = (namespace: string) => namespace.startsWith('http://schemas.microsoft.com/office/word/');

/** Elements of the settings and sections that are removed with their content; none is visible. */
const DROPPED: Readonly<Record<string, string>> = {
  rsids: 'rsid',
  attachedTemplate: 'template',
  docVars: 'document_variable',
  mailMerge: 'mail_merge',
  printerSettings: 'printer_settings',
};

/** @throws JobFailure as scanXml does. */
export function surveyMarkup(part: XmlText): MarkupSurvey {
  const survey = new Survey(part);
  for (const token of scanXml(part.text)) survey.visit(token);
  return survey.result();
}

class Survey {
  private readonly text: string;
  private readonly encode: XmlText['encode'];
  private readonly findings = new Map<string, { kind: string; name?: string; value?: string; count: number }>();
  private readonly edits: XmlEdit[] = [];
  private readonly authorEdits: XmlEdit[] = [];
  private readonly relationshipIds = new Set<string>();
  private readonly boundStores = new Set<string>();
  private readonly hash = createHash('sha256');
  private textChars = 0;
  private dropping: { kind: string; start: number; depth: number } | undefined;

  constructor({ text, encode }: XmlText) {
    this.text = text;
    this.encode = encode;
  }

  visit(token: XmlToken): void {
    if (this.dropping) {
      if (token.kind === 'open' || token.kind === 'empty') this.noteDropped(this.dropping.kind, token);
      if (token.kind === 'close' && token.depth === this.dropping.depth) {
        this.edits.push({ start: this.dropping.start, end: token.end, text: '' });
        this.dropping = undefined;
      }
      return;
    }
    if (token.kind === 'text' || token.kind === 'cdata') {
      const shown = this.text.slice(token.start, token.end);
      if (token.depth === 0) return;
      // The bytes, because the same text can decode differently once a stray byte beside it is gone.
      this.hash.update(this.encode(shown));
      this.textChars += shown.length;
    } else if (token.kind === 'comment') {
      this.edits.push({ start: token.start, end: token.end, text: '' });
      this.note('xml_comment', { value: this.text.slice(token.start + 4, token.end - 3).trim() });
    } else if (token.kind === 'open' || token.kind === 'empty') this.visitElement(token);
  }

  private visitElement(token: XmlToken): void {
    const namespace = elementNamespace(token);
    const local = localName(token.name);
    const isWord = WORD.has(namespace);
    const kind = isWord ? DROPPED[local] : isExtension(namespace) && local === 'docId' ? 'document_id' : undefined;
    if (kind !== undefined) {
      this.noteDropped(kind, token);
      if (token.kind === 'empty') this.edits.push({ start: token.start, end: token.end, text: '' });
      else this.dropping = { kind, start: token.start, depth: token.depth };
      return;
    }
    if (local === 'dataBinding') this.boundStores.add((attributeValue(token, 'storeItemID') ?? '').toUpperCase());
    for (const attribute of token.attributes) {
      if (attribute.name.startsWith('xmlns')) continue;
      const owner = attributeNamespace(token, attribute);
      const name = localName(attribute.name);
      const inWord = WORD.has(owner);
      const { start, end, valueStart, valueEnd } = attribute;
      if (inWord && name.startsWith('rsid')) {
        this.edits.push({ start, end, text: '' });
        this.note('rsid', {});
      } else if (inWord && (name === 'author' || name === 'initials')) {
        const neutral = name === 'author' ? NEUTRAL_AUTHOR : NEUTRAL_INITIALS;
        if (attribute.raw !== neutral) this.authorEdits.push({ start: valueStart, end: valueEnd, text: neutral });
        this.note(local === 'comment' ? 'comment_author' : 'revision_author', { name, value: decodeXmlText(attribute.raw) });
      } else if (
        (inWord && name === 'date' && token.attributes.some((other) => localName(other.name) === 'author')) ||
        (isExtension(owner) && name === 'dateUtc')
      ) {
        this.authorEdits.push({ start, end, text: '' });
        this.note('revision_date', { name, value: attribute.raw });
      }
    }
  }

  /** A removed element, or one inside it: its values are evidence. */
  private noteDropped(kind: string, token: XmlToken): void {
    const value = attributeValue(token, 'val') ?? attributeValue(token, 'query') ?? attributeValue(token, 'connectString');
    const id = attributeValue(token, 'id');
    if (id !== undefined) this.relationshipIds.add(id);
    if (kind === 'rsid') {
      if (value !== undefined) this.note('rsid', {});
      return;
    }
    const name = attributeValue(token, 'name') ?? localName(token.name);
    this.note(kind, { name, ...(value === undefined ? {} : { value }) });
  }

  private note(kind: string, detail: { name?: string; value?: string }): void {
    const key = `${kind}\0${detail.name ?? ''}\0${detail.value ?? ''}`;
    const known = this.findings.get(key);
    if (known) known.count += 1;
    else this.findings.set(key, { kind, ...detail, count: 1 });
  }

  result(): MarkupSurvey {
    return {
      findings: [...this.findings.values()],
      edits: this.edits,
      authorEdits: this.authorEdits,
      droppedRelationshipIds: this.relationshipIds,
      boundStores: this.boundStores,
      textSha256: this.hash.digest('hex'),
      textChars: this.textChars,
    };
  }
}
