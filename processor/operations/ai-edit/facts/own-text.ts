// A text that keeps no other in memory: V8 makes a part of a string as a view of the whole.

export function ownText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}
