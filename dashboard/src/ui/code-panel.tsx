import classes from './code-panel.module.css';
import { CopyButton } from './copy-button.tsx';

/** Lines of code that are to be pasted elsewhere. `copyLabel` says what the button copies. */
export function CodePanel({ tool, code, copyLabel }: { tool: string; code: string; copyLabel: string }) {
  return (
    <div className={classes.panel}>
      <div className={classes.copy}>
        <span>{tool}</span>
        <CopyButton value={code} label={copyLabel} />
      </div>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
