import { EventEmitter } from 'node:events';
import type { Notice, Topic } from './topics.ts';

/** Change as a listener gets it. */
export interface Change {
  /** Null after messages may have been missed: anything may have changed. */
  key: string | null;
  /** True if this process published it. */
  isOwn: boolean;
}

/** The listeners of this process. One that throws is reported and stops neither the others nor who published. */
export function createListeners(onError: (error: unknown) => void) {
  const byTopic = new EventEmitter<Record<string, [Change]>>().setMaxListeners(0);
  const byKey = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  const nameOf = ({ topic, key }: Notice): string => `${topic} ${key}`;
  const guard =
    <Args extends unknown[]>(listener: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        listener(...args);
      } catch (error) {
        onError(error);
      }
    };

  return {
    subscribe(topic: Topic, listener: (change: Change) => void): () => void {
      const guarded = guard(listener);
      byTopic.on(topic, guarded);
      return () => void byTopic.off(topic, guarded);
    },
    watch(topic: Topic, key: string, listener: () => void): () => void {
      const name = nameOf({ topic, key });
      const guarded = guard(listener);
      byKey.on(name, guarded);
      return () => void byKey.off(name, guarded);
    },
    deliver(notice: Notice, isOwn: boolean): void {
      byTopic.emit(notice.topic, { key: notice.key, isOwn });
      byKey.emit(nameOf(notice));
    },
    /** Anything may have changed. */
    deliverAll(): void {
      for (const topic of byTopic.eventNames()) byTopic.emit(topic, { key: null, isOwn: false });
      for (const name of byKey.eventNames()) byKey.emit(name);
    },
  };
}
