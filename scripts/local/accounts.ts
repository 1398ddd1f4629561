// The development accounts of a local service, made through the operator's routes like any other; keys that still work are kept.

interface LocalKeys {
  readonly api_key: string;
  readonly beta_api_key: string;
}

export async function ensureKeys(baseUrl: string, operatorKey: string, known: Partial<LocalKeys> | undefined): Promise<LocalKeys> {
  return {
    api_key: await ensureKey(baseUrl, operatorKey, known?.api_key, { name: 'Development', plan: 'enterprise' }),
    beta_api_key: await ensureKey(baseUrl, operatorKey, known?.beta_api_key, { name: 'Private beta', plan: 'private_beta' }),
  };
}

async function ensureKey(
  baseUrl: string,
  operatorKey: string,
  known: string | undefined,
  account: { name: string; plan: string },
): Promise<string> {
  if (known !== undefined && (await isAccepted(baseUrl, known))) return known;
  const { account_id } = await post<{ account_id: string }>(`${baseUrl}/operator/accounts`, operatorKey, account);
  const { key } = await post<{ key: string }>(`${baseUrl}/operator/accounts/${account_id}/keys`, operatorKey, {
    name: 'Made by npm start',
    mode: 'test',
  });
  return key;
}

async function isAccepted(baseUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/jobs/job_0`, { headers: { Authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return response.status === 404;
}

async function post<T>(url: string, key: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
