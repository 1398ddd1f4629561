// All other kinds of records issued by offices, schools, employers and doctors: recognised not by the phrases of one form but by what all of them
// share: a line that names the record, its issuer, what it certifies or decides, fields with values, a date, a seal. One sign alone
// proves nothing: a brochure names records, a letter has a date, an invoice has numbers.

import type { RecordClass } from '#contract/edit-policy.ts';
import { countIdentifiers, isOrdinaryPaper, isNoTitle, namesMonth } from './ordinary-paper.ts';

type OfficialClass = Extract<RecordClass, 'civil_status' | 'official_decision' | 'transcript' | 'certificate' | 'other_record'>;

/** Whole words, in any case. */
const words = (...parts: readonly string[]) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})(?![\p{L}\p{N}])`, 'iu');

const EVENT_EN = String.raw`(?:live )?(?:birth|marriage|death|adoption|divorce|civil partnership|residence|baptism|change of name|name change)`;
const CIVIL_STATUS = words(
  String.raw`(?:certificate|certified copy|extract|record|entry|registration|decree|order)s? of (?:an? |the )?(?:entry of )?${EVENT_EN}`,
  String.raw`${EVENT_EN} (?:certificate|record|registration|extract|order|decree)`,
  String.raw`deed poll|certificate of (?:citizenship|nationality|no impediment|single status)`,
  String.raw`(?:geburts|heirats|ehe|sterbe|todes|adoptions|lebenspartnerschafts|abstammungs|namensänderungs|familien|einbürgerungs|scheidungs)(?:urkunde|register|registerauszug|buch|bescheinigung|nachweis|beschluss)`,
  String.raw`(?:auszug|abschrift) aus dem (?:\p{L}+register|familienbuch)|melde(?:bescheinigung|bestätigung|registerauskunft)|ledigkeitsbescheinigung|ehefähigkeitszeugnis|staatsangehörigkeitsausweis`,
  String.raw`(?:actes?|extrait|copie intégrale|certificat|bulletin|attestation)(?: \p{L}+['’]?){0,3}[ '’](?:naissance|mariage|décès|adoption|divorce|pacs|nationalité|célibat|domicile|résidence|changement de nom)|livret de famille|extrait d['’]acte`,
  String.raw`(?:partida|acta|certificad[oa]|certificaci[óo]n|extracto|inscripci[óo]n)(?: \p{L}+){0,3} (?:nacimiento|matrimonio|defunci[óo]n|adopci[óo]n|divorcio|empadronamiento|residencia|solter[íi]a|cambio de nombre)|libro de familia|fe de vida`,
  String.raw`(?:atto|estratto|certificato|copia integrale)(?: \p{L}+['’]?){0,4} (?:nascita|matrimonio|morte|residenza|stato civile|stato di famiglia|cittadinanza|unione civile|adozione)`,
  String.raw`(?:certid[ãa]o|assento|atestado|regist(?:o|ro))(?: \p{L}+){0,3} (?:nascimento|casamento|óbito|resid[êe]ncia|ado[çc][ãa]o|div[óo]rcio)`,
  String.raw`(?:geboorte|huwelijks|overlijdens|echtscheidings|adoptie)(?:akte|bewijs|certificaat)|(?:akte|uittreksel|afschrift)(?: \p{L}+){0,3} (?:geboorte|huwelijk|overlijden|bevolkingsregister|basisregistratie personen)`,
  String.raw`(?:odpis|akt|wyci[ąa]g)(?: \p{L}+){0,3} (?:urodzenia|małżeństwa|zgonu)|zaświadczenie o (?:zameldowaniu|stanie cywilnym)`,
);

const DECISION = words(
  String.raw`(?:notice|notification|letter|certificate|confirmation) of (?:\p{L}+ )?(?:decision|determination|award|assessment|approval|refusal|grant|denial|penalty|entitlement|eligibility|liability|benefits?)`,
  String.raw`(?:decision|award|determination|assessment|entitlement|eligibility|penalty|approval|refusal|grant)(?: charge)? (?:notice|letter|on|of|regarding)|penalty (?:charge )?notice|(?:\p{L}+ )?permit|planning (?:permission|decision)|visa (?:decision|grant|refusal)|decision|determination`,
  String.raw`(?:\p{L}*bescheid|\p{L}*bewilligung|\p{L}*genehmigung|\p{L}*erlaubnis|\p{L}*verfügung|\p{L}*zulassung)(?: \p{L}+){0,8}`,
  String.raw`d[ée]cision|arr[êe]t[ée]|notification|attribution|autorisation|agrément|avis (?:d['’]|de )\p{L}+|refus|accord de`,
  String.raw`resoluci[óo]n|concesi[óo]n|denegaci[óo]n|autorizaci[óo]n|notificaci[óo]n|permiso de \p{L}+`,
  String.raw`decisione|provvedimento|determinazione|decreto|autorizzazione|permesso di \p{L}+|concessione|comunicazione di \p{L}+`,
  String.raw`decis[ãa]o|despacho|(?:in)?deferimento|autoriza[çc][ãa]o|notifica[çc][ãa]o`,
  String.raw`\p{L}*beschikking|besluit|\p{L}*vergunning|toekenning|afwijzing|aanslag|decyzja|postanowienie|zezwolenie|pozwolenie|zawiadomienie`,
);
const DECIDES = words(
  String.raw`(?:application|claim|request|appeal|permit|visa|benefits?|licen[cs]e|allowance|pension|leave|permission|registration|objection|grant)\b[^.]{0,160}\b(?:is|are|has been|have been|was|were)(?: \p{L}+){0,2} (?:granted|approved|refused|denied|rejected|awarded|allowed|declined|dismissed|accepted|withdrawn|revoked|upheld|successful|unsuccessful)`,
  String.raw`(?:you|applicant|claimant|holder|[A-Z]\p{L}+) (?:are|is|will be|have been|has been|was) (?:\p{L}+ )?(?:entitled|eligible|granted|awarded|refused|denied|authori[sz]ed|liable|assessed|fined|exempt)`,
  String.raw`we (?:have |hereby )?(?:decided|determined|assessed|approved|refused|granted|awarded)|(?:hereby|agency|authority|council|department|ministry|minister|secretary) (?:hereby )?(?:grants?|refuses?|denies|awards?|approves?|rejects?|determined|decided|authori[sz]es)`,
  String.raw`bewillig(?:t|en)|abgelehnt|stattgegeben|genehmigt|festgesetzt|anerkannt|gewährt|zurückgewiesen|versagt|erteilt|aufgehoben|haben (?:sie )?(?:keinen )?anspruch|anspruch besteht`,
  String.raw`(?:est|sont|a été|ont été|vous est|avons)(?: \p{L}+)? (?:accordée?s?|attribuée?s?|refusée?s?|rejetée?s?|octroyée?s?|autorisée?s?|admise?s?|décidé)|ouvrant droit|(?:avez|a|ouvre|n['’]avez pas|n['’]a pas) droit|(?:accorde|rejette|refuse|attribue|autorise)`,
  String.raw`(?:se|ha sido|le ha sido|queda|resuelve)(?: \p{L}+){0,2} (?:concede|deniega|conceder|denegar|estimar|desestimar|estima|desestima|reconoce|reconocer|aprobar|aprueba|concedid[oa]|denegad[oa]|aprobad[oa]|autoriza|autorizad[oa])|tiene (?:\p{L}+ )?derecho`,
  String.raw`(?:è|viene|è stat[ao]|sono)(?: \p{L}+)? (?:accolt[ao]|respint[ao]|concess[ao]|autorizzat[ao]|riconosciut[ao]|rigettat[ao])|si (?:concede|autorizza|rilascia|respinge|dispone)|ha(?: \p{L}+)? diritto`,
  String.raw`(?:foi|é|fica|são)(?: \p{L}+)? (?:(?:in)?deferid[oa]|concedid[oa]|autorizad[oa]|aprovad[oa]|recusad[oa]|reconhecid[oa])|tem (?:\p{L}+ )?direito`,
  String.raw`toegekend|afgewezen|toegewezen|verleend|goedgekeurd|geweigerd|recht op|przyznaj\p{L}*|przyznan\p{L}*|odmawia\p{L}*|odmówi\p{L}*|ustala|zezwala|udziela`,
);
const REMEDY = words(
  String.raw`right (?:of|to) appeal|(?:may|can|wish to) appeal|appeal rights|reconsideration|rechtsbehelf\p{L}*|rechtsmittelbelehrung|widerspruch|einspruch|(?:voies?|délais?)(?: et délais)? de recours|recours|contester|recurso|alzada|reposici[óo]n|ricorso|impugna\p{L}*|reclama[çc][ãa]o|bezwaar\p{L}*|beroep|odwołani\p{L}*`,
);
const AUTHORITY = words(
  String.raw`ministry|authority|agency|departments?|council|government|commission|municipality|borough|county|city of|state of|republic|home office|social (?:security|services|insurance)|pensions? (?:service|office|fund)|job ?cent(?:re|er)|immigration|revenue|customs|tax office|(?:housing|benefits?|licensing|registry|welfare) (?:office|service|agency|department)|embassy|consulate|inspectorate|directorate|bureau|tribunal`,
  String.raw`\p{L}*(?:amt|amts|behörde|ministerium|kasse|anstalt|versicherung|regierung|verwaltung|magistrat|direktion)|stadt|gemeinde|landkreis|kreis|kanton|jobcenter|familienkasse|agentur für arbeit|finanzamt`,
  String.raw`mairie|préfecture|sous-préfecture|ministère|caisse|direction (?:de|des|du|générale|régionale|départementale)|département|conseil|commune|ville de|république|consulat|maison départementale|agence|urssaf|mdph|caf|cpam`,
  String.raw`ayuntamiento|ministerio|tesorer[íi]a|seguridad social|jefatura|consejer[íi]a|diputaci[óo]n|delegaci[óo]n|subdelegaci[óo]n|instituto nacional|agencia|junta|comunidad|gobierno|oficina de`,
  String.raw`comune di|ministero|agenzia|inps|prefettura|questura|regione|provincia|direzione|c[âa]mara municipal|minist[ée]rio|seguran[çc]a social|governo|autoridade|dire[çc][ãa]o|gemeente|ministerie|\p{L}*dienst|provincie|uitvoeringsinstituut|urząd|urzędu|ministerstwo|zakład|wojewoda|prezydent|starosta|burmistrz|komisja`,
);

const CERTIFICATE = words(
  String.raw`certificates?|certification|attestation|(?:official |written )?(?:confirmation|proof|verification|statement|record|declaration) of (?:\p{L}+ ){0,2}\p{L}+|licen[cs]e|diploma|(?:criminal |security )?clearance|power of attorney|(?:title|trust|notarial) deed|deed of \p{L}+|registration (?:document|card)|title register|register extract|land (?:register|registry)(?: \p{L}+){0,3}|certified (?:copy|extract)|no[- ]claims \p{L}+|(?:inspection|test|mot|vehicle) (?:report|record|test|title)|(?:vaccination|immuni[sz]ation|disability|medical) (?:record|card|report|note|assessment)|sick note|pension (?:statement|notice|award)|enrol?ment (?:confirmation|verification|letter)|verification letter|passport|identity card|visa|affidavit|decree(?: \p{L}+){0,2}|judge?ment|reference(?! (?:frameworks?|points?|manuals?|websites?|books?|works?))|(?:test|examination|exam) (?:report|results?)|salary confirmation`,
  String.raw`(?!bestell|auftrags|termin|buchungs|gut|liefer|versand|fahr|reservierungs|zahlungs|inhalts|eingangs)\p{L}*(?:bescheinigung|bestätigung|urkunde|zeugnis|zertifikat|ausweis|schein|nachweis|attest|diplom|pass|vollmacht|erklärung|gutachten|(?:aufenthalts|schuld|vollstreckungs)titel)|(?:grundbuch|(?:handels|vereins|melde)register|registerauszug)\p{L}*|beglaubigte abschrift|zulassungsbescheinigung(?: \p{L}+){0,3}|prüfbericht|urteil|beschluss`,
  String.raw`certificat|attestation|dipl[ôo]me|brevet|permis(?: de \p{L}+)?|titre de \p{L}+|carte (?:de|d['’]) ?\p{L}+|justificatif|extrait(?: de| du| d['’])? ?\p{L}*|procuration|jugement|ordonnance|relevé de (?:carrière|situation|droits)`,
  String.raw`certificad[oa]|certificaci[óo]n|constancia|diploma|t[íi]tulo|carn[ée]|permiso(?: de \p{L}+)?|justificante|poder notarial|nota simple|informe de \p{L}+|sentencia|escritura`,
  String.raw`certificato|attestat[oa]|attestazione|patente|visura|procura|sentenza|certificado|certid[ãa]o|atestado|declara[çc][ãa]o|carta de condu[çc][ãa]o|procura[çc][ãa]o|comprovativo`,
  String.raw`certificaat|bewijs(?: van \p{L}+)?|verklaring(?: \p{L}+){0,3}|getuigschrift|uittreksel|rijbewijs|\p{L}*akte|zaświadczenie|certyfikat|świadectwo|dyplom|dowód \p{L}+|odpis|legitymacja|prawo jazdy|pełnomocnictwo|orzeczenie`,
);

const RESULTS = words(
  String.raw`transcript|mark ?sheet|(?:statement|record|notification|summary) of (?:\p{L}+ )?(?:results|marks|grades|achievement|stud(?:y|ies)|attainment|modules)|(?:grades?|marks?|results?|progress|school|term|academic|report) (?:report|card|sheet|statement|slip|record|list|history|summary)|examination (?:results?|certificate|record)|diploma supplement|(?:module|course|study) (?:results|record|history|transcript)`,
  String.raw`\p{L}*zeugnis(?: \p{L}+){0,5}|noten\p{L}+|leistungs(?:übersicht|nachweis|bescheinigung)|prüfungs(?:bescheinigung|ergebnis\p{L}*|protokoll|bescheid|zeugnis)|studienverlauf\p{L}*|abschlussprüfung|abiturprüfung|gesellenprüfung|transkript`,
  String.raw`relev[ée](?: de notes| de résultats| des? \p{L}+)|bulletin(?: de notes| scolaire| \p{L}+estriel)?|résultats|notes obtenues|bolet[íi]n|calificaciones|expediente acad[ée]mico|historial acad[ée]mico|certificaci[óo]n acad[ée]mica`,
  String.raw`pagella|scheda di valutazione|(?:ficha|registo) de avalia[çc][ãa]o|informe de (?:notas|evaluaci[óo]n)|livret scolaire|schulbericht|rapportcijfers|esami sostenuti|carriera|hist[óo]rico escolar|boletim|pauta|cijferlijst|rapport|puntenlijst|wykaz ocen|świadectwo|karta osiągnięć`,
);

const CERTIFIES = words(
  String.raw`certif(?:y|ies)|(?:hereby|duly) (?:certified|confirmed|declared|registered|licensed|authori[sz]ed)|certified (?:true|copy|extract|that)|(?:hereby|to|we|can) confirm(?:s)? that|has (?:been )?(?:duly )?(?:passed|awarded|registered|enrolled|admitted|successfully|completed|attended|achieved|satisfied)|is (?:currently |duly )?(?:enrolled|registered|licensed|employed|authori[sz]ed|entitled|insured|a (?:full|part)-time student)|in witness whereof|was born|were married|true (?:copy|extract)|i (?:hereby )?(?:appoint|attest|declare)|given under|sealed with|is (?:un)?fit (?:for|to)`,
  String.raw`(?:hiermit|wird|ist|wurde)\b[^.]{0,160}\b(?:bescheinigt|bestätigt|beurkundet|beglaubigt|bestanden)|(?:bescheinig|bestätig|beglaubig)(?:en|t|e)|hat\b[^.]{0,200}\b(?:bestanden|abgelegt|teilgenommen|erworben|erlangt|erreicht)|(?:ist|sind|wurden?)\b[^.]{0,80}\b(?:geboren|gemeldet|eingeschrieben|immatrikuliert|verstorben|eingetragen)|bestanden|nicht bestanden|bevollmächtig\p{L}*`,
  String.raw`certifi(?:e|ons|é|ée|ent)|attest(?:e|ons|ent)|soussignée?s?|est née?|a (?:obtenu|subi|été (?:reçue?|admise?|déclarée?))|est (?:inscrite?|décédée?|admise?|employée?|domiciliée?)|en foi de quoi|délivrée? (?:à|le|par|pour)|pour (?:copie|extrait) conforme|copie conforme|ont contracté`,
  String.raw`certific[oa]n?|hace constar|se (?:certifica|expide|acredita)|doy fe|da fe|ha (?:superado|obtenido|cursado|sido)|nació|est[áa] (?:inscrit|matriculad|empadronad)[oa]|falleci[óo]|contrajeron`,
  String.raw`(?:si )?(?:certifica|attesta|rilascia)|è nat[oa]|ha (?:superato|conseguito|frequentato|sostenuto)|risulta (?:iscritt|nat|resident)[oae]|atesta|declara(?:-se)?|nasceu|encontra-se (?:inscrit|matriculad)[oa]|certifico`,
  String.raw`verklaart|hierbij|(?:heeft|is)\b[^.]{0,120}\b(?:behaald|afgelegd|geslaagd|geboren|ingeschreven)|zaświadcza|stwierdza(?: się)?|poświadcza|urodził\p{L}*|zgodność|ukończył\p{L}*|zdał\p{L}*`,
);

const ISSUER = words(
  AUTHORITY.source,
  String.raw`offices?|university|college|school|academy|institute|bank|hospital|clinic|surgery|practice|court|registry|registrar|police|weighbridge|insurance|board|chamber|notary|employer|service|centre|center|ltd|inc|plc|llc|examining body|faculty|association|\p{L}*(?:universität|hochschule|schule|gymnasium|kammer|gericht|klinik\p{L}*|krankenhaus|bank|praxis|polizei|institut|akademie|notar\p{L}*|gmbh|prüfungsausschuss|stelle)|ag`,
  String.raw`universit[ée]|école|lyc[ée]e|collège|académie|tribunal|hôpital|clinique|officier|notaire|rectorat|banque|assurances?|cabinet|sarl|sas|universidad|instituto|registro|juzgado|polic[íi]a|comisar[íi]a|guardia civil|commissariat|gendarmerie|polizia|questura|carabinieri|politie|hospital|colegio|banco|notari\p{L}*|ies|ceip|escuela|facultad|mutua|s\.l\.`,
  String.raw`universit[àa]|tribunale|ospedale|istituto|scuola|banca|ufficio|liceo|notaio|s\.r\.l\.|conservat[óo]ria|universidade|cart[óo]rio|agrupamento|escolas?|faculdade|universiteit|hogeschool|rechtbank|ziekenhuis|notaris|uniwersytet|szkoła|sąd|szpital|politechnika|liceum|notariusz`,
);

const SEALED = words(
  String.raw`(?:registrar|examiner|principal|dean|headteacher|head teacher|director|notary public|commissioner|controller of examinations|seal|stamp|signature|signed|(?:issued|given|done) at|authori[sz]ed (?:officer|signatory)|case ?(?:worker|officer)|on behalf of)`,
  String.raw`siegel|dienstsiegel|stempel|unterschrift|standesbeamt\p{L}*|im auftrag|i\. ?a\.|vorsitzende[rn]?|schulleit\p{L}*|klassenlehrer(?:in)?|prüfungsausschuss\p{L}*|gez\.|sachbearbeit\p{L}*`,
  String.raw`sceau|cachet|fait à|dressé à|présidente?|signature|le maire|l['’]officier|le préfet|le directeur|la directrice|le recteur|le président|conseil de classe|le proviseur|le greffier|dado en|expedido en|sello|firma\p{L}*|el encargado|el secretario|la secretaria|(?:el tutor|la tutora)|el director|la directora|el alcalde`,
  String.raw`timbro|il sindaco|l['’]ufficiale|il dirigente|il direttore|carimbo|assinatura|o conservador|o diretor|(?:a )?diretora?(?: de turma)?|o oficial|stempel|handtekening|ambtenaar|burgemeester|pieczęć|podpis|kierownik|dyrektor`,
);

const DATE =
  /(?<![\d.-])(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:\d{4}|\d{2})(?![.-]?\d)|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th|er|\.)? (?:de |of )?\p{L}{3,12},? (?:de )?\d{4}\b|\b\p{L}{3,10} \d{1,2}, \d{4}\b/u;
