/** Hands the browser a text as a file. */
export const downloadText = (name: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** Hands the browser something as a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Freed a moment later: Firefox begins to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
