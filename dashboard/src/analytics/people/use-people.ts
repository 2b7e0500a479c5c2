import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { ChangeAddress } from '../question/use-address.ts';
import { type CellRef, formatCellRef } from './cell-ref.ts';

interface People {
  /** Shows the people behind a number. A step in the history: back closes the list. */
  open(cellRef: CellRef): void;
  /** From one number to another, without a step of its own. */
  move(cellRef: CellRef): void;
  close(): void;
}

/** The list of people, kept in the address: a link opens it again. The same functions at every render: tables lean on them. */
export function usePeople(change: ChangeAddress): People {
  const { history } = useRouter();
  const latest = useRef(change);
  latest.current = change;
  return useMemo(() => {
    let isOpened = false;
    return {
      open(cellRef) {
        isOpened = true;
        latest.current({ people: formatCellRef(cellRef) });
      },
      move: (cellRef) => latest.current({ people: formatCellRef(cellRef) }, { replace: true }),
      close() {
        // Opened by a link there is no earlier step of this page to go back to.
        if (isOpened) history.back();
        else latest.current({ people: undefined }, { replace: true });
        isOpened = false;
      },
    };
  }, [history]);
}
