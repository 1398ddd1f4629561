// Kinds of documents that no rule is made for: letter, curriculum vitae, minutes, price list, exam, newsletter. Only their scores are
// read, never their misses, so that they show whether the rules hold for other documents.

import { makeProse } from '../structured-docx.ts';
import { type Cell, heading, items, type KindDocument, text } from './blocks.ts';

function makeLetter(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  return {
    blocks: [
      text('Silver Orchard Club', 'right'),
      text('5 Garden Road, Meadowtown', 'right'),
      text('Ms Ribbon Candle'),
      text('18 Ladder Street'),
      text('Harbourtown'),
      text('21 November 2026', 'right'),
      heading(2, 'Your visit to the orchard in spring'),
      text('Dear Ms Candle,'),
      text(paragraph(4)),
      text(paragraph(3)),
      text('For the day we propose:'),
      items('dash', ['a walk by the river,', 'lunch in the captain\u2019s house,', sentence(14)]),
      text(paragraph(3)),
      text('Yours sincerely,'),
      text('Pocket Mirror'),
      text('Secretary of the club', 'small'),
      text(`Enclosed: ${sentence(5)}`, 'small'),
    ],
  };
}

function makeVitae(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const title = (words: number) => sentence(words).slice(0, -1);
  const stations = (count: number, from: number) => ({
    kind: 'table' as const,
    lines: 'none' as const,
    widths: [1.2, 4],
    rows: Array.from({ length: count }, (_, row) => [
      `${from - row * 3}\u2013${from - row * 3 + 3}`,
      { text: title(4), more: [sentence(9), ...(row === 0 ? [sentence(12)] : [])] },
    ]),
  });
  return {
    blocks: [
      heading(1, 'Doctor Anchor Whistler'),
      text('7 Bridge Street, Harbourtown, whistler@example.com', 'centre'),
      heading(2, 'Profile'),
      text(paragraph(3)),
      heading(2, 'Positions'),
      stations(3, 2022),
      heading(2, 'Education'),
      stations(2, 2010),
      heading(2, 'Languages and skills'),
      items('bullet', [title(3), title(5), title(4)]),
      heading(2, 'Publications'),
      items('decimal', [sentence(14), sentence(12), sentence(17)]),
    ],
  };
}

function makeMinutes(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const title = (words: number) => sentence(words).slice(0, -1);
  return {
    numberedHeadings: true,
    footer: true,
    blocks: [
      heading(1, 'Minutes of the meeting of the board'),
      {
        kind: 'table',
        lines: 'none',
        widths: [1, 4],
        rows: [
          ['Date:', '14 October 2026, 10:00 to 12:30'],
          ['Place:', 'Room 4, Old Harbour'],
          ['Present:', 'Captain, Doctor, Teacher, Miller, Saddler'],
          ['Excused:', 'Whistler'],
        ],
      },
      heading(2, 'Opening'),
      text(paragraph(3)),
      heading(2, 'Report of the treasurer'),
      text(paragraph(4)),
      text('The board decides:'),
      items('letter', [sentence(12), paragraph(2), sentence(8)]),
      heading(2, title(4)),
      text(paragraph(5)),
      items('bullet', [sentence(8), { text: sentence(11), inner: items('bullet', [sentence(6), sentence(7)]) }, sentence(9)]),
      heading(2, 'Tasks'),
      {
        kind: 'table',
        lines: 'all',
        heads: 1,
        widths: [4, 1.5, 1.5],
        rows: [
          ['Task', 'Who', 'Until'],
          ...[1, 2, 3, 4].map((row) => [sentence(5 + row * 2), row % 2 ? 'Captain' : 'Miller', `${row * 6}. 12.`]),
        ],
      },
      text(paragraph(2)),
      text('Written by: M. Miller', 'right'),
    ],
  };
}

