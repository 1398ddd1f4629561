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
  ['swap the first picture for ours', { kind: 'replace_image', target: 'the first picture' }],
  ['replace figure 2.3 with our logo', { kind: 'replace_image', target: 'figure 2.3' }],
  ['make figure 2 smaller', { kind: 'picture', act: 'resize', percent: 80 }],
  ['move the logo on the right to the center', { kind: 'picture', act: 'move', position: 'center' }],
  ['remove the picture of the fish but keep its caption', { kind: 'picture', act: 'delete', target: 'the picture of the fish' }],
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
  ['let the link on "A" lead to https://a.example/x', { kind: 'link', target: '"A"', url: 'https://a.example/x' }],
  ['the link in footnote 2 should go to https://a.example/x', { kind: 'link', target: 'footnote 2', url: 'https://a.example/x' }],
  ['add a hyperlink https://a.example/x to the words "A"', { kind: 'link', target: 'the words "A"', url: 'https://a.example/x' }],
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

test.each([
  ['在左下角放上我们的logo', { kind: 'add_picture', position: 'bottom_left' }],
  ['删除右上角的图片', { kind: 'picture', act: 'delete', target: '右上角的图片' }],
  ['ロゴを削除してください', { kind: 'picture', act: 'delete', target: 'ロゴ' }],
  ['添加水印"草稿"', { kind: 'mark', mark: 'watermark', value: '"草稿"' }],
  ['1ページ目の右上に赤い「済」のスタンプを押してください', { mark: 'stamp', value: '「済」', color: '#ff0000', where: { pages: '1' } }],
  ['在第2页右上角盖红色章"已付"', { mark: 'stamp', position: 'top_right', color: '#ff0000', where: { pages: '2' } }],
  ['删除所有批注', { kind: 'remarks', kinds: ['comments'] }],
  ['黄色のハイライトをすべて削除してください', { kind: 'remarks', kinds: ['highlights'], color: '#ffff00' }],
  ['リンクをすべて削除してください', { kind: 'unlink' }],
  ['给"总计"加红色下划线', { kind: 'line', line: 'underline', target: '"总计"', color: '#ff0000' }],
  ['勾选"同意"', { kind: 'tick', field: '"同意"', checked: true }],
  ['颠倒页面顺序', { kind: 'reverse' }],
  ['1〜3ページだけ残してください', { kind: 'keep_pages', pages: '1-3' }],
  ['把第2页逆时针旋转90度', { kind: 'rotate', pages: '2', degrees: 270 }],
  ['全ページを時計回りに90度回転してください', { kind: 'rotate', pages: 'all', degrees: 90 }],
  ['把年龄涂黑，我要发到网上', { kind: 'redact', target: '年龄' }],
])('in scripts without spaces: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['把年龄涂黑，只要第一页', '年龄'],
  ['把第2页旋转90度', undefined],
])('a limit is no reason, a turn has a side: %s', (instruction, target) => {
  expect(read(instruction)).not.toMatchObject([target === undefined ? { kind: 'rotate' } : { kind: 'redact', target }]);
});

test.each([
  ['the last page is empty, please delete it', { kind: 'delete_pages', pages: 'last' }],
  ['The last page is empty. Please delete it.', { kind: 'delete_pages', pages: 'last' }],
  ['the badge at the bottom looks odd, remove it please', { kind: 'picture', act: 'delete' }],
  ['Die letzte Seite ist leer, bitte lösche sie', { kind: 'delete_pages', pages: 'last' }],
])('what is spoken of first: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['remove the yellow highlighting but leave the text', { kind: 'remarks', kinds: ['highlights'], color: '#ffff00' }],
  ['entferne die Markierungen, aber lass den Text stehen', { kind: 'remarks', kinds: ['highlights'] }],
  ['remove the link to example.com but keep the text', { kind: 'unlink', target: 'example.com' }],
  ['the link behind "A" should go to https://a.example', { kind: 'link', target: '"A"', isThere: true }],
  ['attach a comment "check" to "Total"', { kind: 'note', value: '"check"', at: '"Total"' }],
  ['take the old badge off the last page', { kind: 'picture', act: 'delete', target: 'the old badge off the last page' }],
  ['take out the QR code and the text underneath', { kind: 'picture', act: 'delete', target: 'the QR code', withTextBelow: true }],
  ['elimina la última frase del párrafo debajo del gráfico', { kind: 'delete' }],
  ['sign it at the bottom left: "A. Brown"', { kind: 'mark', mark: 'stamp', value: '"A. Brown"', position: 'bottom_left' }],
  ['numérote les pages en haut à gauche, sous la forme 1/2', { kind: 'number', position: 'top_left', format: '{n}/{total}' }],
  ['delete the glossary page', { kind: 'named_pages', act: 'delete_pages', name: 'glossary' }],
  ['keep only the first two pages with the timetable', { kind: 'keep_pages', pages: '1-2', shown: 'the timetable' }],
])('things: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['anonymise the letter: black bars over "Ada Brown"', { kind: 'redact', target: '"Ada Brown"' }],
  ['anonymise the report: no "Ada Brown" any more, anywhere', { kind: 'redact', target: '"Ada Brown"', where: { isEverywhere: true } }],
  ['This goes to the press: please anonymise it, i.e. black out "Ada Brown"', { kind: 'redact', target: '"Ada Brown"' }],
  ['for an exhibition: black out "Ada Brown"', { kind: 'redact', target: '"Ada Brown"' }],
])('what for, then how: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test('a part with its verb at the end is one request, the next another', () => {
  expect(read('Seite 2 löschen und das Formular danach flach machen')).toMatchObject([
    { kind: 'delete_pages', pages: '2' },
    { kind: 'flatten' },
  ]);
});

