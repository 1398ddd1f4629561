// Names of things in a document, in nine languages, after folding.

import type { Span } from '../tokens.ts';
import type { Folded } from './folded.ts';
import { sharp, word } from './lexicon.ts';

export const DETERMINER = new RegExp(
  `^(?:${word('the|teh|this|that|our|my|your|their|his|her|its|all|every|each|both|a|an|der|die|das|den|dem|des|diese[nrs]?|unsere?n?|alle|le|la|les|l|ce|cette|notre|mon|ma|tous les|toutes les|el|los|las|este|esta|nuestro|mi|il|lo|gli|i|questo|questa|o|os|as|este|esta|nosso|het|de|dit|deze|ons|onze')} ?['’]? ?)+`,
  'u',
);

/** How much of a phrase its articles take: `ALL STATES` in capitals begins with its name. */
export function articleLength({ source, text }: Pick<Folded, 'source' | 'text'>, { start, end }: Span): number {
  const length = DETERMINER.exec(text.slice(start, end))?.[0].length ?? 0;
  const capitals = /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u.exec(source.slice(start, start + length));
  return capitals && /\p{Ll}/u.test(source) ? capitals.index : length;
}

export type Thing =
  | 'date'
  | 'subject'
  | 'greeting'
  | 'title'
  | 'total'
  | 'header'
  | 'footer'
  | 'paragraph'
  | 'line'
  | 'item'
  | 'row'
  | 'sentence'
  | 'heading'
  | 'section'
  | 'table'
  | 'column'
  | 'list'
  | 'caption'
  | 'note'
  | 'page_number'
  | 'email'
  | 'phone'
  | 'url'
  | 'iban';

const NAMES: Readonly<Record<Thing, string>> = {
  date: 'dates?|datum|fecha|data|日期|日付',
  subject: 'subject(?: line)?|re(?:ference)? line|betreff(?:zeile)?|objet|ligne d.objet|asunto|oggetto|assunto|onderwerp|主题|件名',
  greeting: 'greeting|salutation|anrede|formule d.appel|saludo|saluto|saudacao|aanhef',
  title:
    '(?:main |document |page )?title(?: (?:of|on) (?:the|this|our) (?:document|page|paper|letter|report|article|file|poster|drawing|diagrams?|slide|presentation))?|(?:main )?headline|main heading|heading|(?:haupt)?titels?|titre(?: principal)?|titulo|titolo|标题|タイトル',
  heading:
    '(?:sub[- ]?|section |chapter )?headings?|headlines?|(?:section |chapter )titles?|titles|uberschriften|zwischenuberschriften|titres|intertitres|titulos|encabezados|titoli|kopjes|koppen|见出|見出し',
  section:
    'sections?|chapters?|sub-?sections?|abschnitte?s?|kapitels?|sections?|chapitres?|rubriques?|seccion(?:es)?|apartados?|capitulos?|sezion[ei]|capitol[oi]|secao|secoes|hoofdstuk(?:ken)?|sectie|paragraaf|章节?|セクション',
  table: 'tables?|tabellen?|tableaux?|tablas?|tabell[ae]|tabelas?|tabel|grids?|表格?|テーブル',
  column: 'columns?|cols?|spalten?|colonnes?|columnas?|colonn[ae]|colunas?|kolom(?:men)?|列',
  list: '(?:bullet(?:ed)? |numbered |ordered )?lists?|enumerations?|(?:aufzahlungs)?listen?|aufzahlung(?:en)?|(?:material)?liste|listes?|enumeration|listas?|elench?[oi]|lijst(?:en)?|opsomming',
  caption:
    '(?:table |figure |picture )?captions?|legends?|bildunterschrift(?:en)?|tabellentitel|legendes?|leyendas?|pies? de foto|didascali[ae]|legendas?|bijschrift(?:en)?|キャプション',
  note: '(?:foot|end)?notes?|fussnoten?|notes? de bas de page|notas?(?: al pie| de rodape)?|not[ae](?: a pie di pagina)?|voetnoten?|voetnoot|脚注',
  page_number: 'page numbers?|seitenzahl(?:en)?|numeros? de page|numero de pagina|numero di pagina|paginanummers?|页码|ページ番号',
  total:
    '(?:grand |invoice )?total(?: amount)?|invoice amount|gesamt(?:betrag|summe)?|rechnungs(?:betrag|summe)|endbetrag|montant total|total general|importe total|importo totale|totale|valor total|totaal(?:bedrag)?|factuurbedrag|总计|合計',
  header:
    '(?:page |running )?headers?(?: lines?| text)?|running (?:heads?|titles?|headings?|headlines?)|kopfzeile|en-tete|encabezado|intestazione|cabecalho|koptekst',
  footer:
    '(?:page )?footers?(?: lines?| text)?|(?:bottom|foot) of (?:the|each|every) pages?|bas de page|fusszeile|pied de page|pie de pagina|pie di pagina|rodape|voettekst',
  paragraph: 'paragraphs?|absatz|absatze|paragraphes?|alinea|parrafos?|paragraf[oi]|alineas?',
  line: 'lines?|zeilen?|lignes?|lineas?|righe?|riga|linhas?|regels?',
  item: 'bullets?(?: points?)?|(?:list |bullet |numbered )?(?:items?|points?)|questions?|steps?|schritte?|etapes?|pasos?|passi|passos?|stap(?:pen)?|list entr(?:y|ies)|fragen?|preguntas?|domand[ae]|questao|questoes|perguntas?|vragen|vraag|aufzahlungspunkte?|listenpunkte?|punkt|puces?|vinetas?|element[oi]s?|punt[oi]|ite[mn]s?',
  row: '(?:table )?rows?|tabellenzeilen?|zeilen?|rangees?|lignes?|filas?|righe?|riga|linhas?|rij(?:en)?|那?一?行',
  sentence: 'sentences?|satz|satze|phrases?|oracion(?:es)?|frases?|frasi|zin(?:nen)?',
  email:
    'e-?mails?(?: adress(?:es)?| address(?:es)?)?|mail address(?:es)?|e-?mail-?adressen?|e-?mailadres|adresses? e?-?mail|correos?(?: electronicos?)?',
  phone:
    '(?:tele)?phone numbers?|telefonnummern?|numeros? de telephone|(?:numeros? de )?telefonos?|numer[oi] di telefono|telefoonnummers?|电话(?:号码)?|電話番号',
  url: 'urls?|adresses? web|sites? web|direccion(?:es)? web|indirizz[oi] web|enderecos? web|webadres(?:sen)?|web ?(?:site)? ?address(?:es)?|webadressen?|internetadressen?',
  iban: 'ibans?|iban[- ]?num(?:ber|mer|ero)s?',
};

