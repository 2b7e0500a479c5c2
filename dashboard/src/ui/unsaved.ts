import { useEffect } from 'react';

/** Forms on the page with edits that are not saved, and their names. */
const forms = new Map<symbol, string>();
let askFirst: ((go: () => void) => void) | null = null;

/** @param form Only this one; all of the page if it is not given. */
export const hasUnsaved = (form?: string): boolean =>
  form === undefined ? forms.size > 0 : [...forms.values()].includes(form);

/** Says that a form has edits which would be lost with it; a `LeaveGuard` on the page then asks before it is left. */
export function useUnsaved(dirty: boolean, form = ''): void {
  useEffect(() => {
    if (!dirty) return;
    const id = Symbol('form');
    forms.set(id, form);
    return () => void forms.delete(id);
  }, [dirty, form]);
}

/** For a choice on the page that replaces a form by another, as that of its language: goes on if nothing is lost, or after a question. */
export function ifSaved(form: string, go: () => void): void {
  if (askFirst !== null && hasUnsaved(form)) askFirst(go);
  else go();
}

/** Sets the function that asks before unsaved changes are left; returns a function that unsets it. */
export function onAsk(ask: (go: () => void) => void): () => void {
  askFirst = ask;
  return () => {
    if (askFirst === ask) askFirst = null;
  };
}
