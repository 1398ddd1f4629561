// XML as a tree, for reading Word documents. Namespace prefixes are dropped: the formats read here use one vocabulary each.

import { decodeXmlText, localName, scanXml } from '../../../processor/office/xml.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const token of scanXml(text)) {
    const parent = open.at(-1) ?? root;
    if (token.kind === 'text') parent.children.push(decodeXmlText(text.slice(token.start, token.end)));
    else if (token.kind === 'cdata') parent.children.push(text.slice(token.start + 9, token.end - 3));
    else if (token.kind === 'close') open.pop();
    else if (token.kind === 'open' || token.kind === 'empty') {
      const attributes = Object.fromEntries(token.attributes.map(({ name, raw }) => [localName(name), decodeXmlText(raw)]));
      const element = { name: localName(token.name), attributes, children: [] };
      parent.children.push(element);
      if (token.kind === 'open') open.push(element);
    }
  }
  return root;
}

export function childOf(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  let found = element;
  for (const name of names) found = found?.children.find((child): child is Element => typeof child !== 'string' && child.name === name);
  return found;
}

export function childrenOf(element: Element | undefined, name?: string): Element[] {
  return (element?.children ?? []).filter(
    (child): child is Element => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** Every element with that name below, outermost first. */
export function descendants(element: Element, name: string): Element[] {
  return childrenOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
}

export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
