// Which language with Latin letters a text is written in: by the short words that hold the sentences of a language together, which are a third of all
// its words (Ingle 1976). Those of other languages are read well enough to be counted. Pure.

/** By the codes of Tesseract; without accents, which are lost where another language is read. */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  ces: wordsOf('na se ze je pro to do od by jako za nebo jsou podle ve pri ktery ktera ktere bude byl po tak jeho jen'),
  dan: wordsOf('og det er til af en den at der som ikke har med fra et eller vil ved skal blev kan efter om'),
  deu: wordsOf('der die und den das von zu mit des ist dem nicht ein eine fur auf werden sich auch im es als nach bei oder wird aus'),
  eng: wordsOf('the of and to in is that for it with as was on are be by this from or which an not have at will shall you we'),
  fin: wordsOf('ja on ei se etta kun oli mutta ovat tai niin joka sen myos han olla voi ole jos ne'),
  fra: wordsOf('le la les de des et du une est que dans pour qui au sur par pas plus ce il ne sont avec un aux cette ou en nous vous'),
  hun: wordsOf('az es hogy nem is egy meg ha csak vagy de volt mint ez szerint kell majd'),
  ind: wordsOf('yang dan di dengan untuk dari ini pada dalam tidak adalah akan atau itu ke oleh sebagai telah dapat'),
  ita: wordsOf('il di che la per un una del non con si le della dei da alla sono nel gli dell lo al delle in come ed'),
  nld: wordsOf('de het een van en in is op te dat voor zijn met die niet aan worden door of bij om als ook naar'),
  nor: wordsOf('og det er til av en den at som ikke har med fra et eller vil ved skal ble kan etter om pa jeg'),
  pol: wordsOf('na do sie nie ze jest od po za przez oraz dla jak lub sa to ktory ktore roku przy nr'),
  por: wordsOf('os as de do da que em para um uma nao com por no na dos das se ao ou mais pela pelo foi'),
  ron: wordsOf('de si in la cu din pe un care nu se este pentru prin mai sau al ale fi sunt'),
  spa: wordsOf('el la los las de en que del por con una para se un su al es como mas no lo sus esta'),
  swe: wordsOf('och det ar till av en den att som inte har med fran ett eller vill vid ska blev kan efter om pa for'),
  tur: wordsOf('ve bir bu icin ile olarak da olan daha gibi kadar veya her cok ise ne en sonra tarafindan'),
};

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Fewer of them are names, or words that languages share. */
const FOUND = { words: 10, different: 4, share: 0.12 } as const;
/** Of those of the likely language: a language that was asked for has fewer where the text is not written in it. */
const ASKED_SHARE = 0.5;
const MARKS = /\p{M}/gu;
const LATIN_WORD = /\p{Script=Latin}+/gu;

interface Found {
  readonly language: string;
  readonly hits: readonly string[];
}

/** @returns the language that the words are evidently of; undefined where they are of none that is known here, or too few */
export function evidentLanguage(texts: readonly string[]): string | undefined {
  return evident(texts)?.best.language;
}

function evident(texts: readonly string[]): { readonly best: Found; readonly found: readonly Found[] } | undefined {
  const words = texts.flatMap((text) => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().match(LATIN_WORD) ?? []);
  const found = Object.entries(FUNCTION_WORDS).map(([language, own]) => ({ language, hits: words.filter((word) => own.has(word)) }));
  const best = found.reduce((most, one) => (one.hits.length > most.hits.length ? one : most));
  const isEvident = best.hits.length >= Math.max(FOUND.words, words.length * FOUND.share) && new Set(best.hits).size >= FOUND.different;
  return isEvident ? { best, found } : undefined;
}

/**
 * @param texts words, as they were read in `languages`
 * @param languages with Latin letters
 * @returns the language that the text is evidently written in, where it is none of `languages`; undefined also where one of them is not known here
 */
export function otherLanguage(texts: readonly string[], languages: readonly string[]): string | undefined {
  if (languages.some((language) => !(language in FUNCTION_WORDS))) return undefined;
  const { best, found } = evident(texts) ?? {};
  if (!best || !found) return undefined;
  const asked = found.filter(({ language }) => languages.includes(language));
  const isAsked = asked.some(({ hits }) => hits.length > best.hits.length * ASKED_SHARE);
  return isAsked ? undefined : best.language;
}

/** Its name in English; undefined where it is none of the languages that are known here. */
export function nameOfLanguage(code: string): string | undefined {
  return code in FUNCTION_WORDS ? new Intl.DisplayNames('en', { type: 'language' }).of(code) : undefined;
}
