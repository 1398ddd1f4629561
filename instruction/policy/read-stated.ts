// What an instruction says of its purpose and its act, apart from any plan: the words that give it away, whether the document is the author's own,
// and whether it asks for other statements or only for what hides openly, marks or orders.

import { fold, type Folded } from '../reading/folded.ts';
import { INSTEAD_OF, SHOULD_BE, verbsOf } from '../reading/lexicon.ts';
import { word } from './folded-word.ts';
import { ANY_PARTY, CHINESE_PARTIES, JAPANESE_PARTIES } from './parties.ts';
import { OWN, type Purpose, PURPOSES, TYPO, UNFOLDED } from './purposes.ts';

export interface Stated {
  /** The words of the instruction for each purpose that it states. */
  readonly purposes: Readonly<Partial<Record<Purpose, string>>>;
  /** Whoever asks says that the document is a draft or a letter of their own. */
  readonly isOwn: boolean;
  /** It speaks of somebody from whom something could be kept: a court, a bank, an employer. */
  readonly namesParty: boolean;
  /** It corrects spelling. */
  readonly mendsSpelling: boolean;
  /** Nothing but hiding openly, marking and ordering pages is asked for. */
  readonly isHarmless: boolean;
  /** It asks to replace or take away what stands there. */
  readonly alters: boolean;
  /** What it would write holds a figure or an outcome. */
  readonly writesFacts: boolean;
  /** It asks for another figure or outcome in place of one, not for another look or order of pages. */
  readonly restates: boolean;
  /** It would write that an office received, paid, approved or certified something. */
  readonly asserts: boolean;
}

const PARTIES = new RegExp(`${ANY_PARTY}|${CHINESE_PARTIES}|${JAPANESE_PARTIES}`, 'u');
const ALTERS = new RegExp(
  `${verbsOf('change', 'replace', 'delete', 'rename')}|${SHOULD_BE}|${INSTEAD_OF}|${word(
    'bump|raise|take (?:\\uE001\\uE000*|[^.,;\\uE001]){1,60}? out|lower|increase|reduce|inflate|double|halve|upgrade|extend|shorten|move up|take out|swap|erhoh[a-zß]*|senk[a-zß]*|verring[a-zß]*|verlanger[a-zß]*|verschieb[a-zß]*|hochsetz[a-zß]*|rechne|augmente[rz]?|baisse[rz]?|reduis[a-zß]*|remonte[rz]?|' +
      'sub[ae]|subir|baj[ae]|aument[a-zß]*|reduc[a-zß]*|sac[ae]|quita|alza[a-zß]*|abbassa[a-zß]*|ridu[a-zß]*|togli|aumenta|tira|tire|mud[ae]|verhoog|verhogen|verlaag|maak|haal|zet',
  )}|改成|改为|替换|换成|更改|修改|变更|去掉|删除|删掉|提高|增加|降低|涂改|に変|に書き換え|置き換え|に修正|に変更|に訂正|に直し|を削除|を消し|を増|を減`,
  'u',
);
/** Folded it is another word. */
const CHANGE_IN_GERMAN = /(?<!\p{L})änder(?:e|n|t)?(?!\p{L})/iu;
const ADDS = new RegExp(`${verbsOf('insert', 'fill')}|盖|加上|添加|写上|填|印鑑|押し|追加|記入|入れ`, 'u');
const ILLEGIBLE =
  'illegible|unreadable|unkenntlich|unleserlich|illisibles?|ilegibles?|ilegive(?:l|is)|illeggibil[ei]|onleesbaar|onherkenbaar';