function makePrices(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const right = (content: string): Cell => ({ text: content, right: true });
  const group = (count: number, from: number) =>
    Array.from({ length: count }, (_, row) => [
      `${from + row * 7}`,
      { text: sentence(2 + (row % 3)).slice(0, -1), ...(row === 1 ? { more: [sentence(7)] } : {}) },
      right(`${row * 13 + 4}.90`),
    ]);
  return {
    header: 'Prices from 1 January 2026',
    footer: true,
    blocks: [
      heading(1, 'Price list of the garden shop'),
      text(paragraph(2)),
      heading(2, 'Tools'),
      { kind: 'table', lines: 'none', heads: 1, widths: [1, 4, 1], rows: [['Number', 'Article', right('Price')], ...group(9, 100)] },
      heading(2, 'Seeds'),
      { kind: 'table', lines: 'none', heads: 1, widths: [1, 4, 1], rows: [['Number', 'Article', right('Price')], ...group(12, 400)] },
      heading(2, 'Machines'),
      {
        kind: 'table',
        lines: 'all',
        heads: 2,
        widths: [3, 1, 1, 1, 1],
        rows: [
          [
            { text: 'Machine', rowSpan: 2 },
            { text: 'To buy', columnSpan: 2 },
            { text: 'To hire', columnSpan: 2 },
          ],
          ['new', 'used', 'day', 'week'],
          ...['Mower', 'Saw', 'Ladder, long', 'Pump'].map((name, row) => [
            name,
            ...[9, 5, 1, 3].map((price) => right(`${price * (row + 3)}.00`)),
          ]),
        ],
      },
      text(paragraph(3), 'small'),
    ],
  };
}

function makeExam(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const question = (count: number) => ({
    text: `${sentence(12).slice(0, -1)}?`,
    ...(count > 0
      ? {
          inner: items(
            'parenthesis',
            Array.from({ length: count }, () => sentence(3)),
          ),
        }
      : {}),
  });
  return {
    header: 'Name: ____________________   Class: ________',
    blocks: [
      heading(1, 'Exam in the knowledge of rivers'),
      text('Time: 90 minutes. Answer all questions. Write with ink.', 'lead'),
      heading(2, 'Part A: choose the right answer'),
      items('parenthesis', [question(4), question(4), question(3), question(4)]),
      heading(2, 'Part B: answer in full sentences'),
      text(paragraph(4)),
      items('parenthesis', [question(0), question(0), { text: paragraph(2) }], 5),
      heading(2, 'Part C: fill the table'),
      {
        kind: 'table',
        lines: 'all',
        heads: 1,
        widths: [2, 1, 1, 1],
        rows: [
          ['River', 'Source', 'Mouth', 'Length'],
          ['Anchor', '', 'Harbourtown', ''],
          ['Basket', 'Silver hill', '', ''],
          ['Carpet', '', '', '144 km'],
        ],
      },
      text('Points: 40. Passed with 20 points.', 'right'),
    ],
  };
}

function makeNewsletter(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const title = (words: number) => sentence(words).slice(0, -1);
  const article = (paragraphs: number) => [
    heading(2, title(5)),
    text(paragraph(2), 'lead'),
    ...Array.from({ length: paragraphs }, () => text(paragraph(5))),
  ];
  return {
    blocks: [
      heading(1, 'The Orchard Letter'),
      text('Autumn 2026, number 3', 'centre'),
      text(paragraph(3)),
      {
        kind: 'columns',
        count: 3,
        blocks: [
          ...article(3),
          ...article(2),
          items('bullet', [sentence(5), sentence(7), sentence(6)]),
          ...article(3),
          heading(3, 'Dates'),
          items('square', ['3 December: market', '12 December: concert', '6 January: walk by the river']),
          ...article(2),
        ],
      },
      heading(2, 'Who we are'),
      text(paragraph(4)),
    ],
  };
}

export const UNSEEN: Readonly<Record<string, (seed: number) => KindDocument>> = {
  letter: makeLetter,
  vitae: makeVitae,
  minutes: makeMinutes,
  prices: makePrices,
  exam: makeExam,
  newsletter: makeNewsletter,
};
