import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';

/**
 * Follows server-sent events while the page is open and its tab is visible. Hidden tabs let go: a browser opens six
 * connections to one HTTP/1.1 server for all of its tabs together, and a seventh tab would not load at all. The server
 * sends the present state at once, so that a tab that comes back has missed nothing. Null as path follows nothing.
 * `onGone` hears that the server lets nobody in any more: it said `gone`, or refused the stream.
 */
export function useLive<Schema extends z.ZodMiniType>(
  path: string | null,
  event: string,
  schema: Schema,
  onData: (data: z.output<Schema>) => void,
  onGone?: () => void,
): void {
  const latest = useRef({ onData, onGone });
  latest.current = { onData, onGone };
  useEffect(() => {
    if (path === null) return;
    let source: EventSource | null = null;
    const hear = (message: MessageEvent<string>): void => {
      const data = z.safeParse(schema, parse(message.data));
      if (data.success) latest.current.onData(data.data);
    };
    const lose = (): void => latest.current.onGone?.();
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        source?.close();
        source = null;
      } else if (!source) {
        const eventSource = new EventSource(path);
        source = eventSource;
        eventSource.addEventListener(event, hear);
        eventSource.addEventListener('gone', lose);
        // The browser reopens a stream that breaks off; an error response closes it for good.
        eventSource.addEventListener('error', () => {
          if (eventSource.readyState !== EventSource.CLOSED) return;
          if (source === eventSource) source = null;
          lose();
        });
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      source?.close();
    };
  }, [path, event, schema]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
