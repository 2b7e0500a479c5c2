/** An answer of the Bot API with its HTTP side. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: { ok: boolean; result?: unknown; description?: string; error_code?: number; parameters?: unknown };
}

/** Calls a method with JSON parameters, the way most clients do. */
export async function callMethod(
  api: { url: string; token: string },
  method: string,
  parameters: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<ApiAnswer> {
  const response = await fetch(`${api.url}/bot${api.token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: signal ?? null,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ApiAnswer['body'] };
}
