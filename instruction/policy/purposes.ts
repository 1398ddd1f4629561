// What an instruction says of its purpose, in nine languages, as folding writes them: that something is forged, that somebody shall believe what is
// not so or shall not learn what is, that the result serves as evidence. None of it looks at the document.

import { word } from './folded-word.ts';
import { UNDUE } from './gains.ts';
import { ANY_PARTY, CHINESE_PARTIES, JAPANESE_PARTIES, RELYING_PARTY, STRICT_PARTY } from './parties.ts';

export type Purpose = 'forgery' | 'deceit' | 'concealment' | 'proof' | 'evidence';

const either = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'u');
/** Within a sentence; a quoted text counts as one. */
const NEAR = '(?:\\uE001\\uE000*|[^.;!?\\uE001]){0,60}?';
const CLOSE = '(?:\\uE001\\uE000*|[^.;!?\\uE001]){0,16}?';

/** The act itself is forging, whatever for. */
const FORGERY = either(
  word(
    String.raw`(?:forg(?:e|es|ing|ed)|counterfeit[a-zß]*)(?! (?:iron|steel|ahead|links?|alliances?))|falsif(?:y|ied|ying)|(?:back|ante)[- ]?dat(?:e|ed|es|ing)|fabricated?|date (?:it|this|that|them|[a-zß]+ [a-zß]+) back(?! and)|(?:fake|phony|bogus)(?! (?:data|text|address(?:es)?|email|names?|news))|photoshop|imitate [a-zß]+(?:'s)? (?:signature|handwriting)`,
  ),
  word(
    String.raw`(?:ruck|zuruck|vor)datier[a-zß]*|datier[a-zß]*${NEAR} zuruck|faelsch[a-zß]*|falschung|verfalsch[a-zß]*|unterschreib[a-zß]* im namen|(?:unterschrift|stempel)${NEAR} (?:nachmachen|nachahmen|imitieren)|imitier[a-zß]* ${NEAR}(?:unterschrift|stempel)`,
  ),
  word(
    String.raw`antidat[a-zß]*|postdat[a-zß]*|falsifi[a-zß]*|contrefai[a-zß]*|imite[rz]? ${NEAR}(?:signature|cachet|tampon)|faux (?:cachet|tampon)|fausse signature`,
  ),
  word(
    String.raw`retrodat[a-zß]*|antedat[a-zß]*|falsific[a-zß]*|falsead[a-zß]*|(?:sello|firma|timbro|carimbo|assinatura|documento|certificad[oa]|certificato) fals[oa]|fals[oa] (?:sello|firma|timbro|carimbo|assinatura)|contraffa[a-zß]*|contraffare|imita[a-zß]* (?:la|a) (?:firma|assinatura)|forja[a-zß]*`,
  ),
  word(
    String.raw`antidateer[a-zß]*|geantidateerd[a-zß]*|terugdateren|vervals[a-zß]*|valse (?:stempel|handtekening)|(?:handtekening|stempel)${NEAR} (?:nadoen|namaken)|namaken`,
  ),
  '伪造|造假|假(?:章|公章|签名|证)|冒充|仿造|倒签|篡改|骗取|偽造|偽の|改ざん|バックデート|日付を(?:さかのぼ|遡)|なりすま',
);

