/** Lines for one file of the page. */
export interface SnippetFile {
  name: string;
  code: string;
}

/** Version of the script that never changes; browsers check the hash. */
export interface FrozenScript {
  path: string;
  integrity: string;
}

export interface TagOptions {
  key: string;
  /** Origin of the server. */
  host: string;
  /** Path of the newest version. */
  path: string;
  /** Null for the newest version. */
  frozen: FrozenScript | null;
}

/** The tag for a page; `settings` are attributes that differ from the usual. */
export function scriptTag({ key, host, path, frozen }: TagOptions, settings: readonly string[]): string {
  const attributes = [
    `src="${host}${frozen?.path ?? path}"`,
    ...(frozen === null ? [] : [`integrity="${frozen.integrity}"`, 'crossorigin="anonymous"']),
    `data-key="${key}"`,
    ...settings,
  ];
  return `<script async ${attributes.join(' ')}></script>`;
}

/** Pushes an event, also before the script has loaded. */
export const pushInScript = `<script>
  (window.botscope = window.botscope || []).push({ event: 'cart', category: 'shop', value_num: 9.9, unit: 'USD' });
</script>`;

export const taggedButton = (attribute: string): string => `<button ${attribute}="buy">Buy</button>`;
