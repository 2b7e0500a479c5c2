/** Hands the browser a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Freed a moment later: Firefox begins to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