/** Somebody shall believe what is not so, or gives what is not due. */
const DECEIT = either(
  ...UNDUE,
  word(
    String.raw`(?:so(?: that)?|in order that|to make|making|make|must|should|shall|will|have to|has to|want|wants|need|needs|let) ${NEAR}(?<!\b(?:i|we|you) )(?:thinks?|believes?|assumes?)(?! (?:about|of|twice|in)\b)`,
  ),
  word(
    String.raw`(?:looks?|seems?|appears?|reads?|sounds?) (?:as if|as though|like (?:i|we|he|she|they|it|you|somebody|someone)(?! (?:is|was) (?:bold|cut|cent)))|seems? (?:that )?(?:i|we|he|she|they)|look (?:genuine|authentic)|appear to have`,
  ),
  word(
    String.raw`to (?:deceive|mislead|fool|trick|cheat|defraud|dupe|scam)|pretend|pass (?:it|this|myself|him|her|them) off as|as (?:if|though) (?:i|we|he|she|they) (?:had|have|has|was|were)|so (?:that )?${NEAR}(?:record|report|file|certificate|statement|results?)s? (?:clears?|exonerates?|favou?rs?|shows? (?:me|us|no))|behind (?:his|her|their) back|without (?:his|her|their|my [a-zß]+'s|the [a-zß]+'s) (?:knowledge|consent|knowing)|(?:he|she|they) never signed|(?:isn't|is not|doesn't|does not|don't) (?:aware|know) of (?:it|this)|we claimed more than|(?:were|was) actually only`,
  ),
  word(
    String.raw`(?:damit|so ?dass|dass|soll(?:en)?|muss|mussen) ${NEAR}(?:glaub(?:t|en)|denk(?:t|en)|annimmt|annehmen)|(?:so )?aus(?:sieht|sehen)?,? als|so tun als|als (?:ob|hatten?|ware|waren)|tauschung|vortausch[a-zß]*|vorgaukel[a-zß]*|reinleg[a-zß]*|(?:weiss|wissen) (?:nichts|nicht) davon|ohne (?:sein|ihr|dessen|deren)[a-zß]* (?:wissen|zustimmung)|(?:war|waren) (?:es )?eigentlich nur`,
  ),
  word(
    String.raw`(?:pour qu[e']|afin qu[e']|qu[e']|faire|doit|doivent|devra) ?${NEAR}(?:croi(?:e|ent|re)|pensent?|s'imaginent?)|comme si (?:j|je|nous|il|elle|ils)[a-zß]*|faire (?:semblant|croire|passer)|tromper|duper|a (?:son|leur) insu|n'est pas au courant|ne (?:le )?sait pas|sans (?:son|leur) accord`,
  ),
  word(
    String.raw`(?:para que|que|asi|hacer|haga|debe|deben|tiene que) ${NEAR}(?:crea[n]? que|creer|piens(?:e|en))|como si (?:yo |lo |la )?(?:hubier[a-zß]*|hubies[a-zß]*|fuer[a-zß]*|estuvier[a-zß]*)|enganar|estafar|hacer pasar|sin que (?:lo |la )?sep[a-zß]*|no (?:lo )?sabe nada`,
  ),
  word(
    String.raw`(?:perche|affinche|cosi|in modo che|che|far|deve) ${NEAR}(?:cred(?:a|ano|ere)|pens(?:i|ino))|come se (?:avess[a-zß]*|foss[a-zß]*)|ingannare|truffare|far (?:finta|passare)|a sua insaputa|non ne sa (?:nulla|niente)`,
  ),
  word(
    String.raw`(?:para|para que|que|assim|deve|devem|tem (?:de|que)|ha de) ${NEAR}(?:acredit(?:e|em|ar)|pens(?:e|em))|como se (?:eu |ele |ela )?(?:tivess[a-zß]*|foss[a-zß]*)|enganar|burlar|fingir|fazer passar|sem que (?:ele|ela|eles)? ?saib[a-zß]*|nao sabe de nada`,
  ),
  word(
    String.raw`(?:zodat|opdat|dat|moet|moeten) ${NEAR}(?:denkt|denken|gelooft|geloven)|(?:lijkt|lijken),? (?:als)?of|alsof|misleiden|bedriegen|oplichten|doen alsof|weet (?:er )?niets? (?:van|hiervan)|zonder (?:zijn|haar|hun) medeweten`,
  ),
  '(?:让|使|好让|叫).{0,18}(?:以为|相信|觉得)|骗(?:过|一下)?|蒙混|假装|装作|冒名|不知情',
  '(?:と|だと|ように).{0,4}(?:思わせ|信じさせ|信じ込ませ|見せかけ)|(?:ない|た|いる|ある)(?:かの)?ように見せ|騙|だま(?:す|し)|ごまか|ふりをし|本人は知りません|無断で',
);

