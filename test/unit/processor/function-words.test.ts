// The language of Latin letters that a text is written in, by its function words as another language reads them.

import { expect, test } from 'vitest';
import { nameOfLanguage, otherLanguage } from '../../../processor/function-words.ts';

const TEXTS = {
  eng: 'The harbour wakes before the town does, and the first boats come in past the lighthouse. It is said that nobody writes a contract for less than a thousand kilograms, as a nod and a number are enough for it to be kept.',
  fra: 'Le rapport a ete adopte a 1’unanimite par les membres de l’association. Il est note que la cotisation sera fixee par le bureau dans le cours de l’annee, et que les points seront discutes avec la communaute sur le forum.',
  deu: 'Der Vorstand ist fur die Fuhrung der Geschafte zustandig und wird von der Versammlung auf zwei Jahre gewahlt. Die Einladung ist den Mitgliedern mit der Tagesordnung zu senden, wenn nicht im Einzelfall etwas anderes gilt.',
  spa: 'El presente contrato se firma en la ciudad de Madrid por las dos partes, que se comprometen a cumplir con los plazos del anexo. Para su pago se emitira una factura en el mes de enero como fecha limite.',
  pol: 'Umowa zostala zawarta na czas okreslony i nie moze byc zmieniona przez strony. Do jej przedluzenia jest potrzebna zgoda oraz podpis dla kazdej ze stron, jak to jest opisane po raz pierwszy w statucie, ktory sie do niej odnosi.',
} as const;
const words = (text: string): string[] => text.split(' ');

test('a text tells its language, with its accents or without', () => {
  for (const [language, text] of Object.entries(TEXTS)) {
    expect(otherLanguage(words(text), ['eng'])).toBe(language === 'eng' ? undefined : language);
    expect(otherLanguage(words(text), [language])).toBeUndefined();
    expect(otherLanguage(words(text), ['eng', language])).toBeUndefined();
  }
  expect(otherLanguage(words(TEXTS.eng), ['deu'])).toBe('eng');
  expect(otherLanguage(['für', 'die', 'Führung', 'und', 'für', 'das', 'Übrige', 'ist', 'für', 'den', 'der', 'die', 'nicht'], ['eng'])).toBe(
    'deu',
  );
});

test('names, few words and languages that are not known here tell nothing', () => {
  expect(otherLanguage(words('Marie de la Tour, Hans von der Heide, 1,284 tickets'), ['eng'])).toBeUndefined();
  expect(
    otherLanguage(words(`${TEXTS.eng} Marie de la Tour, Charles de Gaulle, Ecole des Ponts et des Mines de Paris`), ['eng']),
  ).toBeUndefined();
  expect(otherLanguage(words(TEXTS.fra), ['cat'])).toBeUndefined();
  expect(otherLanguage([], ['eng'])).toBeUndefined();
});

test('languages have their English names', () => {
  expect(nameOfLanguage('fra')).toBe('French');
  expect(nameOfLanguage('Cyrillic')).toBeUndefined();
});