export const THINGS = Object.fromEntries(Object.entries(NAMES).map(([thing, words]) => [thing, sharp(words)])) as typeof NAMES;

const NAMED = Object.entries(THINGS).map(([thing, words]) => [thing as Thing, new RegExp(`^(?:${words})$`, 'u')] as const);

export function thingOf(said: string): Thing | undefined {
  return NAMED.find(([, words]) => words.test(said))?.[0];
}

/** Nouns before a quoted text that say what it is, and add nothing. */
export const NAMING = new RegExp(
  `^(?:${word('placeholder|rooms?|abbreviation|acronym|expression|codes?|platzhalter|raum|abkurzung|salle|sala|words?|texts?|phrases?|sentences?|lines?|names?|titles?|headings?|headers?|labels?|typos?|dates?|numbers?|company|street|address|adress|city|person|term|string|value|caption|url|paragraph|(?:list |bullet )?items?|bullet(?: point)?|entry|wort|text|satz|zeile|name|titel|uberschrift|absatz|begriff|mots?|texte|phrase|ligne|titre|nom|paragraphe|palabra|texto|frase|linea|titulo|nombre|parrafo|parola|testo|riga|titolo|nome|paragrafo|palavra|linha|woord|tekst|zin|regel|titel|naam|single|标题|題名|見出し|タイトル|文字|单词|词语|词|句子|段落|文本|which says|that says|saying|called|small|large|big|main|red|blue|grey|first|last')} ?)*$`,
  'u',
);

/** Before a place in which something is. */
export const IN_PLACE = word(
  'in(?: the| that)?|out of(?: the)?|off(?: the)?|of(?: the)?|from(?: the)?|under(?: the)?|below(?: the)?|on(?: the)?|for(?: the)?|at(?: the)?|inside|within|im|in (?:der|dem|den)|der|des|von(?: der)?|vom|unter(?: dem| der)?|aus(?: der| dem)?|fur|dans(?: le| la| les)?|d[eu]|des|de la|sur(?: la| le)?|en(?: el| la)?|del|de(?: la| el| los| las)?|di|nell?(?:a|o|e)?|nel|dall|all|dell|del(?:la|lo|le)?|dell|nel(?:la|lo|le)?|sull?a?|da|do|dos|das|na|no|van(?: de| het)?|uit(?: de| het)?|onder|sous(?: le| la| les)?|en dessous d[eu]|(?:por )?debajo d(?:e la|el?|e los)|bajo(?: el| la)?|sotto(?: il| la| lo)?|abaixo d[aoe]|的',
);
