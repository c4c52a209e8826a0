import type { Config } from '../../../foundation/config/config.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { html } from '../../../foundation/lib/text/html.ts'
import { wordAnswer } from '../../../foundation/mailings/own-answers.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { sampleIn } from '../composing/samples.ts'
import type { RenderedMail } from '../composing/templates.ts'
import { openPost } from './post.ts'

type Tested = { outcome: 'sent' | 'later' | 'refused' | 'off'; answer: string }

const patience = 20_000 // ms; a user is waiting for the answer

/**
 * Sends a previewed mail to one person, marked as a test, and returns the mail server's answer. It is not a mailing:
 * it is neither stored nor retried. `off`: there is no mail server.
 */
export async function sendTestMail(
  config: Config,
  store: Store,
  mail: RenderedMail & { language: string },
  to: { name: string; email: string },
  at: Date,
): Promise<Tested> {
  if (!config.SMTP_URL) return { outcome: 'off', answer: '' }
  const post = openPost(config, { connections: 1, deadline: patience })
  try {
    const { as, answer } = await post.deliver({
      ...markedAsTest(mail),
      storeId: store.store_id,
      mailingId: uuid(),
      from: store.name,
      to,
      replyTo: store.contact_email,
      unsubscribe: null,
      date: at,
    })
    return { outcome: as === 'sent' || as === 'later' ? as : 'refused', answer: wordAnswer(answer) ?? '' }
  } finally {
    post.close()
  }
}

function markedAsTest({ subject, html: written, text, language }: RenderedMail & { language: string }) {
  const { isTest, testSubject } = sampleIn(language)
  const banner = html`<div style="padding:12px 24px;background-color:#fff3cd;color:#3d2e00;font:14px/20px Arial,sans-serif;text-align:center">${isTest}</div>`
  return {
    subject: `${testSubject} ${subject}`,
    html: written.replace(/<body[^>]*>/i, body => body + banner.html),
    text: `${isTest}\n\n${text}`,
  }
}
