// How people ask for what is not running text: each sentence becomes the request that it is, in the language that it is written in.

import { expect, test } from 'vitest';
import { fold } from '#instruction/reading/folded.ts';
import { mendVerbs, splitParts } from '#instruction/reading/parts.ts';
import { readPart } from '#instruction/reading/read-part.ts';

/** The first reading of each part, places of the instruction as their words. */
function read(instruction: string): unknown[] {
  const folded = mendVerbs(fold(instruction));
  return splitParts(folded).map(({ span }) => {
    // Names and values alone can fill a form, whatever they say.
    const [first] = readPart(folded, span)
      .flat()
      .filter(({ kind }) => kind !== 'fill_list');
    return JSON.parse(
      JSON.stringify(first ?? null, (_, value: unknown) => {
        const { start, end } = (value ?? {}) as { start?: number; end?: number };
        return typeof start === 'number' && typeof end === 'number' ? instruction.slice(start, end) : value;
      }),
    );
  });
}

test.each([
  ['remove the logo at the top left', { kind: 'picture', act: 'delete', target: 'the logo at the top left' }],
  ['take the club logo off, top left', { kind: 'picture', act: 'delete' }],
  ['Bitte das zweite Bild auf Seite 3 löschen', { kind: 'picture', act: 'delete', target: 'das zweite Bild auf Seite 3' }],
  ["Supprime l'image en bas de la page 2", { kind: 'picture', act: 'delete' }],
  ['move the logo to the top right', { kind: 'picture', act: 'move', position: 'top_right' }],
  ['make the picture half the size', { kind: 'picture', act: 'resize', percent: 50 }],
  ['enlarge the photo by 20%', { kind: 'picture', act: 'resize', percent: 120 }],
  ['put our logo into the bottom right corner', { kind: 'add_picture', position: 'bottom_right' }],
])('pictures: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['remove all comments', { kind: 'remarks', act: 'remove', kinds: ['comments'] }],
  ['remove the yellow highlighting on page 2', { kinds: ['highlights'], color: '#ffff00', where: { pages: '2' } }],
  ['delete the comments by Ann Lee', { kinds: ['comments'], author: 'Ann Lee' }],
  ['entferne alle Markierungen', { kinds: ['highlights'] }],
  ['supprime les commentaires', { kinds: ['comments'] }],
  ['elimina todas las notas', { kinds: ['comments'] }],
  ['rimuovi le sottolineature', { kinds: ['underlines'] }],
  ['remova os comentários', { kinds: ['comments'] }],
  ['verwijder alle opmerkingen', { kinds: ['comments'] }],
  ['empty all the fields so I can print it blank', { kind: 'clear_fields' }],
  ['alle Felder leeren', { kind: 'clear_fields' }],
  ['flatten the annotations', { act: 'flatten', kinds: ['all'] }],
  ['underline "Total"', { kind: 'line', line: 'underline', target: '"Total"' }],
  ['souligne le titre Préambule', { kind: 'line', line: 'underline' }],
  ['"Summe" durchstreichen', { kind: 'line', line: 'strike', target: '"Summe"' }],
  ['add a sticky note "check" next to "Total"', { kind: 'note', value: '"check"', at: '"Total"' }],
])('annotations: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['make "A" clickable (https://a.example/x)', { kind: 'link', target: '"A"', url: 'https://a.example/x' }],
  ['link "A" to page 5', { kind: 'link', target: '"A"', page: 5 }],
  ['verlinke "Impressum" mit https://a.example', { kind: 'link', target: '"Impressum"', url: 'https://a.example' }],
  ['change the link of "A" to https://a.example', { kind: 'link', target: '"A"', url: 'https://a.example' }],
  ['the e-mail address at the bottom should be clickable', { kind: 'link', target: 'the e-mail address at the bottom' }],
  ['remove the link on "A"', { kind: 'unlink', target: '"A"' }],
  ['remove the red frames around the links', { kind: 'unlink', isBorder: true }],
])('links: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['put slide 7 before slide 3', { kind: 'move_pages', pages: '7', place: 'before', page: 3 }],
  ['the last page should come first', { kind: 'move_pages', pages: 'last', place: 'before', page: 1 }],
  ['verschiebe Seite 4 ans Ende', { kind: 'move_pages', pages: '4', place: 'after', page: -1 }],
  ['mets la page 3 avant la page 1', { kind: 'move_pages', pages: '3', place: 'before', page: 1 }],
  ['tausche Seite 2 und 5', { kind: 'swap_pages', pages: '2,5' }],
  ['intercambia las páginas 2 y 5', { kind: 'swap_pages', pages: '2,5' }],
  ['duplicate the last page', { kind: 'duplicate_pages', pages: 'last', copies: 1 }],
  ["Draai alle pagina's 90 graden tegen de klok in", { kind: 'rotate', pages: 'all', degrees: 270 }],
  ['別紙１のページ（６ページ目）を削除してください', { kind: 'delete_pages', pages: '6' }],
  ['删除最后一页', { kind: 'delete_pages', pages: 'last' }],
])('pages: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['put "URGENT" in red under the logo', { kind: 'mark', beside: { side: 'below', anchor: 'the logo' }, color: '#ff0000' }],
  ['setze "Entwurf" rechts neben das Logo', { kind: 'mark', beside: { side: 'right' } }],
  ['stamp "PAID" in 20 pt in green at the top right', { kind: 'mark', points: 20, position: 'top_right' }],
])('marks: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});
