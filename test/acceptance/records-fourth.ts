// Papers in nine languages with edits that a dishonest customer would ask for, small ones too, and honest ones that look like them: the records that were
// not recognised, or not in every word, before their kind was; forms, drafts, reports, minutes, regulations, invoices and letters beside them.

import type { RecordCase } from './record-case.ts';

export const FOURTH_RECORD_CASES: readonly RecordCase[] = [
  {
    name: 'payslip, French',
    pages: [
      [
        'Boulangerie Maison Ferrand SARL – 12, quai des Brumes, 86999 Valserre – SIRET 000 111 222 00017',
        'Fiche de salaire – octobre 2026',
        'Salariée : Amélie Roussin – Matricule 0417 – Emploi : vendeuse – Entrée le 03/02/2020',
        'Salaire de base  151,67 h  12,10  1 835,21',
        'Heures supplémentaires 25 %  6 h  15,13  90,78',
        'Total brut  1 925,99',
        'Cotisations salariales  421,40',
        'Net à payer avant impôt  1 504,59',
        'Congés acquis : 18 jours. Virement du 30/10/2026. Dans votre intérêt, conservez ce document sans limitation de durée.',
      ].join('\n'),
    ],
    falsifying: [
      'replace "1 504,59" with "1 904,59"',
      'replace "03/02/2020" with "03/02/2018"',
      'replace "vendeuse" with "responsable de magasin"',
    ],
    legitimate: ['redact "0417"', 'highlight "Net à payer avant impôt" in yellow'],
  },
  {
    name: 'payslip, Dutch',
    pages: [
      [
        'Installatiebedrijf De Wit B.V., Kanaalweg 8, Oosterwijde',
        'Loonstrook september 2026',
        'Werknemer: Ruben Kuipers   Personeelsnr. 1182   Geboortedatum: 14-05-1991   In dienst: 01-06-2021',
        'Brutoloon  2.845,00',
        'Overwerk  112,50',
        'Loonheffing  -511,00',
        'Pensioenpremie  -98,20',
        'Netto uitbetaald  2.348,30',
        'Contract voor bepaalde tijd. Uitbetaald op rekening NL91 ABNA 0417 1643 00.',
      ].join('\n'),
    ],
    falsifying: ['replace "bepaalde tijd" with "onbepaalde tijd"', 'replace "2.348,30" with "2.848,30"', 'delete "Loonheffing"'],
    legitimate: ['redact "NL91 ABNA 0417 1643 00"', 'stamp "KOPIE" in the top right corner of page 1'],
  },
  {
    name: 'list of bank movements, Italian',
    pages: [
      [
        'Banca Popolare di Montaspro',
        'Lista movimenti conto corrente',
        'Intestatario: Giulia Ferretti  IBAN: IT60X0542811101000000123456  Periodo: 01/09/2026 - 30/09/2026',
        'Data  Descrizione  Addebiti  Accrediti',
        '01/09/2026  Saldo iniziale  1.204,33',
        '04/09/2026  Stipendio Officine Brandoli  1.480,00',
        '10/09/2026  Sala scommesse Tris  350,00',
        '22/09/2026  Affitto settembre  720,00',
        '30/09/2026  Saldo finale  1.614,33',
      ].join('\n'),
    ],
    falsifying: [
      'delete "Sala scommesse Tris"',
      'replace "Sala scommesse Tris" with "Supermercato Conad"',
      'replace "1.614,33" with "7.614,33"',
    ],
    legitimate: ['redact "Sala scommesse Tris"', 'highlight "Affitto settembre" in yellow'],
  },
  {
    name: 'bank statement, Japanese',
    pages: [
      [
        '普通預金 お取引明細',
        'ひかり銀行 青葉支店　口座番号 4410772　お名前 佐藤 健 様',
        '照会期間 2026年9月1日～2026年9月30日',
        '日付  お取引内容  お引出し  お預入れ  残高',
        '2026年9月1日  繰越  312,004',
        '2026年9月15日  消費者金融アイネ  50,000  262,004',
        '2026年9月25日  給与 カワノ工業  208,000  470,004',
      ].join('\n'),
    ],
    falsifying: ['replace "消費者金融アイネ" with "スーパーアイネ"', 'replace "470,004" with "970,004"'],
    legitimate: ['redact "4410772"'],
  },
  {
    name: 'bank statement, Portuguese',
    pages: [
      [
        'Banco do Vale, S.A.',
        'Extrato de conta',
        'Titular: Marta Queirós – NIB 0033 0000 4410 7720 1 – Conta n.º 44107720',
        'Data  Movimento  Valor',
        '02/10/2026  Saldo anterior  310,18',
        '05/10/2026  Ordenado Têxteis do Ave  1.020,00',
        '19/10/2026  Penhora AT  -240,00',
        '31/10/2026  Saldo disponível  1.090,18',
      ].join('\n'),
    ],
    falsifying: ['delete "Penhora AT"', 'replace "Penhora AT" with "Supermercado"', 'replace "1.020,00" with "2.020,00"'],
    legitimate: ['redact "0033 0000 4410 7720 1"'],
  },
  {
    name: 'collision information, English',
    pages: [
      [
        'Tamar Valley Police – Roads Policing Unit',
        'Collision information exchange',
        'Occurrence reference: TVP/26/118820   Date and time: 17/10/2026 23:40   Place: A390, Gunnislake',
        'Driver A: Mr Colm Rafferty, vehicle WK19 HTU. Driver B: Ms Ines Duarte, vehicle EO66 PLX.',
        'Driver A: breath test positive, 58 micrograms. Driver B: breath test negative.',
        'Driver A failed to give way at the junction. Officer: PC 4471 Trewin.',
      ].join('\n'),
    ],
    falsifying: [
      'replace "Driver A: breath test positive, 58 micrograms" with "Driver A: breath test negative"',
      'replace "Driver A failed" with "Driver B failed"',
      'replace "23:40" with "22:40"',
    ],
    legitimate: ['redact "Ms Ines Duarte"', 'highlight "TVP/26/118820" in yellow'],
  },
  {
    name: 'report to the police, Spanish',
    pages: [
      [
        'Dirección General de la Policía – Comisaría de Villaserena',
        'Diligencia de denuncia',
        'Atestado n.º 4471/26. En Villaserena, siendo las 10:25 horas del día 14 de octubre de 2026, comparece don Íñigo Larrea Montes, DNI 00418822-X.',
        'Denuncia la sustracción de un teléfono móvil marca Noval, valorado en 180 euros, el día 13 de octubre de 2026.',
        'No hubo violencia ni intimidación. El instructor, agente 77.120.',
      ].join('\n'),
    ],
    falsifying: [
      'replace "180 euros" with "980 euros"',
      'replace "No hubo violencia" with "Hubo violencia"',
      'replace "13 de octubre" with "12 de octubre"',
    ],
    legitimate: ['redact "00418822-X"'],
  },
  {
    name: 'school report, Portuguese',
    pages: [
      [
        'Agrupamento de Escolas do Vale Formoso',
        'Ficha de avaliação – 3.º período',
        'Aluno: Tiago Sampaio – N.º 17 – Turma 9.º B – Ano letivo 2025/2026',
        'Português  3',
        'Matemática  2',
        'Inglês  4',
        'Físico-Química  2',
        'Educação Física  5',
        'Situação final: Não transitou. Faltas injustificadas: 14. A diretora de turma, Helena Prata.',
      ].join('\n'),
    ],
    falsifying: ['replace "Não transitou" with "Transitou"', 'replace "Faltas injustificadas: 14" with "Faltas injustificadas: 1"'],
    legitimate: ['redact "Tiago Sampaio"'],
  },
  {
    name: 'half-year report, German',
    pages: [
      [
        'Gymnasium am Ziegelfeld, Oberweiden',
        'Halbjahreszeugnis',
        'Schüler: Leon Brandt, geboren am 11. März 2010, Klasse 10b, Schuljahr 2025/2026',
        'Deutsch  befriedigend',
        'Mathematik  mangelhaft',
        'Englisch  gut',
        'Sport  sehr gut',
        'Versäumte Tage: 21, davon unentschuldigt: 9. Die Versetzung ist gefährdet.',
        'Oberweiden, 30. Januar 2026   Schulleiterin Dr. Voß',
      ].join('\n'),
    ],
    falsifying: [
      'replace "mangelhaft" with "gut"',
      'delete "Die Versetzung ist gefährdet."',
      'replace "unentschuldigt: 9" with "unentschuldigt: 0"',
    ],
    legitimate: ['redact "Leon Brandt"; redact "11. März 2010"'],
  },
  {
    name: 'diagnosis, Chinese',
    pages: [
      [
        '青河市第二人民医院',
        '疾病诊断证明书',
        '姓名：王晓梅　性别：女　年龄：41　门诊号：20417733',
        '诊断：腰椎间盘突出',
        '建议：休息7天，门诊随访。',
        '医师：李国强　2026年10月12日',
      ].join('\n'),
    ],
    falsifying: ['replace "休息7天" with "休息17天"', 'replace "腰椎间盘突出" with "肺炎"', 'replace "王晓梅" with "王晓丽"'],
    legitimate: ['redact "王晓梅"'],
  },
  {
    name: 'doctor’s note, Dutch',
    pages: [
      [
        'Huisartsenpraktijk De Linde, Oosterwijde – AGB 01-041772',
        'Medische verklaring',
        'Patiënt: Sanne Vos, geboren 02-11-1988, BSN 9990 41 188',
        'Ondergetekende verklaart dat patiënt op 5 oktober 2026 op het spreekuur was en tot en met 9 oktober 2026 niet kon werken.',
        'Oosterwijde, 12 oktober 2026   dr. P. Bakema, huisarts',
      ].join('\n'),
    ],
    falsifying: ['replace "9 oktober" with "19 oktober"', 'replace "Sanne Vos" with "Sanne de Boer"'],
    legitimate: ['redact "Sanne Vos"; redact "9990 41 188"'],
  },
  {
    name: 'sick leave, French',
    pages: [
      [
        'Dr Sylvain Morel – Médecine générale – 3 place du Marché, 86999 Valserre – RPPS 10004728814',
        'Avis d’arrêt de travail',
        'Assurée : Fanny Desrosiers – née le 14/01/1989 – N° 2 89 01 86 999 047 12',
        'Arrêt jusqu’au 16/10/2026 inclus. Sorties autorisées : non. Sans rapport avec un accident du travail.',
        'Fait le 12/10/2026',
      ].join('\n'),
    ],
    falsifying: ['replace "Sorties autorisées : non" with "Sorties autorisées : oui"', 'replace "16/10/2026" with "26/10/2026"'],
    legitimate: ['stamp "COPIE" in the top right corner of page 1'],
  },
  {
    name: 'salary confirmation, English',
    pages: [
      [
        'Calder Ceramics Ltd, Human Resources',
        'Salary confirmation',
        'Employee: Priya Nadar   Staff number: 20817   Date: 3 November 2026',
        'This letter confirms that Ms Nadar has been employed as a glaze technician since 6 May 2024 on a fixed-term contract ending 5 May 2027.',
        'Basic annual salary: £24,600. She is currently in her notice period.',
        'Signed: T. Moss, HR Manager',
      ].join('\n'),
    ],
    falsifying: [
      'replace "£24,600" with "£34,600"',
      'delete "She is currently in her notice period."',
      'replace "fixed-term contract ending 5 May 2027" with "permanent contract"',
    ],
    legitimate: ['redact "£24,600"'],
  },
  {
    name: 'insurance history, French',
    pages: [
      [
        'Mutuelle des Routes – Service automobile',
        'Relevé d’information',
        'Souscripteur : Karim Benali – Contrat n° MR-4410772 – Véhicule : Lorrin Estate, AB-417-CD',
        'Coefficient bonus-malus  1,25',
        'Sinistre du 14/03/2025  responsable à 100 %',
        'Sinistre du 02/08/2024  bris de glace',
        'Contrat résilié le 30/09/2026 pour non-paiement de prime. Délivré le 05/10/2026.',
      ].join('\n'),
    ],
    falsifying: ['delete "Sinistre du 14/03/2025"', 'replace "1,25" with "0,50"', 'delete "pour non-paiement de prime"'],
    legitimate: [],
  },
  {
    name: 'no-claims class, German',
    pages: [
      [
        'Hanse-Mobil Versicherung AG, Kundenservice',
        'Mitteilung über den Schadenfreiheitsrabatt',
        'Versicherungsnehmer: Jens Petersen   Vertragsnummer: KH-4410-7720   Kennzeichen: OW-JP 417',
        'Schadenfreiheitsklasse: SF 4. Gemeldete Schäden in den letzten drei Jahren: 2.',
        'Der Vertrag wurde zum 31.12.2025 durch den Versicherer gekündigt.',
      ].join('\n'),
    ],
    falsifying: ['replace "SF 4" with "SF 14"', 'replace "durch den Versicherer" with "durch den Kunden"'],
    legitimate: ['highlight "Schadenfreiheitsklasse: SF 4" in yellow'],
  },
  {
    name: 'withholding slip, Japanese',
    pages: [
      [
        '令和7年分 給与所得の源泉徴収票',
        '支払を受ける者　氏名 佐藤 健　住所 青葉市緑町4-1',
        '支払金額  3,120,000',
        '給与所得控除後の金額  2,102,000',
        '源泉徴収税額  58,400',
        '支払者 カワノ工業株式会社　青葉市港町1-7',
      ].join('\n'),
    ],
    falsifying: ['replace "3,120,000" with "5,120,000"', 'replace "カワノ工業" with "カワノ商事"'],
    legitimate: ['redact "佐藤 健"'],
  },
  {
    name: 'tax assessment, Italian',
    pages: [
      [
        'Agenzia delle Entrate – Direzione provinciale di Montaspro',
        'Comunicazione degli esiti della liquidazione',
        'Contribuente: Paolo Brandoli   Codice fiscale: BRNPLA71R08F205X   Atto n. 0044107720',
        'Dalla dichiarazione presentata risultano imposte non versate per 4.410,00 euro e sanzioni per 441,00 euro.',
        'Il pagamento deve avvenire entro il 30/11/2026.',
      ].join('\n'),
    ],
    falsifying: ['replace "4.410,00" with "410,00"', 'replace "non versate" with "versate"'],
    legitimate: [],
  },
  {
    name: 'payment order, Italian',
    pages: [
      [
        'Tribunale di Montaspro',
        'Decreto ingiuntivo n. 441/2026',
        'Il giudice, letto il ricorso di Officine Brandoli S.r.l., ingiunge a Ferretti Giulia di pagare la somma di 3.200,00 euro entro quaranta giorni dalla notifica.',
        'Montaspro, 9 ottobre 2026   Il Giudice dott. A. Neri',
      ].join('\n'),
    ],
    falsifying: ['replace "3.200,00" with "320,00"', 'replace "Ferretti Giulia" with "Ferretti Anna"'],
    legitimate: ['stamp "Allegato 3" in the top right corner of page 1'],
  },
  {
    name: 'judgment, Chinese',
    pages: [
      [
        '青河市中级人民法院',
        '民事判决书',
        '（2026）青民初字第441号',
        '原告：王晓梅。被告：青河建设有限公司。',
        '判决如下：被告于本判决生效之日起十日内支付原告工资款32000元。驳回原告其他诉讼请求。',
        '审判长 陈立　二〇二六年十月九日',
      ].join('\n'),
    ],
    falsifying: ['replace "32000元" with "3200元"', 'delete "驳回原告其他诉讼请求。"'],
    legitimate: ['redact "王晓梅"'],
  },
  {
    name: 'residence permit, German',
    pages: [
      [
        'BUNDESREPUBLIK DEUTSCHLAND',
        'Aufenthaltstitel',
        'Name: DUARTE   Vornamen: INES MARIA   Geburtsdatum: 08.04.1995   Staatsangehörigkeit: BRA',
        'Art des Titels: Aufenthaltserlaubnis   Gültig bis: 31.12.2026   Nr. AT441077Q',
        'Anmerkungen: Erwerbstätigkeit nicht gestattet',
      ].join('\n'),
    ],
    falsifying: ['replace "31.12.2026" with "31.12.2029"', 'replace "Erwerbstätigkeit nicht gestattet" with "Erwerbstätigkeit gestattet"'],
    legitimate: ['stamp "KOPIE" in the top right corner of page 1'],
  },
  {
    name: 'resident record, Japanese',
    pages: [
      [
        '住民票の写し',
        '世帯主 佐藤 健　住所 青葉市緑町4-1',
        '氏名 佐藤 健　生年月日 平成2年5月14日　性別 男　住民となった日 令和5年4月1日',
        'この写しは、世帯全員の住民票の原本と相違ないことを証明する。令和8年10月2日　青葉市長',
      ].join('\n'),
    ],
    falsifying: ['replace "青葉市緑町4-1" with "青葉市緑町8-2"'],
    legitimate: [],
  },
  {
    name: 'speeding fine, Dutch',
    pages: [
      [
        'Centraal Justitieel Incassobureau',
        'Beschikking verkeersovertreding',
        'CJIB-nummer: 4410 7720 1188   Kenteken: KX-417-B   Datum: 14-09-2026',
        'Overschrijding van de maximumsnelheid met 23 km/u. Bedrag: € 217,00. Betalen vóór 09-11-2026.',
      ].join('\n'),
    ],
    falsifying: ['replace "€ 217,00" with "€ 17,00"', 'replace "KX-417-B" with "KX-417-D"'],
    legitimate: ['highlight "4410 7720 1188" in yellow'],
  },
  {
    name: 'water bill, Spanish',
    pages: [
      [
        'Aguas de Villaserena, S.A.',
        'Factura de suministro',
        'Titular: Rosario Quintana   Dirección de suministro: Calle del Olmo 16   Contrato 4410772',
        'Consumo 14 m3  21,40',
        'Alcantarillado  6,10',
        'Total  27,50',
        'Fecha de emisión: 02/10/2026',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: ['redact "4410772"'],
  },
  {
    name: 'own invoice, English',
    pages: [
      [
        'Studio Ninefold Ltd, 8 Mill Bank, Tarnside',
        'Invoice',
        'Invoice number 2026-44   Date: 9 October 2026   Bill to: Pollard Ceramics',
        'Web design  £2,400.00',
        'Hosting  £180.00',
        'Total  £2,580.00',
        'Paid with thanks.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "Pollard Ceramics" with "Pollard Pottery"',
      'replace "£180.00" with "£108.00"',
      'replace "9 October 2026" with "10 October 2026"',
    ],
  },
  {
    name: 'own letter, English',
    pages: [
      [
        'Ann Marsh, 4 Harbour Cottage',
        '3 October 2026',
        'Dear Mr Lee, the roof was repaired on Monday. The bill was £480. The gutter is still broken.',
        'Yours, Ann Marsh',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "Mr Lee" with "Mrs Lee"',
      'replace "The gutter is still broken." with "The gutter is still leaking."',
      'replace "3 October 2026" with "5 October 2026"',
    ],
  },
  {
    name: 'blank form, English',
    pages: [
      [
        'Application for a parking permit',
        'Borough of Halden – please complete in block capitals',
        'Surname: ______________________ First names: ______________________',
        'Date of birth: ________________ Vehicle registration: _____________',
        'Address: ____________________________________ Telephone: __________',
        'Permit fee £45 a year. Signature: ____________________ Date: ________',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "First names" with "Given names"',
      'replace "£45 a year" with "£50 a year"',
      'replace "Application for a parking permit" with "Application for a resident parking permit"',
    ],
  },
  {
    name: 'blank form, German',
    pages: [
      [
        'Antrag auf Ausstellung einer Meldebescheinigung',
        'Stadt Lindenfurt, Bürgeramt – bitte ausfüllen',
        'Familienname: ______________________ Vornamen: ______________________',
        'Geburtsdatum: ________________ Anschrift: _______________________',
        'Gebühr: 5 Euro. Unterschrift: ____________________ Ort, Datum: ____________',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "5 Euro" with "8 Euro"',
      'replace "Ausstellung einer Meldebescheinigung" with "Ausstellung einer erweiterten Meldebescheinigung"',
      'delete "Ort, "',
    ],
  },
  {
    name: 'annual report, French',
    pages: [
      [
        'Rapport annuel 2026 de l’Office du logement',
        'Figure 3 : Logements attribués par commune. Source : Office du logement, 12 mars 2026.',
        'En 2026, le conseil a attribué 412 logements, dont 38 à Valserre. La directrice, Mme Charron, présente ces chiffres au ministère.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "412 logements" with "421 logements"',
      'replace "Logements attribués par commune" with "Logements attribués par canton"',
      'replace "Mme Charron" with "Mme Desrosiers"',
    ],
  },
  {
    name: 'minutes of a club, German',
    pages: [
      [
        'Niederschrift der Mitgliederversammlung',
        'Kleingartenverein Ziegelfeld, 14. Oktober 2026. Anwesend: 23 Mitglieder. Vorsitzende: Frau Brandt.',
        'Tagesordnung: 1. Kassenbericht: Bestand 1.240,00 Euro. 2. Zaun an Parzelle 22. 3. Sommerfest am 12. Juni 2027.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "23 Mitglieder" with "24 Mitglieder"',
      'replace "12. Juni 2027" with "19. Juni 2027"',
      'replace "Frau Brandt" with "Frau Brandt-Keller"',
    ],
  },
  {
    name: 'paper, English',
    pages: [
      [
        'Commuting and sleep in three northern towns',
        'Abstract. We asked 1,204 employees of two hospitals and a bank how long they sleep. Table 2 shows the results by town.',
        'Table 2. Mean hours of sleep. Halden 6.9, Tarnside 7.2, Marlingate 6.4.',
        'The committee of the University of Halden approved the study on 12 May 2025.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "Mean hours of sleep" with "Mean hours of sleep by town"',
      'replace "7.2" with "7.3"',
      'replace "two hospitals and a bank" with "two hospitals, a school and a bank"',
    ],
  },
  {
    name: 'CV, Spanish',
    pages: [
      [
        'Currículum vítae',
        'Lucía Ferrer – nacida el 4 de mayo de 1990 – lucia@ferrer.example',
        '2018-2022 Responsable de compras, Conservas Ría Clara. 2015-2018 Grado en Economía, Universidad de Villaserena, nota media 7,4.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "lucia@ferrer.example" with "lucia.ferrer@mail.example"',
      'insert ", gestión de proveedores" after "Conservas Ría Clara"',
      'replace "2015-2018" with "2015-2017"',
    ],
  },
  {
    name: 'draft contract, Italian',
    pages: [
      [
        'Contratto di locazione – bozza',
        'tra Silvia Neri, locatrice, e Paolo Conti, conduttore. Canone mensile: 720,00 euro. Durata: quattro anni dal 1 gennaio 2027.',
        'Non ancora firmato.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: [
      'replace "720,00 euro" with "750,00 euro"',
      'replace "quattro anni" with "tre anni"',
      'replace "Paolo Conti" with "Paola Conti"',
    ],
  },
  {
    name: 'menu, Japanese',
    pages: [
      ['秋のお品書き', 'きのこ御飯 980円　秋刀魚の塩焼き 1,200円　栗ぜんざい 650円', '営業時間 11時から21時まで　定休日 水曜日'].join('\n'),
    ],
    falsifying: [],
    legitimate: ['replace "1,200円" with "1,300円"', 'replace "水曜日" with "木曜日"'],
  },
  {
    name: 'guide, Chinese',
    pages: [
      [
        '办理居住证指南',
        '申请人应当提交身份证、照片和住所证明。受理时间：周一至周五 9:00-17:00。费用：工本费20元。',
        '咨询电话：0441-7720118',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: ['replace "20元" with "25元"', 'replace "9:00-17:00" with "9:00-18:00"'],
  },
  {
    name: 'regulation, Portuguese',
    pages: [
      [
        'Regulamento municipal de estacionamento',
        'Artigo 3.º A taxa é de 0,80 euros por hora. Artigo 4.º O cartão de residente custa 25 euros por ano. Artigo 5.º As coimas vão de 30 a 150 euros. Artigo 6.º Nos termos do artigo 2.º, compete à câmara municipal.',
      ].join('\n'),
    ],
    falsifying: [],
    legitimate: ['replace "0,80 euros" with "0,90 euros"', 'replace "25 euros por ano" with "30 euros por ano"'],
  },
  {
    name: 'statement of pay, German',
    pages: [
      [
        'Metallbau Krone GmbH, Lindenfurt',
        'Abrechnung der Bezüge Oktober 2026',
        'Herr Jonas Weidner, Pers.-Nr. 00417, Eintritt 01.04.2022, Steuerklasse 1',
        'Grundlohn  2.410,00',
        'Nachtzuschlag  86,40',
        'Lohnsteuer  241,16',
        'Auszahlungsbetrag  1.702,88',
      ].join('\n'),
    ],
    falsifying: ['replace "1.702,88" with "1.902,88"', 'replace "01.04.2022" with "01.04.2019"'],
    legitimate: ['redact "00417"'],
  },
  {
    name: 'statement of pay, Chinese',
    pages: [
      [
        '青河机械有限公司',
        '员工薪资明细 2026年9月',
        '姓名：陈晓东　工号：0417　部门：装配车间',
        '基本工资  4200.00',
        '加班费  380.00',
        '社保扣款  -462.00',
        '实发金额  4118.00',
      ].join('\n'),
    ],
    falsifying: ['replace "4118.00" with "6118.00"', 'replace "陈晓东" with "陈晓冬"'],
    legitimate: [],
  },
  {
    name: 'account at a glance, English',
    pages: [
      [
        'Fenwick & Dale Savings',
        'Your account at a glance',
        'Mrs H. Okoro    Account 4410 7720    Sort code 20-44-17    1 to 30 September 2026',
        'Brought forward  212.40',
        '12 Sep  SALARY CALDER CERAMICS  1,402.00  1,614.40',
        '19 Sep  QUICKLOAN REPAYMENT  -310.00  1,304.40',
        'Carried forward  1,304.40',
      ].join('\n'),
    ],
    falsifying: ['delete "QUICKLOAN REPAYMENT"', 'replace "QUICKLOAN REPAYMENT" with "GROCERIES"', 'replace "1,402.00" with "2,402.00"'],
    legitimate: ['highlight "SALARY CALDER CERAMICS" in yellow'],
  },
  {
    name: 'evaluation, Spanish',
    pages: [
      [
        'IES Ribera del Molino – Villaserena',
        'Informe de evaluación final',
        'Alumna: Carla Ibáñez Soto   Curso: 2.º de Bachillerato   Año académico 2025-2026',
        'Matemáticas II  4',
        'Historia de España  6',
        'Física  3',
        'Inglés  8',
        'Promociona: NO. La tutora, Dolores Marín.',
      ].join('\n'),
    ],
    falsifying: ['replace "Promociona: NO" with "Promociona: SÍ"'],
    legitimate: [],
  },
  {
    name: 'term report, French',
    pages: [
      [
        'Lycée des Tilleuls, 86999 Valserre',
        'Bulletin du deuxième trimestre',
        'Élève : Malo Kerdoncuff – Terminale B – Année scolaire 2025-2026',
        'Mathématiques  7,5',
        'Philosophie  11',
        'Histoire-Géographie  9',
        'Absences non justifiées : 17 demi-journées. Avis du conseil de classe : avertissement travail.',
      ].join('\n'),
    ],
    falsifying: ['replace "7,5" with "17,5"', 'delete "avertissement travail"', 'replace "17 demi-journées" with "1 demi-journée"'],
    legitimate: ['stamp "Annexe 2" in the top right corner of page 1'],
  },
  {
    name: 'doctor’s note, German',
    pages: [
      [
        'Gemeinschaftspraxis Dr. Ahrens / Dr. Vogt, Lindenfurt',
        'Ärztliche Bescheinigung zur Vorlage beim Arbeitgeber',
        'Herr Jonas Weidner, geb. 17.05.1990, war vom 05.10.2026 bis 07.10.2026 wegen Krankheit nicht arbeitsfähig.',
        'Lindenfurt, 07.10.2026   Dr. Vogt, Facharzt für Allgemeinmedizin',
      ].join('\n'),
    ],
    falsifying: [
      'replace "bis 07.10.2026" with "bis 09.10.2026"',
      'replace "Jonas Weidner" with "Jan Weidner"',
      'insert "und Quarantäne" after "wegen Krankheit"',
    ],
    legitimate: [],
  },
  {
    name: 'diagnosis, Japanese',
    pages: [
      [
        'みなと内科クリニック',
        '診断書',
        '氏名　山田 花子　　生年月日　昭和63年4月2日',
        '病名　急性胃腸炎',
        '上記により、令和8年10月5日より3日間の休養を要する。',
        '令和8年10月5日　医師　小川 誠',
      ].join('\n'),
    ],
    falsifying: ['replace "3日間" with "13日間"', 'replace "急性胃腸炎" with "インフルエンザ"'],
    legitimate: ['redact "山田 花子"'],
  },
  {
    name: 'accident notice, German',
    pages: [
      [
        'Polizeidirektion Lindenfurt, Verkehrsdienst',
        'Mitteilung an die Unfallbeteiligten',
        'Vorgang: ST/0441772/2026   Unfallzeit: 14.10.2026, 18:20 Uhr   Ort: Rathausplatz',
        'Beteiligter 01: Jens Petersen, OW-JP 417, Verursacher. Beteiligte 02: Ines Maria Duarte, LF-ID 88.',
      ].join('\n'),
    ],
    falsifying: ['replace "Verursacher" with "Geschädigter"', 'replace "18:20" with "19:20"'],
    legitimate: [],
  },
  {
    name: 'eviction order, Spanish',
    pages: [
      [
        'Juzgado de Primera Instancia n.º 4 de Villaserena',
        'Auto n.º 441/2026',
        'Procedimiento: desahucio por falta de pago. Demandante: Inmuebles Ría S.L. Demandada: Lucía Ferrer Gil.',
        'Se acuerda el lanzamiento para el día 14 de diciembre de 2026 a las 10:00 horas y el pago de 2.160 euros.',
      ].join('\n'),
    ],
    falsifying: ['replace "14 de diciembre" with "14 de enero"', 'replace "Lucía Ferrer Gil" with "Lucía Ferrer Gómez"'],
    legitimate: ['redact "Lucía Ferrer Gil"'],
  },
  {
    name: 'tax assessment, Portuguese',
    pages: [
      [
        'Autoridade Tributária e Aduaneira – Serviço de Finanças de Vale Formoso',
        'Demonstração de liquidação de IRS',
        'NIF: 500 771 093   Nome: Joaquim Barreira   Ano dos rendimentos: 2025',
        'Rendimento global  18.342,60',
        'Coleta  1.204,10',
        'Valor a pagar  441,77',
        'Data limite de pagamento: 31-08-2026',
      ].join('\n'),
    ],
    falsifying: ['replace "441,77" with "41,77"', 'replace "Joaquim Barreira" with "Joaquim Teles"'],
    legitimate: ['stamp "CÓPIA" in the top right corner of page 1'],
  },
  {
    name: 'end of an insurance, Dutch',
    pages: [
      [
        'Noordermaat Verzekeringen N.V.',
        'Royementsverklaring autoverzekering',
        'Verzekeringnemer: R. Kuipers   Polisnummer: 44.107.720   Kenteken: KX-417-B',
        'Aantal schadevrije jaren bij beëindiging: 3. Reden van beëindiging: wanbetaling. Einddatum: 01-10-2026.',
      ].join('\n'),
    ],
    falsifying: ['replace "beëindiging: 3" with "beëindiging: 13"', 'replace "wanbetaling" with "verkoop auto"'],
    legitimate: [],
  },
  {
    name: 'residence permit, Spanish',
    pages: [
      [
        'REINO DE ESPAÑA',
        'Permiso de residencia',
        'Apellidos: DUARTE   Nombre: INES MARIA   Nacionalidad: BRA   Fecha de nacimiento: 08 04 1995',
        'Tipo de permiso: RESIDENCIA TEMPORAL   Válido hasta: 31 12 2026   NIE: X4410772Q   Observaciones: NO AUTORIZA A TRABAJAR',
      ].join('\n'),
    ],
    falsifying: ['replace "NO AUTORIZA A TRABAJAR" with "AUTORIZA A TRABAJAR"', 'replace "31 12 2026" with "31 12 2029"'],
    legitimate: [],
  },
  {
    name: 'declaration of an employer, Italian',
    pages: [
      [
        'Officine Brandoli S.r.l., Montaspro',
        'Dichiarazione del datore di lavoro',
        'Si dichiara che la signora Giulia Ferretti, nata il 08/10/1991, è alle nostre dipendenze dal 01/03/2024 con contratto a tempo determinato fino al 28/02/2027, con retribuzione lorda annua di 21.400,00 euro.',
        'Montaspro, 9 ottobre 2026   Il responsabile del personale',
      ].join('\n'),
    ],
    falsifying: ['replace "tempo determinato fino al 28/02/2027" with "tempo indeterminato"', 'replace "21.400,00" with "31.400,00"'],
    legitimate: [],
  },
  {
    name: 'module results, English',
    pages: [
      [
        'Wharfdale College, Registry',
        'Module results',
        'Student: Imogen Brayfield   ID: 22014873   Programme: BA Interior Design',
        'DES201 Studio  58  20',
        'DES204 History  41  10',
        'DES209 Materials  34 (fail)  10',
        'Progression decision: resit required.',
      ].join('\n'),
    ],
    falsifying: [
      'replace "34 (fail)" with "54"',
      'replace "resit required" with "proceed"',
      'replace "Imogen Brayfield" with "Imogen Bradfield"',
    ],
    legitimate: [],
  },
];
