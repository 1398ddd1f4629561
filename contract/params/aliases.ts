// Other names of values that callers use out of habit. A value is stored, run and echoed by the name that the contract has.

import { z } from 'zod';
import { TARGET_FORMATS } from './conversions.ts';

/** The same schema, which takes each value by its other names too, in any case. */
export function orAlias<T extends z.ZodType>(aliases: ReadonlyMap<string, string>, schema: T) {
  return z.preprocess((value) => (typeof value === 'string' ? (aliases.get(value.toLowerCase()) ?? value) : value), schema);
}

export const FORMAT_ALIASES: ReadonlyMap<string, string> = new Map([
  ...TARGET_FORMATS.map((format) => [format, format] as const),
  ['jpeg', 'jpg'],
  ['markdown', 'md'],
  ['text', 'txt'],
  ['htm', 'html'],
]);

/** ISO 639-1, ISO 639-2/B and common tags (BCP 47) → the codes of Tesseract's data, which are ISO 639-2/T but for some scripts. */
export const LANGUAGE_ALIASES: ReadonlyMap<string, string> = new Map(
  `
    af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym da:dan de:deu el:ell en:eng eo:epo es:spa
    et:est eu:eus fa:fas fi:fin fr:fra ga:gle gl:glg gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye id:ind is:isl it:ita ja:jpn
    ka:kat kk:kaz km:khm kn:kan ko:kor la:lat lo:lao lt:lit lv:lav mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya ne:nep
    nl:nld nb:nor no:nor pa:pan pl:pol ps:pus pt:por ro:ron ru:rus si:sin sk:slk sl:slv sq:sqi sr:srp sv:swe sw:swa ta:tam
    te:tel th:tha tl:tgl tr:tur uk:ukr ur:urd uz:uzb vi:vie yi:yid alb:sqi arm:hye baq:eus bur:mya cze:ces dut:nld fre:fra
    geo:kat ger:deu gre:ell ice:isl mac:mkd may:msa per:fas rum:ron slo:slk wel:cym en-us:eng en-gb:eng de-de:deu fr-fr:fra
    es-es:spa pt-br:por pt-pt:por zh:chi_sim chi:chi_sim zho:chi_sim zh-cn:chi_sim zh-hans:chi_sim zh-tw:chi_tra
    zh-hant:chi_tra
  `
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