/** Somebody shall not learn what is so. Of a name that is blacked out this is said as well: it counts beside who relies on the document. */
const CONCEALMENT = either(
  word(
    String.raw`(?:(?:must|should|shall|may|can|will|do|does|would) ?(?:not|n't)|mustn't|shouldn't|can't|won't|doesn't|don't|never|nobody|no one|cannot)${NEAR} (?:sees? (?:that|it (?:was|is|were)|how|when|why|what|i|we)|finds? out|notices?|knows?|realises?|realizes?|learns?|discovers?|can tell|wonders?)|otherwise ${NEAR}(?:notices?|finds? out)|only (?:glances?|skims?|looks? briefly)|(?:nobody|no one|never|hardly|won't|will not|doesn't|does not|they don't|can't|cannot) ${CLOSE}(?:looks? closely|verif(?:y|ies)|checks?(?! (?:the |a |this |that )?(?:box|tick|mark)))|hide the fact|cover up the fact`,
  ),
  word(
    String.raw`(?:nicht|nichts|niemand|keiner|nie) ${NEAR}(?:merk[a-zß]*|erfahr[a-zß]*|mitbekomm[a-zß]*|wiss(?:en|t)|weiss|auffall[a-zß]*)|(?:merk[a-zß]*|erfahr[a-zß]*|weiss) ${NEAR}(?:niemand|keiner|nichts)|sonst (?:merk[a-zß]*|erfahr[a-zß]*|fallt)|nicht auffallt|(?:pruft|kontrolliert) ${CLOSE}(?:niemand|keiner|nie|nicht)|(?:niemand|keiner) (?:pruft|kontrolliert)|schaut (?:nie|nicht|kaum) (?:genau )?(?:hin|nach)`,
  ),
  word(
    String.raw`(?:ne |n'|personne |rien )${CLOSE}(?:verifi(?:e|ent|era|eront)|controlent?|regardent?|(?:doi[a-zß]*|puiss[a-zß]*) (?:pas |rien )?(?:savoir|remarquer|decouvrir|apprendre)|remarqu[a-zß]*|s'aper[a-zß]*|sache[a-zß]*)|sinon ${NEAR}remarqu[a-zß]*`,
  ),
  word(
    String.raw`(?:no|nadie|sin que) ${CLOSE}(?:comprueban?|(?:va|van) a (?:comprobar|verificar)|verifican?|lo note|se note|noten|se entere[a-zß]*|sepa[a-zß]*|descubr[a-zß]*|saber)|(?:non|nessuno) ${CLOSE}(?:controlla(?:no)?|verifica(?:no)?|accorg[a-zß]*|sapp[a-zß]*|sapere|scopr[a-zß]*|noti)|(?:nao|ninguem|sem que) ${CLOSE}(?:verificam?|conferem?|confirmam?|(?:vai|vao) (?:verificar|conferir|confirmar)|notem|perceb[a-zß]*|saib[a-zß]*|saber|descubr[a-zß]*)|(?:niet|niemand|niets) ${CLOSE}(?:controleert|controleren|merk[a-zß]*|weet|weten|ontdek[a-zß]*|opvalt)`,
  ),
  // `before the tax office finds out`.
  `${word('before|bevor|ehe|avant que|antes (?:de )?que|prima che|voordat|voor')} ${RELYING_PARTY} ${CLOSE}${word(
    "finds? out|notices?|learns?|knows?|realises?|realizes?|discovers?|merkt|merken|erfahrt|erfahren|weiss|sache(?:nt)?|apprenn[a-z]*|s'aper[a-z]*|remarque(?:nt)?|decouvr[a-z]*|se enter[a-z]*|sepan?|noten?|descubr[a-z]*|sappia(?:no)?|si accorg[a-z]*|scopr[a-z]*|saiba[a-z]*|perceb[a-z]*|weet|ontdek[a-z]*",
  )}`,
  `(?:${CHINESE_PARTIES}).{0,6}(?:发现|知道|察觉).{0,4}前|(?:${JAPANESE_PARTIES})(?:に|が).{0,6}(?:気づ|バレ|ばれ|知ら|知る).{0,4}前`,
  // `the buyer will only see this PDF`: nothing else will tell them.
  `${RELYING_PARTY} ${NEAR}${word(
    '(?:only|just) (?:ever )?(?:sees?|gets?|has|have|receives?|looks? at) (?:this|that|the|my|our) (?:pdf|copy|file|version|document|scan)|' +
      '(?:sieht|sehen|bekommt|bekommen|kriegt|kriegen) (?:ja |eh |sowieso )?nur (?:dies[a-zß]*|das|die) (?:pdf|datei|kopie|fassung|version|dokument)|' +
      "(?:ne |n')(?:verra|verront|voit|voient|recevra|recoit|aura) que (?:ce|cette|le|la) (?:pdf|fichier|copie|version|document)|" +
      '(?:solo|solamente|soltanto|apenas|somente|so) (?:va a ver|vera|veran|ve|ven|vedra|vedranno|vede|verao|veem|recibe|riceve|recebe) (?:est[ea]|quest[oa]|el|la|il|o|a) (?:pdf|archivo|file|ficheiro|copia|version|versione|versao|documento)|' +
      '(?:ve|vera|vedra|vede|recibe|riceve|recebe) (?:solo|solamente|soltanto|apenas|somente|so) (?:est[ea]|quest[oa]|el|la|il|o|a) (?:pdf|archivo|file|ficheiro|copia|version|versione|versao|documento)|' +
      '(?:ziet|zien|krijgt|krijgen) (?:toch )?alleen (?:maar )?(?:deze|dit|de|het) (?:pdf|bestand|kopie|versie|document)',
  )}`,
  `(?:${CHINESE_PARTIES}).{0,6}只.{0,3}看.{0,6}(?:PDF|pdf|文件|版本|副本)|(?:${JAPANESE_PARTIES}).{0,12}(?:PDF|pdf|ファイル|写し|版)しか見`,
  '(?:不(?:能|要|想)?让|别让|以免|免得).{0,14}(?:知道|发现|看出|察觉)|不被发现|(?:不会|没人|不).{0,3}(?:核实|核查|检查)|(?:確認|チェック)(?:しない|されない|しません)|(?:バレ|ばれ|気づかれ|知られ)(?:ない|たくない|ず)',
);

