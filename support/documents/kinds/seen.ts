// Kinds of documents that the rules are judged on while they are made: report, invoice, manual, contract, timetable, paper.

import { makeProse } from '../structured-docx.ts';
import { type Cell, heading, type Item, items, type KindDocument, text } from './blocks.ts';

function makeReport(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const title = (words: number) => sentence(words).slice(0, -1);
  const chapter = (name: string) => [
    heading(2, name),
    text(paragraph(5)),
    heading(3, title(4)),
    text(paragraph(4)),
    text('The points to remember are these:'),
    items('bullet', [sentence(5), { text: paragraph(2), inner: items('bullet', [sentence(4), sentence(5)]) }, paragraph(2)]),
    heading(3, title(3)),
    text(paragraph(7)),
    text(paragraph(3)),
  ];
  return {
    header: 'Report of the harbour office',
    footer: true,
    blocks: [
      heading(1, 'Harbours of the northern coast'),
      text(paragraph(3), 'lead'),
      ...chapter('What was counted'),
      text(`Table 1: ${title(6)}`, 'caption'),
      {
        kind: 'table',
        lines: 'all',
        heads: 1,
        widths: [3, 1, 1, 1],
        rows: [
          ['Harbour', 'Ships', 'Tons', 'Change'],
          ...['Anchor bay', 'Captain harbour', 'Silver quay', 'Winter dock'].map((name, row) => [
            name,
            String(120 + row * 37),
            `${row + 2}4 500`,
            `${row * 3 - 2} %`,
          ]),
        ],
      },
      text(paragraph(3)),
      ...chapter('What follows from it'),
      items('decimal', [sentence(9), paragraph(2), sentence(12), sentence(6)]),
      text(paragraph(4)),
      heading(2, 'Outlook'),
      text(paragraph(4)),
    ],
  };
}

function makeInvoice(seed: number): KindDocument {
  const { sentence } = makeProse(seed);
  const right = (content: string): Cell => ({ text: content, right: true });
  return {
    blocks: [
      text('Orchard & Lantern Ltd, 12 Ribbon Street, Harbourtown', 'small'),
      text('Mrs Pepper Saddler'),
      text('44 Meadow Lane'),
      text('Valley'),
      {
        kind: 'table',
        lines: 'none',
        widths: [2, 3],
        rows: [
          ['Invoice number:', '2026-0417'],
          ['Date of invoice:', '21 November 2026'],
          ['Customer number:', '10 388'],
          ['Payment within:', '14 days'],
        ],
      },
      heading(1, 'Invoice'),
      text('Thank you for your order. We charge for goods and services as agreed:'),
      {
        kind: 'table',
        lines: 'rows',
        heads: 1,
        widths: [1, 5, 1.4, 2, 2],
        rows: [
          ['No.', 'Description', right('Count'), right('Price'), right('Sum')],
          ...[1, 2, 3, 4, 5].map((row) => [
            String(row),
            { text: sentence(3).slice(0, -1), ...(row % 2 === 0 ? { more: [sentence(6)] } : {}) },
            right(String(row * 2)),
            right(`${row * 17}.50`),
            right(`${row * 2 * row * 17}.00`),
          ]),
          [{ text: 'Sum without tax', columnSpan: 4 }, right('1 870.00')],
          [{ text: 'Tax 20 %', columnSpan: 4 }, right('374.00')],
          [{ text: 'To be paid', columnSpan: 4, header: true }, right('2 244.00')],
        ],
      },
      text('Please pay to the account below and name the number of the invoice.'),
      {
        kind: 'table',
        lines: 'none',
        widths: [1, 3],
        rows: [
          ['Bank', 'Bank of the Valley'],
          ['Account', 'XX00 1234 5678 9012'],
          ['Holder', 'Orchard & Lantern Ltd'],
        ],
      },
      text('With kind regards'),
    ],
  };
}

function makeManual(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const steps: Item[] = [
    { text: 'Open the lid and take the basket out.' },
    { text: 'Fill the vessel with water.', more: [paragraph(2)] },
    { text: 'Choose a programme:', inner: items('dash', ['short for letters,', 'long for carpets,', 'silent for the night.']) },
    { text: paragraph(2), more: [sentence(8)] },
    { text: 'Close the lid and press the button.' },
  ];
  return {
    footer: true,
    blocks: [
      heading(1, 'Lantern 300: instructions for use'),
      text(paragraph(2)),
      heading(2, 'Before the first use'),
      text(paragraph(3)),
      items('square', [sentence(6), paragraph(2), sentence(9), sentence(4)]),
      { kind: 'table', lines: 'all', widths: [1], rows: [[{ text: 'Warning', header: true, more: [paragraph(2)] }]] },
      heading(2, 'Use'),
      heading(3, 'Daily use'),
      items('decimal', steps),
      text(paragraph(2)),
      items('decimal', [sentence(5), sentence(7), sentence(6)], 6),
      heading(3, 'Cleaning'),
      text(paragraph(4)),
      heading(2, 'If something does not work'),
      {
        kind: 'table',
        lines: 'all',
        heads: 1,
        widths: [2, 3, 3],
        rows: [
          ['What is seen', 'Cause', 'What to do'],
          [{ text: 'No light', rowSpan: 2 }, sentence(5), paragraph(2)],
          [sentence(4), sentence(7)],
          ['Water on the floor', paragraph(1), { text: sentence(5), more: [sentence(6)] }],
          ['Noise', sentence(4), sentence(3)],
        ],
      },
      heading(2, 'Technical data'),
      {
        kind: 'table',
        lines: 'none',
        widths: [3, 2],
        rows: [
          ['Height with lid', '412 mm'],
          ['Weight', '3.8 kg'],
          ['Power', '220 V, 50 Hz'],
          ['Noise', '48 dB'],
          ['Contents of the vessel', '1.7 l'],
        ],
      },
      text(paragraph(2)),
    ],
  };
}