/** Years, days and months in words, where a date could be altered. */
const DATE_IN_WORDS =
  /(?<!\p{L})(?:two thousand|nineteen hundred|nineteen (?:\p{L}+ty)|deux mille|mil neuf cent|dos mil|mil novecientos|\p{L}*(?:zweitausend|neunzehnhundert)\p{L}*|duemila\p{L}*|millenovecento\p{L}*)/iu;

/** Each labels one thing that a record states about somebody; before a value. */
const FIELDS: readonly RegExp[] = [
  words(
    String.raw`(?:sur|sure|first|last|full|given|family|maiden)? ?names?(?: of [\p{L} ]{3,20})?|holder|nachname|vornamen?|familienname|geburtsname|name|nom|pr[ée]noms?|nombres?|apellidos?|titular|nome|cognome|apelido|naam|voornaam|achternaam|nazwisko|imię|imiona|owner|keeper|halter(?:in)?|inhaber(?:in)?|eigentümer(?:in)?|titulaire|propriétaire|propietari[oa]|proprietari[oa]|intestatari[oa]|eigenaar|houder|właściciel|posiadacz|candidate|student|pupil|applicant|claimant|patient|employee|insured|candidat|élève|étudiante?|alumn[oa]|aluna?|kandidat(?:in)?|schüler(?:in)?|antragsteller(?:in)?|bénéficiaire|beneficiari[oa]|salariée?|assurée?|souscripteur|sociétaire|contribuable|patiente?|pati[eë]nt(?:in)?|paciente|paziente|trabajadora?|empleado|asegurad[oa]|tomador|contribuyente|dipendente|lavora(?:tore|trice)|contribuente|assicurat[oa]|contraente|trabalhadora?|funcion[áa]ri[oa]|contribuinte|segurad[oa]|werknemer|medewerker|leerling|verzeker(?:de|ingnemer)|mitarbeiter(?:in)?|arbeitnehmer(?:in)?|versicherte[rn]?|versicherungsnehmer(?:in)?|kontoinhaber(?:in)?|steuerpflichtige[rn]?|policyholder|account holder|taxpayer|driver`,
  ),
  words(
    String.raw`(?:date of |year of )?birth(?: ?date)?|dob|born(?: on)?|geboren(?: am)?|geb\.|geburtsdatum|née?(?: le)?|date de naissance|fecha de nacimiento|nacid[oa](?: el)?|data di nascita|nat[oa](?: il)?|data de nascimento|nascid[oa]|geboortedatum|geboren op|data urodzenia|urodzon[ya]`,
  ),
  words(
    String.raw`place of birth|birthplace|geburtsort|lieu de naissance|lugar de nacimiento|luogo di nascita|naturalidade|geboorteplaats|miejsce urodzenia|nationality|staatsangehörigkeit|nationalité|nacionalidad|cittadinanza|nacionalidade|nationaliteit|obywatelstwo|sex|gender|geschlecht|sexe|sexo|sesso|geslacht|płeć`,
  ),
  words(
    String.raw`(?:\p{L}+ )?(?:no\.?|number|nr\.?|reference|ref\.?|id)(?! of )|n[°ºo]\.?|num[ée]ro|n[úu]mero|\p{L}*nummer|\p{L}*-nr\.?|aktenzeichen|az\.?|geschäftszeichen|matrikel\p{L}*|expediente|expte\.?|dossier|protocollo|processo|kenmerk|bsn|nif|nie|dni|pesel|numer|znak`,
  ),
  words(
    String.raw`mother|father|parents?|spouse|wife|husband|mutter|vater|eltern|ehegatte|père|mère|époux|épouse|madre|padre|c[óo]nyuge|marito|moglie|pai|mãe|moeder|vader|matka|ojciec`,
  ),
  words(
    String.raw`(?:date of )?(?:issued?|expiry|registration|decision|examination|award)(?: on| date)?|valid (?:from|until|to)|expires|gültig (?:bis|ab|von)|ausgestellt(?: am)?|ausstellungsdatum|datum|tag der|délivrée?|valable|date|fecha|v[áa]lid[oa] (?:hasta|desde)|expedid[oa]|data|rilasciat[oa]|valid[oa] fino|v[áa]lid[oa] at[ée]|emitid[oa]|afgegeven|geldig (?:tot|van)|wydan[oy]|ważn[ey]`,
  ),
  words(
    String.raw`(?:final |overall |total )?(?:marks?|grades?|results?|scores?|class|award|average|classification)|(?:gesamt|end|abschluss)?note|gesamtergebnis|ergebnis|prädikat|mention|moyenne|résultat|décision|calificaci[óo]n|nota(?: media)?|resultado|voto|votazione|esito|classifica[çc][ãa]o|cijfer|resultaat|ocena|wynik`,
  ),
  words(
    String.raw`(?:\p{L}+ )?(?:amount|allowance|rate|salary|period|premium|pension)|betrag|zeitraum|bewilligungszeitraum|leistung|höhe|montant|période|importe|cuant[íi]a|periodo|per[íi]odo|importo|montante|valor|bedrag|periode|kwota|okres`,
  ),
  words(
    String.raw`address|residence|anschrift|wohnort|wohnhaft|adresse|domicile|domicilio|direcci[óo]n|indirizzo|residenza|morada|adres|woonplaats`,
  ),
];

