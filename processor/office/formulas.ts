// Formulas of spreadsheets. Where a cell holds the value that its formula had, the value is what is shown and the formula goes. One without a
// value stays when it is made of nothing but cells of the document, constants and functions that compute: an allow-list, so nothing reads a
// file, asks a server or another program, or names a place.

const FUNCTIONS = new Set(
  (
    'ABS ACOS ACOSH ADDRESS AND ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS BIN2DEC BIN2HEX CEILING CEILING.MATH CHAR CHOOSE ' +
    'CLEAN CODE COLUMN COLUMNS COMBIN CONCAT CONCATENATE CORREL COS COSH COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DATEDIF DATEVALUE DAY DAYS ' +
    'DAYS360 DEC2BIN DEC2HEX DEGREES EDATE EOMONTH ERROR.TYPE EVEN EXACT EXP FACT FALSE FIND FIXED FLOOR FLOOR.MATH FORECAST FREQUENCY FV GCD GEOMEAN ' +
    'GROWTH HARMEAN HEX2DEC HLOOKUP HOUR IF IFERROR IFNA IFS INDEX INT INTERCEPT IPMT IRR ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ' +
    'ISNUMBER ISODD ISTEXT KURT LARGE LCM LEFT LEN LINEST LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXA MAXIFS MEDIAN MID MIN MINA MINIFS MINUTE MOD MODE ' +
    'MODE.SNGL MONTH MROUND N NA NETWORKDAYS NORM.DIST NORM.INV NORMDIST NORMINV NOT NOW NPER NPV NUMBERVALUE ODD OFFSET OR PERCENTILE PERCENTILE.INC ' +
    'PERCENTRANK PERMUT PI PMT POWER PPMT PRODUCT PROPER PV QUARTILE QUARTILE.INC QUOTIENT RADIANS RANK RANK.EQ RATE REPLACE REPT RIGHT ROMAN ROUND ' +
    'ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SECOND SIGN SIN SINH SKEW SLN SLOPE SMALL SQRT STANDARDIZE STDEV STDEV.P STDEV.S STDEVA STDEVP SUBSTITUTE ' +
    'SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SWITCH T TAN TANH TEXT TEXTJOIN TIME TIMEVALUE TODAY TRANSPOSE TREND TRIM TRUE TRUNC UPPER VALUE VAR ' +
    'VAR.P VAR.S VARP VLOOKUP WEEKDAY WEEKNUM WORKDAY XIRR XLOOKUP XNPV XOR YEAR YEARFRAC'
  ).split(' '),
);
const LENGTH_MAX = 8192;
/** Text between quotation marks, a sheet's name between apostrophes. */
const QUOTED = /"(?:[^"]|"")*"|'((?:[^']|'')*)'/g;
/** A reference of OpenDocument (ODF 1.3 part 4, 5.8): `[.A1:.B2]`, `[$Sheet1.A1]`. */
const OPEN_REFERENCE = /\[(\$?[\p{L}\p{N}_ ]*\.\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[\p{L}\p{N}_ ]*\.\$?[A-Z]{1,3}\$?\d{1,7})?)\]/gu;
const ERROR_VALUE = /#(?:REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!)/g;
const CALL = /([\p{L}_][\p{L}\p{N}_.]*)\s*\(/gu;
/** Excel marks functions that came later. */
const LATER = /^_?(?:xlfn|xlws)\.|^com\.sun\.star\.sheet\.addin\.analysis\.get/i;
/** Links to other documents, exchange with other programs (`program|topic!item`), addresses, arrays of foreign kinds. */
const FOREIGN = /[[\]|#@\\`?~]|:\/|\/\//;

/** @param formula with or without the sign of equality and a prefix such as `of:` */
export function isSafeFormula(formula: string): boolean {
  if (formula.length > LENGTH_MAX) return false;
  let isSafe = true;
  const bare = formula
    .replace(/^(?:of|oooc|msoxl):/, '')
    .replaceAll(QUOTED, (_, sheet?: string) => {
      if (sheet !== undefined && /[[\]|#:/\\]/.test(sheet)) isSafe = false;
      return sheet === undefined ? '""' : 'S';
    })
    .replaceAll(OPEN_REFERENCE, '$1')
    .replaceAll(ERROR_VALUE, '0');
  if (!isSafe || bare.includes("'") || FOREIGN.test(bare)) return false;
  return [...bare.matchAll(CALL)].every(([, name = '']) => FUNCTIONS.has(name.replace(LATER, '').toUpperCase()));
}
