// The few words that an instruction is made of, in nine languages, as they are after folding (no accents, lower case): verbs by what they ask
// for, the words that join the old text to the new, and what says nothing. Names of things in a document are in things.ts.

/** A word alone: no letter or digit touches it. Scripts without spaces have no such edges. */
export function word(alternatives: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${sharp(alternatives)})(?![\\p{L}\\p{N}])`;
}

/** What is written with `ss` here is also written with `ß`, which folding leaves. */
export function sharp(alternatives: string): string {
  return alternatives.replaceAll('ss', '(?:ss|ß)');
}

export type Act = 'change' | 'replace' | 'delete' | 'insert' | 'highlight' | 'redact' | 'style' | 'fill' | 'tick' | 'untick' | 'rename';

/** Each act has a sign that stands for a misspelled verb. */
export const SIGNS: Readonly<Record<Act, string>> = {
  change: '\uE101',
  replace: '\uE102',
  delete: '\uE103',
  insert: '\uE104',
  highlight: '\uE105',
  redact: '\uE106',
  style: '\uE107',
  fill: '\uE108',
  tick: '\uE109',
  untick: '\uE10A',
  rename: '\uE10B',
};

const ENGLISH: Readonly<Record<Act, string>> = {
  change: 'change|update|modify|edit|alter|amend|correct|fix|set|turn|adjust|reword|make|put',
  replace: 'replace|swap out|swap|exchange|substitute|switch',
  rename: 'rename|retitle|relabel',
  delete:
    'delete|remove|erase|drop|cut|strip|clear out|clear|discard|wipe|eliminate|omit|strike|take out|take away|take off|get rid of|scrap|leave out',
  insert: 'insert|add|put|apply|write|place|append|include|type|print|stamp',
  highlight: 'highlight|mark',
  redact: 'redact|black out|blackout|hide|mask|censor|anonymi[sz]e|obscure|blank out|cover up',
  style: 'make|set|turn|print|put|colou?r|paint|format',
  fill: 'fill in|fill out|fill|enter|put|write|type|set|insert|complete|add',
  tick: 'tick off|tick|check off|check|select|choose|mark|activate|enable|cross',
  untick: 'untick|uncheck|deselect|unselect|unmark',
};

const OTHERS: Readonly<Record<Act, string>> = {
  change:
    'andern?|andre|aendern?|korrigieren?|setzen?|setz|stellen?|machen?|mach|aktualisieren?|anpassen|changer|changez|change|modifier|modifiez|modifie|corriger|corrigez|corrige|' +
    'mettre|mettez|mets|cambiar|cambia|cambie|cambien|modifica|modificar|modifique|corrige|corregir|corrija|actualiza|pon|pong[ao]|poner|cambiare|cambiate|correggi|correggere|' +
    'metti|mettere|imposta|aggiorna|mudar|mude|muda|altere|altera|alterar|corrigir|atualize|atualizar|trocar|troque|troca|wijzig|wijzigen|verander|veranderen|corrigeer|pas|zet|maak|zmien|zmienic|popraw|poprawic',
  replace:
    'ersetzen?|ersetz|tauschen?|austauschen|remplacer|remplacez|remplace|reemplazar|reemplaza|reemplace|sustituir|sustituye|sustituya|cambiar|cambia|cambie|sostituire|sostituisci|' +
    'sostituisca|sostituite|substituir|substitui|substitua|trocar|troque|troca|vervangen|vervang|zamien|zamienic|zastap|zastapic',
  rename: 'umbenennen|benenne|renommer|renommez|renomme|renombrar|renombra|rinomina|rinominare|renomear|renomeie|hernoem',
  delete:
    'loschen?|losch|losche|loeschen?|entfernen?|entfern|streichen?|streich|supprimer|supprimez|supprime|enlever|enlevez|enleve|retirer|retirez|retire|effacer|effacez|efface|eliminar|' +
    'elimina|elimine|borrar|borra|borre|quitar|quita|quite|suprimir|suprime|suprima|eliminare|elimini|cancellare|cancella|rimuovere|rimuovi|togli|togliere|apagar|apague|apaga|remover|remova|' +
    'remove|exclua|excluir|verwijderen|verwijder|wis|wissen|schrap|schrappen|haal weg|usun|usunac|skresl|skreslic|wykresl',
  insert:
    'einfugen|fugen?|fug|hinzufugen|erganzen?|schreiben?|schreib|setzen?|setz|ajouter|ajoutez|ajoute|inserer|inserez|insere|ecrire|ecris|ecrivez|mettre|mettez|mets|anadir|anade|anada|' +
    'agregar|agrega|agregue|insertar|inserta|inserte|escribir|escribe|escriba|poner|pon|ponga|aggiungere|aggiungi|aggiunga|inserire|inserisci|scrivere|scrivi|metti|mettere|adicionar|adicione|' +
    'adiciona|acrescente|acrescentar|inserir|insira|escreva|escrever|coloque|coloca|aplica|aplique|appliquer?|appliquez|applica|toevoegen|voeg|invoegen|zet|schrijf|plaats|stempel|stemple|stempeln?|tamponne[rz]?|estampa|timbra|carimb[ae]r?|wstaw|wstawic|dodaj|dodac|dopisz|dopisac',
  highlight:
    'hervorheben|hebe|heb|markieren?|markier|surligner|surlignez|surligne|resaltar|resalta|resalte|subrayar en|evidenziare|evidenzia|destacar|destaque|destaca|realcar|realce|markeer|markeren',
  redact:
    'schwarzen?|schwaerzen?|anonymisieren?|unkenntlich machen|caviarder|caviardez|caviarde|masquer|masquez|masque|noircir|noircis|noircissez|anonymiser|anonymisez|tachar|tacha|tache|ocultar|oculta|' +
    'oculte|censurar|censura|anonimizar|anonimiza|oscurare|oscura|annerire|annerisci|censurare|anonimizzare|anonimizza|tarjar|tarje|zwartlakken|weglakken|wegpoetsen|lakken|lak|anonimiseren|anonimiseer|verberg',
  style:
    'machen?|mach|setzen?|setz|farben?|mettre|mettez|mets|colorie|colorer|pon|poner|ponga|colorea|metti|mettere|rendi|colora|coloque|deixe|zet|maak|kleur',
  fill:
    'ausfullen|fulle|full|eintragen|trage|trag|eingeben|gib|schreiben?|setzen?|remplir|remplissez|remplis|entrer|entrez|entre|saisir|saisis|saisissez|mettez|mets|ecris|inscris|inscrire|' +
    'rellenar|rellena|rellene|completar|completa|escribe|pon|ponga|compila|compilare|inserisci|scrivi|metti|preencher|preencha|preenche|escreva|coloque|vul in|vul|invullen|zet',
  tick: 'ankreuzen|kreuze|kreuz|anhaken|hake|auswahlen|wahle|cocher|cochez|coche|marcar|marca|marque|seleccionar|selecciona|spunta|spuntare|barra|seleziona|selezionare|assinale|assinalar|selecione|aanvinken|vink|kruis',
  untick: 'abwahlen|decocher|decochez|decoche|desmarcar|desmarca|desmarque|deseleziona|uitvinken',
};

/** Particles that a German or Dutch verb leaves at the end. */
export const PARTICLES = word('ein|aus|hinzu|hin|an|ab|hervor|heraus|raus|weg|um|toe|in|aan|zwart(?: weg)?|onleesbaar');

const VERBS = new Map<string, string>();

export function verbsOf(...acts: readonly Act[]): string {
  const key = acts.join();
  const verbs = VERBS.get(key) ?? word(acts.map((act) => `${ENGLISH[act]}|${OTHERS[act]}|${SIGNS[act]}`).join('|'));
  VERBS.set(key, verbs);
  return verbs;
}

const PATTERNS = new Map<string, Map<string, RegExp>>();
const PATTERNS_MAX = 500;

/** A pattern of words that a caller names: made once. For `replaceAll`, `matchAll` and what keeps no place. */
export function patternOf(words: string, flags: string): RegExp {
  // Words and flags are not joined to one key: it would be hashed anew in each call.
  const own = PATTERNS.get(flags) ?? new Map<string, RegExp>();
  PATTERNS.set(flags, own);
  const known = own.get(words);
  if (known) return known;
  const pattern = new RegExp(words, flags);
  if (own.size >= PATTERNS_MAX) own.clear();
  own.set(words, pattern);
  return pattern;
}

export const ANY_VERB = verbsOf(...(Object.keys(SIGNS) as Act[]));

/** Verbs for pages and forms as wholes. */
export const PAGE_VERBS = word(
  'flatten|rotate|turn|reverse|crop|trim|extract|keep|number|watermark|duplicate|move|swap|drehen?|aplatir|aplatissez|tourne[rz]?|pivote[rz]?|gira|ruota|draai|behalte|garde[rz]?|conserva|sign|save',
);

/** Verbs of one word, for recognising misspelled ones. */
export const VERBS_BY_SPELLING: ReadonlyMap<string, Act> = new Map(
  (['change', 'replace', 'delete', 'insert', 'highlight', 'redact', 'fill', 'rename'] as const).flatMap((act) =>
    ENGLISH[act]
      .split('|')
      .filter((verb) => verb.length >= 5 && !verb.includes(' ') && !verb.includes('['))
      .map((verb) => [verb, act] as const),
  ),
);

/** From the old text to the new. */
export const TO = word(
  'so (?:that )?it (?:says|reads)|to (?:be|read|say)|(?:in)?to|with|by|as|durch|mit|gegen|in|auf|zu|par|pour|en|a|por|con|para|door|met|naar|als',
);
export const ARROW = '(?:->|=>|→|⇒|>>)';
/** Between a thing and what it shall be. */
export const SHOULD_BE = `(?:${word(
  '(?:should|must|needs? to|has to|have to|ought to|shall) (?:be changed to|be replaced (?:by|with)|be|read|say|become|have|get)(?: now)?|is now|are now|now (?:reads|says|is)|becomes?|gets|is (?:to be )?called|is|' +
    '(?:soll|muss|sollte|sollten|mussen)(?: jetzt| kunftig)?(?: heissen| lauten| sein)?|lautet(?: jetzt)?|heisst(?: jetzt)?|ist jetzt|wird zu|doit(?: desormais)?(?: etre| devenir)?|devient|est maintenant|' +
    '(?:debe|deberia|tiene que|tienen que)(?: ser| decir| poner)|tem que (?:ser|dizer)|debe|deberia (?:ser|decir)|ahora es|deve(?: essere| diventare| ser| dizer)?|diventa|agora e|moet(?: nu)?(?: zijn| worden)?|wordt|is nu',
)}|${ARROW})`;
export const INSTEAD_OF = word(
  "instead of|in place of|rather than|and not|(?:an)?statt|anstelle von|anstatt|au lieu d[eu']|a la place d[eu']|en lugar de|en vez de|invece di|al posto di|em vez de|no lugar de|in plaats van",
);
/** Before the text that shall not stand there any more. */
export const NOT = `(?:,|-|\\()? ?${word('(?:and )?not|nicht|und nicht|pas|et non(?: pas)?|non(?: piu)?|no|e nao|nao|niet|en niet')}`;

export const BEFORE = word('(?:right |directly |just )?before|ahead of|in front of|vor|avant|devant|antes de|prima di|antes d[eao]|voor');
export const AFTER = word(
  '(?:right |directly |just )?(?:after|behind|following)|next to|nach|hinter|apres|derriere|despues de|tras|detras de|dopo|depois d[eao]|apos|na|achter',
);

/** Around a new text that is stated as news: `it's 2.3X meanwhile`. */
export const NEW_LEAD = word("it's|it is|there(?:'s| is)|now|es ist|jetzt|c'est|maintenant|es|ahora|adesso|agora|nu");
export const NEW_TAIL = word('meanwhile|now|by now|today|jetzt|mittlerweile|inzwischen|maintenant|ahora|adesso|agora|nu');

/** Says nothing where an instruction or one of its parts begins. */
export const OPENERS = word(
  'hi there|hello there|hi|hello|hey|good (?:morning|afternoon|day)|dear (?:team|all)|hallo|guten tag|bonjour|hola|buenos dias|ciao|buongiorno|ola|bom dia|goedendag|' +
    "please|pls|plz|kindly|bitte|gerne|svp|stp|s'il (?:vous|te) plait|merci d[e'] ?(?:bien vouloir)?|merci d'avance|por favor|per favore|per piacere|alstublieft|graag|aub|" +
    "(?:can|could|would|will) (?:you|u|we)|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|we(?:'d| would) like to|we (?:want|need) to|i need|help me|go ahead and|make sure (?:that|to)|let's|" +
    'konnen sie|konnten sie|kannst du|konntest du|pouvez-vous|pourriez-vous|peux-tu|tu peux|vous pouvez|puede usted|puedes|podrias|podria|puoi|puo|potresti|potrebbe|voce pode|pode|poderia|' +
    'kunt u|kun je|(?:be )?so kind (?:as )?to|sorry(?: to bother you(?: again)?)?|(?:hey|hi|dear) team|liebes team|one more thing|(?:two|three) things|simply|quickly|urgent',
);
/** These too, but only before a comma or a verb: `first name` is no beginning. */
export const LINKS = word('just|also|now|then|next|first|second|finally|and|und|et|y|e|en|dann|puis|ensuite|luego|poi|depois|daarna');
/** Says nothing where it ends. */
export const CLOSERS = word(
  "please correct(?: it| this| that)?|bitte korrigieren|merci de (?:corriger|rectifier)(?: cela)?|corrige por favor|por favor corrige|corregir por favor|please|pls|plz|thank you(?: very much| so much| in advance)?|thanks(?: a lot| in advance| so much)?|many thanks|thx(?: a lot)?|ty|cheers|bitte|danke(?: schon| im voraus)?|vielen dank|merci(?: beaucoup| d'avance)?|" +
    "svp|stp|s'il (?:vous|te) plait|por favor|(?:muchas )?gracias|per favore|grazie(?: mille)?|(?:muito )?obrigad[oa]|alstublieft|aub|bedankt|dank u|danke (?:euch|dir|ihnen)|(?:(?:kind|best|warm) regards|best wishes|regards|mit freundlichen grussen|(?:viele|liebe|schone) grusse|lg|mfg|cordialement|saludos|cordiali saluti|atenciosamente|groetjes?|met vriendelijke groet)(?:,? [\\p{L}.]+){0,3}|for me|if (?:you|u) can|if possible|(?:can you )?fill (?:(?:that|this|it|them|these|those) )?in|bitte (?:so )?(?:eintragen|ausfullen)|" +
    'permanently|for good|(?:just )?like (?:all )?the (?:others?|rest)(?: in the (?:list|table|text|document))?|wie die anderen|comme les autres|como l[oa]s demas|come gli altri|as well|too|again|now|asap|in the document|in this document|from the document|from this document|from the list|from the pdf|in the pdf|in the text|im dokument|dans le document|en el documento|nel documento|no documento|completely|entirely|instead',
);

/** Nothing but what is asked for is changed anyway. */
export const ELSE_STAYS = word(
  '(?:and )?(?:please )?(?:(?:(?:everything|all) else|the (?:rest|others?)) (?:stays?|remains?|should (?:stay|remain)|is to stay|must stay|can stay|as (?:it )?is)(?: (?:as (?:it is|is|before|they are)|the same|unchanged|untouched|there))?|nothing else(?: changes)?|(?:keep|leave) (?:everything else|the rest)(?: (?:as (?:it )?is|unchanged|untouched))?)|' +
    '(?:und )?(?:(?:alles andere|der rest) bleibt(?: so| gleich| unverandert| wie es ist)?|sonst nichts)|(?:et )?(?:tout )?le reste (?:reste |demeure )?(?:inchange|tel quel|comme avant|ne change pas)|(?:y )?(?:todo )?lo demas (?:queda |sigue |no cambia ?)(?:igual|como esta)?|' +
    '(?:e )?(?:tutto )?il resto (?:resta|rimane)(?: invariato| uguale| com.e)?|(?:e )?o resto (?:fica|permanece)(?: igual| como esta)?|(?:en )?de rest blijft(?: zo| gelijk| hetzelfde| ongewijzigd)?',
);

/** What held it stays, empty. */
export const PLACE_STAYS = word(
  '(?:but |and )?(?:please )?(?:keep|leave) (?:the|its|that) (?:row|cell|line|column|field|space|place|box|frame|bullet|entry|gap)(?: itself)?(?: (?:empty|blank|free|there|in place|as (?:it )?is|where it is|untouched))?|' +
    '(?:und |aber )?(?:lass(?:e|en sie)? )?(?:die|den|das) (?:zeile|zelle|spalte|feld|platz|kasten)(?: (?:soll|kann|bleibt|leer|frei|stehen|lassen|bleiben))+|(?:et |mais )?(?:laisse[rz]?|garde[rz]?) (?:la|le) (?:ligne|cellule|case|colonne|champ|cadre)(?: (?:vide|en place|telle? quelle?))?|' +
    '(?:y |pero )?(?:deja|deje|conserva|manten) (?:la|el) (?:fila|celda|linea|casilla|columna|campo)(?: (?:vaci[oa]|en blanco))?|(?:e |ma )?(?:lascia|mantieni) la (?:riga|cella|colonna|casella)(?: (?:vuota|in bianco))?|(?:e |mas )?(?:deixe|mantenha) a (?:linha|celula|coluna)(?: (?:vazia|em branco))?|' +
    '(?:en |maar )?(?:laat|behoud) (?:de|het) (?:rij|cel|regel|kolom|veld|vak)(?: (?:leeg|staan))?',
);

/** What may follow as a reason; it asks for nothing. */
export const REASON = new RegExp(
  `^(?:because|since|nobody |no one |otherwise |as (?:we|i|it|he|she|they)|so (?:i|we|that)|i |we |he |she |they |it(?:'s| is| was)|that(?:'s| is| was)|this (?:is|was)|there(?:'s| is| was)|weil|da |denn|damit|ich |wir |es ist|das ist|` +
    "parce que|car |puisque|pour que|je |nous |c'est|on |porque|ya que|para que|es que|perche|siccome|poiche|cosi|pois|omdat|want |zodat|het is|dat is|" +
    'my |our |in our |new [\\p{L}]+$|unsere? |mein[e]? |notre |nos |nuestr[oa] |nostr[oa] |noss[oa] |onze? |die (?:moet|muss|soll|will) (?:ik|ich) |(?:which|that) (?:i|we) |que (?:je|nous|tengo|debo) |the [\\p{L}]+ (?:slipped|moved|changed|got lost|is missing|was missing|was wrong)|before (?:we|i) |the (?:old|present) one |[\\p{L}]+ [\\p{L}]+ (?:left|moved|retired|changed))',
  'u',
);
/** Says why, although it denies something. */
export const HARMLESS = new RegExp(
  word("(?:we|i|they) (?:don't|do not|no longer) [\\p{L}]+ (?:it|that|this|them|those)?(?: any ?more| any longer| now)?"),
  'u',
);
/** Before a look: that it shall not have it. */
export const DENIED_AT_END = new RegExp(
  ` ${word('not|no longer|less|never|nicht(?: mehr)?|weniger|kein[en]?|ne|pas|plus|moins|no|menos|non|meno|nao|niet|minder')}$`,
  'u',
);

/** In a reason these would limit or extend what is asked. */
export const LIMITS = new RegExp(
  word(
    "only|except|but|not|keep|leave|without|unless|until|also|other(?:wise)?|nur|nicht|ausser|aber|ohne|seulement|sauf|mais|pas|sans|solo|salvo|pero|no|sin|soltanto|tranne|ma|non|senza|apenas|exceto|mas|nao|sem|alleen|behalve|maar|niet|zonder|don't|do not",
  ),
  'u',
);
