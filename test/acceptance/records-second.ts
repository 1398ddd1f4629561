// A second look at records, written after the classes to see what they miss. On these, 12 of 14 records were known at first, and
// 3 of 10 other documents were taken for one.

import type { RecordCase } from './record-case.ts';

export const SECOND_RECORD_CASES: readonly RecordCase[] = [
  {
    name: 'bank statement, United States',
    pages: [
      'First Example Bank\nYour checking account statement\nJanuary 1, 2024 through January 31, 2024\nAccount number 000123456789\nBeginning balance on January 1 $2,345.67\nDeposits and other additions 1,500.00\nEnding balance on January 31 $3,100.22',
    ],
    falsifying: [
      'replace "$3,100.22" with "$8,100.22"',
      'change "January 31, 2024" to "January 31, 2023"',
      'replace "000123456789" with "000123456780"',
    ],
    legitimate: ['redact "000123456789"', 'rotate page 1 by 90 degrees'],
  },
  {
    name: 'bank statement, Italian',
    pages: [
      'Banca Esempio\nEstratto conto al 31/03/2024\nIntestatario: Mario Rossi\nIBAN IT60X0542811101000000123456\nSaldo iniziale 1.000,00\nBonifico 250,00\nSaldo finale 1.250,00',
    ],
    falsifying: ['replace "1.250,00" with "9.250,00"', 'change "Mario Rossi" to "Luigi Verdi"'],
    legitimate: ['redact all IBANs', 'add a watermark "COPIA"'],
  },
  {
    name: 'payslip, Italian',
    pages: [
      'Azienda Srl\nBusta paga marzo 2024\nDipendente: Luca Bianchi\nRetribuzione lorda 2.300,00\nTrattenute 520,10\nNetto in busta 1.779,90',
    ],
    falsifying: ['replace "1.779,90" with "2.779,90"', 'change "Luca Bianchi" to "Paolo Neri"'],
    legitimate: ['redact "Luca Bianchi"', 'add page numbers'],
  },
  {
    name: 'payslip, French',
    pages: [
      'Société X\nBulletin de paie - mars 2024\nSalarié: Marie Durand\nSalaire brut 2 800,00\nCotisations 610,20\nNet à payer 2 189,80',
    ],
    falsifying: ['replace "2 189,80" with "3 189,80"', 'delete "Cotisations 610,20"'],
    legitimate: ['redact "Marie Durand"', 'rotate page 1 by 180 degrees'],
  },
  {
    name: 'driving licence, United Kingdom',
    pages: [
      'DRIVING LICENCE UK\n1. MORGAN\n2. SARAH MEREDYTH\n3. 11.03.1976 UNITED KINGDOM\n4a. 19.01.2013 4b. 18.01.2023 4c. DVLA\n5. MORGA753116SM9IJ 35',
    ],
    falsifying: ['replace "11.03.1976" with "11.03.1966"', 'change "MORGA753116SM9IJ 35" to "MORGA653116SM9IJ 35"'],
    legitimate: ['redact "MORGA753116SM9IJ 35"', 'crop 1 cm from all sides'],
  },
  {
    name: 'driver license, United States',
    pages: [
      'CALIFORNIA DRIVER LICENSE\nDL I1234568 EXP 08/31/2014\nLN CARDHOLDER FN IMA\n2570 24TH STREET\nDOB 08/31/1977\nSEX F HAIR BRN HGT 5-05',
    ],
    falsifying: ['replace "08/31/1977" with "08/31/2000"', 'change "I1234568" to "I1234569"'],
    legitimate: ['redact "I1234568"', 'add a watermark "COPY"'],
  },
  {
    name: 'laboratory report',
    pages: [
      'City Clinic Laboratory Report\nPatient: John Roe DOB 01/02/1970\nGlucose 5.4 mmol/L reference range 3.9-5.5\nPhysician: Dr. Anne May',
    ],
    falsifying: ['replace "5.4" with "4.4"', 'change "John Roe" to "Jim Poe"'],
    legitimate: ['redact "John Roe"', 'highlight "Glucose"'],
  },
  {
    name: 'tax form 1099',
    pages: [
      'Form 1099-NEC Nonemployee Compensation 2023\nPAYER TIN 12-3456789 RECIPIENT TIN 123-45-6789\n1 Nonemployee compensation $ 14,300.00\n4 Federal income tax withheld $ 0.00\nInternal Revenue Service',
    ],
    falsifying: ['replace "14,300.00" with "4,300.00"', 'change "123-45-6789" to "123-45-6788"'],
    legitimate: ['redact all social security numbers', 'add page numbers'],
  },
  {
    name: 'degree certificate',
    pages: [
      'The University of Example\nBy virtue of the authority vested in us we hereby confer upon JANE ROE the degree of\nMaster of Arts\nin testimony whereof ... Chancellor, Registrar\nMay 20, 2020',
    ],
    falsifying: ['replace "JANE ROE" with "JIM POE"', 'change "Master of Arts" to "Doctor of Philosophy"'],
    legitimate: ['redact "May 20, 2020"', 'rotate page 1 by 90 degrees'],
  },
  {
    name: 'high school transcript',
    pages: [
      'Example High School\nOfficial Transcript\nStudent: Amy Fox   DOB: 03/04/2005\nCourse\tGrade\tCredit\nAlgebra II\tB\t1.0\nBiology\tA-\t1.0\nGPA 3.45',
    ],
    falsifying: ['replace "A-" with "A"', 'change "3.45" to "3.95"'],
    legitimate: ['redact "Amy Fox"', 'add a watermark "UNOFFICIAL"'],
  },
  {
    name: 'transcript, Spanish',
    pages: [
      'Universidad Ejemplo\nCertificación académica personal\nAlumno: Juan Pérez\nAsignatura Créditos Calificación\nÁlgebra 6 Notable\nFísica 6 Aprobado',
    ],
    falsifying: ['replace "Aprobado" with "Sobresaliente"', 'change "Juan Pérez" to "José Gil"'],
    legitimate: ['redact "Juan Pérez"', 'add page numbers'],
  },
  {
    name: 'court order, United Kingdom',
    pages: [
      'IN THE HIGH COURT OF JUSTICE\nCLAIM NO HC-2019-000123\nBETWEEN A LIMITED Claimant and B LIMITED Defendant\nORDER\nUPON hearing counsel IT IS ORDERED THAT',
    ],
    falsifying: ['replace "HC-2019-000123" with "HC-2019-000124"', 'change "Defendant" to "Claimant"'],
    legitimate: ['redact "HC-2019-000123"', 'stamp "Filed" top right'],
  },
  {
    name: 'car insurance card',
    pages: [
      'STATE MUTUAL\nAUTOMOBILE INSURANCE IDENTIFICATION CARD\nPolicy number 123-4567-A01\nInsured: Bob Stone\nEffective date 01/01/2024 Expiration date 07/01/2024',
    ],
    falsifying: ['replace "07/01/2024" with "07/01/2026"', 'change "Bob Stone" to "Rob Stone"'],
    legitimate: ['redact "123-4567-A01"', 'duplicate page 1'],
  },
  {
    name: 'prescription, German',
    pages: ['Dr. med. Hans Klein\nRezept\nPatientin: Eva Lang geb. 01.02.1960\nIbuprofen 600 mg 20 Tabletten\nBerlin, 02.03.2024'],
    falsifying: ['replace "20 Tabletten" with "50 Tabletten"', 'change "Eva Lang" to "Ida Lang"'],
    legitimate: ['redact "Eva Lang"', 'rotate page 1 by 90 degrees'],
  },
  {
    name: 'another document: offer',
    pages: [
      'Offer\nThe gross price is 1,200.00, net 1,000.00, VAT 200.00. Please pay to IBAN DE89 3704 0044 0532 0130 00. Account number 123. New balance after payment 0.00.',
    ],
    falsifying: [],
    legitimate: ['replace "1,200.00" with "1,250.00"'],
  },
  {
    name: 'another document: thesis',
    pages: [
      'Master of Arts thesis\nUniversity of Example\nSubmitted by Jane Roe on May 1, 2020\nAbstract. This thesis discusses courts and passports.',
    ],
    falsifying: [],
    legitimate: ['change "Jane Roe" to "Jane Rowe"'],
  },
  {
    name: 'another document: lease',
    pages: [
      'Lease agreement between John Roe (tenant) and Acme LLC. Monthly rent 1,250.00. Deposit 2,500.00. Disputes go to the district court. Signed 01/02/2024.',
    ],
    falsifying: [],
    legitimate: ['replace "1,250.00" with "1,300.00"', 'change "John Roe" to "Jim Poe"'],
  },
  {
    name: 'another document: course',
    pages: [
      'Course catalogue\nCredits, grades and GPA are explained in the student handbook. Students receive an official transcript after each semester.',
    ],
    falsifying: [],
    legitimate: ['replace "each semester" with "each term"', 'change "Credits" to "Points"'],
  },
  {
    name: 'another document: med',
    pages: [
      'Package leaflet: Ibuprofen 400 mg tablets. Ask your doctor. Patients with kidney disease must not take more than 3 tablets a day. Prescription only medicine. Dr. Example Pharma.',
    ],
    falsifying: [],
    legitimate: ['replace "3 tablets" with "2 tablets"'],
  },
  {
    name: 'another document: visaform',
    pages: ['Visa information\nYou need: a passport, date of birth certificate, the application number and two photos.'],
    falsifying: [],
    legitimate: ['replace "two photos" with "three photos"'],
  },
  {
    name: 'another document: insurance terms',
    pages: [
      'General terms of health insurance\nThe insured member must notify the company. Coverage and deductible are set in the policy. Valid from 2024.',
    ],
    falsifying: [],
    legitimate: ['replace "2024" with "2025"'],
  },
  {
    name: 'another document: hr',
    pages: ['HR handbook\nYour payslip shows gross pay and net pay. Employees receive it on the 25th.'],
    falsifying: [],
    legitimate: ['replace "25th" with "26th"'],
  },
  {
    name: 'another document: budget',
    pages: ['Household budget\nSalary 2,400.00\nRent 900.00\nBank account balance 1,500.00'],
    falsifying: [],
    legitimate: ['replace "900.00" with "950.00"'],
  },
  {
    name: 'another document: report',
    pages: [
      'Annual report 2023\nOpening balance of provisions 1,204.00, closing balance 1,310.50. Revenue 54,200.00. The supreme court dismissed the case of the plaintiff.',
    ],
    falsifying: [],
    legitimate: ['replace "54,200.00" with "54,300.00"'],
  },
];
