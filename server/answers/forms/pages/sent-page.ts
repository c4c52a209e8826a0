import type { Config } from '../../../foundation/config/config.ts'
import type { Visit } from '../visitor-query.ts'
import type { Page } from './page.ts'
import { sayIn } from './say.ts'

/**
 * The page after a question, an answer or a review that its author confirms through an email. Without a mail server the email is in
 * the outbox, and the author must not wait for it.
 */
export function sentPage(
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
  { context, store }: Pick<Visit, 'context' | 'store'>,
  sent: 'question' | 'answer' | 'write',
  email: string,
  data: Record<string, unknown>,
): Page {
  const say = sayIn(context.language)
  const text = SMTP_URL
    ? say(`${sent}_sent_text`, { email, store: store.name })
    : say('mail_kept_text', { email })
  const title = say(SMTP_URL ? 'question_sent_title' : 'mail_kept_title')
  return { template: 'message', title, data: { tone: 'mail', text, ...data } }
}
