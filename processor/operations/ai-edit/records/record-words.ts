// Classifies words of a record: an amount, a date, a name, a number, a grade, a signature, a finding, a label of one of these, its heading.

import type { FalsifiedKind, RecordClass } from '#contract/edit-policy.ts';
import { isPlainMark } from '#instruction/policy/read-stated.ts';
import { headingOf, labelsOf } from './record-class.ts';
import { findPattern } from '../facts/text-patterns.ts';
import { MONTH } from './months.ts';

const MONEY = /[$€£¥]|\b(?:usd|eur|gbp|chf|dollars?|euros?|pounds?)\b/iu;
const GRADE =
  /^\(?(?:[A-F][+-]?|[1-6][.,]\d|\d{1,3} ?(?:\/ ?\d{1,3}|%|points?|percent)|pass(?:ed)?|fail(?:ed)?|(?:with )?(?:high(?:est)? )?(?:distinction|merit|honou?rs)|(?:summa |magna )?cum laude|(?:first|second|third)[ -]class.*|upper second.*|lower second.*|(?:very |un)?(?:good|satisfactory)|excellent|outstanding|adequate|poor|sehr gut|gut|(?:voll ?)?befriedigend|ausreichend|mangelhaft|(?:nicht )?(?:un)?genügend|(?:mit auszeichnung |nicht )?bestanden|(?:tr[èe]s |assez )?(?:bien|honorable)|passable|insuffisant|félicitations|sobresaliente|notable|bien|aprobado|suspenso|(?:in)?suficiente|matr[íi]cula de honor|(?:no )?apt[oa]|ottimo|distinto|buono|discreto|(?:in)?sufficiente|(?:non )?idone[oa]|(?:muito )?bom|(?:re|a)provad[oa]|(?:on)?voldoende|(?:zeer )?goed|(?:bardzo )?dobry|celujący|(?:nie)?dostateczny)\)?[.,;:]?$/iu;
const NAME_LABEL =
  /(?:name|holder|patient|insured|member|employee|student|surname|given names?|plaintiff|defendant|petitioner|respondent|subscriber|policyholder|prescriber|physician|\bdr\.?|\bmr\.?|\bmrs\.?|\bms\.?|that|inhaber(?:in)?|kläger(?:in)?|beklagte[rn]?|nachname|vorname|\bfrau|\bherrn?|nom|pr[ée]nom|titular|apellidos?|cognome|employer|arbeitgeber|conferred (?:up)?on|awarded to|verleiht)\s*[:.]?\s*$/iu;
const PERSON =
  /^\p{Lu}[\p{L}'’.-]+(?:,? (?:(?:de|del|della|di|du|la|le|van|von|der|den|bin|al|el|y|da|dos)\b ?)*\p{Lu}[\p{L}'’.-]*){1,4}$/u;
const COMMON_CAPITALS =
  /\b(?:account|statement|page|bank|customer|client|service|services|summary|total|notes?|information|contact|department|office|terms|conditions|report|section|number|date|address|please|thank|you|dear|sir|madam|for|our|your|the|and|of|to|ltd|inc|gmbh|llc|university|college|court|school|opening|closing|balance|seite|konto)\b/iu;
const SIGNATURE = /signature|signed (?:by|as)|unterschrift|\bgez\.|firmado|sign[ée] par|\/s\//iu;

