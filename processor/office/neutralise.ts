// What all three office formats share when a document is made safe for a converter: which links may stay, which values name something outside,
// and the tally of what was taken out.

/** What was taken out, by kind. */
export type Removed =
  | 'external_resource'
  | 'unsafe_link'
  | 'field'
  | 'embedded_object'
  | 'script'
  | 'embedded_document'
  | 'picture'
  | 'formula';
export type Tally = Map<Removed, number>;

export interface SafeDocument {
  readonly bytes: Uint8Array;
  readonly removed: Tally;
  readonly wordsIn?: number;
  readonly imagesIn: number;
  /** Font families that the text asks for by name. */
  readonly fonts: readonly string[];
}

export function count(tally: Tally, kind: Removed): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}

/** A link that a reader may click: not one that names a file, a script or another machine's share. */
export function isSafeLink(target: string): boolean {
  return /^(?:#|https?:\/\/|mailto:|tel:)/i.test(target.trim());
}

/** An address with a scheme, a share (`\\host`), or a path from the root: not a part of the package. */
export function leavesPackage(target: string): boolean {
  // oxlint-disable-next-line no-control-regex
  const text = target.replaceAll(/[\0-\u0020]/g, '');
  return /^[a-z][a-z0-9+.-]*:/i.test(text) || /^(?:\\\\|\/\/)/.test(text);
}

/** Schemes and shapes that name something of this machine, of its network, or of the program itself. */
const PLACES =
  /^(?:file|smb|cifs|s?ftps?|davs?|webdavs?|gopher|ldap|nfs|jar|zip|package|private|component|service|slot|macro|script):[/\\]|^vnd\.[a-z0-9.+-]+:|^data:[a-z]+\/[a-z0-9.+-]+[;,]|^\\\\|^\/\/|^\/(?:proc|etc|tmp|home|root|var|usr|dev|sys|run|mnt|srv|opt)\//i;

/** In whatever attribute or setting, a value of this kind does not belong in a document that is only read. */
export function namesPlace(value: string): boolean {
  if (!value.includes(':') && !value.includes('/') && !value.includes('\\')) return false;
  // Readers of addresses ignore white space and control characters.
  // oxlint-disable-next-line no-control-regex
  return PLACES.test(value.replaceAll(/[\0-\u0020]/g, ''));
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
