/** Who may do what with a bot: what is open on the page. */
export interface PermissionsSearch {
  /** `add` by email, `link` for an invitation link, `change`, `revoke`, `transfer` or `leave`. */
  open?: string;
  /** Account key of the person that it is about. */
  person?: string;
}
export const permissionsSearchKeys = ['open', 'person'] as const;
