// Who relies on what a document states, in nine languages, as folding writes them.

import { word } from './folded-word.ts';

/** Courts, banks, landlords, insurers, employers, authorities: what goes to them is evidence. */
const STRICT =
  'courts?|judges?|jury|prosecutors?|police|banks?|lenders?|creditors?|landlords?|landlady|letting agen(?:t|cy)|(?:life |car |health )?insur(?:ers?|ance)(?: company)?|tax (?:office|authorit(?:y|ies)|inspector|man)|' +
  'irs|hmrc|cra|usda|customs|authorit(?:y|ies)|immigration(?: office(?:r)?)?|visa (?:officer?|section)|consulate|embassy|home office|(?:future |new )?employers?|recruiters?|investors?|shareholders?|auditors?|inspectors?|regulators?|regulatory (?:body|authority)|supervisory authority|ombudsman|' +
  '(?:car )?dealers?|building (?:department|authority)|licensing (?:office|board)|pharmac(?:y|ist)|jobcent(?:re|er)|social services|(?:welfare|benefits|grants?|registry) office|tribunals?|notary|opposing (?:party|counsel)|' +
  'gericht|richter(?:in)?|staatsanwalt[a-zß]*|polizei|kreditgeber|vermieter(?:in)?|hausverwaltung|[a-zß]*versicherung|krankenkasse|finanzamt|jugendamt|sozialamt|standesamt|bauamt|arbeitsamt|burgeramt|behorde|' +
  '[a-zß]+behorde|konsulat|botschaft|zoll|arbeitgeber(?:in)?|personalabteilung|investoren|prufer(?:in)?|betriebsprufung|aufsichtsbehorde|makler(?:in)?|jobcenter|notar(?:in)?|gutachter(?:in)?|' +
  'tribunal|juge|police|prefecture|banque|preteur|proprietaire|bailleur|agence immobiliere|assurances?|assureur|mutuelle|impots|fisc|consulat|ambassade|douane|employeur|recruteur|investisseurs|auditeurs?|regulateur|inspecteurs?|notaire|caf|cpam|' +
  'juez|jueza|juzgado|policia|banco|casero|casera|arrendador|inmobiliaria|aseguradora|agencia tributaria|extranjeria|consulado|embajada|aduana|empleador|inversores|auditor(?:es)?|regulador(?:es)?|inspector(?:es)?|notario|oficina de [a-zß]+|seguridad social|' +
  'giudice|tribunale|polizia|questura|banca|padrone di casa|locatore|assicurazione|fisco|agenzia delle entrate|consolato|ambasciata|dogana|datore di lavoro|investitori|revisori|ispettori?|acquirente|notaio|inps|' +
  'juiz|juiza|senhorio|seguradora|financas|receita federal|embaixada|alfandega|empregador|investidores|auditores|inspetores|regulador|notario|sef|seguranca social|' +
  'rechter|rechtbank|politie|verhuurder|verzekering|verzekeraar|belastingdienst|consulaat|ambassade|douane|werkgever|investeerders|toezichthouder|inspecteurs?|notaris|uwv|instantie|hypotheekverstrekker|huisbaas';
/** They rely on papers too, but also have papers written for them. */
const SCHOOLS =
  'universit(?:y|ies)|college|school|admissions?(?: office)?|examiners?|buyers?|federation|uni|universitat|hochschule|schule|kita|amt|kasse|kaufer(?:in)?|handler|universite|ecole|fac|faculte|jury|acheteur|caisse|mairie|club|' +
  'federation|universidad|escuela|colegio|comprador|hacienda|ayuntamiento|seguro|universita|scuola|ateneo|universidade|escola|comprador|universiteit|hogeschool|koper|gemeente';
/** They ask for edits of their own. */
const ORDERERS =
  'boss|manager|hr|human resources|teachers?|professors?|supervisor|unions?|council|county|state|government|agency|ministry|journalists?|voters|readers|public|chef(?:in)?|lehrer(?:in)?|verein|steuerberater(?:in)?|leser|patron(?:ne)?|' +
  'drh|professeur|administration|autorites?|empresa|jefe|jefa|profesor|autoridad(?:es)?|capo|azienda|professore|autorita|ufficio|patrao|chefe|professor|autoridades?|camara|baas|leraar|controleur|overheid|owner|tenants?|(?:ex-?)?(?:wife|husband|partner)';

export const CHINESE_PARTIES =
  '法院|法官|警察|公安|银行|房东|保险公司|税务局|海关|单位|雇主|学校|大学|投资人|投资者|审计|监管(?:部门|机构)|买家|签证官|领事馆|大使馆|使馆|移民局|社保|中介';
export const JAPANESE_PARTIES =
  '裁判所|裁判官|警察|銀行|大家|保険会社|税務署|税関|雇用主|学校|大学|投資家|監査|監督官庁|買い手|大使館|領事館|入管|役所|取引先|転職先|勤務先|市役所';

const DETERMINERS =
  "(?:(?:my|our|the|a|an|his|her|their|your|this|that|new|next|former|future|old|local|family|die|der|das|dem|den|mein[a-zß]*|unser[a-zß]*|ein[a-zß]*|neu[a-zß]*|kunftig[a-zß]*|le|la|les|mon|ma|mes|notre|un|une|nouveau|nouvelle|el|los|las|mi|mis|nuestr[oa]|una|nuev[oa]|il|lo|i|gli|mio|mia|nuov[oa]|o|as|os|meu|minha|novo|nova|de|het|een|mijn|onze|ons|nieuwe) |l'|un'){0,4}";

const party = (...groups: readonly string[]) => `(?<![a-z0-9])${DETERMINERS}${word(groups.join('|'))}`;

/** Anybody from whom something is kept. */
export const ANY_PARTY = party(STRICT, SCHOOLS, ORDERERS);
export const RELYING_PARTY = party(STRICT, SCHOOLS);
export const STRICT_PARTY = party(STRICT);
