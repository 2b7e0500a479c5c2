import type { Addresses } from './framework.ts';

/** Options of the request that brings one item to us; `item` is the source text of the object. */
const request = (item: string, indent: string): string =>
  `{
${indent}  method: 'POST',
${indent}  headers: { 'Api-Key': process.env.BOTSCOPE_API_KEY, 'Content-Type': 'application/json' },
${indent}  body: JSON.stringify([${item}]),
${indent}}`;

/** Source text that sends a copy of an update and does not wait for it. */
export const fetchUpdate = ({ origin }: Addresses, update: string, indent = '  '): string =>
  `${indent}fetch('${origin}/v1/send-batch-update', ${request(
    `{ date: new Date().toISOString(), update${update === 'update' ? '' : `: ${update}`} }`,
    indent,
  )}).catch(console.error);`;

/** Source text that sends a copy of a call with its answer; the names `method`, `params`, `response` are in its reach. */
export const fetchCall = ({ origin }: Addresses, indent = '  '): string =>
  `${indent}fetch('${origin}/v1/send-batch-call', ${request(
    '{ date: new Date().toISOString(), method, params, response }',
    indent,
  )}).catch(console.error);`;
