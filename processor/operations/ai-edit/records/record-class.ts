// Finds from its text which class of record a document is: machine-readable zones by their check digits, the others by a heading and the
// data that such a record holds. A text that only mentions a record has no such data and is not one.

import type { RecordClass } from '#contract/edit-policy.ts';
import { recogniseOfficial } from './official-record.ts';
import { UNSPACED_SIGNS } from './unspaced-records.ts';
import { findPattern } from '../facts/text-patterns.ts';

/** How much is examined: records show what they are on their first pages. */
const CHARS_MAX = 40_000;

interface RecordSigns {
  readonly record: Exclude<RecordClass, 'other_record'>;
  readonly heading: RegExp;
  /** Required: without it, the document is only about such records. */
  readonly act?: RegExp | Repeated;
  /** Excluded: with it, the document is something else with the same data. */
  readonly unless?: RegExp;
  /** How many different ones of these must be present as well. */
  readonly cues: readonly (RegExp | Repeated)[];
  readonly cuesMin: number;
}

/** Something that occurs more than once in a record. */
interface Repeated {
  readonly each: RegExp;
  readonly times: number;
}

const AMOUNTS: Repeated = { each: /\d[.,' ]?\d{0,3}[.,]\d{2}(?!\d)/gu, times: 3 };
/** A grade at the end of a line, before its credits or alone. */
const GRADES: Repeated = {
  each: /[ \t](?:[A-F][+-]?|[1-6][.,]\d|sehr gut|gut|befriedigend|ausreichend|notable|sobresaliente|aprobado|suspenso|pass|distinction|merit|\d{1,2}[.,]\d{1,2}[ \t]+\p{L}{4,12})(?:[ \t]+\d{1,3}(?:[.,]\d{1,2})?)?[ \t]*$/gimu,
  times: 2,
};
const DATE = /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.? \p{L}{3,10} \d{4}\b|\b\p{L}{3,10} \d{1,2}, \d{4}\b/u;

/** Still to be filled in. */
const TEMPLATE = /(?:\[[\p{L} /-]{3,40}\][^]{0,300}){3}/u;

/** The first of those that fit alike is taken. */
const SIGNS: readonly RecordSigns[] = [
  {
    record: 'criminal_record',
    act: DATE,
    heading:
      /criminal (?:history|records?)\b|police (?:clearance|certificate)|certificate of good conduct|führungszeugnis|casier judiciaire|antecedentes penales|casellario giudiziale/iu,
    cues: [
      /records? found|convict|no (?:criminal )?records?|keine eintragung|n[ée]ant|condamn|nessun/iu,
      /applicant|date of birth|\bdob\b|fingerprint|geboren|n[ée]\(?e?\)? le|nacid[oa]|nat[oa] il/iu,
      /bureau|police|custodian|certif|registr|bundesamt|tribunal|ministerio|procura/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'certificate',
    unless: TEMPLATE,
    act: /(?:this is to certify|certif(?:y|ies) that|hereby (?:certif|licen[cs])|has (?:passed|attended|achieved|attained|successfully)|is (?:licensed|registered|authori[sz]ed)|candidate (?:no|number|name)|hiermit (?:wird )?bescheinig|wird bescheinigt|certifie que|certifica que|si certifica)/iu,
    heading:
      /certificate of (?:attendance|achievement|competence|proficiency|registration|residence|incorporation|title|fitness|participation)|test report form|(?:official )?score report|(?:language|proficiency|medical fitness|training) certificate|(?:professional|medical|nursing|trade|business) licen[cs]e|licen[cs]e to practi[sc]e|meldebescheinigung|teilnahmebescheinigung|sprachzertifikat|attestation de (?:réussite|formation|domicile)|certificado de (?:residencia|empadronamiento|aptitud)|certificato di (?:residenza|frequenza)/iu,
    cues: [
      /(?:certificate|licen[cs]e|registration|candidate|registry|reference) (?:no\b|number|id)|nummer|num[ée]ro|n[úu]mero/iu,
      DATE,
      /examiner|registrar|director|board|authority|council|ministry|institut|university|school|behörde|mairie|ayuntamiento|comune/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'employment_reference',
    unless: TEMPLATE,
    act: /\b(?:was|is|has been) employed\b|employment (?:was|has been|ended)|\bwar\b.{0,80}\b(?:beschäftigt|tätig)|a été employée?|ha trabajado|ha lavorato|(?:has|had) been employed|is currently (?:employed|in)|in dienst|werkzaam|alle (?:nostre|sue|loro) dipendenze|au sein de|est employée?|travaille|trabalha|trabaja|lavora|beschäftigt|zatrudnion/isu,
    heading:
      /certificate of employment|employment (?:certificate|reference|verification)|letter of (?:employment|reference)|arbeitszeugnis|zwischenzeugnis|arbeitsbescheinigung|certificat de travail|attestation d['’]emploi|certificado (?:laboral|de trabajo)|certificato di servizio|werkgeversverklaring|getuigschrift|declara[çc][ãa]o (?:d[ea] (?:v[íi]nculo|entidade patronal|trabalho|vencimento))|attestato di servizio|dichiarazione del datore|certificado de empresa|salary (?:confirmation|certificate|letter|verification)|verdienstbescheinigung|attestation (?:de )?(?:salaire|(?:de l['’])?employeur)|świadectwo pracy/iu,
    cues: [/to whom it may concern|certify|bescheinig|atteste|certific|human resources|\bhr\b|personal/iu, DATE],
    cuesMin: 2,
  },
  {
    record: 'official_report',
    act: DATE,
    heading:
      /(?:police|incident|accident|autopsy|inspection|summary|investigation) report|report of (?:investigation|autopsy|accident)|unfallbericht|polizeibericht|procès-verbal|atestado policial|(?:collision|crash) (?:report|record|information)|diligencia de|denuncia (?:n|di)|boletim de ocorrência|auto de (?:not[íi]cia|ocorr[êe]ncia)|verbale di|récépissé de (?:dépôt de )?plainte|proces-verbaal|anzeigenbestätigung|verkehrsunfall(?:aufnahme|bericht)|unfall(?:mitteilung|beteiligten?)/iu,
    cues: [
      /(?:case|report|incident|file|tracking) (?:tracking )?(?:no\b|number|#)|aktenzeichen|vorgang(?:snummer|:)|occurrence reference|atestado n|verbale n|pv-nummer|n° de proc[ée]dure|processo n/iu,
      /agency|officer|department|division|coroner|inspector|bureau|polizei|behörde|gendarmerie|police|polic[íi]a|carabinieri|questura|politie|commissariat|comisar[íi]a|agente/iu,
      /date of (?:the )?(?:incident|accident|death|offen[cs]e|inspection)|tattag|unfall(?:tag|zeit)|date and time|siendo las|comparece|alle ore|às \d|omstreeks|date des faits/iu,
    ],
    cuesMin: 3,
  },
  {
    record: 'bank_statement',
    heading:
      /statements? of accounts?|(?:bank|account|credit card|brokerage|investment|savings|loan|mortgage) statement|umsatzübersicht|minimum payment due|(?:your|account) monthly (?:summary|statement)|your monthly summary|kontoauszug|relev[ée] (?:de compte|bancaire)|extracto (?:de cuenta|bancario)|estratto conto|(?:rekening|bank|dag)afschrift|mutatieoverzicht|extrato (?:de (?:conta|movimentos)|da conta|banc[áa]rio|combinado)|(?:lista )?moviment[io] (?:del |di |da )?cont[ao]|movimientos de (?:la )?cuenta|finanzstatus|sald(?:en|o)bestätigung|(?:transaction|account) history|account activity|wyciąg (?:bankowy|z rachunku)|historia rachunku/iu,
    cues: [
      AMOUNTS,
      /(?:opening|closing|previous|new|available|ending|beginning) balance|saldo|kontostand|solde|anfangssaldo|endsaldo/iu,
      /\biban\b|account (?:number|no|ending)|cardmember|kontonummer|sort code|routing number|\bbic\b|\bswift\b|num[ée]ro de compte|rekeningnummer|\bconta (?:n|à ordem)|n[úu]mero de cuenta|\bnib\b|intestatario|numer rachunku/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'bank_statement',
    heading:
      /(?:brought|carried) forward|(?:opening|closing) balance|(?:anfangs|end|alter |neuer )saldo|saldo (?:inicial|final|iniziale|finale|anterior|disponible|dispon[íi]vel|początkowe|końcowe)|(?:ancien|nouveau) solde|solde (?:initial|final|créditeur|débiteur|au \d)|(?:begin|eind)saldo/iu,
    cues: [
      AMOUNTS,
      /account (?:number|no\b|\d)|sort code|kontonummer|\biban\b|num[ée]ro de compte|compte n|n[úu]mero de cuenta|cuenta n|conto (?:n|corrente n)|conta n|rekeningnummer|numer rachunku/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'payslip',
    act: AMOUNTS,
    heading:
      /\bnet pay\b|auszahlungsbetrag|abrechnung der bezüge|net à payer|netto (?:uitbetaald|te betalen)|l[íi]quido a (?:percibir|receber)|netto (?:in busta|a pagare)|do wypłaty/iu,
    cues: [
      /lohnsteuer|steuerklasse|national insurance|cotisations|loonheffing|irpf|inps|irs\b|seguran[çc]a social|seguridad social|składk/iu,
      /pers(?:onal)?[.-]{0,2} ?n|employee|staff|salariée?|werknemer|trabajador|dipendente|funcion[áa]ri[oa]|pracownik|eintritt|entrée le|in dienst/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'transcript',
    act: GRADES,
    heading:
      /(?:academic|official|school|university|student) (?:transcript|record)|transcript of (?:records|grades)|report card|notenspiegel|leistungs(?:übersicht|nachweis)|zeugnis|relev[ée] de notes|expediente acad[ée]mico|certificaci[óo]n acad[ée]mica/iu,
    cues: [
      /\bgpa\b|grade point|credits?\b|\bects\b|\bgrades?\b|\bnoten?\b|\bnotes?\b|calificaci/iu,
      /student\b|alumn[oa]|[ée]tudiant|matrikel|date of birth|semester|course|\bmodul/iu,
    ],
    cuesMin: 1,
  },
  {
    record: 'diploma',
    act: /(?:has|have|hereby) (?:conferred|confers|awarded|awards|completed|granted|admitted|been awarded)|hat .{0,80}(?:bestanden|abgeschlossen|verliehen)|verleiht|conf[èe]re|otorga|conferisce|degree of/isu,
    heading:
      /\bdiploma\b|(?:bachelor|master|doctor|associate) of [a-z]+|conferred upon|the degree of|\burkunde\b|\bdipl[ôo]me\b|t[íi]tulo (?:de|universitario)|\blaurea\b|certificate of (?:graduation|completion)/iu,
    cues: [
      /\b(?:rector|president|dean|chancellor|registrar|rektor(?:in)?|dekan(?:in)?|recteur|doyen|decano|rettore)\b/iu,
      DATE,
      /\b(?:university|universität|universit[ée]|universidad|universit[àa]|college|hochschule|school|schule)\b/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'payslip',
    act: AMOUNTS,
    heading:
      /pay ?(?:slip|stub|roll)|pay advice|wage slip|leave and earnings|cedolino|lohnzettel|bezügemitteilung|earnings statement|salary (?:slip|statement)|gehaltsabrechnung|lohnabrechnung|entgeltabrechnung|verdienstabrechnung|bulletin de (?:paie|salaire)|fiche de paie|n[óo]mina\b|busta paga|fiche de salaire|salarisstrook|loonstrook|loonstaat|(?:loon|salaris)specificatie|prospetto paga|recibo (?:individual )?de (?:salarios?|n[óo]mina|vencimentos?|ordenado)|folha de (?:pagamento|vencimento)|holerite|contracheque|lohnschein|abrechnung der (?:brutto|bezüge)|(?:pay|remuneration) statement|odcinek wypłaty|pasek wynagrodzenia/iu,
    cues: [
      /(?:gross|net) (?:pay|salary|wages?)|brutto|netto|salaire (?:brut|net)|salario (?:bruto|neto)|year[ -]to[ -]date|\bytd\b|total brut|net à payer|cotisations|(?:bruto|netto)loon|loonheffing|devengad|retribuzione|trattenute|vencimento base|wynagrodzenie/iu,
      /employee|employer|personal(?:nummer|-nr)|arbeitgeber|steuerklasse|employeur|empleado|pay period|tax code|national insurance|salariée?|matricule|werknemer|werkgever|personeelsnr|trabajador|dipendente|funcion[áa]ri[oa]|trabalhador|pracownik/iu,
    ],
    cuesMin: 1,
  },
  {
    record: 'tax_form',
    heading:
      /form (?:w-?2|1040|1099)|wage and tax statement|\bform p(?:45|60)\b|\bp60\b|notice of assessment|certificazione unica|(?:income )?tax (?:return|assessment|certificate)|steuerbescheid|einkommensteuer|lohnsteuerbescheinigung|avis d['’]imp[ôo]t|d[ée]claration de revenus|declaraci[óo]n de la renta|dichiarazione dei redditi|jaaropgaa?f|(?:definitieve |voorlopige )?aanslag (?:inkomsten|vennootschaps)belasting|declara[çc][ãa]o de (?:irs|rendimentos)|(?:nota|demonstra[çc][ãa]o) de liquida[çc][ãa]o|certificado de retenciones|avviso di accertamento|cartella (?:di pagamento|esattoriale)|esiti? della liquidazione|avis de (?:taxe|situation déclarative)|taxe (?:foncière|d['’]habitation)/iu,
    cues: [
      AMOUNTS,
      /social security number|taxpayer|tax (?:id|year|number)|employer identification|steuernummer|steuer-?id|identifikationsnummer|finanzamt|num[ée]ro fiscal|\bnif\b|codice fiscale|internal revenue|\bhmrc\b|agenzia delle entrate|belastingdienst|burgerservicenummer|autoridade tribut[áa]ria|agencia tributaria|direction générale des finances/iu,
      /adjusted gross|taxable income|wages|withheld|zu versteuerndes|festgesetzt|revenu (?:fiscal|imposable)|base imponible|reddito|loonheffing|loonbelasting|impost[ae]|rendimento coletável|imposición|retenci[óo]n|montant de l['’]impôt/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'certificate',
    act: DATE,
    heading:
      /avis d['’]arrêt|arrêt (?:de travail|maladie)|certificat m[ée]dical|medische verklaring|dokters(?:verklaring|attest|briefje)|ziekmelding|(?:atestado|certificado|justificante) m[ée]dico|declara[çc][ãa]o m[ée]dica|baixa m[ée]dica|certificado de incapacidad\p{L}*|parte de baja|certificato medico|arbeitsunfähigkeitsbescheinigung|ärztliches attest|zaświadczenie lekarskie|ärztliche bescheinigung|(?:sick|fit|doctor['’]s) note|medical certificate/iu,
    cues: [
      /\bpatient|date of birth|\bdob\b|geb(?:oren|\.)|versicherter|n[ée]\(?e?\)? le|paciente|paziente|pati[eë]nt|assurée?\b|nascid[oa]|nat[oa] il|nacid[oa]|urodzon/iu,
      /\b\d+(?:[.,]\d+)?\s?(?:mg|ml|mcg|µg|iu|i\.e\.)\b|tablet|capsule|tablette|comprim|dosage|refills?|diagnos|\bicd\b|mmol|reference range|\bdose\b|\blot\b|arrêt jusqu|sorties|inaptitude|repos|niet (?:kon |kan )?werken|arbeidsongeschikt|incapa[cz]|incapacidad|reposo|malattia|prognosi|doen[çc]a|repouso|ziek|on the grounds of|off work|niezdoln/iu,
      /\bdr\.? |physician|prescriber|\bm\.?d\.?\b|nurse|clinic\b|arzt|ärztin|m[ée]decin|m[ée]dico|\bnpi\b|license no|huisarts|\barts\b|médica|ospedale|medycyn|lekarz/iu,
    ],
    cuesMin: 3,
  },
  {
    record: 'prescription',
    act: DATE,
    heading:
      /\bprescription\b|\brx\b|medical (?:certificate|report|record)|laboratory report|lab(?:oratory)? (?:test )?results?|sick note|fit note|doctor['’]s note|discharge (?:summary|letter)|arztbrief|krankschreibung|arrêt de travail|parte de baja|vaccination (?:card|record|certificate)|certificate of (?:vaccination|immuni[sz]ation)|impf(?:pass|ausweis)|carnet de vaccination|immuni[sz]ation record|\brezept\b|arbeitsunfähigkeitsbescheinigung|ärztliches attest|ordonnance|receta m[ée]dica|certificato medico|certificat m[ée]dical|receita m[ée]dica|verwijsbrief|ontslagbrief|informe (?:m[ée]dico|de alta)|referto|lettera di dimissione|befundbericht|entlassungsbrief/iu,
    cues: [
      /\bpatient|date of birth|\bdob\b|geb(?:oren|\.)|versicherter|n[ée]\(?e?\)? le|paciente|paziente|pati[eë]nt|assurée?\b|nascid[oa]|nat[oa] il|nacid[oa]|urodzon/iu,
      /\b\d+(?:[.,]\d+)?\s?(?:mg|ml|mcg|µg|iu|i\.e\.)\b|tablet|capsule|tablette|comprim|dosage|refills?|diagnos|\bicd\b|mmol|reference range|\bdose\b|\blot\b|arrêt jusqu|sorties|inaptitude|repos|niet (?:kon |kan )?werken|arbeidsongeschikt|incapa[cz]|incapacidad|reposo|malattia|prognosi|doen[çc]a|repouso|ziek|on the grounds of|off work|niezdoln/iu,
      /\bdr\.? |physician|prescriber|\bm\.?d\.?\b|nurse|clinic\b|arzt|ärztin|m[ée]decin|m[ée]dico|\bnpi\b|license no|huisarts|\barts\b|médica|ospedale|medycyn|lekarz/iu,
    ],
    cuesMin: 3,
  },
  {
    record: 'court_document',
    heading:
      /(?:family|municipal|probate|federal|bankruptcy|juvenile|district|superior|supreme|county|circuit|high|crown|magistrates['’]?) court|court of (?:appeal|justice|common pleas)|amtsgericht|landgericht|oberlandesgericht|tribunal (?:judiciaire|de grande instance|d['’])|juzgado|tribunale (?:di|ordinario)|rechtbank|gerechtshof|tribunal (?:da comarca|judicial)|audiencia provincial|corte d['’]appello|cour d['’]appel|sąd (?:rejonowy|okręgowy)/iu,
    cues: [
      /\bcase (?:no|number)|\bdocket\b|\bcivil action\b|aktenzeichen|geschäftsnummer|\bn[°º] ?rg\b|autos n|\b\d+ [A-Z]{1,2} \d+\/\d{2}\b/iu,
      /plaintiff|defendant|petitioner|respondent|\bv\.|\bvs\.|kläger|beklagte|demandeur|d[ée]fendeur|demandante|attore|convenuto|eiser|gedaagde|verdachte|autora?\b|r[ée]u\b|ricorrente|ingiunge/iu,
      /it is (?:hereby )?ordered|order(?:ed)?\b|judg(?:e)?ment|im namen des volkes|urteil|beschluss|par ces motifs|fallo|sentenza|subpoena|summons|vonnis|beschikking|senten[çc]a|decreto ingiuntivo|ordinanza|wyrok/iu,
    ],
    cuesMin: 2,
  },
  {
    record: 'insurance_card',
    heading:
      /insurance (?:identification )?card|proof of insurance|certificate of (?:liability |motor )?insurance|motor insurance|health (?:plan|insurance)|versicherungs(?:schein|karte|bestätigung|police)|carte (?:vitale|d['’]assur|verte)|attestation d['’]assurance|tarjeta sanitaria|p[óo]liza de seguro|polizza|relev[ée] d['’]informations?|bonus-malus|schadenfreiheits(?:rabatt|klasse)\p{L}*|no[- ]claims (?:bonus|discount|certificate|proof)|attestato di rischio|schadevrije jaren|verzekerings(?:bewijs|polis|kaart)|ap[óo]lice de seguro|certificado de (?:siniestralidad|seguro)|groene kaart|carta verde/iu,
    cues: [
      /policy (?:number|no)|member (?:id|no)|group (?:number|no)|versicherungsnummer|versichertennummer|policennummer|num[ée]ro de (?:contrat|police|s[ée]cu)|n[úu]mero de p[óo]liza|numero di polizza|contrat n|vertragsnummer|polisnummer|ap[óo]lice n|contratto n/iu,
      /insured|member|subscriber|policyholder|versicherungsnehmer|versicherter|assur[ée]|asegurado|assicurato|souscripteur|soci[ée]taire|verzeker(?:de|ingnemer)|tomador|segurado|contraente/iu,
      /effective|expir|valid (?:from|until|to|through)|gültig|valable|v[áa]lid[oa]|copay|deductible|coverage|rx ?bin|résilié|échéance|sinistre|gekündigt|schaden|ingang|einddatum|schade|sinistro|siniestro|decorrenza|vig[êe]ncia|claims?\b/iu,
    ],
    cuesMin: 3,
  },
  {
    record: 'identity_document',
    unless: /curriculum vitae|\br[ée]sum[ée]\b|lebenslauf|(?:work|professional) experience|employment history|berufserfahrung/iu,
    heading:
      /\bpassport\b|reisepass|passeport|pasaporte|passaporto|identity card|personalausweis|carte nationale d['’]identit|documento nacional de identidad|carta d['’]identit|driv(?:er['’]?s?|ing) licen[cs]e|führerschein|permis de conduire|permiso de conducir|(?:birth|marriage|death|citizenship) certificate|certificate of (?:birth|marriage|death|naturali[sz]ation|citizenship)|social security card|heiratsurkunde|eheurkunde|sterbeurkunde|acte de (?:mariage|décès)|(?:partida|acta|certificado) de (?:nacimiento|matrimonio)|certificato di nascita|geburtsurkunde|acte de naissance|residence permit|aufenthaltstitel|cart[ãa]o de cidad[ãa]o|bilhete de identidade|t[íi]tulo de residência|identiteitskaart|verblijfs(?:vergunning|document)|rijbewijs|paspoort|dowód osobisty|tarjeta de (?:identidad|residencia)|permesso di soggiorno|titre de séjour|carta de condução/iu,
    cues: [
      /date of birth|\bdob\b|geburtsdatum|geburtstag|date de naissance|fecha de nacimiento|data di nascita|geboortedatum|data de nascimento|data urodzenia/iu,
      /(?:document|passport|licen[cs]e|card|registration) (?:no|number)|ausweisnummer|pass-?nr|dokumentennummer|num[ée]ro|\b4d\b|\bdln?\b|\b[A-Z]{5}\d{6}[A-Z\d]{5}\b/iu,
      /nationality|staatsangehörigkeit|nationalit[ée]|nacionalidad|cittadinanza|place of birth|geburtsort|lieu de naissance|lugar de nacimiento|nationaliteit|nacionalidade|obywatelstwo|geboorteplaats|\bsex\b|\bheight\b/iu,
      /surname|given names?|nachname|vorname|\bnom\b|pr[ée]nom|apellidos?|cognome|full name|mother|holder|achternaam|voornamen|apelido|nazwisko/iu,
      DATE,
      /^\s*4[ab]\.|expir|valid until|date of (?:issue|expiry)|gültig bis|expire|caducidad|scadenza/imu,
    ],
    cuesMin: 3,
  },
];

const ALL_SIGNS: readonly RecordSigns[] = [...SIGNS, ...UNSPACED_SIGNS];

function isThere(cue: RegExp | Repeated, text: string): boolean {
  if (cue instanceof RegExp) return cue.test(text);
  let count = 0;
  for (const _ of text.matchAll(cue.each)) if (++count >= cue.times) return true;
  return false;
}

export function headingOf(record: RecordClass): RegExp | undefined {
  const headings = ALL_SIGNS.filter((signs) => signs.record === record).map(({ heading }) => heading.source);
  return headings.length === 0 ? undefined : new RegExp(headings.join('|'), 'iu');
}

/** Words that identify a record of this class, apart from its heading. */
export function labelsOf(record: RecordClass): readonly RegExp[] {
  return (
    (SIGNS.find((signs) => signs.record === record)?.cues.filter((cue) => cue instanceof RegExp && cue !== DATE) as readonly RegExp[]) ?? []
  );
}

/** The text as a reader sees it: no soft hyphens, no spaced letters. */
function readable(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .replaceAll(/(?<!\p{L})(?:\p{L} ){3,}\p{L}(?!\p{L})/gu, (letters) => letters.replaceAll(' ', ''));
}

/** @param pages the text of each page. @param opening of the first page of the document */
export function classifyRecord(pages: readonly string[], opening: string | undefined = pages[0]): RecordClass | undefined {
  const named = namedRecord(readable(pages.join('\n')).slice(0, CHARS_MAX));
  const shown = (page: string) => readable(page).slice(0, CHARS_MAX);
  return named ?? recogniseOfficial(pages.map(shown), opening === undefined ? undefined : shown(opening));
}

function namedRecord(text: string): RecordClass | undefined {
  if (hasMachineReadableZone(text)) return 'identity_document';
  const joined = text.replaceAll(/\s+/g, ' ');
  let best: { readonly record: RecordClass; readonly share: number } | undefined;
  for (const { record, heading, act, unless, cues, cuesMin } of ALL_SIGNS) {
    if (!(heading.test(text) || heading.test(joined)) || (act !== undefined && !isThere(act, text)) || unless?.test(text) === true)
      continue;
    const found =
      cues.filter((cue) => isThere(cue, text)).length + (record === 'bank_statement' && findPattern(text, 'iban').length > 0 ? 1 : 0);
    const share = found / cues.length;
    if (found >= cuesMin && (best === undefined || share > best.share)) best = { record, share };
  }
  return best?.record;
}

/** ICAO Doc 9303: two lines of 44 or 36 or three of 30 with their check digits; a single good digit is chance one time in ten, so two are needed. */
function hasMachineReadableZone(text: string): boolean {
  const lines = text
    .split('\n')
    .map((line) => line.replaceAll(/\s/g, ''))
    .filter((line) => /^[A-Z0-9<]+$/.test(line));
  return lines.some((line, index) => {
    if (line.length === 44 || line.length === 36)
      return (
        checkDigits(line, [
          [0, 9, 9],
          [13, 19, 19],
          [21, 27, 27],
        ]) >= 2
      );
    const second = lines[index + 1] ?? '';
    if (line.length !== 30 || second.length !== 30) return false;
    return (
      checkDigits(line, [[5, 14, 14]]) +
        checkDigits(second, [
          [0, 6, 6],
          [8, 14, 14],
        ]) >=
      2
    );
  });
}

/** ICAO Doc 9303-3, 4.9: weights 7, 3, 1. @returns how many fields have the right check digit. */
function checkDigits(line: string, fields: readonly (readonly [start: number, end: number, digit: number])[]): number {
  return fields.filter(([start, end, digit]) => {
    const field = line.slice(start, end);
    const sum = Array.from(field, (char, index) => (char === '<' ? 0 : parseInt(char, 36)) * ([7, 3, 1][index % 3] ?? 0)).reduce(
      (a, b) => a + b,
      0,
    );
    return /[A-Z0-9]/.test(field) && line.charAt(digit) === String(sum % 10);
  }).length;
}
