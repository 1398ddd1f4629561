// What somebody says that they get by a change and would not get without it, in nine languages, as folding writes them: more money than is due, past a
// check of their age or health, as another person, in time, for what they never did.

import { word } from './folded-word.ts';

const CLOSE = '(?:\\uE001\\uE000*|[^.,;!?\\uE001]){0,20}?';

const MORE_THAN_DUE = [
  String.raw`(?:claim|get|reclaim|pocket|expense|keep)${CLOSE} the difference|(?:claim|reclaim|expense|recover|refunded|reimbursed|reimburses?|refunds?)${CLOSE} (?:more|extra|too much|twice)|more (?:back )?than (?:i|we) (?:actually |really )?(?:paid|spent|earn(?:ed)?)`,
  String.raw`mehr (?:geld )?(?:von [a-zß ]{2,20} )?(?:zuruck(?!h)[a-zß]*|erstattet|ausbezahl[a-zß]*|ausgezahlt)|mehr abrechne[a-zß]*|(?:differenz|unterschied) (?:zuruck|behalte|einstecke|abrechne)[a-zß]*|als ich (?:bezahlt|ausgegeben) habe`,
  String.raw`(?:rembourse[a-zß]*|indemnise[a-zß]*)${CLOSE} (?:davantage|plus)(?! (?:vite|tard|tot|rapidement))|(?:toucher|percevoir|recuperer) (?:davantage|plus) (?:d'argent|que|de)|plus que ce que j'ai (?:paye|depense)|(?:garder|empocher|recuperer) la difference`,
  String.raw`(?:paguen?|devuelvan?|reembolsen?|cobrar|indemnicen?) mas(?! (?:tarde|pronto|rapido))|mas de lo que (?:costo|pague|gaste|gano|he (?:pagado|gastado))|(?:cobrar|quedarme|recuperar)${CLOSE} la diferencia`,
  String.raw`(?:rimbors[a-zß]*|risarc[a-zß]*|incassare)${CLOSE} (?:di piu|piu (?:soldi|denaro|di quanto))|piu di quanto (?:ho|abbiamo|e costato)|(?:intascare|recuperare|tenermi) la differenza`,
  String.raw`(?:paguem?|reembols[a-zß]*|devolvam?|indeniz[a-zß]*|receber)${CLOSE} (?:a mais|mais (?:dinheiro|do que|pelo))|mais do que (?:paguei|gastei|custou|ganho)|(?:embolsar|recuperar|ficar com)${CLOSE} a diferenca`,
  String.raw`(?:meer|extra) (?:geld )?(?:terug(?!la)|uitbetaald|uitgekeerd)|(?:vergoedt?|vergoeden|uitkeert|terugbetaalt)${CLOSE} dan ik|meer (?:onkosten )?(?:vergoedt?|uitkeert|declareren)|meer dan ik (?:betaalde|uitgaf|had)|het verschil (?:houden|terugkrijgen|opstrijken|declareren)`,
].map(word);
const MORE_THAN_DUE_UNSPACED =
  '多(?:报销|领|赔|退)(?:一?点|一些|些|几|钱)|(?:报销|领|赔|拿)多(?:一?点|一些|些)|虚报|多报|水増し|(?:多く|余分に|多めに)(?:請求|もら|受け取|精算|払い戻)';

const PAST_A_CHECK = [
  String.raw`(?:pass|passes|beat|dodge|evade|bypass|get (?:through|past|around|by))${CLOSE}(?:age|identity|id|background|credit|drug|doping|medical|health|income|eligibility|customs|border|immigration|security|police) (?:checks?|verification|tests?|screening|controls?|vetting|exam)`,
  String.raw`(?:alters|ausweis|identitats|bonitats|einlass|gesundheits|drogen|doping|grenz|pass|zoll)-?(?:kontrolle|prufung|tests?|untersuchung|uberprufung|check)${CLOSE} (?:besteh[a-zß]*|umgeh[a-zß]*|komm[a-zß]*|schaff[a-zß]*|vorbei)`,
  String.raw`(?:passer|reussir|echapper|contourner|franchir)${CLOSE}(?:controle|verification|test) (?:d'age|d'identite|antidopage|de police|medical|de la douane|de solvabilite)|(?:passer|reussir) la visite medicale`,
  String.raw`(?:pasar|superar|burlar|evitar|saltarme)${CLOSE}(?:control|verificacion|revision|examen|reconocimiento) (?:de (?:edad|identidad|antecedentes|solvencia|policia|aduanas?|dopaje|frontera)|medic[oa]|antidopaje)`,
  String.raw`(?:passare|superare|eludere|evitare)${CLOSE}(?:controllo|verifica|visita) (?:dell'eta|d'identita|di identita|medic[oa]|antidoping|doganale|di polizia|di frontiera)`,
  String.raw`(?:passar|superar|contornar|evitar|burlar)${CLOSE}(?:controlo|controle|verificacao|exame) (?:de (?:idade|identidade|antecedentes|credito|fronteira)|medico|antidoping)`,
  String.raw`(?:door|langs|omzeil(?:en)?|slaag (?:ik )?voor|haal)${CLOSE}(?:leeftijds|identiteits|krediet|doping|grens|paspoort|douane)(?:controle|check|keuring|test)`,
].map(word);
const PAST_A_CHECK_UNSPACED =
  '(?:通过|应付|混过|蒙过).{0,8}(?:体检|背调|背景调查|年检|安检|征信|年龄验证|身份验证|尿检)|(?:年齢確認|身分(?:証)?確認|本人確認|健康診断|入国審査|身元調査)を?(?:通過|通り|通る|パス|すり抜け|逃れ|くぐ)';