/** In running text as well. */
const BORN =
  /(?<!\p{L})(?:born (?:on|in)|geboren (?:am|op)|geb\.|née? le|nacid[oa] el|nat[oa] il|nascid[oa] (?:em|a)|ur\.|urodzon[ya])\s+\d/iu;
const NUMBERED =
  /(?<!\p{L})(?:n[°º]|n\.º?|no\.?|nr\.?|number|ref(?:erence)?\.?|nummer|num[ée]ro|n[úu]mero)[ \t:.]*(?:[A-Z]{1,4}[-/ ]?)?\d[\d./-]*\d/iu;

/** How many signs a named record needs beside its name; certifying words count twice. */
const SIGNS_MIN = 3;
/**
 * Signs of a paper of a kind that is not known here. They add up to this on 93 % of the records and on 3 of 43 ordinary papers of the first two
 * sets that were written without knowledge of these rules.
 */
const ATTESTED_MIN = 4;
const ATTESTED_MAX = { fields: 3, identifiers: 2 } as const;
/**
 * What certifies nothing, decides nothing and names no record states something by so many fields, in the name of who issues it at its top, or as a
 * short list of values; and about somebody, or a case with a number.
 */
const STATING_FIELDS_MIN = 3;
const ISSUER_LINES = 3;
const CARD_CHARS = 800;
/** A short label with a value beside it. */
const ENTRY = /^[ \t]*\p{L}[\p{L}\d ./’'()-]{2,34}(?::[ \t]+| {2,})\S[^\n]{0,60}$/gmu;
const ENTRIES_MIN = 5;
/** A page of so much running text needs that many signs more: articles hold dates, numbers and names too. */
const LONG_CHARS = 2500;
const LONG_SIGNS = 2;
/** And so does a page of an ordinary paper. */
const ORDINARY_SIGNS = 2;
/** A page that is one long line says in its beginning what it is. */
const OPENING_CHARS = 60;
/** A title names what the page is; a sentence does not. */
const TITLE_CHARS_MAX = 90;
const TITLE_LINES_MAX = 18;
const TOP_LINES = 6;
/** Documents whose first line names something else, whatever they mention later. With a colon it is a field. */
const NO_RECORD = words(
  String.raw`(?:рахунок(?:-фактура)?|сч[её]т(?:-фактура)?|прайс-лист|прейскурант|брошюра|руководство|инструкция|протокол|договор|договір)(?!:)`,
  String.raw`(?:invoice|receipt|quotation|price list|fee schedule|schedule of fees|brochure|leaflet|hand ?book|manual|guid(?:e|ance|elines)|newsletter|agenda|minutes of|meeting minutes|press release|terms (?:and|of)|table of contents|faq|frequently asked|curriculum vitae|r[ée]sum[ée]|template|application form|order (?:form|confirmation)|cover letter|syllabus|prospectus|checklist|job (?:offer|advert\p{L}*)|glossary|chapter [\p{L}\d][\p{L}\d.]*|(?:lease|tenancy|rental|service|purchase|sales|loan|framework|non-disclosure|licen[cs]e|partnership) (?:agreement|contract)|agreement between|contract|(?:flat|house|room|office|space)s? (?:to (?:let|rent)|for (?:sale|rent)))(?!:)`,
  String.raw`(?:(?:ab)?rechnung|quittung|angebot|preisliste|broschüre|merkblatt|handbuch|ratgeber|anleitung|rundschreiben|tagesordnung|protokoll|pressemitteilung|agb(?![ :-]*\d)|inhaltsverzeichnis|lebenslauf|muster(?:formular|vorlage|text)?|vordruck|antragsformular|bewerbung|anmeldeformular|gebühren(?:ordnung|verzeichnis)|leitfaden|faltblatt|stellenanzeige|vorlage(?! (?:an|bei|beim|vor|zur))|prüfungsordnung|\p{L}*vertrag|zu (?:vermieten|verkaufen)|mietangebot|\p{L}+ kapitel)(?!:)`,
  String.raw`(?:facture|devis|brochure|notice explicative|formulaire|dépliant|communiqué|ordre du jour|compte rendu|sommaire|lettre de motivation|mode d['’]emploi|conditions générales|chapitre \p{L}+|contrat(?! ?n[°ºo])(?: de \p{L}+)?|bail|à (?:louer|vendre))(?! ?:)`,
  String.raw`(?:factura|presupuesto|folleto|gu[íi]a|formulario|instrucciones|nota de prensa|orden del d[íi]a|fattura|preventivo|opuscolo|modulo|istruzioni|listino|fatura|or[çc]amento|formul[áa]rio|factuur|offerte|formulier|aanvraagformulier|handleiding|faktura|paragon|formularz|poradnik|instrukcja|oferta|cap[íi]tulo \p{L}+|capitolo \p{L}+|contrato(?: de \p{L}+)?|se (?:alquila|vende)|contratto(?: di \p{L}+)?|affittasi|vendesi|overeenkomst|\p{L}*contract|te huur|umowa(?: \p{L}+)?)(?!:)`,
);
/** Further down only a line of its own says so. */
const WHOLE_NO_RECORD = new RegExp(`^(?:${NO_RECORD.source})$`, 'iu');
/** A browser prints the address of a page of the web at its edges, the number of the sheet and the day. */
const PRINTED_BY_BROWSER: readonly RegExp[] = [
  /https?:\/\/[^\s/]+\/\S{6,}/u,
  /(?<!\d)\d{1,3} ?(?:of|von|sur|de|di|van|\/) ?\d{1,3}(?![\d/])/u,
  /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/u,
];
const EDGE_CHARS = 240;

function isPrintedWebPage(text: string): boolean {
  const edges = `${text.slice(0, EDGE_CHARS)}\n${text.slice(-EDGE_CHARS)}`;
  return PRINTED_BY_BROWSER.every((sign) => sign.test(edges));
}

/** A document that opens with these asks for a record or explains how to get one. */
const ASKS_FOR_ONE =
  /^(?:application|apply|how to|what is|antrag auf|anmeldung|demande d|comment |solicitud|c[óo]mo|domanda|requerimento|aanvraag|wniosek)(?![^:]{0,30}:)/iu;
/** Blanks still to be filled in. */
const BLANK = /(?:_{4,}|\.{8,}|…{3,})[ \t]*$|\[[\p{L} /-]{3,40}\]|\{\{[^}\n]{1,40}\}\}|<<[^>\n]{1,40}>>|<[\p{L} ]{3,30}>/gmu;
const BLANKS_MIN = 3;

