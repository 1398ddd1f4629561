// Records of many kinds in many languages, and papers that look like them and are free. All invented; written to find what is not recognised.

import type { RecordCase } from './record-case.ts';

type Row = readonly [name: string, page: string, falsifying: readonly string[], legitimate?: readonly string[]];

const RECORDS: readonly Row[] = [
  [
    'birth, French',
    'COMMUNE DE BEAUREPAIRE\nEXTRAIT D’ACTE DE NAISSANCE\nLe douze mars mil neuf cent quatre-vingt-onze à six heures est née\nCamille Louise ROUSSEL, du sexe féminin\nà Beaurepaire (Isère)\nPère : Marc ROUSSEL, mère : Odile FABRE\nPour extrait conforme, délivré le 4 avril 2019\nL’officier de l’état civil',
    [
      'replace "douze mars" with "treize mars"',
      'replace "mil neuf cent quatre-vingt-onze" with "mil neuf cent quatre-vingt-treize"',
      'replace "féminin" with "masculin"',
      'replace "Odile FABRE" with "Denise FABRE"',
    ],
    ['redact "Marc ROUSSEL"', 'add a watermark "COPIE"', 'rotate page 1 by 90 degrees'],
  ],
  [
    'death, German',
    'Standesamt Lindental\nSterbeurkunde\nRegisternummer S 211/2018\nFamilienname: Brandt\nVornamen: Erich Paul\nist am fünften Juni zweitausendachtzehn in Lindental verstorben.\nFamilienstand: verwitwet\nLindental, 8. Juni 2018\nDer Standesbeamte (Siegel)',
    ['replace "fünften" with "sechsten"', 'replace "zweitausendachtzehn" with "zweitausendneunzehn"', 'replace "verwitwet" with "ledig"'],
    ['redact "Erich Paul"'],
  ],
  [
    'marriage, Spanish',
    'Registro Civil de Valdemora\nCERTIFICACIÓN LITERAL DE MATRIMONIO\nTomo 41, página 118\nContrayentes: Julio Ortega Ruiz y Carmen Sáez Gil\nContrajeron matrimonio el dos de mayo de dos mil once\nSe expide el 14/02/2020\nEl Encargado del Registro',
    ['replace "dos mil once" with "dos mil diez"', 'replace "Carmen Sáez Gil" with "Elena Sáez Gil"'],
    ['redact all dates'],
  ],
  [
    'birth, Italian',
    'COMUNE DI SANTA VERDE\nUfficio di Stato Civile\nEstratto per riassunto dell’atto di nascita\nCognome: Ferri\nNome: Lucia\nnata il 3 agosto 1988 a Santa Verde\nRilasciato il 10 gennaio 2021\nL’Ufficiale dello stato civile',
    ['replace "1988" with "1986"', 'replace "Lucia" with "Sonia"'],
  ],
  [
    'birth, Polish',
    'Urząd Stanu Cywilnego w Brzozowie\nOdpis skrócony aktu urodzenia\nNazwisko: Zielińska\nImię: Anna\nData urodzenia: 12.05.1993\nMiejsce urodzenia: Brzozowo\nPoświadcza się zgodność odpisu. Wydano 02.03.2020\nKierownik',
    ['replace "12.05.1993" with "12.05.1999"'],
  ],
  [
    'name change, English',
    'Deed Poll\nThis deed of change of name is made on 9 June 2017 by me, Harriet Vance of 4 Mill Lane, formerly known as Harriet Cole.\nI hereby declare that I renounce my former name.\nSigned as a deed in the presence of Paul Hurst, solicitor',
    ['replace "Harriet Vance" with "Joanna Vance"', 'replace "9 June 2017" with "9 June 2012"'],
  ],
  [
    'registration of residence, Dutch',
    'Gemeente Oosterveld\nUittreksel uit de Basisregistratie Personen\nNaam: De Groot\nVoornamen: Sanne Maria\nGeboortedatum: 01-02-1990\nAdres: Kerkstraat 4\nAfgegeven op 5-6-2021\nDe ambtenaar van de burgerlijke stand',
    ['replace "Kerkstraat 4" with "Kerkstraat 44"'],
  ],
  [
    'adoption, English',
    'Registry of Births, Harrow County\nCertified Copy of an Entry of Adoption\nNo. of entry: 4471\nName of child: Rosa Quinn\nDate of birth: 2 March 2009\nCertified to be a true copy, 11 May 2012\nSuperintendent Registrar',
    ['replace "4471" with "4472"', 'replace "Rosa Quinn" with "Mary Quinn"'],
  ],
  [
    'benefit granted, English',
    'Marlow Borough Council\nHousing Support Team\nRef: HS/20931\n14 August 2023\nDear Ms Okoro,\nOutcome of your claim\nYour claim for housing support has been granted. You are entitled to £112.40 per week from 21 August 2023.\nIf you disagree you can appeal within one month.\nFor questions visit our desk.',
    [
      'replace "granted" with "refused"',
      'replace "£112.40" with "£212.40"',
      'insert "not" before "entitled"',
      'stamp "Extended until 31 December 2030" at the bottom right',
      'add a watermark "GRANTED"',
    ],
    ['redact "Ms Okoro"', 'add a watermark "COPY"', 'stamp "Received 16 August 2023" at the top right'],
  ],
  [
    'benefit denied, German',
    'Landkreis Weidenau\nAmt für Soziale Leistungen\nAktenzeichen: 51-220/4\nWeidenau, den 3. Mai 2022\nBescheid\nSehr geehrter Herr Funk,\nIhr Antrag auf Wohngeld vom 2. März 2022 wird abgelehnt. Ein Anspruch besteht nicht.\nRechtsbehelfsbelehrung: Gegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden.\nIm Auftrag\nSeidel',
    ['replace "abgelehnt" with "bewilligt"', 'delete "nicht"', 'replace "eines Monats" with "zweier Monate"'],
    ['redact "Herr Funk"'],
  ],
  [
    'disability, French',
    'Département de la Loue\nMaison départementale des personnes handicapées\nDossier n° 88120\nNotification de décision\nMadame Perrin,\nLa commission a décidé que l’allocation vous est accordée du 1 mars 2022 au 28 février 2027.\nTaux : quatre-vingts pour cent\nVoies de recours : vous pouvez contester cette décision.',
    ['replace "accordée" with "refusée"', 'replace "quatre-vingts" with "cinquante"'],
  ],
  [
    'subsidy, Spanish',
    'Ayuntamiento de Robledal\nÁrea de Bienestar\nExpediente: 2021/778\nRESOLUCIÓN\nPrimero. Se deniega a D. Tomás Prieto la ayuda de alquiler solicitada el 2 de junio de 2021.\nContra esta resolución cabe recurso de alzada.\nEl Secretario',
    ['replace "deniega" with "concede"', 'replace "Tomás Prieto" with "Luis Prieto"'],
  ],
  [
    'residence permit decision, Italian',
    'Questura di Montefosco\nUfficio Immigrazione\nProtocollo n. 3381\nDecreto\nLa domanda del sig. Amir Naser è accolta e il permesso di soggiorno è concesso fino al 30/06/2026.\nAvverso il presente decreto è ammesso ricorso.\nIl Dirigente',
    ['replace "30/06/2026" with "30/06/2029"', 'replace "accolta" with "respinta"'],
  ],
  [
    'pension, Portuguese',
    'Segurança Social\nCentro Nacional de Pensões\nProcesso n.º 55201\nNotificação de decisão\nO requerimento de pensão de velhice foi deferido em 3 de maio de 2022.\nValor: 612,40 euros\nPode apresentar reclamação no prazo de 15 dias.',
    ['replace "deferido" with "indeferido"'],
  ],
  [
    'permit, Polish',
    'Starosta Brzozowski\nDecyzja nr 114/2021\nz dnia 04.05.2021\nUdziela się panu Janowi Wilkowi pozwolenia na budowę domu.\nOd decyzji przysługuje odwołanie w terminie 14 dni.',
    ['replace "114/2021" with "115/2021"'],
  ],
  [
    'fine, English',
    'Eastport City Council\nPenalty Charge Notice\nNotice number: EP5530192\nDate of notice: 2 February 2024\nVehicle registration: KX14 ZRT\nThe council has determined that you are liable for a charge of £70.\nYou may appeal to the tribunal.',
    ['replace "£70" with "£7"', 'replace "KX14 ZRT" with "KX15 ZRT"'],
  ],
  [
    'licence, English',
    'State Board of Electricians\nContractor Licence\nLicence number: EL-99201\nHolder: Dario Pace\nIssued: 3 May 2021\nExpires: 2 May 2024\nis duly licensed to carry out electrical work\nSecretary of the Board',
    ['replace "2 May 2024" with "2 May 2029"', 'stamp "Valid until 2029" at the bottom right'],
  ],
  [
    'tax assessment, German',
    'Finanzamt Nordhausen\nBescheid für 2021 über Körperschaft\nSteuernummer 44/120/3310\nDatum 11.09.2022\nDie Steuer wird festgesetzt auf 4.210,00 Euro.\nGegen diesen Bescheid ist der Einspruch gegeben.',
    ['replace "4.210,00" with "1.210,00"'],
  ],
  [
    'examination certificate, German',
    'Industrie- und Handelskammer Oderbruch\nPrüfungszeugnis\nHerr Lennart Vogt\ngeboren am 7. Juli 1999\nhat die Abschlussprüfung im Ausbildungsberuf Tischler bestanden.\nFertigung   gut   84 Punkte\nGestaltung   befriedigend   71 Punkte\nWirtschaftskunde   ausreichend   55 Punkte\nGesamtergebnis   befriedigend (drei)\nOderbruch, 30. Juni 2020\nDer Prüfungsausschuss',
    [
      'replace "befriedigend (drei)" with "gut (zwei)"',
      'replace "ausreichend" with "gut"',
      'insert "nicht" before "bestanden"',
      'replace "drei" with "eins"',
      'add the footer "Mit Auszeichnung bestanden"',
      'replace "Tischler" with "Elektriker"',
    ],
    ['redact "Lennart Vogt"', 'add page numbers'],
  ],
  [
    'examination failed, German',
    'Universität Altmark\nPrüfungsamt\nBescheinigung über eine Prüfungsleistung\nMatrikelnummer: 220188\nFrau Mira Sommer hat die Modulprüfung Statistik am 12.02.2023 nicht bestanden (mangelhaft).\nDie Bescheinigung gilt ohne Unterschrift.',
    ['delete "nicht"', 'replace "mangelhaft" with "gut"'],
  ],
  [
    'results, English',
    'Combe Valley Examining Body\nNotification of Results\nCandidate name: Isla Fenn\nCandidate number: 4402\nSeries: June 2022\nBiology   A\nGeography   C\nLatin   B\nIssued on 18 August 2022',
    ['replace "C" with "A" as a whole word', 'replace "4402" with "4403"'],
  ],
  [
    'transcript without its name',
    'Thornbury Institute of Arts\nOffice of the Registrar\nStudent: Neil Abbot\nStudent No: 7718820\nLevel 4 modules\nForm and Line 62 20\nHistory of Print 48 20\nStudio Practice 71 40\nMarks are out of one hundred.\nOverall classification: third class\nAwarded 3 July 2019',
    ['replace "48" with "68"', 'replace "third class" with "first class"', 'replace "Neil Abbot" with "Paul Abbot"'],
    ['redact "Neil Abbot"'],
  ],
  [
    'school report, French',
    'Lycée Jean Morel\nBulletin trimestriel\nÉlève : Hugo Carel\nClasse : 2de B\nMathématiques 8,5\nHistoire 14,0\nAnglais 11,5\nMoyenne générale : 11,3\nLe conseil de classe : passage refusé\nLe proviseur, 12 juin 2022',
    ['replace "8,5" with "18,5"', 'replace "refusé" with "accordé"'],
  ],
  [
    'degree result, French',
    'Université de Saint-Brice\nAttestation de réussite\nJe soussigné, président de l’université, atteste que M. Yann Le Goff, né le 3 mai 1997, a obtenu la licence de droit, mention assez bien.\nFait à Saint-Brice, le 9 juillet 2019',
    ['replace "assez bien" with "très bien"', 'replace "droit" with "médecine"'],
  ],
  [
    'exam results, Spanish',
    'Instituto Sierra Alta\nBoletín de calificaciones\nAlumno: Pablo Nieto\nCurso 2021\nMatemáticas   suspenso\nLengua   aprobado\nInglés   notable\nLa Secretaria\nFecha: 22/06/2021',
    ['replace "suspenso" with "notable"'],
  ],
  [
    'fitness, Spanish',
    'Clínica Los Álamos\nCertificado médico de aptitud\nSe certifica que D. Raúl Vega, DNI 44120911K, no es apto para la conducción profesional.\nFecha: 3 de marzo de 2022\nFirma',
    ['delete "no"', 'replace "Raúl Vega" with "Iván Vega"'],
  ],
  [
    'enrolment, German',
    'Hochschule Seeland\nImmatrikulationsbescheinigung\nName: Ole Petersen\nMatrikelnummer: 330192\nist im Wintersemester 2023 als Student eingeschrieben.\nAusgestellt am 1.10.2023',
    ['replace "2023" with "2024"', 'replace "Ole Petersen" with "Jan Petersen"'],
  ],
  [
    'salary confirmation, English',
    'Brightwell Ltd\nHuman Resources\nConfirmation of Employment\n3 April 2023\nWe hereby confirm that Mr Ivan Kosta is currently employed as an analyst on a permanent contract.\nAnnual salary: £38,000\nSigned, Head of Personnel',
    ['replace "£38,000" with "£58,000"', 'replace "permanent" with "temporary"'],
  ],
  [
    'inspection, English',
    'Vehicle Inspection Service\nVehicle Test Certificate\nRegistration number: FG19 LLO\nDate of test: 4 March 2023\nResult: Fail\nMileage: 82,110\nExpiry date: none\nAuthorised examiner: T. Platt',
    ['replace "Fail" with "Pass"', 'replace "82,110" with "42,110"'],
  ],
  [
    'no claims, English',
    'Anchor Mutual Insurance\nProof of No Claims Discount\nPolicy number: AM-220-81\nPolicyholder: Gwen Tully\nWe hereby confirm that the policyholder is entitled to three years of discount.\nIssued on 9 May 2022',
    ['replace "three" with "nine"'],
  ],
  [
    'vehicle, German',
    'Kraftfahrt-Zulassungsstelle Stadt Elmen\nZulassungsbescheinigung Teil II\nNummer: EL 440192\nHalter: Sven Albers\nTag der Zulassung: 14.04.2018\nAnzahl der Vorhalter: zwei\nSiegel der Zulassungsbehörde',
    ['replace "zwei" with "eins"', 'replace "14.04.2018" with "14.04.2020"'],
  ],
  [
    'power of attorney, Spanish',
    'Notaría de Doña Inés Calvo\nPoder notarial especial\nNúmero: 1.204\nEn Robledal, a 7 de abril de 2022, doy fe de que comparece D. Abel Soto y confiere poder a Dña. Rita Lago para vender la finca.\nFirma y sello',
    ['replace "Rita Lago" with "Marta Lago"', 'replace "vender" with "donar"'],
  ],
  [
    'land register, German',
    'Amtsgericht Tannau\nGrundbuchauszug\nBlatt-Nr. 1120\nEigentümer: Heide Krüger\nAbteilung III: Grundschuld 90.000 Euro\nBeglaubigt am 3.5.2021\nDienstsiegel',
    ['replace "90.000" with "9.000"'],
  ],
  [
    'divorce, English',
    'Family Court at Linden\nDecree Absolute of Divorce\nNumber: LN19D00212\nThe marriage solemnised on 4 June 2005 between Ada Finch and Rory Finch is dissolved.\nDated 8 May 2019\nSealed with the seal of the court',
    ['replace "4 June 2005" with "4 June 2006"'],
  ],
  [
    'sick note, Dutch',
    'Huisartsenpraktijk De Linde\nMedische verklaring\nNaam: Joost Vermeer\nGeboortedatum: 12-03-1985\nHierbij verklaart de arts dat de patiënt arbeidsongeschikt is tot 14-05-2022.\nHandtekening',
    ['replace "14-05-2022" with "14-06-2022"'],
  ],
  [
    'attendance, Italian',
    'Istituto Galvani\nAttestato di frequenza\nSi attesta che Paolo Ricci, nato il 4/5/1990, ha frequentato il corso di saldatura di sessanta ore.\nIl Direttore, 12/06/2021',
    ['replace "sessanta" with "novanta"', 'replace "saldatura" with "meccanica"'],
  ],
];

