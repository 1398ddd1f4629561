// The words that stand between quoted texts, in ten languages, after folding.

import { AFTER as AFTER_SAID, BEFORE as BEFORE_SAID, INSTEAD_OF, sharp, TO as TO_SAID, word } from '../lexicon.ts';
import { THINGS } from '../things.ts';

export const AFTER = `(?:${AFTER_SAID}|${word('under(?:neath)?|below|beneath|unter(?:halb)?|sous|au-dessous d[eu]|debajo d[eo]l?|bajo|despues del?|sotto|dopo (?:il|la|lo)|abaixo d[eao]|depois d[eao]|onder|po|za|pod|ponizej')})`;
export const BEFORE = `(?:${BEFORE_SAID}|${word('above|over|oberhalb|uber|au-dessus d[eu]|encima del?|antes del|sopra|prima d(?:i|el|ella)|acima d[eao]|boven|przed|nad|powyzej')})`;
export const TO = `(?:${TO_SAID}|${word('na|przez|zum|zur|coll?a?|col')})`;
export const INSTEAD = `(?:${INSTEAD_OF}|${word('zamiast')})`;
/** Between a text and the place that it stands in. */
export const IN = word(
  'in|inside|within|under|underneath|below|beneath|from|of|on|at|for|im|in|aus|unter(?:halb)?|vom|von|bei|beim|am|dans|sous|sur|d[eu]|des|en|del?|dels?|al|bajo|debajo del?|nell?[aeo]?|nei|negli|dall?[aeo]?|dai|dell?[aeo]?|sotto|sull?[aeo]?|n[ao]s?|d[ao]s?|em|sob|abaixo d[eao]|onder|uit|van|bij|op|w|we|pod|z|ze',
);

/** Says nothing of which text is meant. */
export const POLITE = word(
  'the|an?|this|that|sie|bitte|der|die|das|den|dem|des|eine?[nrms]?|le|la|les|l|ce|cette|une?|el|los|las|un[ao]?|il|lo|gli|i|o|os|as|uma?|het|de|een|ten|ta|te|to',
);
/** What a quoted text is called, without widening it. */
const TEXTS = word(
  'words?|texts?|phrases?|strings?|terms?|names?|titles?|headings?|headlines?|subheadings?|captions?|labels?|prices?|dates?|numbers?|values?|amounts?|address(?:es)?|cells?|entr(?:y|ies)|times?|' +
    'wort(?:e|er)?|text|begriff|name[ns]?|titel|uberschrift|beschriftung|preis|datum|nummer|wert|betrag|adresse|zelle|eintrag|uhrzeit|' +
    'mots?|texte|nom|titre|legende|prix|date|numero|valeur|montant|cellule|entree|mention|expression|palabra|texto|nombre|titulo|leyenda|precio|fecha|valor|importe|direccion|celda|entrada|expresion|' +
    'parola|testo|nome|titolo|didascalia|prezzo|data|valore|importo|indirizzo|cella|voce|palavra|titulo|legenda|preco|celula|woord|tekst|naam|kop|bijschrift|prijs|waarde|bedrag|adres|cel|' +
    'slow[oa]|słow[oa]|tekst(?:u|em)?|nazw[aey]|tytuł(?:u|em)?|nagłow(?:ek|ka|ku|kiem)|podpis|cen[aey]|dat[aey]|wartosc|kwot[aey]|adres|komork[aei]|fraz[aey]',
);
/** `Spaltenüberschrift`, `Firmenname`: what a compound is, its last part says. */
const COMPOUNDS =
  '(?<![\\p{L}\\p{N}])\\p{L}{3,}(?:uberschrift|titel|namen?|text|wert|betrag|preis|datum|nummer|adresse|zelle|zeile|punkt|satz|eintrag)(?![\\p{L}\\p{N}])';
const COLUMN_HEADS = word(
  '(?:column|table) (?:headings?|headers?|titles?|names?)|(?:en-tete|titre)s? de colonne|(?:encabezado|titulo)s? de (?:la )?columna|intestazion[ei] d(?:i|ella) colonna|cabecalho da coluna|kolom(?:kop|titel|naam)|nagłow(?:ek|ka|ku) kolumny',
);
const WHOLES = word(
  [
    sharp([THINGS.row, THINGS.item, THINGS.line, THINGS.sentence, THINGS.paragraph].join('|')),
    'punkt(?:e[ns]?|s)?|listenpunkte?s?|listeneintrag|aufzahlungspunkt|zeile|satze?s?|absatze?s?|voc[ei]|punto|puntos?|vineta|elemento|regel|zin|alinea|punt|opsommingsteken|contact line|' +
      'wiersz(?:a|em|u)?|rzad|rzedu|rzedem|lini[aeią]|linijk[aei]|linii|zdani(?:e|a|u|em)|punk(?:t|tu|tem|cie)|pozycj[aei]|pozycji|akapi(?:t|tu|cie|tem)',
  ].join('|'),
);
const PLACES = word(
  `${[THINGS.section, THINGS.heading, THINGS.table, THINGS.column, THINGS.list].join('|')}|uberschrift|titre|titulo|titolo|kop|rubrik|bloc|bloque|blok|tabel[aeiy]|sekcj[aei]|sekcji|rozdzial(?:e|u)?|list[aey]|liscie|nagłowkiem`,
);
export const NOUNS = `(?:${COLUMN_HEADS}|${TEXTS}|${COMPOUNDS}|${WHOLES}|${PLACES})`;
const ADJECTIVES = word(
  'new|another|further|additional|following|whole|entire|complete|single|list|bullet|table|contact|neue[nrsm]?|weitere[nrsm]?|folgende[nrsm]?|ganze[nrsm]?|nouvelle?|nouveau|autre|suivante?|nuev[oa]|otr[oa]|siguiente|nuov[oa]|altr[oa]|seguente|nov[oa]|outr[oa]|seguinte|nieuwe?|volgende|now[aey]|nowego|nastepujac[aey]|cał[aey]',
);
/** May stand before a quoted text. */
export const LEAD = `(?:${POLITE}|${NOUNS}|${ADJECTIVES})`;
/** Names something that belongs to a text, and not the text. */
export const MISLEADING = word(
  'links?|hyperlinks?|comments?|notes?|colou?rs?|sizes?|fonts?|styles?|pictures?|images?|logos?|parts?|half|halves|letters?|signatures?|fields?|boxe?s?|highlights?|stamps?|everything|all|every|each|both|any|only|farbe|schrift|bild|teil|hälfte|halfte|kommentar|alles?|jede[nrsm]?|liens?|couleur|taille|image|partie|moitie|tout|enlaces?|color|tamano|imagen|parte|mitad|todo|collegament[oi]|colore|immagine|meta|tutto|cor|tamanho|imagem|tudo|kleur|afbeelding|deel|helft|alle|kolor|obraz|czesc',
);
