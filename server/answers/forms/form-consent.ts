import { type ConsentQuestion, consentToAsk } from '../../asking/channels/ask-consent.ts'
import type { Grant } from '../../asking/channels/consents.ts'
import type { Dependencies } from '../../dependencies.ts'
import { sign } from '../../foundation/lib/secret.ts'
import type { ReviewLink } from './links/review-link.ts'
import { sayIn } from './pages/say.ts'

/** The channel that a form asks about, in its words. `answer`: what a tick sends. */
export type FormConsent = ConsentQuestion & { text: string; answer: string }

const channelWords = { whatsapp: 'WhatsApp', sms: 'SMS' }

/** What the form of a link asks its buyer; undefined if nothing. */
export async function formConsent(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  { store, mailing, context }: ReviewLink,
): Promise<FormConsent | undefined> {
  const { address, requests } = mailing
  if (address === null) return undefined
  const orderIds = requests.map(({ order_id }) => order_id)
  const question = await consentToAsk(database, { secrets, store }, { address, orderIds })
  if (!question) return undefined
  const { channel, phone } = question
  // People who read another's email do not learn the number.
  const words = { store: store.name, channel: channelWords[channel], digits: phone.slice(-4) }
  const text = sayIn(context.language)('consent', words)
  // A tick agrees to the number and the words that were displayed: not to those that the order or the store has by now.
  const answer = sign(secrets.current, 'form-consent', `${store.store_id} ${channel} ${phone} ${text}`)
  return { ...question, text, answer: answer.toString('base64url').slice(0, 22) }
}

/** The consent as it is stored. */
export function grantOf({ channel, phone, text }: FormConsent, at: Date): Grant {
  return { channel, phone, grantedAt: at, source: 'review form', text, marketing: false }
}