/** One request, however many things it joins: `make the name and the age illegible`. */
const MADE_ILLEGIBLE = new RegExp(
  `${word('make|mach[a-zß]*|maak|maken|rends?|rendez|rendre|rendi|rendere|haz|haga|hacer|torn[ae]|tornar|deix[ae]')} [^.;!?]{1,80}?${word(ILLEGIBLE)}`,
  'gu',
);
const HARMLESS = new RegExp(
  `${verbsOf('redact', 'highlight')}|${word(
    '(?:delete|remove|drop) (?:the )?(?:first |last |second |blank )?pages?|apaga a (?:ultima|primeira) pagina|black(?:en)?|hide|obscure|rotate|turn (?:the |all )?pages?|crop|extract|keep only|keep pages?|duplicate|watermarks?|page numbers?|number the pages|blank pages?|bookmarks?|flatten|stamp copy|wasserzeichen|seitenzahl[a-zß]*|dreh[a-zß]*|' +
      'filigrane|numeros? de pages?|marca de agua|numeros? de paginas?|numero de pagina|filigrana|numeri di pagina|numeros? das paginas|marca d.agua|tapa[a-zß]*|watermerk|paginanummers?|lak|tache|cache[rz]?|cubre|cubrir|copri[a-zß]*|tarja preta|zwart (?:vlak|balkje)|barra nera|barra negra|' +
      ILLEGIBLE,
  )}|涂黑|打码|遮盖|隐藏|水印|页码|高亮|标出|旋转|黒塗り|墨消し|塗りつぶ|読めなく|隠し|透かし|ページ番号|ハイライト|回転`,
  'u',
);
/** What people print on a paper without stating anything. */
const PLAIN_MARK =
  /^[\s\p{P}]*(?:(?:copy|kopie|copie|copia|c[óo]pia) (?:for|of|für|pour|para|per|voor|de|van|di) [\p{L} ]{2,40}|copies|(?:copy|duplicate|draft|confidential|specimen|sample|internal)(?: (?:copy|draft))?|(?:annex|appendix|exhibit|attachment|enclosure|anlage|anhang|annexe|pi[èe]ce|anexo|allegato|bijlage|附件|附录|添付|別紙)(?: n(?:r|[o°º])?\.?)? ?[\p{L}\d]{0,4}|(?:document[oe]?|dokument|productie|证据|資料)(?: n(?:r|[o°º])?\.?)? ?(?:\d{1,3}|[ivx]{1,4}|[a-z])|[甲乙丙]第?\d{1,3}号証?(?:の\d)?|kopie|zweitschrift|entwurf|vertraulich|muster|copie|brouillon|confidentiel|copia|borrador|confidencial|bozza|c[óo]pia|rascunho|concept|vertrouwelijk|副本|复印件|草稿|机密|写し|控え|下書き|案|社外秘)[\s\p{P}]*$/iu;
const OUTCOMES =
  /(?<!\p{L})(?:received|accepted|approved|certified|verified|notari[sz]ed|granted|passed|paid|cleared|eingegangen|genehmigt|beglaubigt|geprüft|bestanden|bezahlt|reçu|accepté|approuvé|certifié|validé|payé|recibido|aprobado|certificado|pagado|compulsado|ricevuto|approvato|certificato|pagato|recebido|aprovado|pago|ontvangen|goedgekeurd|betaald|geslaagd)(?!\p{L})|已收|批准|合格|通过|已付|承認|受領|合格|支払済/iu;

/** A text that is printed on a paper without stating anything. */
export function isPlainMark(text: string): boolean {
  return PLAIN_MARK.test(text);
}

/** A look, a place or a page: no statement. */
const LAYOUT =
  /(?<!\p{L})(?:pages?|pp?\.|font|size|bigger|smaller|colou?rs?|bold|italic|underlined?|margins?|header|footer|columns?|rows?|lines?|paragraphs?|section|slides?|pt|cm|mm|links?|logo|picture|image|seiten?|schrift\p{L}*|farbe|fett|kursiv|zeilen?|absatz|kopfzeile|fußzeile|titel|police|taille|gras|italique|couleur|ligne|paragraphe|p[áa]ginas?|fuente|tama[ñn]o|negrita|l[íi]nea|p[áa]rrafo|pagin[ae]|carattere|grassetto|riga|paragrafo|fonte|negrito|linha|pagina\p{L}*|lettertype|vet|regel|alinea)(?!\p{L})|页|字体|字号|颜色|行|段落|ページ|フォント|文字サイズ|色|段落/iu;