test('what else is asked for is not taken for what stays', () => {
  expect(read('remove the logo and everything else')).not.toMatchObject([{ kind: 'picture', act: 'delete', target: 'the logo' }]);
});

test.each([
  ['Behalte nur die ersten drei Seiten', { kind: 'keep_pages', pages: '1-3' }],
  ['Conserva le prime 4 pagine', { kind: 'keep_pages', pages: '1-4' }],
  ['Supprime les deux dernières pages', { kind: 'delete_pages', pages: '-2-last' }],
  ['Elimina la última página', { kind: 'delete_pages', pages: 'last' }],
  ['Elimina le pagine 2 e 3', { kind: 'delete_pages', pages: '2,3' }],
  ['Verwijder pagina 2 tot 4', { kind: 'delete_pages', pages: '2-4' }],
  ['Füge nach Seite 2 eine leere Seite ein', { kind: 'insert_blank', place: 'after', page: 2 }],
  ['Voeg een lege pagina toe na pagina 1', { kind: 'insert_blank', place: 'after', page: 1 }],
  ['Fais pivoter la page 2 de 90 degrés vers la droite', { kind: 'rotate', pages: '2', degrees: 90 }],
  ['Draai pagina 3 een kwartslag naar links', { kind: 'rotate', pages: '3', degrees: 270 }],
  ['Gira la página 2 noventa grados', { kind: 'rotate', pages: '2', degrees: 90 }],
  ['Bitte die Reihenfolge der Seiten umkehren', { kind: 'reverse' }],
  ['请把最后一页移到最前面', { kind: 'move_pages', pages: 'last', place: 'before', page: 1 }],
  ['第2页删掉', { kind: 'delete_pages', pages: '2' }],
])('pages in other words: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  ['make the logo 20% smaller', { kind: 'picture', act: 'resize', percent: 80 }],
  ['shrink the logo to 20%', { kind: 'picture', act: 'resize', percent: 20 }],
  ['put the attached logo at the top right of the first page', { kind: 'add_picture', position: 'top_right', where: { pages: '1' } }],
  ['Ersetze das Logo durch unser neues', { kind: 'replace_image' }],
  ['Elimina todos los resaltados amarillos', { kind: 'remarks', kinds: ['highlights'], color: '#ffff00' }],
  ['Añade una nota "revisar" junto a "Total"', { kind: 'note', value: '"revisar"', at: '"Total"' }],
  ['Füge eine Kopfzeile "Entwurf" hinzu', { kind: 'mark', mark: 'header', value: '"Entwurf"' }],
  ['put a big red CONFIDENTIAL watermark on all pages', { kind: 'mark', mark: 'watermark', value: 'CONFIDENTIAL', color: '#ff0000' }],
  ['Zet "CONCEPT" als watermerk op elke pagina', { kind: 'mark', mark: 'watermark', where: { pages: 'all' } }],
  [
    'number the pages at the bottom centre, except on the first page',
    { kind: 'number', position: 'bottom_center', where: { pages: 'all except 1' } },
  ],
  ['make the form fields no longer editable', { kind: 'flatten' }],
  ['メールアドレスを黒塗りにしてください', { kind: 'redact', target: 'メールアドレス' }],
])('in other words: %s', (instruction, expected) => {
  expect(read(instruction)).toMatchObject([expected]);
});

test.each([
  'rotate landscape pages 90° clockwise',
  'delete all comments except those of Ann',
  'put a small red CONFIDENTIAL stamp on all pages',
])('no word is passed over: %s', (instruction) => {
  const kinds = read(instruction).map((intent) => (intent as { kind?: string } | null)?.kind);
  expect(kinds).not.toContain('rotate');
  expect(kinds).not.toContain('remarks');
  expect(kinds).not.toContain('mark');
});

test('a distance is no place: a picture is not moved to a side of its page for it', () => {
  for (const instruction of ['move the picture 1 cm to the left', 'move the logo a bit to the right'])
    expect(read(instruction)).not.toMatchObject([{ kind: 'picture', act: 'move', position: 'center_left' }]);
  expect(read('move the logo a bit to the right')).not.toMatchObject([{ kind: 'picture', act: 'move' }]);
});

test.each([
  ['move the picture 1 cm to the left', 'the picture', 'left', 1, 'cm'],
  ['Move the picture of figure 2 on page 1 1 cm to the left', 'the picture of figure 2', 'left', 1, 'cm'],
  ['shift the logo down by 5 mm', 'the logo', 'down', 5, 'mm'],
  ['Verschiebe das Bild um 2,5 cm nach rechts', 'das Bild', 'right', 2.5, 'cm'],
  ['déplacez le logo de 12 mm vers le haut', 'le logo', 'up', 12, 'mm'],
])('a picture is moved as far as is said: %s', (instruction, target, direction, value, unit) => {
  expect(read(instruction)).toMatchObject([{ kind: 'picture', act: 'move', target, by: { direction, distance: { value, unit } } }]);
});

test.each(['move the logo 1 cm to the left and 2 cm down', 'move our logo 1 cm to the left', 'move the title 1 cm to the left'])(
  'and not: %s',
  (instruction) => {
    expect(read(instruction)).not.toMatchObject([{ kind: 'picture', act: 'move' }]);
  },
);
