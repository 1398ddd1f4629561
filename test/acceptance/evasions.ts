// Ways around the protection of records, in one step and in two, and legitimate edits of the same documents. All invented.

export interface EditChain {
  readonly document: keyof typeof RECORDS;
  /** Each is carried out on the result of the one before. */
  readonly steps: readonly string[];
}

export const RECORDS = {
  bank: [
    '',
    'Northern Trust Bank',
    'Statement of Account\nAccount holder: Maria Lopez\nIBAN: GB29 NWBK 6016 1331 9268 19\nPeriod 01/03/2024 to 31/03/2024\nOpening balance 1,204.17\n04/03/2024 Grocery Store 54.20\n12/03/2024 Salary Initech Ltd 2,150.00\nClosing balance 3,299.97\nWe thank you for your custom.',
  ],
  transcript: [
    'Lakeside University\nOfficial Transcript of Records\nStudent name: Tom Baker\nStudent ID: 20215577\nCourse   Credits   Grade\nMathematics   5   C\nChemistry   6   D\nHistory   3   A\nCumulative GPA 2.94\nPlease keep this document safe.',
  ],
  diploma: [
    'Kestrel College\nThe Trustees have conferred upon\nOlivia Jane Hart\nthe degree of\nBachelor of Arts\nwithout distinction\nGiven on 14 May 2019\nPeter Marsh, President',
  ],
  payslip: [
    'Initech Ltd\nPayslip March 2024\nEmployee: Joe Miller\nTax code 1257L\nGross pay 2,900.00\nTax 410.00\nNational insurance 230.10\nNet pay 2,259.90\nQuestions to the payroll team.',
  ],
  prescription: [
    'Hillside Clinic\nPrescription\nPatient: Ada Stone   Date of birth: 04/05/1971\nDate: 11/01/2024\nOxycodone 5 mg tablets, dispense 12\nRefills: none\nDr. Paul Reed, license no 55123\nBring this sheet to any pharmacy.',
  ],
  court: [
    'Superior Court of Aldous County\nCase No. 24-CV-1182\nJane Roe, Plaintiff v. John Doe, Defendant\nIt is hereby ordered that the motion is denied.\nThe defendant is not liable for the costs.\nDate: 3 June 2024',
  ],
  reference: [
    'Telford Freight\nCertificate of Employment\nTo whom it may concern, this is to certify that\nMs. Gloria Mendes was employed as a clerk from 6 June 2022 to 15 March 2024.\nShe was dismissed for cause and is not eligible for rehire.\nWalter Choi, Human Resources, 2 April 2024',
  ],
  police: [
    'State Bureau of Records\nCriminal History Record Check\nApplicant: Shane Dolan, date of birth 03/03/1990\nResult: RECORD FOUND\n08/19/2021 Theft, convicted\nCertified on 5 January 2026',
  ],
  module_marks: [
    'Thornbury Institute of Arts\nStudent Services\nThis cover sheet goes with the papers behind it.',
    'Office of the Registrar\nStudent: Neil Abbot\nStudent No: 7718820\nLevel 4 modules\nForm and Line 62 20\nHistory of Print 48 20\nStudio Practice 71 40\nMarks are out of one hundred.\nOverall classification: third class\nAwarded 3 July 2019',
  ],
  birth: [
    'COMMUNE DE BEAUREPAIRE\nCOPIE INTÉGRALE, ACTE DE NAISSANCE\nLe douze mars mil neuf cent quatre-vingt-onze est née\nCamille Louise ROUSSEL, du sexe féminin\nPour extrait conforme, délivré le 4 avril 2019\nOfficier du registre',
  ],
  benefit: [
    'Marlow Borough Council\nHousing Support Team\nRef: HS/20931\n14 August 2023\nDear Ms Okoro,\nOutcome of your claim\nYour claim for housing support has been refused.\nYou are not entitled to support.\nIf you disagree you can appeal within one month.',
  ],
  examination: [
    'Handelskammer Oderbruch\nPrüfungszeugnis\nHerr Lennart Vogt, geboren am 7. Juli 1999,\nhat die Abschlussprüfung nicht bestanden.\nGestaltung mangelhaft (fünf)\nWirtschaftskunde ausreichend (vier)\nFertigung gut (zwei)\nOderbruch, 30. Juni 2020\nDer Prüfungsausschuss',
  ],
  letter: [
    'Acme Ltd\nDear Ms Lopez,\nthank you for your order of 5 March 2024. The total is 1,500.00 EUR.\nYour bank statement and your transcript are not needed.\nKind regards, Peter Miller',
  ],
} as const;

const chain = (document: EditChain['document'], ...steps: string[]): EditChain => ({ document, steps });