const DET = "(?:[a-zß'-]+ ){0,3}?";
/** The result shall prove something: nobody proves by what they wrote themselves. */
const PROOF = either(
  word(
    String.raw`as (?:${DET})(?:proof|evidence|security|collateral)|(?:can|could|must|have to|has to|need to|want to|so i|to) prove|als (?:${DET})[a-zß]*(?:nachweis|beweis|beleg|sicherheit)|beweisen|comme (?:${DET})(?:preuve|justificatif|garantie)|prouver`,
  ),
  word(
    String.raw`como (?:${DET})(?:prueba|justificante|garantia|comprovativo|prova|comprovante)|(?:probar|demostrar|provar|comprovar)|come (?:${DET})(?:prova|garanzia|giustificativo)|(?:dimostrare|provare) (?:che|al|alla|in)|als (?:${DET})(?:bewijs|onderpand)|(?:aantonen|bewijzen)`,
  ),
  word(
    String.raw`(?:need|want|require)s? (?:it |this |that |them )?(?:as )?(?:a |an |some )?(?:proof|evidence) (?:of (?:my |our |the )?(?:address|income|residen[a-z]*|employment|earnings|payment|purchase|identity|age|funds|insurance|enrol[a-z]*|attendance|ownership|delivery|travel|stud[a-z]*|qualification|vaccination)|that)|brauche? (?:${DET})(?:[a-zß]*nachweis|beweis|beleg)|faut (?:un )?justificatif|besoin d'un justificatif|necesit[oa] (?:un )?(?:justificante|comprobante)|(?:mi serve|serve|ho bisogno di) (?:un[a' ]? ?)?(?:prova|giustificativo)|(?:preciso|necessito) (?:de )?(?:um )?(?:comprovativo|comprovante)|heb (?:een )?bewijs`,
  ),
  '作为.{0,8}(?:证明|证据|依据|凭证)|用来.{0,12}证明|(?:証明|証拠)(?:として|に使|にな)|証明書(?:として|です)',
);