function makeContract(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const clause = (name: string, parts: number): Item => ({
    text: name,
    inner: items('clause', [
      ...Array.from({ length: parts }, () => ({ text: paragraph(2) })),
      {
        text: 'The lessee shall at all times:',
        inner: items('clause', [
          sentence(12),
          { text: `${sentence(9).slice(0, -1)}, and:`, inner: items('clause', [sentence(8), sentence(14)]) },
          sentence(10),
        ]),
      },
      { text: paragraph(3) },
    ]),
  });
  return {
    footer: true,
    blocks: [
      heading(1, 'Contract of lease'),
      text('between', 'centre'),
      text('Harbour Estates plc, of 3 Anchor Road, hereafter the lessor,'),
      text('and', 'centre'),
      text('Mr Thunder Whistler, of 9 Tunnel Street, hereafter the lessee.'),
      text(paragraph(3)),
      items('clause', [
        clause('Object of the lease', 2),
        clause('Rent and costs', 1),
        clause('Duties of the lessee', 3),
        clause('End of the lease', 2),
      ]),
      text(paragraph(2)),
      {
        kind: 'table',
        lines: 'none',
        widths: [1, 1],
        rows: [
          ['Place, date', 'Place, date'],
          ['For the lessor', 'For the lessee'],
          ['Harbour Estates plc', 'T. Whistler'],
        ],
      },
    ],
  };
}

function makeTimetable(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const turned = (content: string): Cell => ({ text: content, turned: true, header: true });
  const stops = ['Market square', 'Bridge', 'Old harbour', 'Orchard', 'Silver valley', 'Forest hotel'];
  const time = (row: number, column: number) => `${6 + column * 2}:${String((row * 7 + column * 5) % 60).padStart(2, '0')}`;
  return {
    blocks: [
      heading(1, 'Line 7: Market square to the forest'),
      text(paragraph(2)),
      {
        kind: 'table',
        lines: 'all',
        heads: 2,
        widths: [3, 1, 1, 1, 1, 1],
        rows: [
          [
            { text: 'Stop', rowSpan: 2 },
            { text: 'Monday to Friday', columnSpan: 3 },
            { text: 'Weekend', columnSpan: 2 },
          ],
          ['early', 'noon', 'late', 'early', 'late'],
          ...stops.map((stop, row) => [stop, ...[0, 1, 2, 3, 4].map((column) => time(row, column))]),
        ],
      },
      text('Times in the night are on the page after this one.', 'small'),
      heading(2, 'What the stops have'),
      text(sentence(9)),
      {
        kind: 'table',
        lines: 'all',
        heads: 1,
        widths: [4, 1, 1, 1],
        rows: [
          ['Stop', turned('Shelter'), turned('Tickets'), turned('Lift')],
          ...stops.map((stop, row) => [stop, row % 2 ? 'yes' : 'no', row % 3 ? 'no' : 'yes', row > 3 ? 'yes' : 'no']),
        ],
      },
      heading(2, 'Prices'),
      {
        kind: 'table',
        lines: 'none',
        heads: 1,
        widths: [3, 1, 1],
        rows: [
          ['Ticket', { text: 'Adults', right: true }, { text: 'Children', right: true }],
          ...['Single', 'Day', 'Week', 'Month'].map((name, row) => [
            name,
            { text: `${row * 9 + 2}.40`, right: true },
            { text: `${row * 4 + 1}.20`, right: true },
          ]),
        ],
      },
      text(paragraph(2)),
    ],
  };
}

function makePaper(seed: number): KindDocument {
  const { paragraph, sentence } = makeProse(seed);
  const title = (words: number) => sentence(words).slice(0, -1);
  const part = (name: string) => [
    heading(2, name),
    text(paragraph(6)),
    text(paragraph(5)),
    heading(3, title(4)),
    text(paragraph(6)),
    heading(3, title(5)),
    text(paragraph(7)),
  ];
  return {
    numberedHeadings: true,
    footer: true,
    blocks: [
      heading(1, 'On the drift of paper lanterns in slow rivers'),
      text('A. Captain, B. Doctor and C. Teacher', 'centre'),
      text('Institute of Rivers, Harbourtown', 'centre'),
      { ...text(paragraph(6)), bold: 'Abstract.' },
      {
        kind: 'columns',
        count: 2,
        blocks: [
          ...part('Introduction'),
          ...part('Methods'),
          items('roman', [sentence(8), sentence(11), paragraph(2)]),
          text(paragraph(4)),
          text(`Figure 1: ${sentence(8)}`, 'caption'),
          ...part('Results'),
        ],
      },
      text(`Table 1: ${sentence(7)}`, 'caption'),
      {
        kind: 'table',
        lines: 'head',
        heads: 1,
        widths: [2, 1, 1, 1],
        rows: [
          ['River', 'Speed', 'Depth', 'Lanterns'],
          ...['Anchor', 'Basket', 'Carpet', 'Doctor', 'Engine'].map((name, row) => [
            name,
            `0.${row + 2}`,
            `${row + 1}.4`,
            String(row * 31 + 7),
          ]),
        ],
      },
      text(paragraph(5)),
      heading(2, 'References'),
      items(
        'bracket',
        Array.from({ length: 7 }, (_, at) => `A. Author and B. ${title(1)}. ${sentence(7)} Journal of Rivers ${at + 3}, 2026.`),
      ),
    ],
  };
}

export const SEEN: Readonly<Record<string, (seed: number) => KindDocument>> = {
  report: makeReport,
  invoice: makeInvoice,
  manual: makeManual,
  contract: makeContract,
  timetable: makeTimetable,
  paper: makePaper,
};