const AS_ANOTHER = [
  String.raw`(?:someone|somebody) else's (?:identity|name|id)|another (?:person|man|woman)'s (?:identity|name|id)|pose as|posing as|impersonat[a-zß]*`,
  String.raw`(?:identitat|namen) (?:eines|einer) anderen|fremde identitat|als [a-zß]+(?: anders?)? (?:auszugeben|ausgeb[a-zß]*)|ausgeben als|ausgebe als`,
  String.raw`(?:identite|nom) d'(?:un|une) autre|usurp[a-zß]*|me faire passer|identidad (?:de otr[oa]|ajena|falsa)|hacerme pasar|suplant[a-zß]*`,
  String.raw`identita (?:di un[' ]?altr[oa]|altrui|falsa)|spacciar[a-zß]*|identidade (?:de outr[oa]|alheia|falsa)|passar por outr[oa]|me passar por`,
  String.raw`identiteit van (?:een ander|iemand anders)|me (?:jonger |ouder )?voordoen|voordoe als`,
  String.raw`signature${CLOSE} (?:looks? like|passes? for) (?:mine|his|hers|theirs)|unterschrift${CLOSE} wie (?:meine|seine|ihre) aussieht|signature${CLOSE} (?:ressemble|ait l'air)|firma${CLOSE} (?:sembr[ia]|parezca|parece)|assinatura${CLOSE} (?:pareca|parece)|handtekening${CLOSE} (?:lijkt|op de mijne)`,
].map(word);
const AS_ANOTHER_UNSPACED = '(?:别人|他人)的?(?:身份|名义)|冒用|(?:他人|別人)(?:の身分|の名義|名義)';

/** A paper that counts as issued, signed or sent before an event that it came after. */
const IN_TIME = [
  String.raw`(?:counts?|appears?|shows?|is) (?:as )?(?:issued|signed|sent|filed|delivered|submitted) (?:before|within|in time)`,
  String.raw`(?:ausgestellt|unterschrieben|eingereicht|abgeschickt) ${CLOSE}vor (?:der frist|fristablauf|dem stichtag|ablauf)|(?:emis|emise|envoyee?|signee?|deposee?) avant (?:la date|l'echeance|le delai|la fin)`,
  String.raw`(?:resulte|figure|conste) (?:como )?(?:emitid[oa]|firmad[oa]|enviad[oa]|presentad[oa]) antes|risult[ia] (?:come )?(?:emess[oa]|firmat[oa]|inviat[oa]|presentat[oa]) prima|conste (?:como )?(?:emitid[oa]|assinad[oa]|enviad[oa]) antes|(?:verstuurd|getekend|ingediend|uitgegeven) (?:is )?voor de (?:deadline|termijn|einddatum)`,
].map(word);

const NEVER_DONE = [
  String.raw`(?:although|though|even though|but) (?:i|we) (?:never|did(?: not|n't)) (?:actually |really )?(?:paid|pay|earn(?:ed)?|stud(?:y|ied)|graduated?|worked?|attend(?:ed)?)`,
  String.raw`(?:obwohl|auch wenn) (?:ich|wir) (?:nie|nicht) ${CLOSE}(?:studiert|bezahlt|gearbeitet|verdient|teilgenommen|gezahlt)`,
  String.raw`(?:bien que|alors que|meme si) (?:je |nous )?n'(?:ai|aie|avons|ayons) (?:jamais|pas) (?:etudie|paye|travaille|gagne|obtenu)|aunque (?:yo )?(?:nunca|no) (?:estudie|pague|trabaje|he (?:estudiado|pagado|trabajado))`,
  String.raw`anche se non (?:ho|abbiamo) mai|(?:embora|apesar de) (?:eu )?nunca (?:ter )?(?:estud|pag|trabalh)[a-zß]*|nunca (?:estudei|trabalhei|paguei)|hoewel ik nooit|terwijl ik (?:nooit|niet) ${CLOSE}(?:gestudeerd|betaald|gewerkt)`,
].map(word);
const NEVER_DONE_UNSPACED = '(?:虽然|其实)我?(?:从来|根本|从)?没有?(?:交|付|读|学|上|做|工作)';

export const UNDUE = [
  ...MORE_THAN_DUE,
  MORE_THAN_DUE_UNSPACED,
  ...PAST_A_CHECK,
  PAST_A_CHECK_UNSPACED,
  ...AS_ANOTHER,
  AS_ANOTHER_UNSPACED,
  ...IN_TIME,
  ...NEVER_DONE,
  NEVER_DONE_UNSPACED,
];