const MARK_WORDS = String.raw`sehr gut|(?:voll)?befriedigend|gut|ausreichend|mangelhaft|ungenügend|genügend|(?:nicht )?bestanden|très bien|assez bien|bien|passable|insuffisant|admise?|ajournée?|valid[ée]e?|notable|sobresaliente|aprobado|suspenso|suficiente|insuficiente|apto|no apto|matr[íi]cula de honor|ottimo|buono|discreto|sufficiente|insufficiente|idoneo|bom|muito bom|reprovado|aprovado|voldoende|onvoldoende|goed|zeer goed|geslaagd|bardzo dobry|dobry|dostateczny|celujący|niedostateczny|pass(?:ed)?|fail(?:ed)?|merit|distinction|credit|good|very good|excellent|outstanding|satisfactory|fair|poor`;
/** A line that ends in a mark, in figures, in words or in both, with its weight. */
const MARK_LINE = new RegExp(
  String.raw`^(?=[^\n]*\p{L}{3})[^\n]{3,90}?[ \t:(|/–-](?:[A-F][+-]?|[1-6][.,]\d|\d{1,3}(?:[.,]\d{1,2})?(?: ?(?:%|/ ?\d{2,3}|pts?|punkte|puntos))?|${MARK_WORDS})\)?(?:[ \t|/,;–-]+\(?(?:[A-F][+-]?|\d{1,3}(?:[.,]\d{1,2})?|ects|cp|credits?|${MARK_WORDS}|\p{L}{3,9})\)?){0,4}[ \t]*$`,
  'gimu',
);
const MARK_LINES_MIN = 3;
const MARKS_ARE_MEANT = words(
  String.raw`marks?|grades?|gpa|scores?|results?|credits?|ects|bulletin|trimestre|zeugnis|evaluaci[óo]n|avalia[çc][ãa]o|pagella|noten?|punkte|gesamtnote|notes?|moyenne|mention|calificaci[óo]n(?:es)?|nota|notas|cr[ée]ditos?|crédits?|voto|voti|cfu|esito|classifica[çc][ãa]o|cijfers?|studiepunten|ocen[ay]|punkty`,
);
const LEARNER = words(
  String.raw`students?|candidate|pupil|module|course|subjects?|semester|term|level|matric\p{L}*|degree|examination|schüler(?:in)?|studierende\p{L}*|matrikel\p{L}*|fach|fächer|prüfung\p{L}*|modul\p{L}*|prüfling|étudiante?|élève|mati[èe]res?|unité|ue|épreuves?|semestre|candidate?|alumn[oa]|asignaturas?|materias?|estudiante|studente|studentessa|insegnament[oi]|materi[ae]|esam[ei]|aluno|disciplinas?|unidade curricular|leerling|student|vak(?:ken)?|uczeń|przedmiot\p{L}*`,
);

