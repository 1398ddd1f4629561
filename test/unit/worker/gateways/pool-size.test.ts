// The size of a pool is in wrangler.toml twice, because the platform reads one place and the Worker the other: this compares them.

import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { ROOT } from '../../../../scripts/local/edge.ts';

interface Config {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly durable_objects: { readonly bindings: readonly { readonly name: string; readonly class_name: string }[] };
  readonly containers?: readonly { readonly class_name: string; readonly max_instances: number }[];
}

test('every region has as many instances as the platform gives its container class', () => {
  const config = unstable_readConfig({ config: `${ROOT}wrangler.toml` }) as unknown as Config;
  const regions = Object.entries(config.vars['REGIONS'] as Record<string, { instances: number; container: string }>);
  expect(regions.length).toBeGreaterThan(0);
  for (const [name, { instances, container }] of regions) {
    const { class_name } = config.durable_objects.bindings.find((binding) => binding.name === container) ?? {};
    const limit = config.containers?.find((each) => each.class_name === class_name)?.max_instances;
    expect([name, instances]).toEqual([name, limit]);
  }
});
