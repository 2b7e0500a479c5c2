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

/**
 * Source text of `copyCall(method, params, response)`: the same for frameworks whose parameters still hold the files that they
 * have sent. A file goes by its name and size: as JSON, a photo is megabytes of numbers. It never throws.
 */
export const copyCall = ({ origin }: Addresses): string =>
  `// Files are named, not copied
const describeFiles = (value) => {
  if (typeof value === 'string') return value.length > 65536 ? \`\${value.length} characters\` : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(describeFiles);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return \`\${value.byteLength} bytes\`;
  if (value instanceof Blob) return { name: value.name, size: value.size };
  if (value.pipe || value.getReader || value[Symbol.asyncIterator]) return { name: String(value.path ?? '') };
  if (value.toJSON) return describeFiles(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, describeFiles(part)]));
};
const sendCopy = async (method, params, response) =>
  fetch('${origin}/v1/send-batch-call', ${request(
    '{ date: new Date().toISOString(), method, params: describeFiles(params), response }',
    '  ',
  )});
const copyCall = (...call) => void sendCopy(...call).catch(console.error);
`;
