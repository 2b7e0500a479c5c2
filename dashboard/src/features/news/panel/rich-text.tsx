import { useRouter } from '@tanstack/react-router';
import { createElement, Fragment, type MouseEvent, type ReactNode, useMemo } from 'react';

const plainTags = new Set(
  'p br hr h4 h5 ul ol li strong em del code pre blockquote figure figcaption table thead tbody tr th td'.split(' '),
);
/** Between their parts stands nothing but other parts. */
const onlyParts = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr']);

/**
 * Html of a post as elements. The server has cleaned it already; here nothing is ever handed to the page as markup, so that
 * a hole there would still be none here. Links within the dashboard do not reload it; `onLeave` hears of them.
 */
export function RichText({ html, onLeave }: { html: string; onLeave: () => void }) {
  const router = useRouter();
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html]);
  const go = (event: MouseEvent, href: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onLeave();
    void router.navigate({ href });
  };

  const show = (node: Node, key: number): ReactNode => {
    if (node instanceof Text) {
      const isBetweenParts = onlyParts.has(node.parentElement?.localName ?? '');
      return isBetweenParts && node.data.trim() === '' ? null : node.data;
    }
    if (!(node instanceof Element)) return null;
    const children = [...node.childNodes].map(show);
    const tag = node.localName;
    if (tag === 'a') return showLink(node.getAttribute('href') ?? '', children, key);
    if (tag === 'img') return showPicture(node, key);
    return plainTags.has(tag) ? createElement(tag, { key }, ...children) : <Fragment key={key}>{children}</Fragment>;
  };

  const showLink = (href: string, children: ReactNode, key: number): ReactNode => {
    if (/^\/(?![/\\])/.test(href)) {
      return (
        <a key={key} href={href} onClick={(event) => go(event, href)}>
          {children}
        </a>
      );
    }
    if (!/^(https?:\/\/|mailto:)/.test(href)) return <Fragment key={key}>{children}</Fragment>;
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  };

  return <>{[...body.childNodes].map(show)}</>;
}

/** The content policy decides which hosts may serve pictures. */
function showPicture(node: Element, key: number): ReactNode {
  const src = node.getAttribute('src') ?? '';
  return /^(https?:\/)?\//.test(src) ? (
    <img key={key} src={src} alt={node.getAttribute('alt') ?? ''} loading="lazy" />
  ) : null;
}
