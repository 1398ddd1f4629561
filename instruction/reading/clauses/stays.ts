// Clauses behind a request that ask for nothing more: what stays as it is, that no gap is left, that the look is that of its neighbours.

import { word } from '../lexicon.ts';

const AND = `(?:${word('and|but|just|while|though|und|aber|et|mais|y|pero|e|ma|mas|en|maar|also|please|bitte|pls')},? )*`;
const NOTHING_MORE = word(
  'as (?:it|they) (?:is|are|was|were)(?: now)?|as[- ]is|as before|the same|there|alone|unchanged|untouched|in place|put|intact|for now|of course|where (?:it|they) (?:is|are)|like (?:it|they|this|that)(?: (?:is|are))?|so|gleich|stehen|unverandert|wie (?:es|sie|er) (?:ist|sind|war)|da|dort|drin|' +
    'telle? quelle?|tels? quels?|inchangee?s?|en place|comme (?:avant|ca)|la|igual|como esta[n]?|asi|ahi|invariat[oaie]|cosi|com.e|uguale|como esta[o]?|assim|zo|staan|hetzelfde|ongewijzigd',
);
/** `the caption below it stays for now`, `die Fußnote bleibt stehen`. */
const STAYS = new RegExp(
  `^${AND}[^,;:.\\uE001\\d]{2,70}? (?:${word('(?:can |may |should |must |shall |will |has to )?(?:stay|stays|remain|remains|be left|be kept)|(?:soll |sollen |kann |konnen )?(?:bleibt|bleiben)|(?:doit |peut )?(?:reste|restent|rester)|queda|quedan|se queda|resta|restano|rimane|fica|ficam|permanece|blijft|blijven|no se toca|non si tocca|nao mexe')})(?: ${NOTHING_MORE})*(?:,? ${word('please|bitte|svp|por favor|per favore|aub|thanks')})?$`,
  'u',
);
/** `the 1804 in the text is right` */
const RIGHT = new RegExp(
  `^${AND}[^;:\uE001]{2,70}? ${word('(?:is|are) (?:right|correct|fine|ok|okay|good)|klopt(?: wel)?|kloppen|stimmt|stimmen|passt|est (?:juste|correcte?|bon(?:ne)?)|es correct[oa]|esta bien|e (?:giust[oa]|corrett[oa])|esta cert[oa]')}(?: ${word('though|already|schon|aber|wel')})?$`,
  'u',
);
/** `leave the body text alone`, `gardez sa légende`. */
const LEAVE = new RegExp(
  `^${AND}(?:${word('keep|leave|don.t (?:touch|change|alter)|do not (?:touch|change|alter)|lass(?:e|t|en sie)?|behalte|garde[rz]?|laisse[rz]?|conserve[rz]?|ne touche[rz]? pas(?: a)?|deja|deje|conserva|manten|no toques|lascia(?:te)?|mantieni|non toccare|deixa|deixe|mantenha|nao mexa em|laat|behoud|hou')}) (?!${word('only|just|pages?|seiten?|nur|solo|the first|the last')})[^,;:.\\uE001\\d]{2,70}$`,
  'u',
);
const GAP = new RegExp(
  `^${AND}(?:${word(
    "close(?: up)? the (?:gap|space|hole)|(?:leave|leaving|with) no (?:gap|hole|blank|space)|without (?:a gap|leaving a (?:gap|hole))|(?:no|keine|pas de|sin|senza|sem|geen) (?:gap|hole|blank|lucke|trou|hueco|buco|buchi|vuoto|buraco|gat)(?: (?:afterwards|left|there|behind|please|danach|apres|despues|dopo|depois))*|don't leave a (?:gap|hole)|(?:move|pull|shift|bring) (?:up )?(?:what comes (?:after|below)|(?:the )?(?:rest|following|rows?|lines?|text|paragraphs?|items?|ones?)(?: (?:below|after|underneath|that follow))?)(?: up)?|(?:the )?(?:rows?|lines?|rest|text|items?|paragraphs?|ones?|bullets?)(?: (?:below|after|underneath))? (?:should |can |must )?(?:moves? up|close up)|" +
      'es (?:soll|darf) (?:aber )?keine lucke (?:bleiben|entstehen)|ohne (?:eine )?lucke|(?:den rest |das folgende )?(?:nachrucken|hochrucken|aufrucken)|sans (?:laisser de )?(?:trou|vide|blanc)|remonte[rz]? (?:la suite|le reste)|sin dejar (?:un )?(?:hueco|espacio)|senza lasciare (?:un )?(?:buco|buchi|spazi|spazio|vuoto)|sem deixar (?:buraco|espaco)|zonder gat|geen gat',
  )})$`,
  'u',
);
const LOOK = new RegExp(
  `^${AND}(?:${word(
    'same unit|still|(?:in |with |keep )?(?:the )?(?:same|this|that) (?:look|style|format(?:ting)?|font|layout|size|colou?r|type)(?: and (?:size|font|style|colou?r))*(?: as (?:the )?(?:other|rest|before|above|existing|surrounding|now)[^,;:.]{0,20})?|(?:im|in) (?:gleichen|selben|derselben) (?:stil|format|schrift|aussehen)|(?:dans le|au) meme (?:style|format)|con el mismo (?:estilo|formato)|nello stesso (?:stile|formato)|no mesmo (?:estilo|formato)|in dezelfde stijl',
  )})$`,
  'u',
);
const ROOM = new RegExp(
  `^${AND}(?:${word(
    "(?:just|only) (?:that|this|the) [\\p{L} ]{3,30}(?:, nothing else)?|nothing else|nothing more|that's (?:it|all)|sonst (?:nix|nichts)(?: andern)?|verder niks(?: veranderen)?|rien d'autre|nada mas|nient'altro|mais nada|there(?:'s| is| should be) (?:plenty of|enough) (?:room|space)(?: (?:there|for it|below|above))?|(?:you )?(?:can|may)(?: also)? (?:shrink|make) (?:it|the text|the font|them)(?: a (?:bit|little))?(?: smaller)?(?: if (?:needed|necessary|you (?:need|have) to))?|(?:push|move|shift) (?:the )?[^,;:.]{3,40} down if (?:needed|necessary|you (?:need|have) (?:to|the room|space))|pode diminuir (?:um pouco )?a letra(?: se for preciso)?|es ist (?:genug|viel) platz(?: da)?|il y a (?:assez de|de la) place|hay (?:sitio|espacio)(?: de sobra)?|c.e spazio",
  )})$`,
  'u',
);

