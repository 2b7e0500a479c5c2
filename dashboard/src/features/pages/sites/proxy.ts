/** Paths on the website's own domain. */
export interface ProxyPaths {
  script: string;
  report: string;
}

export const usualPaths: ProxyPaths = { script: '/a/s.js', report: '/a/e' };

export const isPath = (text: string): boolean => /^(\/[\w.-]+)+$/.test(text);

/** For the nginx of the website: it fetches the script and passes reports on, with the visitor's address. */
export function nginxConfig(host: string, scriptPath: string, { script, report }: ProxyPaths): string {
  const { host: name, protocol } = new URL(host);
  const pass = (path: string, to: string): string => `location = ${path} {
    proxy_pass ${host}${to};
    proxy_set_header Host ${name};
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Cookie "";${protocol === 'https:' ? '\n    proxy_ssl_server_name on;' : ''}
}`;
  return `${pass(script, scriptPath)}

${pass(report, '/hit')}`;
}