export function readStated(instruction: string): Stated {
  const folded = fold(instruction);
  const purposes: Partial<Record<Purpose, string>> = {};
  let acts = folded.text;
  const lower = folded.source.toLowerCase();
  for (const [purpose, words] of Object.entries(PURPOSES) as [Purpose, RegExp][]) {
    const found = words.exec(folded.text) ?? foundOutside(UNFOLDED[purpose], lower, folded);
    if (!found || found[0].trim() === '') continue;
    const [start, end] = [found.index, found.index + found[0].length];
    purposes[purpose] = wordsOf(folded, start, end);
    if (purpose !== 'forgery') acts = acts.slice(0, start) + ' '.repeat(end - start) + acts.slice(end);
  }
  const asked = clausesOf(folded);
  const alters = asked.some(({ kind }) => kind === 'alters');
  return {
    purposes,
    isOwn: OWN.test(folded.text),
    namesParty: PARTIES.test(folded.text),
    mendsSpelling: TYPO.test(folded.text),
    isHarmless: isHarmless(clausesOf({ ...folded, text: acts })),
    alters,
    writesFacts: asked.some(({ kind, text }) => kind !== 'harmless' && (/\d/.test(text) || OUTCOMES.test(text))),
    restates: asked.some(({ kind, text }) => kind === 'alters' && (/\d/.test(text) || OUTCOMES.test(text)) && !LAYOUT.test(text)),
    asserts: asked.some(({ kind, text }) => kind !== 'harmless' && OUTCOMES.test(text)),
  };
}

function isHarmless(clauses: readonly Clause[]): boolean {
  return clauses.length > 0 && clauses.every(({ kind }) => kind === 'harmless');
}

/** A match of the lower-case text that is not in quotation marks. */
function foundOutside(words: RegExp | undefined, lower: string, { text }: Folded): RegExpExecArray | undefined {
  if (!words || lower.length !== text.length) return undefined;
  const found = words.exec(lower);
  return found && !/[\uE000\uE001]/u.test(text.charAt(found.index)) ? found : undefined;
}

/** Somebody who relies on the document shall believe what is not so: even what hides openly may not serve that. */
export function misleadsParty({ purposes, namesParty }: Pick<Stated, 'purposes' | 'namesParty'>): boolean {
  return purposes.deceit !== undefined && namesParty;
}

const WORDS_MAX = 90;

/** To the end of their clause as they are written, not longer than a sentence of a message can hold. */
function wordsOf({ source, text }: Folded, start: number, end: number): string {
  const [rest = ''] = /^[^.,;:!?\uE001]*/u.exec(text.slice(end)) ?? [];
  const words = source
    .slice(start, end + rest.length)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:]+|[\s,;:]+$/g, '');
  return words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX - 1)}…` : words;
}

interface Clause {
  readonly kind: 'harmless' | 'alters' | 'adds';
  /** As it is written. */
  readonly text: string;
}

/** The clauses that ask for something: a figure's comma and full stop do not end one. */
function clausesOf({ source, text }: Folded): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  const whole = text.replaceAll(MADE_ILLEGIBLE, (request) => request.replaceAll(/[ ,]/gu, '_'));
  const ends = [...whole.matchAll(/[.,;!?](?=\s|$|[\u3040-\u9fff])| (?:and|und|et|e|y|en|then) /gu), { index: text.length, 0: '' }];
  for (const { index, 0: joint } of ends) {
    const [folded, written] = [text.slice(start, index), source.slice(start, index)];
    start = index + joint.length;
    const kind = kindOf(folded, written);
    if (kind) clauses.push({ kind, text: written });
  }
  return clauses;
}

function kindOf(folded: string, written: string): Clause['kind'] | undefined {
  if (HARMLESS.test(folded)) return 'harmless';
  const alters = ALTERS.test(folded) || CHANGE_IN_GERMAN.test(written);
  if (!alters && !ADDS.test(folded)) return undefined;
  const quoted = [...folded.matchAll(/\uE001\uE000*/gu)].map(({ 0: hidden, index }) => written.slice(index + 1, index + hidden.length - 1));
  if (quoted.length > 0 && quoted.every(isPlainMark) && ADDS.test(folded)) return 'harmless';
  return alters ? 'alters' : 'adds';
}
