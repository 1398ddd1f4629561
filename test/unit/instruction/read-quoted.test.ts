// What is read of requests that name every text in quotation marks: each word has its part, or nothing is read.

import { describe, expect, test } from 'vitest';
import { fold } from '#instruction/reading/folded.ts';
import { asEnglish } from '#instruction/reading/quoted/as-english.ts';
import { readQuoted } from '#instruction/reading/quoted/read-quoted.ts';

function read(instruction: string): string | undefined {
  const folded = asEnglish(instruction) ?? fold(instruction);
  const request = readQuoted(folded);
  if (!request) return undefined;
  const said = ({ start, end }: { readonly start: number; readonly end: number }) => folded.source.slice(start, end);
  const { act, target, value, side, scopes, pages } = request;
  return [
    act,
    said(target.text),
    ...(value ? [side ?? 'by', said(value.text)] : []),
    ...scopes.map(({ name }) => `in ${said(name)}`),
    ...(pages === undefined ? [] : [`page ${pages}`]),
  ].join(' ');
}

describe('a request with quoted texts is read', () => {
  test.each([
    ['Correct the compound name "a" in Table 1 on page 1 to "b".', 'replace "a" by "b" in Table 1 page 1'],
    ['Insert a line "b" after the line "a" under Contact on page 1.', 'insert "a" after "b" in Contact page 1'],
    ['Please delete the row "a" from the section "c".', 'delete "a" in "c"'],
    ['Under "c" add the item "b" below "a"', 'insert "a" after "b" in "c"'],
    ['Write "b" instead of "a" in Table 2.', 'replace "a" by "b" in Table 2'],
    ['Fügen Sie auf Seite 2 nach dem Listenpunkt "a" den Punkt "b" ein.', 'insert "a" after "b" page 2'],
    ['Ersetze in der Tabelle 3 den Namen "a" durch "b"', 'replace "a" by "b" in Tabelle 3'],
    ['A pagina 1 elimina dal listino la riga "a".', 'delete "a" in listino page 1'],
    ['Supprimez sous « c » la phrase « a ».', 'delete « a » in « c »'],
    ['Delete the row of "a" from the table on page 1', 'delete "a" in table page 1'],
    ['Delete the sentence that contains "a"', 'delete "a"'],
    ['Change "a" in the row with "c" to "b"', 'replace "a" by "b" in "c"'],
    ['Add the row "b" after the line for "a"', 'insert "a" after "b"'],
    ['Löschen Sie die Zeile mit "a" auf Seite 2', 'delete "a" page 2'],
    ['Supprimez la ligne contenant « a »', 'delete « a »'],
    ['בעמוד 1, בשורה השנייה, יש למחוק את המילים "a" כך שיישאר רק המשפט הראשון', 'delete "a" in second line page 1'],
    ['נא להחליף את הכותרת "a" ב-"b"', 'replace "a" by "b"'],
    ['בעמוד 2 הוסף את המשפט "a" אחרי המשפט "b"', 'insert "b" after "a" page 2'],
    ['Usuń wiersz "a" na stronie 3.', 'delete "a" page 3'],
    ['Na stronie 4 wstaw zdanie "b" po zdaniu "a"', 'insert "a" after "b" page 4'],
    ['Verwijder onder "c" de regel "a"', 'delete "a" in "c"'],
    ['2. sayfada "c" fiyatını "a" yerine "b" yapın.', 'replace "a" by "b" in "c" page 2'],
    ['"c" başlığı altındaki "a" satırını silin.', 'delete "a" in "c"'],
    ['1ページの「a」という文を削除してください。', 'delete 「a」 page 1'],
    ['请删除第2页的“c”部分的“a”这一行', 'delete “a” in “c” page 2'],
  ])('%s', (instruction, request) => {
    expect(read(instruction)).toBe(request);
  });

  test.each([
    'Delete the rows of "a"',
    'Delete the paragraphs with "a"',
    'Delete the name of "a"',
    'Delete the heading of "a"',
    // More than one thing is asked for, or less than all.
    'Delete "a" and make "b" bold.',
    'Delete the link of "a".',
    'Delete the second "a".',
    'Delete everything but "a".',
    'Replace "a" in Table 1.',
    'Delete "a" in every table.',
    'Delete "a". Then add "b".',
    'Add "b" after the last "a".',
    'Do not delete "a".',
    'Delete half of "a".',
    'Delete the comment "a" on page 1.',
    'Delete "a" only on page 2.',
    '"a" başlığını silmeyin.',
    '「a」を削除しないでください。',
  ])('and not: %s', (instruction) => {
    expect(read(instruction)).toBeUndefined();
  });
});
