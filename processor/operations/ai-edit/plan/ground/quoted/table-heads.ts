// The rows of a table that head its columns: `the header row`, `the column headings`.

import { word } from '#instruction/reading/lexicon.ts';
import { type PlacedBlock, rowsOfTable } from '../../places/blocks.ts';
import { type Place, placesOf } from '../../places/page-lines.ts';
import { isIn, missing, type Resolution, type Scene } from '../../places/scene.ts';

const HEAD_ROW = new RegExp(
  `^(?:${word(
    '(?:table |top )*(?:header|heading|head|title) row|(?:table|column) (?:header|heading|head|title)s?(?: row)?|row of headings|head of the table|tabellenkopf|kopfzeile der tabelle|spalten(?:kopfe|uberschriften|titel)|' +
      '(?:ligne d.)?en-tetes? (?:d[eu]s? )?(?:la |le )?(?:tableau|colonnes?)|ligne d.en-tete|titres des colonnes|(?:fila|linea) de (?:encabezados?|titulos?|cabecera)|encabezados? de (?:la tabla|(?:las )?columnas?)|' +
      'riga d(?:i|ell.)intestazione|intestazion[ei] d(?:i|elle|ella) (?:colonn[ae]|tabella)|linha d[eo] cabecalho|cabecalhos? d(?:e|a|as) (?:colunas?|tabela)|koprij|kolomkoppen|kolomkop(?:pen)?|tabelkop|表头|表頭|見出し行',
  )})(?: of (?:the|this|both|all)(?: the)? tables?)?$`,
  'u',
);

const isNumeric = (text: string) => /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(text);

/** The first row, and the second where the first has heads over several columns; none where numbers stand in it. */
function headsOf({ ground }: Scene, table: PlacedBlock): readonly (readonly Place[])[] {
  const [first = [], second = []] = rowsOfTable(table);
  if (first.length < 2 || first.some(({ text }) => isNumeric(text))) return [];
  const isOver = first.some(({ columnSpan }) => columnSpan > 1) && !second.some(({ text }) => isNumeric(text));
  const lines = ground.lines(table.page);
  return (isOver ? [first, second] : [first]).map((row) =>
    placesOf(
      lines,
      row.flatMap(({ words }) => words),
    ),
  );
}

/** @param said without its article; folded. @returns undefined where it names no head of a table */
export function resolveHeads(scene: Scene, said: string): Resolution | undefined {
  if (!HEAD_ROW.test(said)) return undefined;
  const tables = scene.pages.flatMap((page) => scene.ground.blocks(page).filter(({ kind }) => kind === 'table'));
  const heads = tables
    .map((table) => headsOf(scene, table))
    .filter((rows) => rows.length > 0 && rows.flat().every((place) => isIn(place, scene.region)));
  const isPlural = /(?:^| )(?:tables|tabellen|tableaux|tablas|tabelle|tabelas)$/u.test(said);
  if (heads.length === 0 || (heads.length > 1 && !isPlural)) return missing(said, heads.flat(2));
  return { ok: true, kind: 'block', targets: heads.flat() };
}
