// What people point to by its place in a document: rows, columns, sections, items, captions, corners. The document is typed here with its model: a
// heading, a table, a list and a note.

import { describe, expect, test } from 'vitest';
import { planGrounded } from '../../../../../../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { refuseOpen } from '../../../../../../../processor/operations/ai-edit/plan/ground/refuse-open.ts';
import { groundOfLines, plannedFor, type TypedLines } from '../../../../../../support/modelled-text.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

/** Each line with the kind of its block; cells of a row are separated by two spaces. */
const LINES: TypedLines = [
  ['header', 'Annual Report 2009-10'],
  ['heading', 'Weather'],
  ['paragraph', 'The storms came late. Nobody expected the automatic warnings.'],
  ['row', 'City       Injuries   This week   Last week'],
  ['row', 'Denver     16         1.35        1.38'],
  ['row', 'San Jose   3          1.40        1.42'],
  ['caption', 'Table 1: Storms of the year'],
  ['heading', 'Packing list'],
  ['list_item', '1. Gloves'],
  ['list_item', '2. Spatula'],
  ['paragraph', 'Att:Ann Brown'],
  ['footnote', 'Write to ann@example.org for details.'],
  ['paragraph', 'PO Box 96169'],
  ['footer', '24   Northwind'],
];
const TEXT = LINES.map(([, text]) => text).join('\n');
const facts = factsOfText({ pages: [TEXT] });

const planOf = (instruction: string) => planGrounded(instruction, groundOfLines(LINES));

const linesOf = (instruction: string) => plannedFor(groundOfLines(LINES), instruction);

describe('what is pointed to by its place in the document', () => {
  test.each([
    ['Change the running header to "Annual Report 2010-11"', ['replace_text Annual Report 2009-10 → Annual Report 2010-11']],
    ['make the headings red', ['restyle_text Weather', 'restyle_text Packing list']],
    ['first row bold', ['restyle_text City Injuries This week Last week']],
    ['highlight the Denver row in yellow', ['highlight Denver 16 1.35 1.38']],
    ['highlight the row for Injuries 3', ['highlight San Jose 3 1.40 1.42']],
    ['Denver, last column: 1.39', ['replace_text 1.38 → 1.39']],
    ['injuries of San Jose should be 4', ['replace_text 3 → 4']],
    ['Denver for this week should be 1.36', ['replace_text 1.35 → 1.36']],
    ['San Jose: 2 injuries instead of 3', ['replace_text 3 → 2']],
    ['make the table caption bold', ['restyle_text Table 1: Storms of the year']],
    ['the page number should be 25', ['replace_text 24 → 25']],
    ['redact the e-mail address in the footnote', ['redact ann@example.org']],
    ['make the sentence about automatic warnings blue', ['restyle_text Nobody expected the automatic warnings.']],
    ['Mets en rouge le deuxième élément de la liste', 'missing'],
    ['highlight "Gloves" under "Packing list"', ['highlight Gloves']],
    ['highlight San Jose and its number', 'missing'],
  ])('%s', async (instruction, lines) => {
    expect(await linesOf(instruction)).toEqual(lines);
  });
});

describe('the new text ends where the request goes on', () => {
  test.each([
    ['Att should be Kari Nord everywhere, Ann Brown left the company', ['replace_text Ann Brown → Kari Nord']],
    ['PO Box 96169 is outdated -> 96148', ['replace_text 96169 → 96148']],
    ['Cambia Northwind por Southwind en la portada', ['replace_text Northwind → Southwind']],
    ['new version: replace Northwind by Southwind throughout', ['replace_text Northwind → Southwind']],
    ['Die Überschrift "Weather" bitte auf Deutsch: "Wetter"', ['replace_text Weather → Wetter']],
    ['Maak ons adres (ann@example.org) onleesbaar', ['redact ann@example.org']],
    ['把"Weather"改成红色', ['restyle_text Weather']],
    ['plz hilight "Weather" in yelow', ['highlight Weather']],
  ])('%s', async (instruction, lines) => {
    expect(await linesOf(instruction)).toEqual(lines);
  });
});

describe('places and marks that are said beside the texts', () => {
  test.each([
    ['Footer: "Northwind" -> "Southwind"', ['replace_text Northwind → Southwind']],
    ["in Denver's row the injuries should be 17", ['replace_text 16 → 17']],
    ['Ändere Northwind in Southwind', ['replace_text Northwind → Southwind']],
    ['add "Boots" to the list after Gloves', ['insert_text Gloves → Boots']],
    ['insert "3. Boots" after Spatula', ['insert_text Spatula → Boots']],
    ['remove "Nobody expected", we don\'t need it any more', ['delete_text Nobody expected']],
    ['write Gloves all in capitals like the others in the list', ['replace_text Gloves → GLOVES']],
    ['die Fehler: "Weather" -> "Wetter", "Gloves" -> "Handschuhe"', ['replace_text Weather → Wetter', 'replace_text Gloves → Handschuhe']],
    ['Füge auf Seite 1 unter der Überschrift "Weather" die Zeile "Read this first." ein', ['insert_text Weather → Read this first.']],
    ['unten statt "Northwind" bitte "Southwind"', ['replace_text Northwind → Southwind']],
    ['GLOVES in capitals everywhere it says "Gloves"', ['replace_text Gloves → GLOVES']],
    ['change Northwind to Southwind (lower case)', 'unclear'],
    ['delete the last sentence under the picture', 'missing'],
  ])('%s', async (instruction, lines) => {
    expect(await linesOf(instruction)).toEqual(lines);
  });
});

describe('what could be meant in several ways is not guessed', () => {
  test.each([
    // Several addresses are spoken of, and one is found.
    ['highlight the e-mail addresses in the footnote', 'ambiguous'],
    // The week that is meant is not there.
    ['Denver for next week should be 1.36', 'missing'],
    ['the sentence should be shorter', 'unclear'],
  ])('%s: %s', async (instruction, why) => {
    expect(await linesOf(instruction)).toBe(why);
  });

  test('a refusal names what comes nearest in the document, and the instruction with it', async () => {
    const instruction = 'change Packing lst to Things to bring';
    const plan = await planOf(instruction);
    const refusal = plan.ok ? undefined : refuseOpen(instruction, plan.open, [], facts);
    expect(refusal?.details).toMatchObject({
      requests: [{ nearest: [{ page: 1, text: 'Packing list' }], suggestions: ['change "Packing list" to Things to bring'] }],
    });
  });
});