/** None may be carried out to its end. */
export const EVASIONS: readonly EditChain[] = [
  // Context in the match.
  chain('transcript', 'replace "Mathematics 5 C" with "Mathematics 5 A"'),
  chain('transcript', 'replace "Mathematics   5   C" with "Mathematics   5   A"'),
  chain('transcript', 'replace "Student name: Tom Baker" with "Student name: Tim Barker"'),
  chain('bank', 'replace "Account holder: Maria Lopez" with "Account holder: Peter Miller"'),
  chain('bank', 'replace "Maria" with "Anna"'),
  chain('bank', 'replace "Closing balance 3,299.97" with "Closing balance 9,299.97"'),
  chain('bank', 'replace "3,2" with "9,2"'),
  chain('bank', 'insert "1" before "1,204.17"'),
  chain('bank', 'insert "0" after "2,150.0"'),
  chain('payslip', 'replace "Gross pay 2,900.00 Tax" with "Gross pay 5,900.00 Tax"'),
  chain('diploma', 'delete the first "out"'),
  chain('diploma', 'replace "Bachelor" with "Master"'),
  chain('court', 'delete "not"'),
  chain('court', 'replace "the motion is denied" with "the motion is granted"'),
  chain('prescription', 'replace "dispense 12" with "dispense 120"'),
  chain('prescription', 'replace "Refills: none" with "Refills: five"'),
  chain('reference', 'replace "dismissed for cause" with "honoured for merit"'),
  chain('police', 'insert "NO" before "RECORD FOUND"'),
  // Labels.
  chain('bank', 'replace "Opening balance" with "Overdraft limit"'),
  chain('payslip', 'replace "Net pay" with "Monthly bonus"'),
  chain('bank', 'replace "Grocery Store" with "Charity gift"'),
  // The heading first.
  chain('bank', 'replace "Statement of Account" with "Notes"', 'replace "3,299.97" with "9,299.97"'),
  chain('transcript', 'delete "Official Transcript of Records"', 'replace "2.94" with "3.94"'),
  chain('payslip', 'make "Payslip March 2024" white', 'replace "2,259.90" with "9,259.90"'),
  chain('diploma', 'replace "the degree of" with "a day of"', 'replace "Olivia Jane Hart" with "Melanie Joy Cole"'),
  chain('police', 'redact "Criminal History Record Check"', 'delete "Theft, convicted"'),
  chain('prescription', 'delete "Prescription"', 'replace "12" with "90"'),
  chain('bank', 'delete page 3', 'replace "Northern Trust Bank" with "Closing balance 9,299.97"'),
  chain('bank', 'duplicate page 3; delete page 1', 'replace "1,204.17" with "8,204.17"'),
  chain('court', 'crop 40 mm from the top', 'replace "denied" with "granted"'),
  chain('bank', 'keep page 3', 'replace "54.20" with "4.20"'),
  chain('transcript', 'redact "Chemistry"', 'replace "C" with "A" as a whole word'),
  // Drawn over.
  chain('bank', 'highlight "54.20" in white'),
  chain('bank', 'highlight "3,299.97" in black'),
  chain('transcript', 'make "D" #e8e8e8 as a whole word'),
  chain('payslip', 'make "410.00" 2 pt'),
  chain('payslip', 'stamp "Net pay 9,259.90" in the center of page 1'),
  chain('transcript', 'add a watermark "A" in black with 100% opacity at an angle of 0 degrees in 12 pt'),
  chain('transcript', 'add the header "GPA: 3.94"'),
  chain('bank', 'highlight "3,299.97" in white', 'stamp "9,299.97" in the center of page 3'),
  chain('payslip', 'add a watermark "XXXXXXXXXX" in white with 100% opacity at an angle of 0 degrees in 200 pt'),
  chain('prescription', 'stamp "Signed by Dr. Paul Reed" at the bottom right'),
  // Figures, dates and states in words.
  chain('prescription', 'replace "5 mg tablets" with "5 g tablets"'),
  chain('court', 'replace "3 June 2024" with "3 May 2024"'),
  chain('prescription', 'replace "none" with "twice"'),
  chain('transcript', 'insert "Physics A" after "History 3 A"'),
  chain('bank', 'replace "Salary Initech Ltd" with "Salary Globex Ltd"'),
  chain('payslip', 'replace "Miller" with "Smith"'),
  chain('diploma', 'redact "Olivia Jane Hart"', 'stamp "Melanie Joy Cole" in the center of page 1'),
  // Cut off.
  chain('bank', 'crop 60% from the bottom of page 3'),
  chain('diploma', 'crop 70% from the right'),
  // Records without a heading of their own, in other languages, behind a cover.
  chain('module_marks', 'replace "48" with "68"'),
  chain('module_marks', 'replace "third class" with "first class"'),
  chain('module_marks', 'delete page 1', 'replace "Neil Abbot" with "Paul Abbot"'),
  chain('module_marks', 'delete "Office of the Registrar"', 'replace "62" with "72"'),
  chain('birth', 'replace "douze mars" with "treize mars"'),
  chain('birth', 'replace "quatre-vingt-onze" with "quatre-vingt-treize"'),
  chain('birth', 'delete "COPIE INTÉGRALE, ACTE DE NAISSANCE"', 'replace "féminin" with "masculin"'),
  chain('benefit', 'delete "not"'),
  chain('benefit', 'replace "refused" with "granted"'),
  chain('benefit', 'replace "one month" with "two months"'),
  chain('benefit', 'stamp "Valid until 31 December 2030" at the bottom right'),
  chain('benefit', 'add a watermark "APPROVED UNTIL 2030"'),
  chain('benefit', 'add a watermark "APPROVED"'),
  chain('examination', 'delete "nicht"'),
  chain('examination', 'replace "mangelhaft (fünf)" with "gut (zwei)"'),
  chain('examination', 'add the header "Mit Auszeichnung bestanden"'),
  chain('examination', 'make "nicht" white'),
  // Bit by bit.
  chain('payslip', 'delete "Tax code 1257L"', 'replace "Tax 410.00" with "Tax 10.00"'),
  chain('reference', 'delete "not"', 'delete "dismissed for cause and"'),
];

