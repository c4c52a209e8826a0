import type { Outcome } from '../../../asking/channels/outcomes.ts'
import type { Contact } from '../../../asking/channels/phones.ts'
import { ProcessLost } from '../../connections/generic/sandbox/pool.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import type { Content } from '../content.ts'
import { smsOutcome } from '../sms/provider-presets.ts'
import { smsRequest } from '../sms/sms-request.ts'
import { whatsappOutcome, whatsappRequest } from '../whatsapp/whatsapp.ts'
import { askProvider, type Reaching } from './provider.ts'

export type Delivering = {
  storeId: string
  settings: ChannelSettings
  id: string
  contact: Pick<Contact, 'phone' | 'isUserId'>
  content: Content
  isMarketing: boolean
  /** The address for reports. */
  callback: string
  now: number
  reaching: Reaching
}

/** Hands one message to the provider, once. */
export async function deliverContent(delivering: Delivering): Promise<Outcome> {
  return withoutCredentials(await askFor(delivering), delivering.settings)
}

async function askFor(delivering: Delivering): Promise<Outcome> {
  const { storeId, settings, content, reaching } = delivering
  if ('template' in content)
    return await askProvider(whatsappRequest(settings, { ...delivering, content }), reaching, whatsappOutcome)
  const request = await smsRequest(storeId, settings, { ...delivering, text: content.text }).catch(
    (error: unknown) => (error instanceof ProcessLost ? 'lost' : undefined),
  )
  // Nothing was sent, and nothing is known to be wrong with the mapping.
  if (request === 'lost') return { as: 'later', problem: 'mapping' }
  if (!request) return { as: 'refused', problem: 'mapping', also: 'channel_broken' }
  return await askProvider(request, reaching, smsOutcome)
}

const shortest = 6 // characters; a shorter one may be a part of any word

/** The provider's words without the credentials, which some repeat when they refuse them. Members read these words. */
function withoutCredentials(outcome: Outcome, { options, secrets }: ChannelSettings): Outcome {
  if (outcome.as === 'accepted' || outcome.answer === undefined) return outcome
  const basic = Buffer.from(`${options.account ?? ''}:${secrets.key ?? ''}`).toString('base64')
  const hidden = [...Object.values(secrets), basic]
    .filter(({ length }) => length >= shortest)
    .sort((one, other) => other.length - one.length)
  return { ...outcome, answer: hidden.reduce((text, secret) => text.replaceAll(secret, '…'), outcome.answer) }
}
