import { EmptyState, type EmptyStateProps } from '../../ui/empty-state.tsx';
import classes from './panel.module.css';

/** Says why there is nothing to see, in the middle of the room that the content would have taken. */
export function EmptyBlock({ minHeight, ...state }: EmptyStateProps & { minHeight: number }) {
  return (
    <div className={classes.room} style={{ minHeight }}>
      <EmptyState {...state} />
    </div>
  );
}
