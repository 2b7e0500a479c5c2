/**
 * Rows (user_id, value_text, value_number, value_time, value_list) of all users with a value in one custom field, also
 * of users unknown to the bot: a subquery in brackets, for a statement of a scope. Texts, choices and links are in
 * `value_text`, numbers in `value_number`, yes and no there as 1 and 0.
 * @param key name of the statement's parameter with the field's key
 */
export const fieldValuesSql = (key: string): string => `(
  SELECT user_id, value_text, value_number, value_time, value_list
  FROM field_values FINAL
  WHERE bot = {bot:String} AND key = {${key}:String} AND is_set
)`;