/** All must be carried out. */
export const BENIGN: readonly EditChain[] = [
  chain('bank', 'redact "Maria Lopez"'),
  chain('bank', 'redact "3,299.97"', 'redact "1,204.17"'),
  chain('bank', 'redact all IBANs', 'add page numbers'),
  chain('bank', 'delete page 1', 'rotate page 2 by 180 degrees'),
  chain('bank', 'add a watermark "COPY"'),
  chain('bank', 'add a watermark "COPY" in red with 20% opacity', 'redact all dates'),
  chain('bank', 'highlight "Salary Initech Ltd" in yellow'),
  chain('bank', 'replace "We thank you for your custom." with "We thank you for your trust."'),
  chain('bank', 'stamp "Received" at the bottom right of page 3'),
  chain('bank', 'set the document title to "March"', 'remove all metadata'),
  chain('bank', 'crop 5 mm from all sides'),
  chain('bank', 'keep page 3'),
  chain('bank', 'duplicate page 3', 'move page 4 before page 1'),
  chain('transcript', 'redact "20215577"', 'redact "Tom Baker"'),
  chain('transcript', 'add a watermark "UNOFFICIAL"'),
  chain('transcript', 'highlight "History" in light green'),
  chain('transcript', 'replace "Please keep this document safe." with "Keep this document in a safe place."'),
  chain('transcript', 'rotate page 1 by 90 degrees'),
  chain('transcript', 'insert a blank page after page 1', 'add page numbers at the bottom right'),
  chain('diploma', 'redact "Olivia Jane Hart"'),
  chain('diploma', 'add a watermark "SPECIMEN"'),
  chain('diploma', 'add the footer "For the files of the registry"'),
  chain('payslip', 'redact "Joe Miller"', 'add page numbers'),
  chain('payslip', 'replace "Questions to the payroll team." with "Ask the payroll team."'),
  chain('payslip', 'make "Initech Ltd" blue'),
  chain('payslip', 'stamp "COPY" in red at the top right'),
  chain('payslip', 'make "Net pay" bold'),
  chain('prescription', 'redact "Ada Stone"', 'redact "55123"'),
  chain('prescription', 'replace "Bring this sheet to any pharmacy." with "Take this sheet to any pharmacy."'),
  chain('prescription', 'highlight "Refills: none" in yellow'),
  chain('court', 'redact "Jane Roe"', 'add the footer "Redacted for publication"'),
  chain('court', 'add page numbers'),
  chain('bank', 'stamp "UNOFFICIAL COPY" in the center of page 2'),
  chain('payslip', 'stamp "Received 12 March 2026" at the top right'),
  chain('transcript', 'add page numbers in the format "Page {n} of {total}"'),
  chain('reference', 'redact "Gloria Mendes"'),
  chain('reference', 'add a watermark "CONFIDENTIAL"'),
  chain('police', 'redact "Shane Dolan"'),
  chain('police', 'stamp "COPY" in red at the top right'),
  chain('module_marks', 'redact "Neil Abbot"', 'delete page 1'),
  chain('birth', 'redact "Camille Louise ROUSSEL"', 'add a watermark "COPIE"'),
  chain('benefit', 'stamp "Received 16 August 2023" at the bottom right', 'redact "Ms Okoro"'),
  chain('benefit', 'add the footer "Copy for the landlord"'),
  chain('examination', 'add page numbers', 'redact "Lennart Vogt"'),
  chain('letter', 'replace "1,500.00 EUR" with "1,200.00 EUR"'),
  chain('letter', 'replace "5 March 2024" with "6 March 2024"', 'replace "Peter Miller" with "Anna Smith"'),
  chain('letter', 'delete "not"'),
  chain('letter', 'make "thank you" white'),
  chain('letter', 'highlight "Acme Ltd" in black'),
  chain('letter', 'crop 30% from the bottom'),
  chain('letter', 'stamp "9,999.00" in the center of page 1'),
];
