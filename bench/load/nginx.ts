import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * An nginx that can be started: NGINX_PATH, else an installed one, else Debian's package, unpacked into `directory` (that
 * needs no root and starts no service). Null if there is none to be had.
 */
export function findNginx(directory: string): string | null {
  const installed = [process.env.NGINX_PATH, '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'];
  const installedPath = installed.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (installedPath !== undefined) return installedPath;
  try {
    const options = { cwd: directory, stdio: 'ignore' } as const;
    execFileSync('apt-get', ['download', 'nginx'], options);
    const file = readdirSync(directory).find((name) => /^nginx_.*\.deb$/.test(name));
    if (file === undefined) return null;
    execFileSync('dpkg', ['-x', file, 'nginx'], options);
    const path = join(directory, 'nginx/usr/sbin/nginx');
    execFileSync(path, ['-v'], options);
    return path;
  } catch {
    return null;
  }
}

/**
 * One worker that passes everything on with kept connections. As Debian sets it up, it writes a line for each request:
 * the least that can be called recording. Uploads are passed on as they come, as ours are.
 */
export async function startNginx(
  path: string,
  directory: string,
  port: number,
  upstream: number,
): Promise<ChildProcess> {
  const home = join(directory, 'nginx-home');
  mkdirSync(home, { recursive: true });
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
  writeFileSync(
    join(home, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
  ${temp.join(' ')}
  access_log ${home}/access.log; client_max_body_size 0; keepalive_requests 100000000;
  upstream telegram { server 127.0.0.1:${upstream}; keepalive 128; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://telegram; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_request_buffering off;
    }
  }
}
`,
  );
  const child = spawn(path, ['-p', home, '-c', join(home, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/waiting`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return child;
    await wait(50);
  }
  throw new Error('nginx did not start');
}
