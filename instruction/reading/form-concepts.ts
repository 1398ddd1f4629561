// What forms ask for, by the words for it in nine languages, after folding: `Vorname`, `prénom` and `given name` are one thing. So a field is found
// by what it asks for where its label says so in other words or in another language.

import { word } from './lexicon.ts';

export type Concept = keyof typeof WORDS;

const WORDS = {
  first_name:
    'first names?|given names?|forenames?|christian names?|vornamen?|rufname|prenoms?|nombres? de pila|primeiro nome|nome proprio|voorna(?:am|men)',
  last_name:
    'last names?|surnames?|family names?|nachnamen?|familiennamen?|zunamen?|noms? de famille|apellidos?|cognom[ei]|sobrenomes?|apelidos?|achterna(?:am|men)|familienaam',
  name: 'full names?|names?|vor- und nachname|nom et prenoms?|noms?|nombre y apellidos|nombre completo|nombres?|nome e cognome|nome completo|nomes?|nome|namen|naam|姓名|氏名|お?名前|名称',
  street:
    '(?:(?:home|street|mailing|postal|current|permanent|present) )?adress(?:es)?|(?:(?:home|street|mailing|postal|current|permanent|present) )?address(?:es)?|street|strasse|straße|anschrift|wohnadresse|adresse(?: postale)?|rue|domicilio|direccion|calle|indirizzo|via|endereco|morada|rua|adres|straat|住所|地址|住址',
  apartment: 'apt\\.?|apartment|unit|suite|wohnung|appartement|piso|interno|apartamento',
  zip: 'zip(?: ?code)?|post(?:al)? ?code|postcode|plz|postleitzahl|code postal|codigo postal|cp|cap|cep|postal',
  city: 'city|town|city/town|stadt|ort|wohnort|ville|commune|ciudad|localidad|poblacion|municipio|citta|comune|localita|cidade|localidade|woonplaats|plaats|stad|市区?',
  state: 'state|province|county|region|bundesland|kanton|departement|provincia|estado|regione|provincie|distrito',
  country: 'country|staat|land|pays|pais|paese|国|国家|国名',
  phone:
    '(?:daytime |home |work |contact |tele)?phone(?: (?:no\\.?|numbers?))?|tel\\.?(?: ?(?:no\\.?|nr\\.?))?|telephone(?: (?:no\\.?|numbers?))?|telefon(?:nummer)?|numero de telephone|telefono|numero de telefono|numero di telefono|telefone|telefoon(?:nummer)?|电话(?:号码)?|電話(?:番号)?',
  mobile:
    'mobile(?: (?:phone|no\\.?|number))?|cell(?: ?phone)?|handy(?:nummer)?|mobil(?:nummer|telefon)?|portable|movil|cellulare|telemovel|celular|mobiel|手机(?:号码?)?|携帯(?:電話)?(?:番号)?',
  fax: 'fax(?:(?: |-)?(?:no\\.?|numbers?|nummer))?|telefax|telecopie|传真|fax番号',
  email:
    'e-?mail(?:[ -]?address(?:es)?|[ -]?adress(?:e|en)?|adres)?|mail(?:[ -]?address)?|mail|correo(?: electronico)?|courriel|adresse e?-?mail|indirizzo e-?mail|posta elettronica|电子邮箱|邮箱|メール(?:アドレス)?',
  birth_date:
    'date of birth|birth ?date|birth ?day|d\\.?o\\.?b\\.?|born(?: on)?|geburtsdatum|geburtstag|geboren(?: am| op)?|date de naissance|nee? le|fecha de nacimiento|nacid[oa](?: el)?|data di nascita|nat[oa] il|data de nascimento|nascid[oa](?: em)?|geboortedatum|出生日期|生年月日',
  birth_place:
    'place of birth|birthplace|geburtsort|lieu de naissance|lugar de nacimiento|luogo di nascita|local de nascimento|naturalidade|geboorteplaats',
  date: "(?:today's )?date|datum|fecha|data|日期|日付",
  occupation: 'occupation|profession|job title|beruf|metier|profesion|ocupacion|professione|profissao|beroep|职业|職業',
  employer:
    'employer|company(?: name)?|organi[sz]ation|firma|arbeitgeber|entreprise|employeur|societe|empresa|azienda|datore di lavoro|bedrijf|werkgever|公司|会社名?',
  ssn: 'ssn|social security (?:no\\.?|number)|social insurance number|sozialversicherungsnummer|numero de securite sociale|numero de la seguridad social',
  identity:
    'dni|nie|nif|d\\.n\\.i\\.|passport(?: (?:no\\.?|number))?|id (?:card )?(?:no\\.?|number)|ausweisnummer|reisepass(?:nummer)?|passeport|pasaporte|passaporto|codice fiscale|paspoort(?:nummer)?',
  nationality:
    'nationality|citizenship|nationalitat|staatsangehorigkeit|staatsburgerschaft|nationalite|nacionalidad|nazionalita|cittadinanza|nacionalidade|nationaliteit|国籍',
  gender: 'gender|sex|geschlecht|sexe|sexo|sesso|geslacht|性别|性別',
  age: 'age|alter|edad|eta|idade|leeftijd|年龄|年齢',
  height: 'height|grosse|korpergrosse|taille|estatura|altura|statura|altezza|lengte',
  weight: 'weight|gewicht|poids|peso',
  eyes: 'eyes?(?: colou?r)?|augen(?:farbe)?|yeux|ojos|occhi|olhos|ogen',
  hair: 'hair(?: colou?r)?|haare?|haarfarbe|cheveux|pelo|cabello|capelli|cabelos?|haar',
  skin: 'skin|haut|peau|piel|pelle|pele|huid',
  iban: 'iban',
  bic: 'bic|swift(?: code)?',
  remarks:
    'remarks?|comments?|notes?|bemerkung(?:en)?|anmerkung(?:en)?|remarques?|observations?|commentaires?|observaciones|comentarios?|osservazioni|note|observacoes|opmerking(?:en)?|备注|備考',
} as const;