/** The words that a record of this class certifies, apart from names and figures. */
const FINDINGS: Readonly<Partial<Record<RecordClass, RegExp>>> = {
  court_document:
    /\b(?:not )?guilty\b|\bgranted\b|\bdenied\b|\bdismissed\b|\bsustained\b|\baffirmed\b|\breversed\b|\bacquitted\b|\bconvicted\b|\bplaintiff\b|\bdefendant\b|verurteilt|freigesprochen|abgewiesen|stattgegeben|condamn|relax[ée]|\bwith(?:out)? prejudice\b/iu,
  diploma:
    /bachelor|master|doctor|diploma|ph\.?d|m\.?b\.?a|arts|science|engineering|honou?rs|laude|bestanden|licen[cs]e|[a-zé]+ logie|distinction|associate|dean['’]?s list/iu,
  transcript:
    /\bpass(?:ed)?\b|\bfail(?:ed)?\b|\bincomplete\b|\bwithdrawn?\b|bachelor|master|completed|bestanden|distinction|honou?rs?\b|dean['’]?s list|probation|good standing|\bresit|\bretake|\brepeat|\bproceed|\bprogress(?:ion)?\b|versetzt?(?:ung)?\b|gefährdet|avertissement|blâme|félicitations|encouragements|redouble|promociona|repite|promoss|bocciat|sospes|transit(?:ou|a)|retid[oa]|bevorderd|doubleert|ajourn|admise?\b|compens/iu,
  prescription:
    /\b\p{L}{4,}(?:ine|in|ol|one|am|ide|ate|cin|lin|pril|statin|codone|phine|fen|mol)\b|\bpositive\b|\bnegative\b|\bpositiv\b|\bnegativ\b|\bdiagnos|\bfit\b|\bunfit\b|\btablets?\b|\brefills?\b|\bdaily\b|arbeitsunfähig|\bgiven\b|\bdose\b/iu,
  identity_document: /^(?:\p{Lu}{3}|male|female|[MFX]|\p{Lu}\p{Ll}+(?:an|ish|ese|ch|sch|ien|ienne|ano|ana|ol))$/u,
  insurance_card: /\b(?:full|liability|comprehensive|collision|active|inactive|lapsed|cancelled|expired)\b/iu,
  criminal_record: /\brecords?\b|\bfound\b|convict|\bnone\b|theft|fraud|assault|probation|sentence|eintragung|néant/iu,
  tax_form: /\b(?:single|married|exempt|resident|dependents?)\b/iu,
};

/** Figures, ordinals and years in words; some languages build them as one word from parts. */
const PARTS_DE =
  'ein|eins|zwei|zwo|drei|vier|fünf|sechs|sech|sieben|sieb|acht|neun|zehn|elf|zwölf|zwan|dreiß|dreiss|zig|ßig|ssig|ig|hundert|tausend|und|er|ers|drit|siebt';
const PARTS_IT =
  'uno?|due|tre|quattro|cinque|sei|sette?|otto?|nove?|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti?|trenta?|quaranta?|cinquanta?|sessanta?|settanta?|ottanta?|novanta?|cento?|mil(?:le|a)|un';
const PARTS_NL = 'een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|der|veer|vijf|twin|tig|dertig|honderd|duizend|en|ën';
const FIGURES = new RegExp(
  String.raw`^\(?(?:(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}{3,5}teenth|\p{L}{3,5}tieth|hundred|thousand|million|once|twice|half|double)(?:-\p{L}+)?)` +
    String.raw`|(?!(?:ein|und|er|ers|ig|zig)[.,;:)]*$)(?:${PARTS_DE})+(?:s?te[mnrs]?|e[mnrs]?)?|einmal|zweimal|(?!(?:un|un[oa])[.,;:)]*$)(?:${PARTS_IT}){1,6}(?:esim[oa])?|prim[oa]|second[oa]|terz[oa]|(?!(?:een|en|der)[.,;:)]*$)(?:${PARTS_NL}){1,8}(?:s?te|de)?` +
    String.raw`|(?:(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|cents?|mil|mille)(?:-\p{L}+)*|premi(?:er|ère)|second[e]?|\p{L}{3,10}ième)` +
    String.raw`|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\p{L}+|veinti?\p{L}*|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|\p{L}{2,6}cient[oa]s|quinient[oa]s|mil|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]` +
    String.raw`|dois|duas|três|quatro|oito|dez|onze|doze|treze|quinze|dezasseis|dezessete|dezoito|dezanove|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|noventa|cem|\p{L}{3,6}centos` +
    String.raw`|jeden|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|\p{L}+naście|\p{L}+dziesiąt|dwadzieścia|trzydzieści|sto|tysiąc\p{L}*` +
    String.raw`|[mµk]?g|mcg|m?l|iu|mmol\/l|%|cr|dr)[.,;:)]*$`,
  'iu',
);
/** The value of a box or field beside a label. */
const STATES =
  /^(?:yes|true|false|(?:un)?paid|overdue|(?:in)?valid|void|expired|(?:in)?active|approved|rejected|granted|refused|denied|(?:in)?eligible|current|former|permanent|temporary|fixed-term|(?:on)?bepaalde|tijdelijk|vast|(?:un)?befristet\p{L}*|(?:in)?determinat[oa]|(?:in)?determinad[oa]|indefinid[oa]|(?:in)?déterminée?|fij[oa]|employed|unemployed|single|married|divorced|widowed|ja|nein|oui|s[ií]|gültig|ungültig|bezahlt|offen|ledig|verheiratet|cd[id]|positive?|négati(?:f|ve)|positi[fv]|negativ[oe]?|[☐☑☒❑✓✗✘]|\[[ x]?\]?)[.,;:)]*$/iu;
/** Each of these reverses the meaning of a line. */
const NEGATIONS =
  /^(?:not|no|non|never|none|nor|neither|cannot|without|nicht|kein(?:e[nmrs]?)?|ohne|weder|nie|niemals|ne|n['’]\p{L}+|pas|jamais|aucune?|sans|ni|sin|nunca|ningun[oa]?|ningún|un|não|nem|sem|senza|nessun[oa]?|niet|geen|zonder|bez)[.,;:)]*$/iu;
/** What an office or an examiner decided. */
const OUTCOMES =
  /(?<!\p{L})(?:(?:un|not )?(?:granted|denied|refused|rejected|approved|allowed|disallowed|dismissed|upheld|awarded|revoked|entitled|eligible|admitted|qualified|authori[sz]ed|successful|exempt|valid|invalid|fit|unfit)|pass(?:ed|es)?|fail(?:ed|s)?|bestanden|bewilligt|abgelehnt|stattgegeben|genehmigt|anerkannt|gewährt|versagt|zurückgewiesen|berechtigt|geeignet|ungeeignet|gültig|ungültig|verlängert|admise?s?|ajournée?s?|reçue?s?|refusée?s?|accordée?s?|rejetée?s?|autorisée?s?|attribuée?s?|octroyée?s?|validée?s?|inapte|apte|apt[oa]s?|aprobad[oa]s?|suspens[oa]s?|concedid[oa]s?|denegad[oa]s?|conced[ea]|denieg[ae]|(?:des)?estima(?:d[oa]s?|r)?|reconocid[oa]s?|idone[oa]|promoss[oa]|respint[oa]|accolt[oa]|concess[oa]|(?:in)?deferid[oa]s?|reprovad[oa]|geslaagd|gezakt|toegekend|afgewezen|goedgekeurd|verleend|przyznan\p{L}*|odmow\p{L}*|pozytywny|negatywny)(?!\p{L})/iu;

/** The same in Chinese and Japanese. */
const UNSPACED_OUTCOMES = /阴性|阳性|陰性|陽性|合格|及格|批准|驳回|准予|却下|許可|无罪|有罪|未婚|已婚|有效|无效|有効|無効|健在|不详/u;

const HOLDS_GRADES: ReadonlySet<RecordClass> = new Set<RecordClass>([
  'transcript',
  'diploma',
  'prescription',
  'certificate',
  'official_decision',
  'other_record',
]);

/** @param before the text in front of it: a label marks a word as a name. */
export function kindOf(text: string, before: string, record: RecordClass): FalsifiedKind | undefined {
  const trimmed = text.trim();
  if (SIGNATURE.test(trimmed)) return 'signature';
  if (HOLDS_GRADES.has(record) && GRADE.test(trimmed)) return 'grade';
  if (findPattern(trimmed, 'date').length > 0) return 'date';
  if (isHarmlessContact(trimmed)) return undefined;
  if (/\d/.test(trimmed)) return isIdentifier(trimmed) ? 'id' : 'amount';
  if (MONEY.test(trimmed)) return 'amount';
  const words = trimmed.split(/\s+/u);
  if (words.some((word) => FIGURES.test(word))) return 'amount';
  if (words.some((word) => MONTH.test(word) && (/^\p{Lu}/u.test(word) || !/^ma[ryi]/iu.test(word)))) return 'date';
  if (
    words.some((word) => STATES.test(word) || NEGATIONS.test(word)) ||
    OUTCOMES.test(trimmed) ||
    UNSPACED_OUTCOMES.test(trimmed) ||
    FINDINGS[record]?.test(trimmed)
  )
    return 'finding';
  if (isName(trimmed, before)) return 'name';
  return isUnspacedValue(trimmed, before) ? 'finding' : undefined;
}

/** An email or web address serves to reach the issuer; the record does not state it. */
function isHarmlessContact(text: string): boolean {
  return ['email', 'url'].some((pattern) => {
    const [span] = findPattern(text, pattern as 'email' | 'url');
    return span?.start === 0 && span.end === text.length;
  });
}

function isIdentifier(text: string): boolean {
  return /\p{L}\d|\d\p{L}/u.test(text) || /\d{6,}/.test(text.replaceAll(/[ -]/g, '')) || findPattern(text, 'iban').length > 0;
}

const UNSPACED_NAME_LABEL = /(?:姓名|患者|病人|氏名|名前|当事人|申请人|持有人|法定代表人)\s*[:：]?\s*$/u;

/** A value behind a label, in writing without spaces. */
const UNSPACED_VALUE =
  /(?:\p{L}\s*[:：]|姓名|氏名|住所|住址|地址|支払者|勤務先|会社名|单位|原告|被告|诊断|診断|病名|结果|結果|専攻|专业)\s*$/u;

function isUnspacedValue(text: string, before: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) && UNSPACED_VALUE.test(before);
}

export function isName(text: string, before: string): boolean {
  if (/^\p{sc=Han}{2,4}$/u.test(text) && UNSPACED_NAME_LABEL.test(before)) return true;
  if (NAME_LABEL.test(before.trimEnd().slice(-40)) && /^\p{Lu}/u.test(text)) return true;
  return (PERSON.test(text) || /^\p{Lu}{2,}(?:[ ,-]+\p{Lu}{2,}){1,3}$/u.test(text)) && !COMMON_CAPITALS.test(text);
}

/** What must not be printed on a record as if it belonged to it. */
export function printedKind(value: string, record: RecordClass): FalsifiedKind | undefined {
  if (SIGNATURE.test(value)) return 'signature';
  const undated = findPattern(value, 'date').reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, value);
  if (MONEY.test(value) || /\d[.,]\d{2}\b/.test(undated) || /^[\s\d.,'+-]*\d[\s\d.,'+-]*$/.test(value)) return 'amount';
  if (GRADE.test(value.trim())) return 'grade';
  if (FINDINGS[record]?.test(value) || asserts(value, record)) return 'finding';
  if (isName(withoutMarks(value), '')) return 'name';
  if (findPattern(value, 'date').length > 0 && !HANDLED.test(value)) return 'date';
  const [, label = '', stated = ''] = /^(.*?[:=])\s*(\S.*)$/u.exec(value) ?? [];
  if (stated === '' || !(isLabel(label, record) || NAME_LABEL.test(label))) return undefined;
  return kindOf(stated, label, record) ?? 'finding';
}

/** States that something is valid, granted or passed, or until when. Marks of an office alone only record the handling of the paper. */
function asserts(value: string, record: RecordClass): boolean {
  if (/(?<!\p{L})(?:not |in|un|no )(?:valid|official)/iu.test(value)) return false;
  // `Approved` beside a decision states a different decision.
  if (OUTCOMES.test(record === 'official_decision' ? value : value.replaceAll(MARKS_ALL, ' '))) return true;
  return VALIDITY.test(value);
}

const VALIDITY =
  /(?<!\p{L})(?:valid(?:ity|ated)?|extended|renewed|expir\p{L}*|effective|in force|verified|cleared|active|issued|gültig|verlängert|bis \d|ausgestellt|geprüft|befristet|unbefristet|valable|prolongée?|délivrée?|vérifiée?|vigente|v[áa]lid[oa]|renovad[oa]|prorrogad[oa]|expedid[oa]|valevole|rinnovat[oa]|prorogat[oa]|geldig|verlengd|ważn[ey])(?!\p{L})|(?<!\p{L})(?:until|till|through|bis|jusqu['’]\p{L}+|hasta|fino|até|tot|do) [^\n]{0,16}\d/iu;
/** The day on which a paper was handled is not a date that it states. */
const HANDLED =
  /(?<!\p{L})(?:received|booked|entered|copy|copied|scanned|printed|filed|archived|sent|checked|redacted|reviewed|eingegangen|gebucht|verbucht|bokført|bokförd|geboekt|comptabilisé|contabilizado|eingang|erhalten|kopie|gescannt|gedruckt|archiviert|geschwärzt|reçu|copie|numérisé|imprimé|archivé|recibido|copia|escaneado|impreso|archivado|ricevuto|scansionato|stampato|recebido|cópia|ontvangen|gescand|otrzymano|kopia|wpłynęło)(?!\p{L})/iu;

/** What people stamp on papers: not names, though in capitals. */
const MARKS =
  /\b(?:copy|draft|unofficial|official|confidential|received|approved|paid|void|specimen|sample|original|certified|true|scanned|filed?|archived?|redacted|internal|exhibit|duplicate|private|restricted|only|use|not|kopie|entwurf|vertraulich|muster|eingegangen|erhalten|copie|brouillon|confidentiel|reçu|copia|borrador|confidencial|recibido|bozza|ricevuto)\b/iu;

const MARKS_ALL = new RegExp(MARKS.source, 'giu');

export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS_ALL, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Words that name what is beside them. */
export function isLabel(text: string, record: RecordClass): boolean {
  return labelsOf(record).some((label) => label.test(text)) || LABELS.test(text);
}

const LABELS =
  /\b(?:balance|deposits?|withdrawals?|debits?|credits?|paid (?:in|out)|money (?:in|out)|total|subtotal|gross|net|tax|salary|wages?|income|deductions?|amount|due|date|valid|expir\p{L}*|issued?|grades?|marks?|gpa|credits|results?|status|saldo|soll|haben|betrag|gesamt\p{L}*|summe|brutto|netto|datum|note|solde|d[ée]bit|cr[ée]dit|montant|importe|fecha|importo|data)\b/iu;

/** How often a text has a heading of this class of record. */
export function countHeadings(text: string, record: RecordClass): number {
  const heading = headingOf(record);
  if (!heading) return 0;
  return [...text.replaceAll(/\s+/g, ' ').matchAll(new RegExp(heading.source, 'giu'))].length;
}

/** What a whole line states, for an operation that removes all of it. */
export function kindOfLine(line: string, record: RecordClass): FalsifiedKind | undefined {
  const bare = withoutContacts(line);
  if (countHeadings(line, record) > 0) return 'heading';
  if (SIGNATURE.test(bare)) return 'signature';
  if (findPattern(bare, 'date').length > 0) return 'date';
  if (MONEY.test(bare) || /\d/.test(bare)) return isIdentifier(bare) ? 'id' : 'amount';
  const [last = ''] = /\S+$/u.exec(bare.trim()) ?? [];
  if (HOLDS_GRADES.has(record) && GRADE.test(last)) return 'grade';
  return undefined;
}

/** Ways to reach the issuer and page numbers state nothing. */
function withoutContacts(text: string): string {
  let left = text.replaceAll(/\b(?:page|seite|sheet|blatt|p[áa]gina|pagina)\s*\d+(?:\s*(?:of|von|sur|de|di|\/)\s*\d+)?/giu, ' ');
  for (const pattern of ['email', 'url', 'phone'] as const)
    for (const { start, end } of findPattern(left, pattern).toReversed()) left = `${left.slice(0, start)} ${left.slice(end)}`;
  return left;
}

/** Records that certify by narrative: every word of them counts. */
const NARRATIVE: ReadonlySet<RecordClass> = new Set<RecordClass>([
  'court_document',
  'criminal_record',
  'employment_reference',
  'official_report',
  'certificate',
  'civil_status',
  'official_decision',
  'insurance_card',
]);

/** Whether the wording changes by more than the correction of a letter. */
export function isReworded(removed: string, added: string, record: RecordClass): boolean {
  if (!NARRATIVE.has(record) || !/\p{L}/u.test(removed + added)) return false;
  if (withoutContacts(`${removed} ${added}`).trim() === '') return false;
  const [olds, news] = [removed, added].map((text) => text.split(' ').filter((word) => word !== '' && !JOINING.test(word))) as [
    string[],
    string[],
  ];
  return olds.length !== news.length || !olds.every((old, index) => isMisspelling(old, news[index] ?? ''));
}

/** The same words with a mark such as (COPY) before or behind them. */
export function addsOnlyMark(removed: string, added: string): boolean {
  const [olds, news] = [removed, added].map((text) => text.split(' ').filter((word) => word !== '')) as [string[], string[]];
  const extra = news.length - olds.length;
  if (extra <= 0) return false;
  const isSame = (kept: readonly string[]) => olds.every((old, index) => old === kept[index] || isMisspelling(old, kept[index] ?? ''));
  const [first, last] = [news.slice(0, extra), news.slice(-extra)].map((words) => words.join(' ')) as [string, string];
  return (isPlainMark(last) && isSame(news.slice(0, -extra))) || (isPlainMark(first) && isSame(news.slice(extra)));
}

/** Grammar alone needs them. */
const JOINING = /^(?:an?|and|the)$/i;

/** One letter added, removed or changed, or two swapped; the first letter stays. */
function isMisspelling(old: string, fresh: string): boolean {
  if (old.length < 4 || fresh.length < 4 || old.charAt(0).toLowerCase() !== fresh.charAt(0).toLowerCase() || /\d/.test(old + fresh))
    return false;
  let head = 0;
  while (head < old.length && old.charAt(head) === fresh.charAt(head)) head++;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const [was, is] = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
  return Math.max(was.length, is.length) <= 1 || (was.length === 2 && is === `${was.charAt(1)}${was.charAt(0)}`);
}