/** In Chinese and Japanese. */
const UNSPACED =
  /^(?:其[他它余]|别的|剩下的|剩余|正文|原文|其他内容|文字|名前|他|ほか|その他|それ以外|残り|他の(?:部分|箇所))[^,.]{0,8}(?:不要?[动改变]|不变|不用动|别动|保持|保留|照旧|そのまま|変え(?:ない|ず)|触らない)[^,.]{0,6}$/u;

/** Of what lies over a text, that stays anyway. */
const TEXT_KEPT = new RegExp(
  '(?<!(?:body|running|main|other|lopende|laufenden|courant|rest of the) )' +
    word(
      'texts?|words?|wording|letters|contents?|wort(?:e|er)?|inhalt|textes?|mots?|contenu|textos?|palabras?|contenido|test[oi]|parol[ae]|contenuto|palavras?|conteudo|tekst|woord(?:en)?',
    ),
  'u',
);

/** `single`: what is asked for is one thing, others are spoken of. `closed`: nothing is left empty. `none`: it says nothing more. */
export type Stay = 'single' | 'closed' | 'none';

/** @param said a clause, folded. @returns undefined where it may ask for something */
export function stayOf(said: string): Stay | undefined {
  const clause = said
    .trim()
    .replace(/^[([]|[)\]]$/gu, '')
    .trim();
  if (GAP.test(clause)) return 'closed';
  if (LOOK.test(clause) || ROOM.test(clause) || UNSPACED.test(clause)) return 'none';
  if (TEXT_KEPT.test(clause)) return undefined;
  return [STAYS, RIGHT, LEAVE].some((words) => words.test(clause)) ? 'single' : undefined;
}

const CLAUSE_STARTS = /[,;.(] ?| - | (?=(?:and|but|und|aber|mais|y|pero|ma|mas|maar) )/gu;

/** Where a clause at the end begins that asks for nothing more, and what it says. */
export function stayAtEnd(text: string): { readonly index: number; readonly stay: Stay } | undefined {
  for (const mark of [...text.matchAll(CLAUSE_STARTS)].toReversed()) {
    const stay = mark.index > 0 ? stayOf(text.slice(mark.index + mark[0].length)) : undefined;
    if (stay) return { index: mark.index, stay };
  }
  return undefined;
}
