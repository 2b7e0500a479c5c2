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
