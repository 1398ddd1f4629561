// Random content streams: mostly well formed, with every kind of operand, inline images, and now and then damage.

import type { Random } from './random.ts';

const OPERATORS = [
  'q',
  'Q',
  'cm',
  'BT',
  'ET',
  'Tf',
  'Tj',
  'TJ',
  "'",
  '"',
  'Td',
  'Tm',
  'Do',
  're',
  'f',
  'W',
  'n',
  'gs',
  'scn',
  'BDC',
  'EMC',
  'xyz',
];

export function makeContent(random: Random, operations: number): Buffer {
  let text = '';
  for (let index = 0; index < operations; index++) {
    if (random.below(20) === 0) text += makeInlineImage(random);
    else {
      for (let count = random.below(7); count > 0; count--) text += `${makeOperand(random, 0)}${space(random)}`;
      text += `${random.pick(OPERATORS)}${random.below(30) === 0 ? '' : space(random)}`;
    }
    if (random.below(15) === 0) text += '% a comment ( [ <<\n';
    if (random.below(40) === 0) text += random.pick([')', '>', ']', '>>', '}', '(', '<', '[']);
  }
  return Buffer.from(text, 'latin1');
}

function space(random: Random): string {
  return random.pick([' ', '\n', '\r\n', '\t', '\0', '  ']);
}

function makeOperand(random: Random, depth: number): string {
  switch (random.below(depth > 3 ? 6 : 8)) {
    case 0:
      return String(random.below(2000) - 1000);
    case 1:
      return random.pick(['.5', '-.25', '+3.', '--4', '1.2.3', '00012', '4-5', '.']);
    case 2:
      return `/${random.pick(['F1', 'Name#20x', '', 'A;B', 'Im0'])}`;
    case 3:
      return `(${random.pick(['plain', 'a\\)b', '(nested)', '\\101\\7x', 'a\\\nb', 'a\rb', '\u00ff\u0000', '\\'.repeat(2)])})`;
    case 4:
      return `<${random.pick(['', '48', '4 8 6', 'zz41', '0048FFFE'])}>`;
    case 5:
      return random.pick(['true', 'false', 'null']);
    case 6:
      return `[${Array.from({ length: random.below(4) }, () => makeOperand(random, depth + 1)).join(' ')}]`;
    default:
      return `<</K ${makeOperand(random, depth + 1)}/L ${makeOperand(random, depth + 1)}>>`;
  }
}

function makeInlineImage(random: Random): string {
  const data = Array.from({ length: 12 }, () => String.fromCharCode(random.below(256))).join('');
  return `BI /W 4 /H 3 /BPC 8 /CS /G ID ${data}\nEI `;
}
