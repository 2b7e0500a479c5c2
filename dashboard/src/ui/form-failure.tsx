import { Alert } from '@mantine/core';
import type { FailureCode } from '../platform/api/api-error.ts';
import { failureText } from '../platform/errors/error-mapping.ts';
import classes from './notice.module.css';

/** Above a form: what the server refused without naming a field. Read aloud at once. `detail`: the words of a third party. */
export function FormFailure({ code, detail = '' }: { code: FailureCode | null; detail?: string }) {
  if (code === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" className={classes.bad}>
      {failureText(code)}
      {detail !== '' && <div lang="en">{detail}</div>}
    </Alert>
  );
}
