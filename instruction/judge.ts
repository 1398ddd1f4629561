// Acceptable use, as far as the instruction alone shows it: it states a purpose that no edit may have, or it names a record and asks to change
// what the record certifies. What depends on the document is judged beside it, before a plan is made and by the plan.

import { type FalsifiedKind, type PolicyRefusal, policyRefusal, purposeRefusal, type RecordClass } from '#contract/edit-policy.ts';
import { misleadsParty, readStated, type Stated } from './policy/read-stated.ts';
import { readTokens } from './tokens.ts';

const RECORD_WORDS: readonly (readonly [RecordClass, RegExp])[] = [
  ['bank_statement', /\b(?:bank|account|credit[ -]card|brokerage) statements?\b|\bstatements? of account\b/],
  ['transcript', /\btranscripts?\b|\breport cards?\b|\b(?:grade|mark) ?sheets?\b|\bacademic records?\b/],
  [
    'diploma',
    /\bdiplomas?\b|\bdegree certificates?\b|\bcertificates? of graduation\b|\b(?:university|college|school|degree) certificates?\b/,
  ],
  ['payslip', /\bpay ?(?:slip|stub|check|cheque)s?\b|\b(?:salary|wage) (?:slip|statement)s?\b/],
  ['tax_form', /\btax (?:return|form|statement|certificate|assessment)s?\b|\bw-?2s?\b(?: form)?|\bform (?:1040|1099)\b/],
  [
    'prescription',
    /\bprescriptions?\b|\bmedical (?:certificate|record|report)s?\b|\bsick notes?\b|\bdoctor'?s notes?\b|\blab (?:report|result)s?\b|\bvaccination (?:card|record|certificate)s?\b/,
  ],
  [
    'court_document',
    /\bcourt (?:order|document|filing|record|ruling|judgment|decision)s?\b|\bsubpoenas?\b|\baffidavits?\b|\bsummons\b|\bsearch warrants?\b/,
  ],
  ['insurance_card', /\binsurance (?:card|certificate|policy|id)s?\b|\bproofs? of insurance\b|\bcertificates? of insurance\b/],
  [
    'identity_document',
    /\bpassports?\b(?! (?:number|no\b|nr\b|details?|data|application|form|renewal|holder))|\bdriv(?:er'?s?|ing) licen[cs]es?\b|\b(?:id|identity|social security|green|residence) cards?\b|\b(?:birth|marriage|death) certificates?\b|\bresidence permits?\b/,
  ],
];

const CHANGE = new Set(
  (
    'change alter edit modify replace swap substitute update set make increase raise reduce lower decrease adjust put write insert add correct fix ' +
    'turn bump inflate amend rewrite improve upgrade extend move show say move'
  ).split(' '),
);
/** After these verbs nothing changes that the record says. */
const HARMLESS = new Set(
  (
    'redact black censor mask anonymise anonymize rotate crop trim watermark stamp number paginate highlight flatten delete remove erase drop keep ' +
    'extract duplicate copy fill check tick compress ocr hide obscure split merge strip clear'
  ).split(' '),
);
const MARKS =
  /\b(?:watermarks?|stamps?|headers?|footers?|page numbers?|page numbering|blank pages?|metadata|document (?:title|properties)|the pdf title|bookmarks?|fonts?|colou?rs?|text size|font size|bold|highlight(?:ing)?|margins?|layout)\b/;
const PAGES =
  /\b(?:pages?|pp?\.)(?: (?:no|number)s?)? \d+(?:(?:\s*[-–,]\s*|\s+(?:to|and|through)\s+)\d+)*|\b(?:first|last|next) \d+ pages\b|\b\d+(?:st|nd|rd|th) page\b/g;

const KINDS: readonly (readonly [FalsifiedKind, RegExp])[] = [
  ['signature', /\bsignatures?\b|\bsign(?:ed)? (?:as|by)\b|\bphotos?\b|\bpictures?\b|\bseals?\b/],
  ['grade', /\bgrades?\b|\bgpa\b|\bmarks?\b|\bscores?\b|\bpassed\b|\bhonou?rs\b|\bcum laude\b|"[a-f][+-]?"/],
  [
    'date',
    /\bdates?\b|\bbirthday\b|\bdob\b|\bexpiry\b|\bexpir(?:es|ation)\b|\bvalid until\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b/,
  ],
  [
    'amount',
    /\bbalances?\b|\bamounts?\b|\bsalar(?:y|ies)\b|\bwages?\b|\bincomes?\b|\btotals?\b|\bpay\b|\bdeposits?\b|\btransactions?\b|\brefunds?\b|\btablets?\b|\bdos(?:e|es|age)\b|\bnet\b|\bgross\b|\bcoverage\b|[$€£]\s?\d|\d[\d.,]*\s?(?:mg|usd|eur|gbp|k\b)|\b\d[\d.,']*\b/,
  ],
  ['id', /\b(?:account|passport|policy|member|case|id|licen[cs]e|student|social security|document) (?:number|no|id)\b|\bssn\b|\biban\b/],
  [
    'finding',
    /\bverdict\b|\bruling\b|\bsentence\b|\bdiagnos[ie]s\b|\bresults?\b|\bmajors?\b|\bdegrees?\b|\bdrugs?\b|\bmedication\b|\bguilty\b|\bnationality\b/,
  ],
  ['name', /\bnames?\b|\bholder\b|\bemployer\b|\bpatient'?s?\b|\bdefendant\b|"[a-z]+(?: [a-z.]+){1,3}"/],
];

/** @returns undefined unless it is certain. A quoted text can be what is changed, but never names the record or the purpose. */
export function judgeInstruction(instruction: string): PolicyRefusal | undefined {
  const said = plainWords(instruction);
  const unquoted = said.replaceAll(/"[^"]*"/g, '""');
  const record = RECORD_WORDS.find(([, words]) => words.test(unquoted))?.[0];
  return judgePurpose(readStated(instruction), record) ?? (record === undefined ? undefined : judgeNamed(said, record));
}

/** A purpose that needs no document to be judged. */
function judgePurpose(stated: Stated, record: RecordClass | undefined): PolicyRefusal | undefined {
  const { purposes, isHarmless, namesParty, asserts } = stated;
  if (isHarmless && !misleadsParty(stated)) return undefined;
  for (const purpose of ['forgery', 'deceit'] as const) {
    const words = purposes[purpose];
    if (words !== undefined) return purposeRefusal(purpose, words, record);
  }
  const { concealment } = purposes;
  return concealment !== undefined && (namesParty || asserts) ? purposeRefusal('concealment', concealment, record) : undefined;
}

/**
 * For an instruction that nobody can read: another figure or outcome that shall prove something, or goes to somebody who relies on it, is forbidden
 * on most documents, however it is worded.
 */
export function judgeUnread(instruction: string): PolicyRefusal | undefined {
  const { purposes, isHarmless, isOwn, mendsSpelling, asserts, restates } = readStated(instruction);
  if (isHarmless || isOwn || mendsSpelling || !(asserts || restates)) return undefined;
  const purpose = purposes.proof === undefined ? 'evidence' : 'proof';
  const words = purposes[purpose];
  return words === undefined ? undefined : purposeRefusal(purpose, words);
}

/** The change of what a record certifies that is named. */
function judgeNamed(said: string, record: RecordClass): PolicyRefusal | undefined {
  for (const part of changesIn(said)) {
    let object = part;
    for (const [, words] of RECORD_WORDS) object = object.replaceAll(new RegExp(words.source, 'g'), ' ');
    object = object.replaceAll(PAGES, ' ');
    if (MARKS.test(object)) continue;
    const kind = KINDS.find(([, words]) => words.test(object))?.[0];
    if (kind !== undefined) return policyRefusal(record, kind);
  }
  return undefined;
}

/** Lower case, one kind of quote, one kind of space. */
function plainWords(instruction: string): string {
  const read = readTokens(instruction);
  if (!read.ok) return instruction.toLowerCase().replaceAll(/\s+/g, ' ');
  return read.tokens
    .map((token) => (token.kind === 'quoted' ? `"${token.text.toLowerCase().replaceAll('"', '')}"` : token.word))
    .join(' ')
    .replaceAll(/ ([.,;:!?)])/g, '$1');
}

/** The parts that ask for a change: from a verb of change to the next verb. */
function changesIn(said: string): readonly string[] {
  const parts: string[] = [];
  let open: string[] | undefined;
  let quoted = false;
  for (const word of said.split(' ')) {
    const bare = word.replaceAll(/[^a-z]/g, '');
    const verb = !quoted && !word.includes('"');
    if (verb && (CHANGE.has(bare) || HARMLESS.has(bare)) && !(open !== undefined && open.length <= 1)) {
      if (open) parts.push(open.join(' '));
      open = CHANGE.has(bare) ? [] : undefined;
    }
    open?.push(word);
    if ((word.match(/"/g) ?? []).length % 2 === 1) quoted = !quoted;
  }
  if (open) parts.push(open.join(' '));
  return parts;
}
