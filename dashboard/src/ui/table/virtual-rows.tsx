import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, type RefObject, useCallback, useState } from 'react';

const rowHeight = 36;
/** Rows beyond the edge: arrow keys and fast scrolling find them drawn. */
const overscan = 12;

interface VirtualRowsProps {
  keys: readonly string[];
  /** Draws the rows from one index up to another, and measures each by the ref. */
  children(from: number, to: number, rowRef: Ref<HTMLTableRowElement>): ReactNode;
}

/** Draws only the rows near the visible part; empty rows of the right height stand for the others. */
export function VirtualRows(props: VirtualRowsProps & { frame: RefObject<HTMLElement | null> | null }) {
  const { frame, ...rows } = props;
  return frame ? <RowsInFrame frame={frame} {...rows} /> : <RowsOnPage {...rows} />;
}

function RowsInFrame({ frame, keys, children }: VirtualRowsProps & { frame: RefObject<HTMLElement | null> }) {
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: keys.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan,
  });
  return (
    <Visible virtualizer={virtualizer} margin={0}>
      {children}
    </Visible>
  );
}

function RowsOnPage({ keys, children }: VirtualRowsProps) {
  const [margin, setMargin] = useState(0);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan,
    scrollMargin: margin,
  });
  const measureTop = useCallback((row: HTMLTableRowElement | null) => {
    if (row) setMargin(Math.round(row.getBoundingClientRect().top + window.scrollY));
  }, []);
  return (
    <>
      <tr ref={measureTop} aria-hidden />
      <Visible virtualizer={virtualizer} margin={margin}>
        {children}
      </Visible>
    </>
  );
}

interface VisibleProps extends Pick<VirtualRowsProps, 'children'> {
  virtualizer: Virtualizer<HTMLElement, HTMLTableRowElement> | Virtualizer<Window, HTMLTableRowElement>;
  margin: number;
}

function Visible({ virtualizer, margin, children }: VisibleProps) {
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <Spacer height={first.start - margin} />
      {children(first.index, last.index + 1, virtualizer.measureElement)}
      <Spacer height={virtualizer.getTotalSize() - (last.end - margin)} />
    </>
  );
}

function Spacer({ height }: { height: number }) {
  return height > 0 && <tr style={{ height }} aria-hidden />;
}
