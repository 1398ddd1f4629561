// A postal address in the fields that a form has for it: all in one, or street, flat, town and code apart.

import { type Concept, conceptsIn, OF_OTHERS } from '#instruction/reading/form-concepts.ts';
import type { LabelledField } from '../../../facts/labelled-fields.ts';
import { plainName } from '../../places/ground-document.ts';
import { isWritable } from './choose-field.ts';
import type { PlannedEdit } from '../outcome.ts';

interface Address {
  readonly street: string;
  readonly apartment?: string;
  readonly zip?: string;
  readonly city?: string;
  readonly state?: string;
}

const APARTMENT =
  /^(?:apt\.?|apartment|unit|suite|flat|#|wohnung|appt?\.?|appartement|piso|interno) ?(?:no\.? )?(?<number>[\p{L}\d-]{1,8})$/iu;
/** `Springfield, IL 62704` */
const AMERICAN = /^(?<city>[^,\d]+), ?(?<state>[A-Z]{2}) (?<zip>\d{5}(?:-\d{4})?)$/u;
/** `5020 Salzburg` */
const EUROPEAN = /^(?<zip>(?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})?) (?<city>\p{Lu}[^,\d]*)$/u;

function parse(text: string): Address | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const [street = '', ...rest] = parts;
  const apartment = APARTMENT.exec(rest[0] ?? '')?.groups?.['number'];
  const left = (apartment === undefined ? rest : rest.slice(1)).join(', ');
  const town = (AMERICAN.exec(left) ?? EUROPEAN.exec(left))?.groups;
  if (left !== '' && !town) return undefined;
  return { street, ...(apartment === undefined ? {} : { apartment }), ...town };
}

const PARTS = ['apartment', 'zip', 'city', 'state'] as const satisfies readonly Concept[];

/** Beside or right below the street: further off it is another address. */
const FAR_PT = 60;

const SPLIT_ADDRESS_OTHERS = new RegExp(OF_OTHERS, 'u');

/** @returns undefined where the form has fields for parts of it, and these cannot be told apart in the text */
export function splitAddress(fields: readonly LabelledField[], street: LabelledField, text: string): readonly PlannedEdit[] | undefined {
  const whole: readonly PlannedEdit[] = [{ op: 'fill_field', field: street.name, value: text }];
  const head = ({ label = '' }: LabelledField) => plainName(label.replaceAll(/\([^)]*\)/gu, '').replace(/[.:;] .*$/u, ''));
  const asked = (field: LabelledField) => conceptsIn(head(field));
  const near = fields.filter(
    (field) =>
      isWritable(field) && field.name !== street.name && field.page === street.page && Math.abs(field.box.top - street.box.top) < FAR_PT,
  );
  const others = near.filter(
    (field) => [...asked(field)].some((concept) => PARTS.some((part) => part === concept)) && !SPLIT_ADDRESS_OTHERS.test(head(field)),
  );
  if (others.length === 0) return whole;
  const address = parse(text);
  if (!address) return undefined;
  const edits: PlannedEdit[] = [{ op: 'fill_field', field: street.name, value: address.street }];
  const left = new Set(PARTS.filter((part) => address[part] !== undefined));
  for (const field of others) {
    const own = asked(field);
    const parts = [...left].filter((part) => own.has(part));
    if (parts.length === 0) continue;
    for (const part of parts) left.delete(part);
    edits.push({ op: 'fill_field', field: field.name, value: written(address, parts) });
  }
  return left.size === 0 ? edits : undefined;
}

function written(address: Address, parts: readonly (typeof PARTS)[number][]): string {
  const [only] = parts;
  if (parts.length === 1 && only) return address[only] ?? '';
  const { city = '', state, zip = '' } = address;
  if (state === undefined) return `${zip} ${city}`.trim();
  return [city, [state, zip].filter((part, at) => part !== '' && parts.includes(at === 0 ? 'state' : 'zip')).join(' ')].join(', ');
}
