// The verbs by which an instruction asks for something, by family, in the languages of instructions to planners. A pattern matches whole
// words: `quit` is not found in `quite`.

const LEFT = String.raw`(?<![\p{L}\p{M}\p{N}])`;
const RIGHT = String.raw`(?![\p{L}\p{M}\p{N}])`;
const verbs = (english: string, others: string, unspaced = '(?!)') =>
  new RegExp(`${LEFT}(?:${english}|${others})${RIGHT}|${unspaced}`, 'gu');

export const VERB_FAMILIES = {
  remove: verbs(
    'delet(?:es?|ed|ing)|remov(?:es?|ed|ing)|eras(?:es?|ed|ing)|drop(?:ped)?|cut|strip(?:ped)?|clear(?:ed)?|discard(?:ed)?|wipe[ds]?|eliminated?|omit(?:ted)?|' +
      'scrap(?:ped)?|(?<=(?:can|should|must|may|could) )go(?: out| away)?(?=[.,;!]|$| (?:please|then|now))|goes away|purged?|unlink|disable|get rid of|tak(?:e|en) (?:out|off|away)|throw (?:\\p{L}+ ){0,3}(?:out|away)|toss|ditch|lose|cross(?:ed)? out|str(?:ike|uck)(?: out| through)?|leave out|(?:take|rip|ki?c?k) \\p{L}+ out|ki?c?k out|(?:take|rip|kick)(?= (?:[\\p{L}\\p{N}]+ ){1,6}(?:out|off|away)(?!\\p{L}))',
    'lösch\\p{L}*|gelöscht|loesch\\p{L}*|entfern\\p{L}*|streich(?:e|en|t)?|gestrichen|weglassen|rausnehmen|herausnehmen|supprim\\p{L}*|enlev\\p{L}*|enlèv\\p{L}*|retir(?:e|er|ez|é|ar)|' +
      'effac\\p{L}*|elimin(?:a|ar|e|en|ad|are|ate|aci[óo]n)|borr(?:a|ar|e|en|ad)|quit(?:a|ar|en|ad)|suprim\\p{L}*|cancell(?:a|are|ate|i)|rimuov\\p{L}*|togli(?:ere|ete)?|apag(?:a|ar|ue)|' +
      'verwijder\\p{L}*|wis(?:sen)?|usuń|usun\\p{L}*|удал\\p{L}*|убер\\p{L}*',
    '删除|刪除|削除|去掉',
  ),
  redact: verbs(
    'redact(?:s|ed|ing)?|black(?:en)?(?:ed|ing)? out|black \\p{L}+ (?:\\p{L}+ )?out|blackout|censor(?:ed)?|mask(?:ed)?|anonymi[sz]ed?|obscured?|hide|conceal|obfuscate|sanitize|blot out|' +
      'cover(?:ed)?(?: up)?|blank(?:ed)? out',
    'schwärz\\p{L}*|geschwärzt|unkenntlich|caviard\\p{L}*|masqu\\p{L}*|noirci\\p{L}*|tach(?:a|ar|e|en)|censur\\p{L}*|oscur\\p{L}*|anonym\\p{L}*|ocult\\p{L}*|замаж\\p{L}*|скр(?:ой|ыть)\\p{L}*',
    '涂黑|黒塗り|遮盖',
  ),
  keep: verbs(
    'keep|retain|extract|preserve|only|leave only|isolate|save only',
    'behalt\\p{L}*|nur|conserv\\p{L}*|gard(?:e|er|ez)|mant[eé]n\\p{L}*|manten\\p{L}*|ext?ra(?:e|er|ire|iga)|solo|sólo|solamente|seulement|trattieni|tieni|mantieni|bewaar|houd',
    '保留',
  ),
  crop: verbs(
    'crop(?:ped|ping)?|trim(?:med)?|cut(?: off)?|shave|slice',
    'zuschneid\\p{L}*|beschneid\\p{L}*|schneide\\p{L}*|rogn\\p{L}*|recort\\p{L}*|ritagli\\p{L}*|bijsnijd\\p{L}*|обреж\\p{L}*',
    '裁剪',
  ),
  tick: verbs(
    'tick|check(?: off)?|select|choose|mark|activate|enable|put an? (?:x|tick|check|cross) in|ticked|checked',
    'ankreuzen|kreuze|hake|abhaken|anhaken|coch(?:e|er|ez)|marc(?:a|ar|que)|spunt(?:a|are)|seleziona|vink',
    '勾选',
  ),
  untick: verbs('untick|uncheck|deselect|unselect|clear|unmark|disable|deactivate', 'décoch\\p{L}*|desmarc\\p{L}*|deseleziona|abwählen'),
  change: verbs(
    'chang(?:es?|ed|ing)|replac(?:es?|ed|ing)|substituted?|swap(?:ped)?|switch(?:ed)?|updat(?:es?|ed|ing)|modify|amend|alter|correct(?:ed)?|fix|rename[ds]?|turn|convert|reword|rewrite|' +
      'overwrite|set|make|translate|adjust|edit',
    'ersetz\\p{L}*|änder\\p{L}*|aender\\p{L}*|tausch\\p{L}*|korrigier\\p{L}*|remplac\\p{L}*|chang(?:er|ez)|modifi\\p{L}*|corrig\\p{L}*|reemplaz\\p{L}*|cambi\\p{L}*|sustitu\\p{L}*|' +
      'sostitu\\p{L}*|substitu\\p{L}*|troque|vervang\\p{L}*|wijzig\\p{L}*|замен\\p{L}*|исправ\\p{L}*|zamie[nń]\\p{L}*|zmie[nń]\\p{L}*',
    '替换|改为|改成|置換',
  ),
  add: verbs(
    'add(?:ed|ing)?|insert(?:ed)?|put|write|append|include|place|overlay|print|stamp|watermark|apply|create|give|use',
    '(?:ein|hin|hinzu)?füg\\p{L}*|(?:ein|hin)?setz\\p{L}*|(?:auf|hin|hinein|drauf|drunter|darunter)schreib\\p{L}*|anbring\\p{L}*|stempel\\p{L}*|stemple\\p{L}*|schreib\\p{L}*|ajout\\p{L}*|insér\\p{L}*|insèr\\p{L}*|mett(?:re|ez)|añad\\p{L}*|agreg\\p{L}*|insert\\p{L}*|inser\\p{L}*|pon|' +
      'poner|aggiung\\p{L}*|metti|scriv\\p{L}*|escrib\\p{L}*|escrev\\p{L}*|écri\\p{L}*|schrijf\\p{L}*|adicion\\p{L}*|voeg|plaats|добав\\p{L}*|встав\\p{L}*|dodaj\\p{L}*',
    '添加|插入|追加',
  ),
  rotate: verbs(
    'rotat(?:e|ed|ing|ion)|turn(?:ed)?|flip(?:ped)?|spin|straighten',
    'dreh\\p{L}*|tourn\\p{L}*|rot(?:a|ar|e|er|ez)|pivot\\p{L}*|gir(?:a|ar|e|en)|ruota\\p{L}*|draai\\p{L}*|поверн\\p{L}*|obró[ćc]\\p{L}*',
    '旋转',
  ),
  move: verbs(
    'mov(?:e|ed|ing)|bring|shift|put|place|reorder|swap|relocate|send|goes?',
    'verschieb\\p{L}*|beweg\\p{L}*|déplac\\p{L}*|muev\\p{L}*|mueva|mover|spost\\p{L}*|verplaats\\p{L}*|перемест\\p{L}*',
    '移动',
  ),
  copy: verbs(
    'duplicat(?:e|ed)|copy|repeat|clone|double',
    'duplizier\\p{L}*|verdopp\\p{L}*|kopier\\p{L}*|dupliqu\\p{L}*|copi(?:e|er|ez|a|ar)|duplic\\p{L}*',
    '复制',
  ),
  style: verbs(
    'make|made|colou?r(?:ed)?|bold|italici[sz]e|shrink|enlarge|format|paint|whiten|restyle|resize|render|show',
    'färb\\p{L}*|mach\\p{L}*|mets|mettez|pon|haz|rendi',
  ),
  highlight: verbs(
    'highlight(?:ed|ing)?|mark(?:ed)?|underline|emphasi[sz]e',
    'markier\\p{L}*|hervorheb\\p{L}*|surlign\\p{L}*|resalt\\p{L}*|subray\\p{L}*|evidenzi\\p{L}*|markeer|выдел\\p{L}*',
    '高亮|标记',
  ),
  fill: verbs(
    'fill(?: in| out)?(?:ed)?|complete|populate|enter|type|write|put|set|choose|select|pick|insert|add',
    'füll\\p{L}*|ausfüll\\p{L}*|eintrag\\p{L}*|trag(?:e|en)?|rempl(?:is|ir|issez)|rellen\\p{L}*|complet\\p{L}*|compil\\p{L}*|inserisci|preench\\p{L}*|vul|заполн\\p{L}*',
    '填写',
  ),
  flatten: verbs(
    'flatten(?:ed|ing)?|lock|finali[sz]e',
    'abflachen|glätt\\p{L}*|aplat\\p{L}*|aplan\\p{L}*|acoplar|appiatt\\p{L}*|reduzier\\p{L}*',
  ),
} as const satisfies Readonly<Record<string, RegExp>>;
export type VerbFamily = keyof typeof VERB_FAMILIES;
