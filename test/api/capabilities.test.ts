// GET /capabilities.

import { afterAll, describe, expect, test } from 'vitest';
import { Capabilities } from '#contract/capabilities.ts';
import { UPLOAD_TYPES } from '#contract/files.ts';
import { OPERATION_NAMES } from '#contract/operations.ts';
import { bodyOf } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectJsonHeaders } from '../support/expectations.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);

async function read(): Promise<Capabilities> {
  const response = await fetch(`${edge.url}/v1/capabilities`);
  expectJsonHeaders(response);
  return Capabilities.parse(await bodyOf(response, 200));
}

describe('capabilities 200', () => {
  test('names every operation, every upload type and what each region’s processor said', async () => {
    const us = edge.processors['us'];
    if (!us) throw new Error('the region us is configured');
    us.ready = false;
    const capabilities = await read();
    expect(Object.keys(capabilities.operations)).toEqual(OPERATION_NAMES);
    expect(capabilities.upload_types).toEqual(UPLOAD_TYPES);
    expect(capabilities.operations.metadata).toMatchObject({ path: '/jobs/metadata', processing_ms_max: 120_000 });
    expect(capabilities.regions).toMatchObject({ eu: { available: true, programs: { qpdf: true } }, us: { available: false } });
  });

  test('a processor that stops answering is told of as it was before', async () => {
    edge.processor.ready = false;
    expect((await read()).regions['eu']).toMatchObject({ available: true });
    edge.processor.ready = true;
  });
});

describe('a job that asks for more than its region has', () => {
  const installed = {
    programs: {},
    ocr: { engine: 'native', version: '5', languages: ['deu', 'eng'] },
    convert: { conversions: { 'application/pdf': ['jpg'] }, programs: {}, network_isolated: true },
  } as const;

  test('is refused when it is created, with what there is', async () => {
    const own = await openEdge();
    own.processor.capabilities = structuredClone(installed) as never;
    const { api } = await own.createAccount();
    const fileId = await api.upload();
    const ocr = await api.post('/jobs/ocr', { file_id: fileId, languages: ['eng', 'fra', 'tha'] });
    const message = 'Not installed in this region: fra, tha. Installed: deu, eng.';
    expect([ocr.status, await ocr.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_request', message, details: [{ field: 'languages', issue: 'language_unavailable', message }] } },
    ]);
    expect((await api.post('/jobs/ocr', { file_id: fileId, languages: ['deu'] })).status).toBe(202);
    const convert = await api.post('/jobs/convert', { file_id: fileId, target_format: 'png' });
    expect([convert.status, await convert.json()]).toMatchObject([415, { error: { code: 'unsupported_file_type' } }]);
    expect((await api.post('/jobs/convert', { file_id: fileId, target_format: 'jpg' })).status).toBe(202);
    await own.close();
  });

  test('is taken while the region’s processor has not been heard of', async () => {
    const own = await openEdge();
    own.processor.ready = false;
    const { api } = await own.createAccount();
    expect((await api.post('/jobs/ocr', { file_id: await api.upload(), languages: ['fra'] })).status).toBe(202);
    await own.close();
  });
});
