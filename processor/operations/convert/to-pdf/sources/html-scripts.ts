// How many scripts an HTML document has: elements with a language that browsers run, and attributes that are called for events.

/** A comment, a script element with its text, or a start tag. */
const PART = /<!--[\s\S]*?(?:-->|$)|<script\b([^>]*)>[\s\S]*?(?:<\/script\s*>|$)|<[a-z][^\s/>]*((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
/** HTML Living Standard, 4.12.1.1: without a type, with the type of JavaScript, or a module; anything else is data. */
const TYPE = /(?:^|\s)type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const RUNS = /^\s*(?:(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*|module|)\s*$/i;
const HANDLER = /(?:^|[\s"'/])on[a-z]+\s*=/i;

export function countScripts(html: string): number {
  let scripts = 0;
  for (const [, script, attributes] of html.matchAll(PART)) {
    if (script !== undefined) {
      const type = TYPE.exec(script);
      if (RUNS.test(type?.[1] ?? type?.[2] ?? type?.[3] ?? '')) scripts++;
    } else if (attributes !== undefined && HANDLER.test(attributes.replaceAll(/"[^"]*"|'[^']*'/g, '""'))) scripts++;
  }
  return scripts;
}
