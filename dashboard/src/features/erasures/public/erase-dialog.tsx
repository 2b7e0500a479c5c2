export function EraseDialog(_props: { botKey: string; userIds: number[]; onClose(): void; onDone(): void }) {
  return null;
}
