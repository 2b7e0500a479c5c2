import { useEffect, useState } from 'react';
import type uPlot from 'uplot';

/** Library that draws lines on a canvas: a third of a chart page's code, not needed until the numbers arrive. */
export type PlotLibrary = typeof uPlot;

let loadedLibrary: PlotLibrary | null = null;

/** @throws TypeError when the code does not come */
export async function loadPlotLibrary(): Promise<PlotLibrary> {
  makeLanguageUsable();
  loadedLibrary ??= (await import('uplot')).default;
  return loadedLibrary;
}

/** Null until the library is there. */
export function usePlotLibrary(): PlotLibrary | null {
  const [library, setLibrary] = useState(() => loadedLibrary);
  useEffect(() => {
    let isUnmounted = false;
    const set = (plotLibrary: PlotLibrary) => isUnmounted || setLibrary(() => plotLibrary);
    // Without it the table below has all numbers; the next chart asks again.
    if (library === null) loadPlotLibrary().then(set, () => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [library]);
  return library;
}

/** uPlot asks Intl for the browser's language as it loads; Chromium under LANG=C calls it "en-US@posix", which is none. */
function makeLanguageUsable(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
}
