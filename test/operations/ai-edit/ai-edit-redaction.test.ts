import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { pdfiumTexts } from '../../../support/run/edit-pdf.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { makeSecretPdf, SECRET } from '../../../support/documents/secret-pdf.ts';

/** The file as it is, every stream of it inflated, and everything as qpdf writes it in the clear; escapes resolved. */
function everythingIn(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  const parts = [raw.toString('latin1'), qpdfPlain(bytes)];
  for (let at = raw.indexOf('stream\n'); at >= 0; at = raw.indexOf('stream\n', at + 1)) {
    try {
      parts.push(inflateSync(raw.subarray(at + 7), { finishFlush: 2 }).toString('latin1'));
    } catch {
      // Not compressed: it is in the raw bytes.
    }
  }
  return parts.join('\n').replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

/** The encodings of a text in the bytes: PDFDoc and UTF-8 are the same for ASCII. */
function sayings(everything: string, text: string): string[] {
  const folded = everything.toLowerCase();
  const wide = Buffer.from(text.toLowerCase(), 'utf16le');
  const exactWide = Buffer.from(text, 'utf16le');
  const big = (buffer: Buffer) => Buffer.from(buffer).swap16();
  const forms: Record<string, string> = {
    plain: text.toLowerCase(),
    name: text.toLowerCase().replaceAll(' ', '#20'),
    percent: text.toLowerCase().replaceAll(' ', '%20'),
    entity: text.toLowerCase().replaceAll(' ', '&#32;'),
    utf16be: big(wide).toString('latin1'),
    utf16le: wide.toString('latin1'),
    hex: Buffer.from(text).toString('hex'),
    hex16: big(exactWide).toString('hex'),
  };
  return Object.entries(forms).flatMap(([name, form]) => (folded.includes(form) ? [name] : []));
}

describe.skipIf(!hasPdfJudges)('a redaction', () => {
  test('leaves a secret nowhere: shown, drawn from elsewhere, told or kept, in no encoding', async () => {
    const before = makeSecretPdf();
    expect(sayings(everythingIn(before), SECRET)).toEqual(['plain', 'name', 'percent', 'entity', 'hex16']);
    const run = await runEdit(before, `redact "${SECRET}"`);
    const everything = everythingIn(run.bytes);
    expect(sayings(everything, SECRET)).toEqual([]);
    // Neither do readings of the redacted content that spell it otherwise.
    expect(everything).not.toMatch(/Marlene Q\.|M\. Quist/);
    expect(everything).toContain('an attachment that says nothing');
    const [shown = ''] = await pdfiumTexts(run.bytes);
    expect(shown.replaceAll(/\s+/g, ' ')).toBe('Patient: adult x Nothing else goes.');
    expect(textOfPdf(run.bytes)).toContain('Nothing else goes.');
    expect(everything).not.toMatch(/\/Thumb|\/PieceInfo|\/XFA/);
    expect(everything).toContain('250 120 m');
    expect(everything).not.toContain('201 31 m');
    expect(qpdfCheck(run.bytes).status).toBe(0);
    expect(run.report.verification['redaction']).toMatchObject({ searched: 1, kept_elsewhere: 0 });
  });

  test('keeps links to a destination whose name it takes away', async () => {
    const everything = everythingIn((await runEdit(makeSecretPdf(), `redact "${SECRET}"`)).bytes);
    expect(everything).toMatch(/\/Dest \[\s*\d+ 0 R\s*\/Fit/);
    expect(everything).toMatch(/\/D \[\s*\d+ 0 R\s*\/Fit/);
    expect(everything).toContain('(Other)');
    expect(everything).toContain('/Kept');
  });

  test('is refused where an attachment says the text, and with allow_partial the rest is carried out without it', async () => {
    const bytes = makePdf({
      objects: {
        ...plainObjects('Confidential words', '', '/Names << /EmbeddedFiles << /Names [(a.txt) 8 0 R] >> >>'),
        8: '<< /Type /Filespec /F (a.txt) /EF << /F 9 0 R >> >>',
        9: { dict: '/Type /EmbeddedFile', data: 'says Confidential too' },
      },
    });
    const instruction = 'redact "Confidential"; replace "words" with "letters"';
    const failure = await runEdit(bytes, instruction).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JobFailure);
    expect(failure).toMatchObject({
      reason: 'unsupported_feature',
      details: { check: 'redaction', operations: ['op1'], left: ['stream'] },
    });
    const run = await runEdit(bytes, { instruction, allow_partial: true });
    expect(run.report.skipped).toMatchObject([{ operation: 'op1', reason: 'unsupported_feature' }]);
    expect(run.report.changes.map(({ operation }) => operation)).toEqual(['op2']);
    expect(textOfPdf(run.bytes).trim()).toBe('Confidential letters');
  });
});
