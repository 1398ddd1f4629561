// The API for each kind of reader: a document for programs, a page for people, a text for language models. All three are printed from the
// contract, the pages when the Worker is bundled (reference/); nothing about the API is written here.

import { llmsText } from '#contract/reference/llms-text.ts';
import { openApiDocument } from '#contract/reference/openapi.ts';
import introduction from '../../docs/introduction.md';
import { answer, answerText } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { servePage } from './page.ts';

export function handleOpenApi(c: AppContext): Response {
  return answer(c, 200, openApiDocument(originOf(c), introduction));
}

export async function handleReferencePage(c: AppContext): Promise<Response> {
  return servePage(c, '/docs/index');
}

export async function handleDocsPage(c: AppContext): Promise<Response> {
  return servePage(c, new URL(c.req.url).pathname.replace(/\/$/, ''));
}

/** The operator's: it asks for their key and reads their routes (console/). */
export async function handleConsolePage(c: AppContext): Promise<Response> {
  return servePage(c, '/console');
}

export function handleLlmsText(c: AppContext): Response {
  return answerText(c, llmsText(originOf(c), introduction), 'text/plain; charset=utf-8');
}

function originOf(c: AppContext): string {
  return new URL(c.req.url).origin;
}
