import { guarded } from '../core/guarded.ts';
import { namedQueues, takeQueue } from '../core/queue.ts';
import { attributes, reportUrl } from '../core/script-tag.ts';
import { type CounterEvent, type Settings, startCounter } from './counter.ts';
import { findLaunch } from './launch.ts';

/** Time limit for a page to give its launch data by itself, before it counts as opened without them. */
const launchTimeoutMs = 1_000;

/** The script of a Mini App, `/w.js`. Pages push settings, launch data and events, in any order. */
const run = guarded(() => {
  const { key, clicks, telegram } = attributes;
  const settings: Settings = { key, trackClicks: clicks as Settings['trackClicks'], trackTgEvents: telegram !== 'off' };
  let counter: ReturnType<typeof startCounter> | undefined;
  const queuedEvents: [CounterEvent, number][] = [];

  const start = guarded((isLate?: unknown) => {
    const isKnown = { ...findLaunch(), ...settings }.custom_init_data_row;
    if (counter || !settings.key || !(isLate || isKnown)) return;
    counter = startCounter(settings.key, reportUrl(), settings);
    for (const one of queuedEvents) counter.push(...one);
  });

  const take = guarded((item) => {
    const event = item as CounterEvent;
    if (event.event) {
      const now = Date.now();
      if (counter) counter.push(event, now);
      else queuedEvents.push([event, now]);
      return;
    }
    Object.assign(settings, item);
    const { custom_init_data_row } = settings;
    if (custom_init_data_row) counter?.prove(custom_init_data_row);
    start();
  });

  window.botscope = takeQueue(take, window.botscope);
  // The name in snippets that were made for another counter.
  takeQueue(take, window.graspil);
  start();
  setTimeout(
    guarded(() => {
      if (!settings.key) for (const queue of namedQueues()) takeQueue(take, queue);
      start(true);
    }),
    launchTimeoutMs,
  );
  // Events that were pushed before this are stored for the next visit.
  addEventListener('pagehide', start);
});

run();