const CONCEPTS = Object.entries(WORDS).map(([concept, words]) => ({
  concept: concept as Concept,
  whole: new RegExp(`^(?:${words})$`, 'u'),
  inside: new RegExp(word(words), 'gu'),
}));

/** What a phrase says that is nothing but the words for one thing; several where a word has several meanings. */
export function conceptsSaid(said: string): readonly Concept[] {
  return CONCEPTS.filter(({ whole }) => whole.test(said)).map(({ concept }) => concept);
}

/** What a label asks for: each word counts for the longest phrase that it is part of. */
export function conceptsIn(label: string): ReadonlySet<Concept> {
  const found = CONCEPTS.flatMap(({ concept, inside }) =>
    [...label.matchAll(inside)].map(({ 0: hit, index }) => ({ concept, start: index, end: index + hit.length })),
  );
  const isPart = (one: (typeof found)[number]) =>
    found.some((two) => two.start <= one.start && two.end >= one.end && two.end - two.start > one.end - one.start);
  return new Set(found.filter((one) => !isPart(one)).map(({ concept }) => concept));
}

/** The thing whose words a text begins with: no part of the value before it. */
export function opensWithConcept(text: string): boolean {
  return [...text.matchAll(/ |[:：]|$/gu)].slice(0, 4).some(({ index }) => index > 1 && conceptsSaid(text.slice(0, index)).length > 0);
}

const DIGITS = /^\+?[\d\s()./-]{5,25}(?: ?(?:ext|x)\.? ?\d{1,6})?$/u;
/** What a value must look like to be one. */
const VALUES: Readonly<Partial<Record<Concept, RegExp>>> = {
  phone: DIGITS,
  mobile: DIGITS,
  fax: DIGITS,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/u,
  zip: /^(?=.*\d)[\p{L}\d -]{3,10}$/u,
  ssn: /^\d[\d -]{6,20}$/u,
  date: /\d|^today$/u,
  birth_date: /\d/u,
  age: /\d/u,
  iban: /^[a-z]{2}\d{2}[\da-z ]{8,36}$/iu,
};

export function fitsConcept(value: string, concept: Concept): boolean {
  return VALUES[concept]?.test(value.trim()) ?? true;
}

/** A value of one word or number: what follows a comma is no part of it. */
export function isTyped(concept: Concept): boolean {
  return VALUES[concept] !== undefined;
}

/** Somebody else than who fills the form in, or something else of theirs. */
export const OF_OTHERS = word(
  'spouse|spouses|husband|wife|ehegatten?|ehepartners?|partners?|conjointe?|conyuge|coniuge|dependents?|child|children|kind(?:es)?|enfant|hijo|figlio|filho|employers?|preparers?|designees?|firms?|foreign|beneficiary|emergency|witness|landlord|parents?|mothers?|fathers?|guardians?|doctors?|physicians?|previous|former|ausland|etranger|contact person|joint|secondary|co-?applicant',
);
/** Whose it is who fills the form in. */
export const OWN = word('your|ihre?|deine?|votre|vos|su|tu|tuo|vostro|seu|sua|uw|jouw|applicants?|antragsteller(?:in)?');