/** The result serves as evidence, or goes to somebody who relies on it. */
const EVIDENCE = either(
  word(
    String.raw`as (?:the |an? )?official|i(?:'ll| will)? (?:can |want to )?(?:deduct|write off|claim back)|(?:for|in|into|with|to) (?:my|our|the|a|an|his|her|their) (?:${DET})(?:claims?|visa|lawsuit|trial|hearing|court case|mortgage|loan|audit|reimbursement|tax return|job application|rental application|visa application|loan application|citizenship|asylum|scholarship|background check)|(?:visa|job|school|entry) (?:medical|interview|check)|applied for (?:a )?(?:bridge )?(?:loan|mortgage)`,
  ),
  `${ANY_PARTY} ${word('pays?|reimburses?|refunds?|zahlt|erstattet|rembourse|paga|me devuelve|reembolsa|rimborsa|betaalt|vergoedt')}`,
  `${RELYING_PARTY} (?:${word(
    'wants?|will want|asks?|asked|is asking|requires?|needs?|demands?|requested|insists?|pays?|reimburses?|refunds?|checks?|accepts?|signs? off|comes?|expects?|will (?:see|check|pay|look|accept|believe)|should (?:see|pay|accept)|compares?|approves?|mochte|will|verlangt|braucht|fordert|zahlt|erstattet|pruft|akzeptiert|exige|demande|veut|me demande|paie|rembourse|attend|pide|exige|quiere|me devuelve|paga|acepta|chiede|vuole|rimborsa|accetta|pede|quer|aceita|vraagt|eist|wil|betaalt|vergoedt|accepteert|heeft|uitkeert|meer uitkeert',
  )})`,
  `${word(
    'show|present|hand|hand in|send|give|submit|provide|forward|take|attach|use|need|zeigen|vorlegen|einreichen|schicken|brauche|presenter|montrer|envoyer|remettre|mostrar|presentar|ensenar|enviar|entregar|presentare|mostrare|inviare|apresentar|entregar|tonen|overleggen|laten zien|indienen',
  )} ${DET}${word('to|at|in|for|with|bei|beim|fur|dem|der|den|im|au|aux|a la|a|al|pour|ante|en|para|alla|allo|in|ao|na|no|aan|bij|voor')} ${RELYING_PARTY}`,
  `${word('before|in|at|to|for|vor|beim|fur|bei|devant|au|pour|ante|para|davanti al|per|perante|voor|bij')} (?:the |a |my |our |la |le |el |il |o |de |het |${DET})?${word('court|trial|lawsuit|tribunal|gericht|prozess|tribunale|juzgado|rechtbank')}`,
  `${word('for|fur|pour|para|per|voor')} ${STRICT_PARTY}`,
  `${word('so(?: that)?|damit|pour que|para que|perche|affinche|cosi|assim|zodat')} ${RELYING_PARTY}`,
  word(
    String.raw`(?:fur|bei) (?:mein[a-zß]*|unser[a-zß]*|ein[a-zß]*|die|den|das) (?:${DET})?(?:bewerbung|[a-zß]*antrag|kredit[a-zß]*|visum|steuererklarung|klage|spesen[a-zß]*|wohnungs[a-zß]*|mietvertrag|prozess|forderung|erstattung|schadensmeldung)|(?:will|mochte|verlangt|braucht) ${NEAR}(?:sehen|vorlage)|zahlt nach beleg`,
  ),
  word(
    String.raw`(?:pour|dans) (?:mon|ma|mes|notre|un|une) (?:${DET})?(?:dossier|candidature|demande|pret|visa|proces|credit|indemnisation|remboursement|location|sinistre|master)|justifier|me rembourse[a-zß]*`,
  ),
  word(
    String.raw`(?:para|en|no|na) (?:mi|un|una|el|la|o|a|meu|minha|um|uma) (?:${DET})?(?:solicitud|alquiler|hipoteca|prestamo|visado|juicio|indemnizacion|reembolso|candidatura|pedido|emprestimo|visto|credito|processo)|me piden|para el alquiler|para que me (?:expidan|den|paguen|devuelvan)|para obtener`,
  ),
  word(
    String.raw`(?:per|nel) (?:il |la |il mio |la mia |un |una |ottenere (?:il|un) )(?:${DET})?(?:domanda|mutuo|prestito|visto|processo|rimborso|affitto|candidatura|iscrizione|bando)|serve per|per l'iscrizione`,
  ),
  word(
    String.raw`voor (?:mijn|onze|een|de) (?:${DET})?(?:sollicitatie|aanvraag|hypotheek[a-zß]*|lening|visum|rechtszaak|declaratie|huurwoning|claim|aangifte)|opgevraagd|aftrekken`,
  ),
  `(?:入职|签证|体检|报销|贷款|申请|入学|移民|诉讼|打官司|理赔|面试|落户).{0,4}(?:要用|用|需要|要求|审核)|(?:给|交给|提供给)(?:${CHINESE_PARTIES})|(?:${CHINESE_PARTIES}).{0,3}(?:要求|要看|要|需要|会看|审核)|用于.{0,8}(?:证明|申请|贷款|报销|理赔)`,
  `(?:${JAPANESE_PARTIES})(?:に|へ|で|の).{0,8}(?:提出|見せ|出し|出す|審査|送|使)|提出(?:する|し|用)|審査に出|申請に使|(?:ビザ|ローン|保険金|経費).{0,6}(?:申請|請求|審査|精算)`,
);

