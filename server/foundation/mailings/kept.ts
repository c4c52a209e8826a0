import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * The answer of a mail that no server received, because SMTP_URL was not set when it was due. No mail server can give
 * it: their answers begin with a code.
 */
export const keptAnswer = 'kept in the outbox: SMTP_URL is not set'

/** The state of a mail as the dashboard displays it: `kept` instead of `sent` for a mail that never left. */
export function displayed<State extends string, Mail extends { state: State; last_answer: string | null }>(
  mail: Mail,
): Omit<Mail, 'state'> & { state: Mail['state'] | 'kept' } {
  return mail.state === 'sent' && mail.last_answer === keptAnswer ? { ...mail, state: 'kept' } : mail
}

/**
 * SQL on `mailings`: the state of a mail as the dashboard displays it. Word for word the expression of the index
 * `mailings_by_displayed_state` (migration 0067), which serves no other.
 */
export const displayedState: Sql = raw(
  `(case when state = 'sent' and last_answer = '${keptAnswer}' then 'kept' else state end)`,
)

/** An SQL condition on `mailings`. */
export const isDisplayedAs = (state: string): Sql => sql`${displayedState} = ${state}`
