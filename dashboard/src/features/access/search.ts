/** Search parameters of a bot's Access page: the dialog that is open. */
export interface PermissionsSearch {
  /** `add` by email, `link` for an invitation link, `change`, `revoke`, `transfer` or `leave`. */
  open?: string;
  /** Account key of the person that it is about. */
  person?: string;
}
export const permissionsSearchKeys = ['open', 'person'] as const;