export const PURPOSES: Readonly<Record<Purpose, RegExp>> = {
  forgery: FORGERY,
  deceit: DECEIT,
  concealment: CONCEALMENT,
  proof: PROOF,
  evidence: EVIDENCE,
};

/** Whoever asks wrote the document: it is a letter, a draft, a form of their own. */
export const OWN = either(
  word(
    String.raw`(?:my|our) (?:${DET})?(?:letter|cv|resume|draft|essay|paper|thesis|article|manuscript|flyer|menu|newsletter|agenda|story|novel|template|slides|presentation|manual|poster|poem|contract|agreement)|i(?:'m| am) the (?:author|sender|seller|issuer)|(?:i|we) (?:drafted|issued|miscounted|mistyped)|drafts?|template|before we (?:send|sign)|not (?:yet )?signed|screenplay|exercise|training|(?:for|in) (?:a |our )?class|sample|specimen`,
  ),
  word(
    String.raw`(?:mein|unser)[a-zß]* (?:eigen[a-zß]* )?(?:entwurf|brief|lebenslauf|aufsatz|[a-zß]*arbeit|vertrag|vorlage|rechnung|artikel|roman)|(?:ist|stammt) von (?:mir|uns)|(?:ich|wir) (?:habe|haben)[a-zß]* ${NEAR}(?:geschrieben|verfasst|ausgestellt|vertippt|verrechnet)|entwurf|vorlage|unterricht|roman`,
  ),
  word(
    String.raw`(?:mon|ma|mes|notre|nos) (?:propre )?(?:brouillon|lettre|cv|contrat|article|memoire|traduction|devis|facture|projet)|c'est (?:notre|mon|ma)|brouillon|modele|(?:j'ai|nous avons) (?:ecrit|redige)|roman`,
  ),
  word(
    String.raw`(?:mi|nuestr[oa]) (?:propi[oa] )?(?:borrador|carta|curriculum|contrato|articulo|traduccion|menu)|borrador|plantilla|(?:he|hemos) escrito|novela|(?:mio|mia|nostr[oa]) (?:propri[oa] )?(?:bozza|lettera|curriculum|contratto|articolo|libretto)|bozza|modello|romanzo|(?:meu|minha|noss[oa]) (?:propri[oa] )?(?:rascunho|carta|curriculo|contrato|artigo)|rascunho|modelo|romance`,
  ),
  word(
    String.raw`(?:mijn|onze|ons) (?:eigen )?(?:concept[a-zß]*|brief|cv|contract|artikel|scriptie|personage)|concept[a-zß]*|sjabloon|roman|zelf geschreven`,
  ),
  '(?:我|我们|咱们)(?:自己)?的?(?:草稿|草案|稿子|合同草稿|简历|信|论文|文章|模板)|草稿|草案|模板|小说|自分の|私たちの(?:原稿|案)|下書き|草案|雛形|テンプレート|授業|小説',
);

/** What folding would make another word of: lower case, with its accents. */
export const UNFOLDED: Readonly<Partial<Record<Purpose, RegExp>>> = {
  forgery: /(?<!\p{L})(?:ge|ver)?fälsch\p{L}*/u,
  deceit: /(?<!\p{L})(?:vor)?täusch\p{L}*|(?<!\p{L})betrüg\p{L}*/u,
};

/** A mistake of writing is corrected: no fact changes. */
export const TYPO = either(
  word(
    "typos?|misspell[a-zß]*|misspelt|spelling|spelled wrong[a-zß]*|tippfehler|rechtschreib[a-zß]*|schreibfehler|vertippt|faute (?:de frappe|d'orthographe)|coquille|errata|errores? (?:de|ortografic[a-zß]*)|ortograf[a-zß]*|refuso|errore di battitura|erro de (?:digitacao|ortografia)|tikfout[a-zß]*|spelfout[a-zß]*",
  ),
  '错别字|笔误|誤字|誤植|スペルミス',
);
