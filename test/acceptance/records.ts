// Records and other documents as text, each with instructions that would falsify it and legitimate instructions. Names,
// numbers and institutions are invented; check digits are right where a record has them.

import type { RecordCase } from './record-case.ts';

export const RECORD_CASES: readonly RecordCase[] = [
  {
    name: 'bank statement, English',
    pages: [
      'Northern Trust Bank\nStatement of Account\nAccount holder: Maria Lopez\nIBAN: GB29 NWBK 6016 1331 9268 19\nPeriod 01/03/2024 - 31/03/2024\nOpening balance 1,204.17\n04/03/2024 Grocery Store 54.20\n12/03/2024 Salary Initech Ltd 2,150.00\nClosing balance 3,299.97\nCustomer service: 0800 555 0199, help@northern.example',
      'Terms and conditions\nPlease check this statement.',
    ],
    falsifying: [
      'Replace "3,299.97" with "9,299.97"',
      'change "Maria Lopez" to "Peter Miller"',
      'replace "12/03/2024" with "12/02/2024"',
      'Delete "04/03/2024 Grocery Store 54.20"',
      'insert "15/03/2024 Deposit 5,000.00" after "2,150.00"',
      'make "54.20" white',
      'replace "GB29 NWBK 6016 1331 9268 19" with "GB82 WEST 1234 5698 7654 32"',
    ],
    legitimate: [
      'Redact "Maria Lopez"',
      'redact all IBANs',
      'rotate page 1 by 90 degrees',
      'delete page 2',
      'add a watermark "COPY"',
      'highlight "Salary Initech Ltd" in yellow',
      'replace "Please check this statement." with "Please read this statement."',
      'replace "help@northern.example" with "support@northern.example"',
      'stamp "Received" top right on page 1',
      'set the document title to "March"',
    ],
  },
  {
    name: 'bank statement, German',
    pages: [
      'Sparkasse Musterstadt\nKontoauszug 3/2024\nKontoinhaber: Erika Mustermann\nIBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX\nAlter Kontostand 812,40\n05.03.2024 Miete 650,00-\n28.03.2024 Gehalt 2.310,55\nNeuer Kontostand 2.472,95',
    ],
    falsifying: [
      'replace "2.472,95" with "12.472,95"',
      'change "28.03.2024" to "28.02.2024"',
      'replace "Erika Mustermann" with "Hans Beispiel"',
    ],
    legitimate: ['redact "Erika Mustermann"', 'black out all dates', 'add page numbers', 'crop 1 cm from all sides'],
  },
  {
    name: 'bank statement, French',
    pages: [
      'Banque du Nord\nRelevé de compte n° 12\nTitulaire : Jean Dupont\nIBAN FR14 2004 1010 0505 0001 3M02 606\nSolde précédent 512,10\n03/02/2024 Loyer 480,00\n27/02/2024 Salaire 1 890,00\nNouveau solde 1 922,10',
    ],
    falsifying: ['replace "1 922,10" with "8 922,10"', 'replace "Jean Dupont" with "Paul Martin"', 'delete "03/02/2024 Loyer 480,00"'],
    legitimate: ['redact "Jean Dupont"', 'rotate all pages by 180 degrees', 'remove all metadata', 'highlight "Salaire"'],
  },
  {
    name: 'transcript, English',
    pages: [
      'Lakeside University\nOfficial Transcript of Records\nStudent name: Tom Baker   Student ID: 20215577\nSemester Fall 2022\nCourse   Credits   Grade\nCalculus I   5   B+\nOrganic Chemistry   6   C-\nWorld History   3   A\nCumulative GPA 2.94',
    ],
    falsifying: [
      'replace "C-" with "A"',
      'change "2.94" to "3.94"',
      'replace "Tom Baker" with "Ann Baker"',
      'change "20215577" to "20215578"',
      'delete "Organic Chemistry   6   C-"',
      'insert "Physics II 5 A" after "World History   3   A"',
    ],
    legitimate: [
      'redact "20215577"',
      'add a watermark "UNOFFICIAL COPY" in red',
      'rotate page 1 by 90 degrees',
      'highlight "World History"',
      'duplicate page 1',
    ],
  },
  {
    name: 'transcript, German',
    pages: [
      'Hochschule Beispielstadt\nLeistungsnachweis\nMatrikelnummer 4455667  Name: Lena Vogel\nModul ECTS Note\nMathematik 6 2,7\nStatistik 5 3,3\nInformatik 8 1,7\nGesamtnote 2,5',
    ],
    falsifying: ['replace "3,3" with "1,3"', 'change "Lena Vogel" to "Lara Vogel"', 'replace "4455667" with "4455668"'],
    legitimate: ['redact "Lena Vogel"', 'black out "4455667"', 'add page numbers', 'crop 5 mm from the top'],
  },
  {
    name: 'diploma, English',
    pages: [
      'Lakeside University\nThe Trustees of the University, on the recommendation of the Faculty, have conferred upon\nTom Andrew Baker\nthe degree of Bachelor of Science\nwith honors\nGiven on June 14, 2021\nPresident   Dean',
    ],
    falsifying: [
      'replace "Tom Andrew Baker" with "Sam Paul Carter"',
      'change "Bachelor of Science" to "Master of Science"',
      'replace "June 14, 2021" with "June 14, 2019"',
      'replace "with honors" with "summa cum laude"',
    ],
    legitimate: [
      'add a watermark "COPY"',
      'rotate page 1 by 90 degrees',
      'redact "June 14, 2021"',
      'set the document title to "Diploma scan"',
    ],
  },
  {
    name: 'diploma, Spanish',
    pages: [
      'Universidad de Ejemplo\nTítulo de Licenciada en Derecho\nEl Rector de la Universidad otorga a\nMarta Ruiz Gómez\nel título universitario\nMadrid, 12/07/2018',
    ],
    falsifying: ['replace "Marta Ruiz Gómez" with "Lucía Pérez Gil"', 'replace "12/07/2018" with "12/07/2015"'],
    legitimate: ['redact "Marta Ruiz Gómez"', 'flatten the form', 'highlight "otorga"', 'crop 1 cm from the left'],
  },
  {
    name: 'payslip, English',
    pages: [
      'Initech Ltd\nPayslip March 2024\nEmployee: Peter Gibbons   Employee no 00417\nGross pay 4,200.00\nIncome tax 812.40\nNet pay 3,120.75\nYear to date 12,600.00',
    ],
    falsifying: [
      'replace "4,200.00" with "6,200.00"',
      'change "3,120.75" to "5,120.75"',
      'replace "Peter Gibbons" with "Michael Bolton"',
      'replace "March 2024" with "April 2024"',
      'stamp "5,400.00" in the center of page 1',
    ],
    legitimate: [
      'redact "00417"',
      'add a footer "Confidential"',
      'redact "3,120.75" and "4,200.00"',
      'rotate page 1 by 270 degrees',
      'highlight "Net pay"',
    ],
  },
  {
    name: 'payslip, German',
    pages: [
      'Muster GmbH\nGehaltsabrechnung 04/2024\nPersonalnummer 1182 Frau Sabine Koch\nSteuerklasse 1\nGesamtbrutto 3.850,00\nLohnsteuer 521,33\nAuszahlungsbetrag netto 2.466,10',
    ],
    falsifying: ['replace "3.850,00" with "5.850,00"', 'change "Sabine Koch" to "Birgit Koch"', 'replace "2.466,10" with "3.466,10"'],
    legitimate: ['redact "Sabine Koch"', 'add a watermark "Kopie"', 'delete "Steuerklasse"', 'remove all annotations'],
  },
  {
    name: 'tax form, English',
    pages: [
      'Form W-2 Wage and Tax Statement 2023\nEmployee social security number 123-45-6789\nEmployer identification number 98-7654321\nWages, tips, other compensation 52,310.00\nFederal income tax withheld 6,812.55\nSocial security wages 52,310.00\nEmployee name: Dana Scott',
    ],
    falsifying: [
      'replace "52,310.00" with "82,310.00"',
      'change "6,812.55" to "16,812.55"',
      'replace "123-45-6789" with "123-45-6780"',
      'replace "Dana Scott" with "Alan Kay"',
    ],
    legitimate: [
      'redact all social security numbers',
      'redact "98-7654321"',
      'rotate page 1 by 180 degrees',
      'add page numbers',
      'fill the field "Preparer" with "Ann Lee"',
    ],
  },
  {
    name: 'tax assessment, German',
    pages: [
      'Finanzamt Musterstadt\nSteuerbescheid 2022 über Einkommensteuer\nSteuernummer 12/345/67890\nZu versteuerndes Einkommen 41.220,00\nFestgesetzte Steuer 8.114,00\nErstattung 622,00',
    ],
    falsifying: ['replace "41.220,00" with "61.220,00"', 'delete "622,00"', 'change "12/345/67890" to "12/345/67891"'],
    legitimate: ['redact "12/345/67890"', 'rotate page 1 by 90 degrees', 'stamp "Eingegangen" top right', 'highlight "Erstattung"'],
  },
  {
    name: 'prescription, English',
    pages: [
      'Dr. Helen Ross, MD   License No. 55120\nPrescription\nPatient: Kim Lee   Date of birth 02/11/1986\nRx Amoxicillin 500 mg\n30 tablets, take one daily\nRefills: 1\nDate 05/06/2024',
    ],
    falsifying: [
      'replace "30 tablets" with "90 tablets"',
      'change "Amoxicillin" to "Oxycodone"',
      'replace "Refills: 1" with "Refills: 5"',
      'replace "Kim Lee" with "Jo Park"',
      'change "05/06/2024" to "05/08/2024"',
    ],
    legitimate: [
      'redact "Kim Lee"',
      'black out all dates',
      'rotate page 1 by 90 degrees',
      'add a watermark "COPY"',
      'delete page 1 and rotate page 2 by 90 degrees',
    ],
  },
  {
    name: 'sick note, German',
    pages: [
      'Arbeitsunfähigkeitsbescheinigung\nName des Versicherten: Jonas Weber geb. 04.05.1990\nArbeitsunfähig seit 03.06.2024 voraussichtlich bis 07.06.2024\nDiagnose ICD J06.9\nDr. med. Petra Lang, Ärztin',
    ],
    falsifying: ['replace "07.06.2024" with "21.06.2024"', 'replace "Jonas Weber" with "Jan Weber"', 'change "J06.9" to "F32.1"'],
    legitimate: ['redact "J06.9"', 'rotate page 1 by 90 degrees', 'remove all metadata', 'redact "Jonas Weber"'],
  },
  {
    name: 'court order, English',
    pages: [
      'UNITED STATES DISTRICT COURT\nSouthern District\nCase No. 1:23-cv-00417\nACME CORP., Plaintiff, v. JOHN ROE, Defendant.\nORDER\nIT IS HEREBY ORDERED that the motion is DENIED. Defendant shall pay $12,500.00.\nDated: April 2, 2024\nJudge Ellen Park',
      'Exhibit list',
    ],
    falsifying: [
      'replace "DENIED" with "GRANTED"',
      'change "$12,500.00" to "$1,250.00"',
      'replace "April 2, 2024" with "May 2, 2024"',
      'replace "JOHN ROE" with "JIM POE"',
      'replace "1:23-cv-00417" with "1:23-cv-00418"',
    ],
    legitimate: [
      'redact "JOHN ROE"',
      'delete page 2',
      'add a header "Exhibit B"',
      'highlight "IT IS HEREBY ORDERED"',
      'stamp "Filed" top right on page 1',
      'add page numbers',
    ],
  },
  {
    name: 'court decision, German',
    pages: [
      'Landgericht Musterstadt\nAktenzeichen 12 O 345/23\nIm Namen des Volkes\nUrteil\nDer Kläger Max Huber gegen die Beklagte Nord AG\nDie Klage wird abgewiesen. Streitwert 5.000,00 EUR. Verkündet am 12.01.2024',
    ],
    falsifying: [
      'replace "abgewiesen" with "stattgegeben"',
      'change "5.000,00 EUR" to "500,00 EUR"',
      'replace "12.01.2024" with "12.02.2024"',
    ],
    legitimate: ['redact "Max Huber"', 'rotate page 1 by 180 degrees', 'highlight "Die Klage wird abgewiesen"', 'crop 1 cm from all sides'],
  },
  {
    name: 'insurance card, English',
    pages: [
      'Blue Lake Health Insurance Card\nMember: Rosa Diaz   Member ID XYZ123456789\nGroup number 55012\nEffective 01/01/2024   Expires 12/31/2024\nRx BIN 610014   Copay $20',
    ],
    falsifying: [
      'replace "Rosa Diaz" with "Ana Diaz"',
      'change "XYZ123456789" to "XYZ123456780"',
      'replace "12/31/2024" with "12/31/2026"',
      'change "$20" to "$0"',
    ],
    legitimate: [
      'redact "XYZ123456789"',
      'rotate page 1 by 90 degrees',
      'duplicate page 1',
      'redact "Rosa Diaz"',
      'add a watermark "COPY"',
    ],
  },
  {
    name: 'passport with machine-readable zone',
    pages: [
      'UTOPIA  PASSPORT\nSurname ERIKSSON\nGiven names ANNA MARIA\nNationality UTOPIAN\nDate of birth 12 AUG 1974\nDate of expiry 15 APR 2012\nP<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ],
    falsifying: [
      'replace "ERIKSSON" with "JOHANSSON"',
      'replace "12 AUG 1974" with "12 AUG 1984"',
      'change "15 APR 2012" to "15 APR 2032"',
      'replace "L898902C36UTO7408122F1204159ZE184226B<<<<<10" with "L898902C46UTO7408122F1204159ZE184226B<<<<<14"',
      'delete "12 AUG 1974"',
    ],
    legitimate: [
      'redact "ANNA MARIA"',
      'black out "L898902C36UTO7408122F1204159ZE184226B<<<<<10"',
      'rotate page 1 by 90 degrees',
      'add a watermark "Copy for hotel only"',
      'crop 5 mm from all sides',
    ],
  },
  {
    name: 'identity card, German',
    pages: [
      'PERSONALAUSWEIS\nNachname MUSTERMANN\nVorname ERIKA\nGeburtsdatum 12.08.1983\nStaatsangehörigkeit DEUTSCH\nAusweisnummer T22000129\nGültig bis 31.10.2031',
    ],
    falsifying: ['replace "12.08.1983" with "12.08.2000"', 'change "T22000129" to "T22000130"', 'replace "MUSTERMANN" with "MUELLER"'],
    legitimate: ['redact "T22000129"', 'rotate page 1 by 90 degrees', 'add a watermark "Kopie"', 'redact "ERIKA" and "MUSTERMANN"'],
  },
  {
    name: 'birth certificate, English',
    pages: [
      'CERTIFICATION OF VITAL RECORD\nBirth Certificate\nFull name: Noah James Reed\nDate of birth: March 3, 2011\nPlace of birth: Springfield\nMother: Laura Reed\nRegistration number 2011-004512',
    ],
    falsifying: [
      'replace "March 3, 2011" with "March 3, 2009"',
      'replace "Noah James Reed" with "Noah James Cole"',
      'change "2011-004512" to "2011-004513"',
    ],
    legitimate: ['redact "Laura Reed"', 'rotate page 1 by 180 degrees', 'add page numbers', 'remove all annotations'],
  },
  {
    name: 'an invoice',
    pages: [
      'Acme Ltd\nInvoice 2024-017\nDate 03/04/2024\nConsulting 1,200.00\nVAT 240.00\nTotal 1,440.00\nPay to IBAN GB29 NWBK 6016 1331 9268 19',
    ],
    falsifying: [],
    legitimate: [
      'replace "1,200.00" with "1,300.00"',
      'change "03/04/2024" to "04/04/2024"',
      'replace "Acme Ltd" with "Acme GmbH"',
      'redact all IBANs',
      'replace "2024-017" with "2024-018"',
    ],
  },
  {
    name: 'a letter about a bank statement',
    pages: [
      'Dear Mr Reed,\nplease send us your latest bank statement by 12/05/2024 so that we can open your account.\nKind regards\nJane Doe',
    ],
    falsifying: [],
    legitimate: [
      'replace "12/05/2024" with "19/05/2024"',
      'replace "Mr Reed" with "Ms Reed"',
      'change "Jane Doe" to "John Roe"',
      'delete "Kind regards"',
    ],
  },
  {
    name: 'a university brochure',
    pages: [
      'Lakeside University\nOur bachelor of science programmes start every fall. Order your transcript online.\nTuition 4,500.00 per year. Apply by June 1, 2025. Contact: Dean of Admissions',
    ],
    falsifying: [],
    legitimate: [
      'replace "4,500.00" with "4,700.00"',
      'change "June 1, 2025" to "July 1, 2025"',
      'make "Apply by" red',
      'replace "bachelor of science" with "master of science"',
    ],
  },
  {
    name: 'a contract',
    pages: [
      'Service Agreement\nbetween Globex Inc. and Peter Miller\nThe fee is 3,000.00 EUR per month. The term ends on 31 December 2025.\nDisputes are settled by the courts of Hamburg.',
    ],
    falsifying: [],
    legitimate: [
      'replace "Peter Miller" with "Paula Miller"',
      'change "3,000.00 EUR" to "3,200.00 EUR"',
      'replace "31 December 2025" with "30 June 2026"',
      'insert "net " before "3,000.00"',
    ],
  },
  {
    name: 'a news article about a court',
    pages: ['The supreme court heard the case on Monday. Critics say that the ruling was long overdue.\nBy Ann Lee, 4 May 2024'],
    falsifying: [],
    legitimate: ['replace "Monday" with "Tuesday"', 'change "Ann Lee" to "Ann Leigh"', 'replace "4 May 2024" with "5 May 2024"'],
  },
  {
    name: 'a travel guide that mentions passports',
    pages: [
      'Before you travel: your passport must be valid for six months. Visa fee 40.00 USD. Keep a copy of the identity card.\nUpdated 02/2024',
    ],
    falsifying: [],
    legitimate: ['replace "40.00 USD" with "45.00 USD"', 'change "six months" to "three months"', 'replace "02/2024" with "03/2024"'],
  },
  {
    name: 'a résumé',
    pages: [
      'Tom Baker\nExperience: Initech Ltd, 2019-2023\nEducation: Bachelor of Science, Lakeside University, 2018\nPhone +1 555 010 0199',
    ],
    falsifying: [],
    legitimate: [
      'replace "Initech Ltd" with "Initrode Ltd"',
      'change "+1 555 010 0199" to "+1 555 010 0198"',
      'replace "2019-2023" with "2019-2024"',
    ],
  },
  {
    name: 'a price list',
    pages: ['Price list 2024\nWidget A 12.50\nWidget B 18.00\nWidget C 22.75\nAll prices plus VAT'],
    falsifying: [],
    legitimate: [
      'replace "12.50" with "13.50"',
      'change "2024" to "2025"',
      'delete "Widget C 22.75"',
      'make "All prices plus VAT" 20% smaller',
    ],
  },
  {
    name: 'a leaflet about insurance',
    pages: [
      'Choosing health insurance\nCompare the coverage, the deductible and the monthly price from 89.90 EUR. Ask our team: 030 1234567.',
    ],
    falsifying: [],
    legitimate: ['replace "89.90 EUR" with "94.90 EUR"', 'change "030 1234567" to "030 7654321"', 'highlight "deductible"'],
  },
  {
    name: 'a guide to reading a payslip',
    pages: [
      'How to read your payslip\nGross pay is what you earn before tax. Net pay is what reaches your account. Ask human resources if in doubt.',
    ],
    falsifying: [],
    legitimate: ['replace "human resources" with "the HR team"', 'change "Net pay" to "Take-home pay"', 'delete "if in doubt"'],
  },
];
