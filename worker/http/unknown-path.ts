// What is answered where no route is: 404 or 405, with the path, operation or method that was probably meant.

import { BASE_PATH, ROOT_PATHS, type Route, ROUTES } from '#contract/api.ts';
import { OPERATION_NAMES, OPERATIONS } from '#contract/operations.ts';
import type { Refusal } from '../result.ts';
import { nearest } from './nearest.ts';

const ALL = Object.values(ROUTES) as Route[];
const OPERATION_PATHS: readonly string[] = OPERATION_NAMES.map((name) => OPERATIONS[name].path);

/** As the router knows them: `/v1/files/:file_id`. */
export function pathsOf(route: Route): string[] {
  const path = route.path.replace(/\{(\w+)\}/g, ':$1');
  return ROOT_PATHS.includes(route.path) ? [path, BASE_PATH + path] : [BASE_PATH + path];
}

export function refuseUnknownPath(method: string, path: string): Refusal {
  const operation = method === 'POST' ? /^\/v1\/(?:jobs|run)\/([^/_]+(?:_[a-z]+)?)$/.exec(path)?.[1] : undefined;
  if (operation !== undefined && !OPERATION_PATHS.includes(operation)) return refuseOperation(operation);
  const methods = methodsAt(path);
  if (methods.length === 0) return refusal('not_found', `There is nothing at this path.${hintOf(path)}`);
  const create =
    path === `${BASE_PATH}/jobs` || path === `${BASE_PATH}/run`
      ? ` A job is created at ${BASE_PATH}/jobs/{operation}; the operations: ${OPERATION_PATHS.join(', ')}.`
      : '';
  const message = `${method.slice(0, 20)} is not possible at this path; possible: ${methods.join(', ')}.${create}`;
  return { ...refusal('method_not_allowed', message), headers: { Allow: methods.join(', ') } };
}

export function refuseOperation(name: string): Refusal {
  const near = nearest(name, OPERATION_PATHS);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return refusal('not_found', `There is no such operation.${hint} The operations are ${OPERATION_PATHS.join(', ')}.`);
}

function refusal(code: 'not_found' | 'method_not_allowed', message: string): Refusal {
  return { code, message };
}

function methodsAt(path: string): string[] {
  const methods = ALL.filter((route) => pathsOf(route).some((pattern) => matches(pattern, path))).map((route) => route.method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return parts.length === wanted.length && wanted.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]));
}

const ROOMS = [...new Set(ALL.map((route) => route.path.split('/')[1] ?? ''))].filter((room) => !['uploads', 'downloads'].includes(room));

/** Where clients of the tools for agents look for an authorisation server (RFC 9728, RFC 8414). */
const OAUTH_PATH = /^\/\.well-known\/(?:oauth-|openid-configuration)/;

function hintOf(path: string): string {
  if (OAUTH_PATH.test(path)) return ' There is no OAuth here: send an API key, `Authorization: Bearer pdfk_live_…`.';
  const tidy = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const based = tidy.startsWith(`${BASE_PATH}/`) ? tidy : BASE_PATH + tidy.replace(/^\/(?:api|v\d+)(?=\/)/, '');
  const [, , room = '', ...rest] = based.split('/');
  const near = nearest(room, ROOMS);
  const meant = near === undefined ? undefined : [BASE_PATH, near, ...rest].join('/');
  if (meant !== undefined && methodsAt(meant).length > 0 && meant.length <= 200) return ` Did you mean ${meant}?`;
  return ` Paths begin with ${BASE_PATH}: ${ROOMS.map((name) => `/${name}`).join(', ')}.`;
}