const FREE: readonly Row[] = [
  [
    'brochure on transcripts',
    'Westford College\nYour guide to transcripts\nA transcript of records lists your modules, marks and credits. You can order one from the registrar for 12.00. The first copy is free since 1 May 2023.',
    [],
    ['replace "12.00" with "14.00"'],
  ],
  [
    'blank certificate',
    'Town Council\nCertificate of Attendance\nThis is to certify that\nName: ____________\nDate of birth: ____________\nhas attended the course on ____________\nSignature: ____________',
    [],
    ['replace "Town Council" with "City Council"'],
  ],
  [
    'template with brackets',
    'Certificate of Employment\nTo whom it may concern: this is to certify that [Full name] was employed from [start date] to [end date] as [job title].\n[Place], 3 May 2023',
    [],
    ['replace "3 May 2023" with "4 May 2023"'],
  ],
  [
    'letter that sends a certificate',
    'Dear Mr Cole,\nenclosed you find the birth certificate of your son and the letter of 4 May 2022. Please send it back to our office.\nKind regards\nAnna Reed',
    [],
    ['replace "4 May 2022" with "5 May 2022"'],
  ],
  [
    'handbook of an employer',
    'Staff handbook\nSection 4: Certificates\nOn leaving you get an employment certificate. It is issued within 10 days by Human Resources. Sick notes must be handed in on day 3.',
    [],
    ['replace "10 days" with "14 days"'],
  ],
  [
    'invoice of a school',
    'Institute of Languages\nInvoice no. 2023-114\nDate: 3 May 2023\nStudent: Lea Horn\nLanguage certificate fee   120.00\nExam registration   80.00\nTotal   200.00',
    [],
    ['replace "200.00" with "210.00"'],
  ],
  [
    'CV',
    'Curriculum vitae\nName: Tom Baker\nDate of birth: 3 May 1990\nNationality: British\nDiploma in design, Kestrel College, 2012\nCertificate in welding, 2014, with distinction',
    [],
    ['replace "distinction" with "merit"'],
  ],
  [
    'guide to benefits',
    'Marlow Borough Council\nHousing support: a guide\nYou are entitled to support if your income is below £300. If your claim is refused you can appeal. Valid from 1 April 2023.',
    [],
    ['replace "£300" with "£310"'],
  ],
  [
    'application form',
    'Home Office\nApplication for a residence permit\nSurname: \nGiven names: \nDate of birth: \nYour application will be granted or refused within 8 weeks.',
    [],
    ['replace "8 weeks" with "9 weeks"'],
  ],
  [
    'press release',
    'City of Eastport\nPress release, 4 May 2023\nThe council has decided that the permit for the stadium is granted. Residents may appeal.',
    [],
    ['replace "granted" with "awarded"'],
  ],
  [
    'minutes',
    'Minutes of the parish council, 3 June 2023\n1. The planning permission for 4 Mill Lane was refused.\n2. The certificate of the hall expires in May.',
    [],
    ['replace "refused" with "deferred"'],
  ],
  [
    'price list',
    'Notary Hurst\nPrice list 2023\nPower of attorney 85.00\nCertified copy 12.00\nDeed of gift 140.00',
    [],
    ['replace "85.00" with "95.00"'],
  ],
  [
    'newsletter',
    'School newsletter, 4 June 2023\nAll pupils of class 4 have passed the swimming test. Report cards are handed out on Friday. Marks improved.',
    [],
    ['replace "Friday" with "Monday"'],
  ],
  [
    'syllabus',
    'Thornbury University\nCourse syllabus\nModule: Statistics, 5 credits\nHomework 40 %\nProject 20 %\nFinal exam 40 %\nGrades: A to F',
    [],
    ['replace "20 %" with "30 %"'],
  ],
  [
    'contract',
    'Service contract\nbetween Acme Ltd and Globex Inc\nDate: 3 May 2023\nThe supplier is entitled to 4,000.00 a month. Certificates of conformity are supplied on request.\nSignature',
    [],
    ['replace "4,000.00" with "4,500.00"'],
  ],
  [
    'quotation',
    'Quotation no. 44\nDate: 4 May 2023\nCustomer: Tom Baker\nVehicle inspection 90.00\nRegistration document 30.00',
    [],
    ['replace "90.00" with "95.00"'],
  ],
  [
    'novel',
    'Chapter Three\nShe held the marriage certificate to the light. It was issued in 1921 by the registrar of Harrow. He was born on 3 May 1890, it said.',
    [],
    ['replace "1921" with "1922"'],
  ],
  [
    'travel article',
    'How to get a visa\nYour visa is granted within 5 days. You need a passport, a birth certificate and a bank statement from your bank.',
    [],
    ['replace "5 days" with "6 days"'],
  ],
  [
    'rental advert',
    'Flat to let in Linden\nRent: £900\nAvailable from 1 May 2023\nBring a salary confirmation and a reference. Energy certificate: class C',
    [],
    ['replace "£900" with "£950"'],
  ],
  [
    'Merkblatt, German',
    'Landkreis Weidenau\nMerkblatt zum Wohngeldbescheid\nWohngeld wird bewilligt, wenn das Einkommen unter 1.200 Euro liegt. Gegen den Bescheid kann Widerspruch erhoben werden. Stand 1.1.2023',
    [],
    ['replace "1.200" with "1.300"'],
  ],
  [
    'Rechnung, German',
    'Zertifikat-Druckerei GmbH\nRechnung Nr. 2023-11\nDatum: 3.5.2023\nUrkunden auf Büttenpapier 120,00\nVersand 8,00\nGesamt 128,00',
    [],
    ['replace "128,00" with "130,00"'],
  ],
  [
    'Lebenslauf, German',
    'Lebenslauf\nName: Mira Sommer\ngeboren am 3. Mai 1998 in Köln\nAbitur 2016, Note 1,8\nZertifikat Englisch C1, bestanden',
    [],
    ['replace "1,8" with "1,9"'],
  ],
  [
    'Prüfungsordnung, German',
    'Hochschule Seeland\nPrüfungsordnung vom 3. Mai 2022\nDie Prüfung ist bestanden, wenn die Note mindestens ausreichend ist. Das Zeugnis wird vom Prüfungsamt ausgestellt.',
    [],
    ['replace "ausreichend" with "befriedigend"'],
  ],
  [
    'Brief, German',
    'Sehr geehrte Frau Sommer,\nanbei senden wir Ihnen die Meldebescheinigung zurück. Bitte melden Sie sich bis zum 3. Mai 2023.\nMit freundlichen Grüßen\nAlbers GmbH',
    [],
    ['replace "3. Mai 2023" with "4. Mai 2023"'],
  ],
  [
    'Stellenanzeige, German',
    'Stellenanzeige\nStadt Elmen sucht Standesbeamte (m/w/d)\nSie stellen Geburtsurkunden und Sterbeurkunden aus. Beginn: 1.7.2023',
    [],
    ['replace "1.7.2023" with "1.8.2023"'],
  ],
  [
    'demande, French',
    'Mairie de Beaurepaire\nDemande d’acte de naissance\nNom : ..............\nPrénom : ..............\nDate de naissance : ..............\nLe document est délivré par la mairie.',
    [],
    ['replace "La mairie" with "la commune" ignoring case'],
  ],
  [
    'guide, French',
    'Guide de l’étudiant\nLe relevé de notes est délivré par l’université en juillet. La mention assez bien demande 12 de moyenne.',
    [],
    ['replace "12" with "13"'],
  ],
  [
    'facture, French',
    'Cabinet Morel\nFacture n° 2023-18\nDate : 3 mai 2023\nCertificat médical 40,00\nTotal 40,00',
    [],
    ['replace "40,00" with "45,00"'],
  ],
  [
    'lettre, French',
    'Madame,\nje vous envoie l’attestation de domicile et le permis de conduire demandés. Je suis née à Lyon.\nOdile Fabre',
    [],
    ['replace "Lyon" with "Nice"'],
  ],
  [
    'folleto, Spanish',
    'Ayuntamiento de Robledal\nFolleto de ayudas\nLa ayuda se concede a familias con ingresos inferiores a 900 euros. Cabe recurso.',
    [],
    ['replace "900" with "950"'],
  ],
  [
    'solicitud, Spanish',
    'Solicitud de certificado de nacimiento\nNombre: ________\nApellidos: ________\nFecha de nacimiento: ________\nRegistro Civil',
    [],
    ['replace "Registro Civil" with "Registro"'],
  ],
  [
    'factura, Spanish',
    'Clínica Los Álamos\nFactura 2022/33\nFecha: 3/3/2022\nCertificado de aptitud 60,00\nTotal 60,00',
    [],
    ['replace "60,00" with "65,00"'],
  ],
  [
    'opuscolo, Italian',
    'Istituto Galvani\nOpuscolo dei corsi\nCorso di saldatura, sessanta ore. Al termine si rilascia un attestato di frequenza. Iscrizioni dal 4/5/2021.',
    [],
    ['replace "sessanta" with "settanta"'],
  ],
  [
    'story of a school',
    'Our school at fifty\nThe school was founded on 4 May 1973. Diploma ceremonies were held in the park. The dean, Peter Marsh, gave a speech.',
    [],
    ['replace "1973" with "1974"'],
  ],
];

export const THIRD_RECORD_CASES: readonly RecordCase[] = [...RECORDS, ...FREE].map(
  ([name, page, falsifying, legitimate = ['rotate page 1 by 90 degrees']]) => ({
    name,
    pages: [page],
    falsifying,
    legitimate,
  }),
);