/** A contract begins so; deeds do, too, so the page itself is looked at all the same. */
const AGREED = words(
  String.raw`hereinafter|by and between|nachfolgend|im folgenden|ci-après|en adelante|en lo sucesivo|di seguito|doravante|hierna te noemen|zwan[aey]+ dalej`,
);

/** What a page shows by itself. @param opening the first page of the document */
export function recogniseOfficial(pages: readonly string[], opening: string | undefined): OfficialClass | undefined {
  const isWithin = opening !== undefined && (saysOtherwise(opening) || AGREED.test(opening));
  for (const page of pages) {
    const found = officialPage(page, isWithin && page !== opening);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The page itself says that it is something else. */
function saysOtherwise(text: string): boolean {
  const titles = titlesOf(text);
  return (
    isPrintedWebPage(text.trim()) ||
    titles.slice(0, TOP_LINES).some((title) => NO_RECORD.test(title)) ||
    titles.some((title) => WHOLE_NO_RECORD.test(title)) ||
    titles.slice(0, 3).some((title) => ASKS_FOR_ONE.test(title))
  );
}

/** @param isWithin it is a later page of what is no record: only what names a record begins one there */
function officialPage(text: string, isWithin: boolean): OfficialClass | undefined {
  const titles = titlesOf(text);
  if (saysOtherwise(text) || (text.match(BLANK) ?? []).length >= BLANKS_MIN) return undefined;
  const joined = text.replaceAll(/\s+/g, ' ');
  const fields = FIELDS.filter((field) => hasValue(text, field)).length;
  const isDated = DATE.test(joined) || DATE_IN_WORDS.test(joined) || namesMonth(joined);
  const isIssued = titles.some((title) => ISSUER.test(title)) || ISSUER.test(joined);
  const isNamed = (kind: RegExp) => titles.some((title) => kind.test(title));
  const certified = CERTIFIES.test(joined) ? 2 : 0;
  const sealed = SEALED.test(joined) ? 1 : 0;
  const weight = certified + sealed + Math.min(fields, 4) + (isDated ? 1 : 0) + (isIssued ? 1 : 0);
  if (isNamed(CIVIL_STATUS) && (isDated || fields >= 3) && weight >= SIGNS_MIN) return 'civil_status';
  const marks = MARKS_ARE_MEANT.test(joined) ? [...text.matchAll(MARK_LINE)].length : 0;
  if (marks >= MARK_LINES_MIN && LEARNER.test(joined) && isIssued && fields + (isNamed(RESULTS) ? 2 : 0) + sealed >= 4) return 'transcript';
  if (isNamed(RESULTS) && certified > 0 && isDated && weight >= 5) return 'transcript';
  if (isDecision(joined, titles, { isDated, fields })) return 'official_decision';
  if (isNamed(CERTIFICATE) && (isDated || fields >= 3) && weight >= SIGNS_MIN) return 'certificate';
  const identifiers = Math.min(countIdentifiers(joined), ATTESTED_MAX.identifiers);
  if (NO_RECORD.test(joined.slice(0, OPENING_CHARS))) return undefined;
  const decides = DECIDES.test(joined);
  const hasName = [CIVIL_STATUS, DECISION, CERTIFICATE, RESULTS].some(isNamed);
  if (isWithin && !hasName) return undefined;
  const entries = (text.match(ENTRY) ?? []).length >= ENTRIES_MIN;
  const isOpenedByIssuer = isDated && fields > 0 && titles.slice(0, ISSUER_LINES).some((title) => ISSUER.test(title));
  const isCard = entries && fields > 1 && joined.length <= CARD_CHARS;
  const states = certified > 0 || decides || hasName || fields >= STATING_FIELDS_MIN || isOpenedByIssuer || isCard;
  const attested =
    certified +
    sealed +
    (isIssued ? 1 : 0) +
    (isDated ? 1 : 0) +
    (decides ? 1 : 0) +
    Math.min(fields, ATTESTED_MAX.fields) +
    identifiers +
    (entries ? 1 : 0) +
    (hasName ? 2 : 0);
  const needed = ATTESTED_MIN + (joined.length > LONG_CHARS ? LONG_SIGNS : 0) + (isOrdinaryPaper(text) ? ORDINARY_SIGNS : 0);
  return attested >= needed && states && fields + identifiers > 0 ? 'other_record' : undefined;
}

/** An authority grants or refuses something, with a number or a way to appeal. */
function isDecision(
  joined: string,
  titles: readonly string[],
  { isDated, fields }: { readonly isDated: boolean; readonly fields: number },
): boolean {
  if (!isDated || fields < 1 || !DECIDES.test(joined) || !titles.some((title) => AUTHORITY.test(title))) return false;
  return REMEDY.test(joined) || (titles.some((title) => DECISION.test(title)) && fields >= 2);
}

/** Letters set apart (`D I P L O M A`) are treated as one word. */
function closeUp(line: string): string {
  return /^(?:\p{L}{1,2} ){5,}\p{L}{1,2}$/u.test(line) ? line.replaceAll(' ', '') : line;
}

/** Short lines from the top that are not sentences or parts of one. */
function titlesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => closeUp(line.replaceAll(/\s+/g, ' ').trim()))
    .filter((line) => line !== '')
    .slice(0, TITLE_LINES_MAX + 1)
    .filter((line, index, lines) => index < TITLE_LINES_MAX && !isNoTitle(line, lines[index + 1] ?? ''))
    .filter((line) => line.length <= TITLE_CHARS_MAX && !/[,;?]$|(?:\p{Ll}{3,}|\d{2,}|\))\.$/u.test(line));
}

/** At the start of a line or a cell or before a colon, with something after it. */
function hasValue(text: string, label: RegExp): boolean {
  if (label === FIELDS[1] && BORN.test(text)) return true;
  if (label === FIELDS[3] && NUMBERED.test(text)) return true;
  for (const { 0: found, index } of text.matchAll(new RegExp(label.source, 'giu'))) {
    const [before, after] = [text.slice(Math.max(0, index - 3), index), text.slice(index + found.length, index + found.length + 60)];
    const opens = /(?:^|\n[ \t\d.()]*| {2,}|\t|[/|·•] ?)$/u.test(before);
    if (
      /^[^\n:]{0,24}:[ \t]*(?:\n?[ \t]*["“(]?[\p{Lu}\d€£$]|\p{Ll})/u.test(after) ||
      (opens && /^[.)]?[ \t]*\n?[ \t]*[\p{Lu}\d€£$]/u.test(after))
    )
      return true;
  }
  return false;
}
