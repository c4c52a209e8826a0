import sql from 'sql-template-tag'

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

/** SQL conditions on `mailings`: mails that a server accepted, and mails that never left. */
export const conditions = {
  sent: sql`(state = 'sent' and last_answer is distinct from ${keptAnswer})`,
  kept: sql`(state = 'sent' and last_answer = ${keptAnswer})`,
}
