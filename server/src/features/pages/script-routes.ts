import { trackerScriptEndpoints } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowCrossSite } from '../../platform/http/cross-site.ts';
import type { Http } from '../../platform/http/http.ts';
import type { BotRow } from '../bots/bots.ts';
import type { PackagePath, Script, ScriptPath } from './scripts.ts';

/** Pages have a new version within an hour, and go on with the one they have while it is fetched. */
const rolling = 'public, max-age=3600, stale-while-revalidate=86400';
const frozen = 'public, max-age=31536000, immutable';

export interface ScriptDeps {
  scripts: ReadonlyMap<ScriptPath, Script>;
  packages: ReadonlyMap<PackagePath, Buffer>;
}

/** Scripts for pages of Mini Apps and websites. */
export function registerScripts(http: Http<BotRow>, { scripts, packages }: ScriptDeps): void {
  const { app } = http;
  const scriptAt = (path: ScriptPath): Script => {
    const script = scripts.get(path);
    if (script === undefined) throw new Error(`there is no ${path}`);
    return script;
  };

  for (const [path, script] of scripts) {
    app.get(path, { config: { access: 'visitor' } }, (request, reply) =>
      sendScript(request, reply, script, path.includes('.v') ? frozen : rolling),
    );
  }
  for (const [path, bytes] of packages) {
    app.get(path, { config: { access: 'visitor' } }, (_request, reply) =>
      reply.header('cache-control', rolling).type('application/gzip').send(bytes),
    );
  }
  // Snippets of another counter name a host and no path; browsers say what they load it for.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.headers['sec-fetch-dest'] !== 'script') return;
    if (request.url.split('?', 1)[0] === '/') return sendScript(request, reply, scriptAt('/w.js'), rolling);
  });

  const describePaths = (path: ScriptPath, frozenPath: ScriptPath) => ({
    ...{ path, frozen_path: frozenPath, integrity: scriptAt(frozenPath).integrity },
  });
  http.on(trackerScriptEndpoints.trackerScripts, async () => ({
    mini_app: describePaths('/w.js', '/w.v1.js'),
    website: describePaths('/site.js', '/site.v1.js'),
  }));
}

function sendScript(request: FastifyRequest, reply: FastifyReply, script: Script, cache: string): FastifyReply {
  allowCrossSite(reply)
    .header('cache-control', cache)
    .header('etag', script.etag)
    .header('vary', 'accept-encoding, sec-fetch-dest')
    .type('text/javascript; charset=utf-8');
  if (request.headers['if-none-match'] === script.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const encoding of ['br', 'gzip'] as const) {
    if (new RegExp(`\\b${encoding}\\b`).test(`${accepted}`)) {
      return reply.header('content-encoding', encoding).send(script[encoding]);
    }
  }
  return reply.send(script.plain);
}
