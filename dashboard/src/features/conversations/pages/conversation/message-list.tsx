import { Box, Button, Loader, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findRowIndex, type Row } from '../../data/rows.ts';
import { toNewest } from '../../data/to-newest.ts';
import classes from './message-list.module.css';
import { RowView } from './row-view.tsx';
import { useDayName } from './use-day-name.ts';

/** More items at one end. */
interface More {
  load(): unknown;
  isLoading: boolean;
}

interface MessageListProps {
  rows: readonly Row[];
  /** Place where the list begins; the end if undefined. */
  place: string | undefined;
  /** True where the place is one message. */
  isMarked: boolean;
  /** Items that came while the page was open. */
  added: number;
  isAtEnd: boolean;
  older: More | null;
  newer: More | null;
}

/** Rows beyond the visible part; with them about 40 are drawn. */
const overscan = 8;
/** So few rows before the edge the next page is loaded: half a page, so that it comes before a quick reader does. */
const loadAhead = 25;
const estimates = { day: 44, note: 32, app: 32, message: 72, album: 220 };

/** Size of the visible part before it has been measured, px. */
const estimatedFrame = { width: 800, height: 600 };

/** Returns the distance of the end from the beginning, px; 0 if everything is in view. */
const estimatedOffset = (rows: readonly Row[]): number =>
  Math.max(
    0,
    rows.reduce((height, { kind }) => height + estimates[kind], -estimatedFrame.height),
  );

/** The messages, of which only those near the visible part are drawn. What is loaded above moves nothing that is seen. */
export function MessageList({ rows, place, isMarked, added, isAtEnd, older, newer }: MessageListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dayName = useDayName();
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => estimates[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    anchorTo: 'end',
    followOnAppend: true,
    paddingEnd: 12,
    // The first drawing is already of the end: it began with the oldest rows, and drew 25 others right after (50 ms).
    ...(place === undefined && { initialOffset: () => estimatedOffset(rows), initialRect: estimatedFrame }),
    // Rows are moved in the frame in which they are measured, and drawn again only when others come into view: a quick
    // reader saw one that was taller than estimated stand over its neighbour for a frame (56 px).
    directDomUpdates: true,
  });
  const shownIndex = place === undefined ? undefined : findRowIndex(rows, place);
  const isPlaced = useRef(false);
  useEffect(() => {
    if (isPlaced.current) return;
    isPlaced.current = true;
    if (place === undefined) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(shownIndex ?? 0, { align: isMarked ? 'center' : 'start' });
  }, [virtualizer, place, shownIndex, isMarked]);

  const visibleRows = virtualizer.getVirtualItems();
  const [first, last] = [visibleRows[0]?.index ?? 0, visibleRows.at(-1)?.index ?? 0];
  useEffect(() => {
    // One after the other: each would cancel the one under way, without end where both edges are near.
    if (!isPlaced.current || older?.isLoading || newer?.isLoading) return;
    if (older && first <= loadAhead) older.load();
    else if (newer && last >= rows.length - loadAhead) newer.load();
  }, [older, newer, first, last, rows.length]);

  const isFarUp = !virtualizer.isAtEnd(120);
  const isNewBelow = useNewBelow(added, isFarUp);
  const topIndex = virtualizer.range?.startIndex ?? 0;
  // At the very top the day itself is in view, below a line that it would cover.
  const top = topIndex === 0 ? undefined : rows[topIndex];
  const goToEnd = () =>
    isAtEnd ? virtualizer.scrollToEnd({ behavior: 'smooth' }) : void navigate({ to: '.', search: toNewest });
  return (
    <div className={classes.holder}>
      {top && (
        <div className={classes.floating} aria-hidden>
          {dayName(top.kind === 'day' ? top.at : 'item' in top ? top.item.at : (top.items[0]?.at ?? ''))}
        </div>
      )}
      <Box
        component="section"
        ref={frame}
        className={classes.frame}
        aria-label={t('Conversation.history')}
        tabIndex={0}
      >
        <p className={classes.edge} role="status">
          {older === null ? t('Conversation.begin') : <Older />}
        </p>
        <div ref={virtualizer.containerRef} className={classes.rows}>
          {visibleRows.map(({ key, index }) => {
            const row = rows[index];
            return (
              row && (
                <div key={key} ref={virtualizer.measureElement} data-index={index} className={classes.row}>
                  <RowView row={row} isShown={isMarked && index === shownIndex} />
                </div>
              )
            );
          })}
        </div>
      </Box>
      {(isFarUp || !isAtEnd) && (
        <Button
          className={classes.pill}
          size="compact-md"
          radius="xl"
          variant={isNewBelow ? 'filled' : 'default'}
          rightSection={<IconArrowDown size={14} aria-hidden />}
          onClick={goToEnd}
        >
          {t(isNewBelow ? 'Conversation.newMessages' : 'Conversation.newest')}
        </Button>
      )}
    </div>
  );
}

/** True while messages wait below that came after the reader had scrolled up. */
function useNewBelow(addedCount: number, isFarUp: boolean): boolean {
  const [seenCount, setSeenCount] = useState(addedCount);
  useEffect(() => {
    if (!isFarUp) setSeenCount(addedCount);
  }, [addedCount, isFarUp]);
  return isFarUp && addedCount > seenCount;
}

function Older() {
  const { t } = useTranslation();
  return (
    <>
      <Loader size="xs" aria-hidden />
      <VisuallyHidden>{t('Conversation.older')}</VisuallyHidden>
    </>
  );
}
