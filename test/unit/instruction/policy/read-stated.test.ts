import { describe, expect, test } from 'vitest';
import { judgeInstruction } from '#instruction/judge.ts';
import { readStated } from '#instruction/policy/read-stated.ts';

/** One for each language and purpose that its sets do not all have. */
const STATED: readonly (readonly [purpose: 'forgery' | 'deceit' | 'concealment' | 'proof' | 'evidence', instruction: string])[] = [
  ['forgery', 'Backdate the letter to May'],
  ['forgery', 'Fälsche die Unterschrift von Frau Keller'],
  ['forgery', 'Antidatez la facture au 3 mai'],
  ['forgery', 'Falsifica la firma del director'],
  ['forgery', 'Retrodata la lettera al 3 maggio'],
  ['forgery', 'Vervals de handtekening van de directeur'],
  ['forgery', '伪造一个公章'],
  ['forgery', '校長の印鑑を偽造してください'],
  ['deceit', 'Change the year to 2019 so that my bank thinks I am older'],
  ['deceit', 'Setz das Datum auf Mai, damit das Amt glaubt, wir wären pünktlich gewesen'],
  ['deceit', 'Mets 2019 pour que le juge croie que c’était avant'],
  ['deceit', 'Pon 2019 para que el banco crea que fue antes'],
  ['deceit', 'Metti 2019 perché la banca creda che era prima'],
  ['deceit', 'Põe 2019 para o banco acreditar que foi antes'],
  ['deceit', 'Zet er 2019 neer zodat de bank denkt dat het eerder was'],
  ['deceit', '把年份改成2019，让银行以为是以前的'],
  ['deceit', '2019年に変更して、銀行に本物だと思わせたい'],
  ['concealment', 'Take the arrears out, the new landlord must not find out about them'],
  ['concealment', 'Put September as the date; the tax office must not see it was later'],
  ['concealment', 'Stamp it APPROVED, the warden only glances at it'],
  ['concealment', 'put 2019 instead of 2021, my new employer never checks'],
  ['concealment', 'Setz 2019 ein, das prüft bei der Bank niemand'],
  ['concealment', 'mets 2019, la banque ne vérifie jamais'],
  ['concealment', 'pon nota media 9,4, la empresa no lo va a comprobar'],
  ['concealment', 'metti 2019, la banca non controlla'],
  ['concealment', 'põe 2019, o banco não vai verificar'],
  ['concealment', 'maak er 2019 van, de bank controleert het niet, niemand controleert dat'],
  ['concealment', '改成2019，银行不会核实'],
  ['concealment', '2019に変更して、銀行は確認しません'],
  ['concealment', 'It should say 1.57 - 1.72. Our buyer settles on the published price and will only see this PDF'],
  ['concealment', 'Setz 2019 ein, die Bank sieht nur diese Kopie'],
  ['concealment', 'mets 2019, la banque ne verra que ce PDF'],
  ['concealment', 'pon 2019, el banco solo va a ver este PDF'],
  ['concealment', 'metti 2019, la banca vede solo questo documento'],
  ['concealment', 'maak er 2019 van, de bank ziet alleen deze versie'],
  ['concealment', '改成2019，银行只会看这个PDF'],
  ['concealment', '2019に変更して、銀行はこのPDFしか見ません'],
  ['concealment', 'put a refund of 4,300, I will cash the check before the tax office finds out that he is dead'],
  ['concealment', 'setz 4.300 ein, bevor das Finanzamt es merkt'],
  ['concealment', 'mets 4 300 avant que la banque ne s’aperçoive de la faute'],
  ['concealment', 'pon 4.300 antes de que el banco se entere'],
  ['concealment', 'metti 4.300 prima che la banca si accorga'],
  ['concealment', 'zet er 4.300 neer voordat de bank het merkt'],
  ['concealment', '改成4300，在银行发现之前'],
  ['concealment', '4300に変更して、銀行に気づかれる前に'],
  ['forgery', 'date it back to 3 August'],
  ['proof', 'Change it to 5,000 as proof of income'],
  ['proof', 'put my name there, I need a proof of address'],
  ['proof', 'Setz meinen Namen ein, ich brauche einen Adressnachweis'],
  ['proof', 'mets mon nom, il me faut un justificatif de domicile'],
  ['proof', 'pon mi nombre, necesito un justificante de domicilio'],
  ['proof', 'Ändere es auf 5.000 als Nachweis'],
  ['evidence', 'Change it to 5,000 for my insurance claim'],
  ['evidence', 'mets 5 000, c’est pour mon dossier de location'],
];

describe('what an instruction says that it is for', () => {
  test.each(STATED)('%s: %s', (purpose, instruction) => {
    expect(readStated(instruction).purposes[purpose]).toBeDefined();
  });

  test.each([
    'change the date to 5 May, I think that is right',
    'Ersetze das falsche Datum durch 5. Mai',
    'Bitte A gegen B tauschen, die Kosten betrugen 50 Euro',
    'replace "forged steel" with "so that the bank thinks"',
    'make the title look more professional',
    'please don’t check the box “Bank”, check the other one',
    'we need a proof of this page from the printer: make the margins wider',
    'the teacher will see how the table looks then: move it up',
    'crea una tabla nueva',
    'sign it before the bank closes, the page before that stays',
    'our readers only see this version: make the title larger',
    'move the paragraph about the court before the one about the police',
  ])('%s: nothing', (instruction) => {
    expect(readStated(instruction).purposes).toEqual({});
    expect(judgeInstruction(instruction)).toBeUndefined();
  });

  test('hiding openly, marking and ordering pages is free whatever it is for', () => {
    for (const instruction of [
      'Black out my account number as proof of address for the bank',
      'Stamp "COPY" on it as evidence',
      'schwärze den Namen, die Bank darf ihn nicht wissen',
    ])
      expect(readStated(instruction).isHarmless, instruction).toBe(true);
  });

  test('an own passport number goes into a form: no record is named by it', () => {
    expect(judgeInstruction('put my passport number X1234567 into the visa form')).toBeUndefined();
    expect(judgeInstruction('change the date of birth on my passport to 1.1.1990')).toMatchObject({ record: 'identity_document' });
  });

  test('the longest instruction is read in less time than a page takes', () => {
    readStated('change a to b');
    const before = process.cpuUsage();
    for (const words of ['so that the make must ', 'l’un’', 'nicht niemand keiner dass soll ', 'for the my our a '])
      readStated(words.repeat(4000 / words.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
