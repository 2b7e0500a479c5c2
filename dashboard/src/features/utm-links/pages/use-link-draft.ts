import type { LinkParts, StartRules } from '@botscope/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { fitted, parseDraft, toSearch } from './link-draft.ts';

/** Pause in typing after which the address is updated, ms. */
const pauseMs = 300;

/** A part with a number that stays its own while rows come and go. */
export interface Row {
  id: number;
  name: string;
  value: string;
}

export interface DraftState {
  draft: LinkParts;
  rows: readonly Row[];
  change(change: Partial<Pick<LinkParts, 'kind' | 'app'>>): void;
  changeRows(rows: readonly Row[]): void;
  /** Puts a row in the place of the one with its id. */
  replaceRow(row: Row): void;
  /** A row that is not among the others yet. */
  newRow(): Row;
  /** Takes over a whole link. */
  put(link: LinkParts): void;
}

/** The link that is being made. It lives in the address, so that it can be sent to someone and the way back works. */
export function useLinkDraft(rules: StartRules): DraftState {
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/utm-builder' });
  const lastId = useRef(0);
  const number = (parts: LinkParts['parts']): Row[] =>
    parts.map((part) => {
      lastId.current += 1;
      return { ...part, id: lastId.current };
    });
  const [state, setState] = useState(() => {
    const { parts, ...rest } = parseDraft(search, rules);
    return { ...rest, rows: number(parts) };
  });
  const draft: LinkParts = {
    kind: state.kind,
    app: state.app,
    parts: state.rows.map(({ name, value }) => ({ name, value })),
  };
  const wantedSearch = toSearch(draft, rules);
  const wantedText = formatSearch(wantedSearch);
  const shownText = formatSearch(search);
  const writtenText = useRef(shownText);

  useEffect(() => {
    if (wantedText === writtenText.current) return;
    const timer = setTimeout(() => {
      writtenText.current = wantedText;
      void navigate({
        to: '/utm-builder',
        search: (oldSearch) => ({ ...oldSearch, ...wantedSearch }),
        replace: true,
        resetScroll: false,
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // Someone else changed the address: the way back, or a link to this page.
    if (shownText === writtenText.current) return;
    writtenText.current = shownText;
    const { parts, ...rest } = parseDraft(search, rules);
    setState({ ...rest, rows: number(parts) });
  });

  return {
    draft,
    rows: state.rows,
    change: (change) => setState((before) => ({ ...before, ...change })),
    changeRows: (rows) => setState((before) => ({ ...before, rows: [...rows] })),
    replaceRow: (row) =>
      setState((before) => ({ ...before, rows: before.rows.map((each) => (each.id === row.id ? row : each)) })),
    newRow: () => number([{ name: '', value: '' }])[0] ?? { id: 0, name: '', value: '' },
    put: ({ kind, app, parts }) => setState({ kind, app, rows: number(fitted(parts, rules)) }),
  };
}

const formatSearch = ({ kind = '', app = '', parts = '' }: { kind?: string; app?: string; parts?: string }): string =>
  [kind, app, parts].join('\n');
