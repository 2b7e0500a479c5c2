/** Hands the browser a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Freed a moment later: Firefox begins to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** Hands the browser a table as a file. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
