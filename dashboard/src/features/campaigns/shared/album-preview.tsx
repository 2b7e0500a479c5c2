import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './telegram-preview.module.css';

export interface ShownFile {
  kind: string;
  name: string;
  href: string;
  has_spoiler: boolean;
}

/** Number of pictures in each row, by the number of all pictures. */
const rows: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [2],
  3: [1, 2],
  4: [2, 2],
  5: [2, 3],
  6: [3, 3],
  7: [2, 2, 3],
  8: [2, 3, 3],
  9: [3, 3, 3],
  10: [2, 2, 3, 3],
};

/** Pictures as one mosaic; other files below each other, the caption under the first. */
export function AlbumPreview({ files, caption }: { files: readonly ShownFile[]; caption: ReactNode }) {
  const isMosaic = files.every(({ kind }) => kind === 'photo' || kind === 'video');
  if (!isMosaic)
    return (
      <>
        {files.map((file, index) => (
          <div key={`${file.href} ${String(index)}`}>
            <span className={classes.file}>
              {file.kind === 'audio' ? (
                <IconMusic size={28} stroke={1.4} aria-hidden />
              ) : (
                <IconFile size={28} stroke={1.4} aria-hidden />
              )}
              <bdi>{file.name}</bdi>
            </span>
            {index === 0 && caption}
          </div>
        ))}
      </>
    );
  let from = 0;
  return (
    <div>
      {(rows[files.length] ?? []).map((count) => {
        const row = files.slice(from, from + count);
        const first = from;
        from += count;
        return (
          <div key={first} className={classes.tiles} data-count={count}>
            {row.map((file, index) => (
              <Tile key={`${file.href} ${String(first + index)}`} file={file} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Tile({ file: { kind, name, href, has_spoiler } }: { file: ShownFile }) {
  if (kind === 'photo')
    return (
      <span className={classes.tile}>
        <img data-spoiler={has_spoiler || undefined} src={href} alt={name} />
      </span>
    );
  return (
    <span className={classes.tile}>
      <IconVideo size={28} stroke={1.4} role="img" aria-label={name} />
    </span>
  );
}
