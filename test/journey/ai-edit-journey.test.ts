// A customer's way with an edit through the real service: dry run, a look at the matches, the plan carried out, the download; and refusals.

import { expect, test } from 'vitest';
import type { EditPlan } from '#contract/params/edit-plan.ts';
import { onePage, pdfiumTexts } from '../../support/run/edit-pdf.ts';
import { makePdf } from '../../support/documents/make-pdf.ts';
import { makePng } from '../../support/documents/make-png.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();
const letter = makePdf({ objects: onePage('BT /F1 14 Tf 20 150 Td (Acme Ltd owes Acme Ltd nothing.) Tj ET') });
const OLD_LOGO = {
  dict: '/Type /XObject /Subtype /Image /Width 8 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
  data: 'OLD-LOGO',
};
const instruction = 'Replace "Acme Ltd" with "Globex plc"';

interface DryRun {
  readonly plan: EditPlan;
  readonly plan_id: string;
  readonly matches: readonly { readonly page: number; readonly text: string }[];
}

test('GET /capabilities says which planner runs', async () => {
  const { body } = await journey.client.call<{ regions: readonly { readonly ai_edit?: object }[] }>('GET', '/capabilities');
  expect(JSON.stringify(body)).toContain('"planners":["grammar"]');
});

test('a plan is looked at, carried out by its identifier, and the result downloaded', async () => {
  const file = await journey.client.upload(letter, 'letter.pdf');
  const dry = await journey.client.waitForEnd(
    (await journey.client.createJob('ai-edit', file.file_id, { instruction, dry_run: true })).job_id,
  );
  expect(dry).toMatchObject({ status: 'succeeded', result_files: [{ content_type: 'application/json', filename: 'letter.plan.json' }] });
  const told = JSON.parse(Buffer.from(await journey.client.download(dry.result_file_id ?? '')).toString()) as DryRun;
  expect(told).toMatchObject({
    plan_id: dry.job_id,
    matches: [
      { page: 1, text: 'Acme Ltd' },
      { page: 1, text: 'Acme Ltd' },
    ],
  });
  expect(dry.report).toMatchObject({ plan: told.plan, plan_id: told.plan_id, matches_total: 2 });

  const job = await journey.client.waitForEnd((await journey.client.createJob('ai-edit', file.file_id, { plan_id: told.plan_id })).job_id);
  expect(job).toMatchObject({
    status: 'succeeded',
    metrics: { pages: 1 },
    report: { planner: { kind: 'grammar' }, changes_total: 2, verification: { pages_after: 1 } },
  });
  const [text] = await pdfiumTexts(await journey.client.download(job.result_file_id ?? ''));
  expect(text).toContain('Globex plc owes Globex plc nothing.');
});

test('a picture of one’s own takes the place of another, from dry run to download', async () => {
  const objects = onePage('q 60 0 0 30 20 100 cm /Im Do Q', { resources: '/XObject << /Im 6 0 R >>', more: { 6: OLD_LOGO } });
  const file = await journey.client.upload(makePdf({ objects }), 'letter.pdf');
  const logo = await journey.client.upload(makePng(), 'logo.png', 'image/png');
  const body = { instruction: 'replace the logo with the attached image', images: [{ file_id: logo.file_id }], dry_run: true };
  const dry = await journey.client.waitForEnd((await journey.client.createJob('ai-edit', file.file_id, body)).job_id);
  expect(dry).toMatchObject({ status: 'succeeded', report: { matches: [{ page: 1, boxes: [[20, 100, 80, 130]] }] } });
  const job = await journey.client.waitForEnd((await journey.client.createJob('ai-edit', file.file_id, { plan_id: dry.job_id })).job_id);
  expect(job).toMatchObject({ status: 'succeeded', report: { changes: [{ op: 'replace_image', page: 1, after: 'logo.png' }] } });
  const made = Buffer.from(await journey.client.download(job.result_file_id ?? ''));
  expect(made.includes('OLD-LOGO')).toBe(false);
});

test('an instruction is carried out at once, and a plan of one’s own is too', async () => {
  const file = await journey.client.upload(letter, 'letter.pdf');
  const first = await journey.client.waitForEnd((await journey.client.createJob('ai-edit', file.file_id, { instruction })).job_id);
  expect(first).toMatchObject({ status: 'succeeded' });
  const operations = [{ id: 'op1', op: 'redact', because: 'as agreed', match: { text: 'Acme Ltd', occurrence: 1 } }];
  const second = await journey.client.waitForEnd(
    (await journey.client.createJob('ai-edit', file.file_id, { plan: { operations, unresolved: [] } })).job_id,
  );
  expect(second).toMatchObject({ status: 'succeeded', report: { planner: { kind: 'caller' } } });
  const [text] = await pdfiumTexts(await journey.client.download(second.result_file_id ?? ''));
  expect(text).toMatch(/^\s*owes Acme Ltd nothing/);
});

test('what is not understood, forbidden or not there ends in its reason', async () => {
  const file = await journey.client.upload(letter, 'letter.pdf');
  const refused = async (body: object) =>
    journey.client.call<{ error: { code: string; details?: readonly object[] } }>('POST', '/jobs/ai-edit', {
      file_id: file.file_id,
      ...body,
    });
  const unread = await refused({ instruction: 'make it nicer' });
  expect(unread).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_instruction', details: [{ field: 'instruction', start: 0, end: 13 }] } },
  });
  const forged = await refused({ instruction: 'Change the balance on my bank statement to 9,000' });
  expect(forged).toMatchObject({ status: 403, body: { error: { code: 'policy_violation' } } });
  const audit = await journey.client.call<{ data: readonly { subject_id: string }[] }>('GET', '/audit?action=policy.refused');
  expect(audit.body.data.map(({ subject_id }) => subject_id)).toEqual([file.file_id]);
  const missing = await journey.client.waitForEnd(
    (await journey.client.createJob('ai-edit', file.file_id, { instruction: 'delete "Zebra"' })).job_id,
  );
  expect(missing).toMatchObject({ status: 'failed', error: { reason: 'text_not_found' } });
});
