import { jsonHeaders } from '../analytics/read-json.ts';
import type { ConfigurationOf, OutgoingRequest } from '../provider.ts';

/** A request to HubSpot: POST with a body, else GET. */
export function hubspotRequest(
  { secrets }: Pick<ConfigurationOf<'hubspot'>, 'secrets'>,
  path: string,
  body?: unknown,
): OutgoingRequest {
  return {
    method: body === undefined ? 'GET' : 'POST',
    url: `https://api.hubapi.com${path}`,
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
