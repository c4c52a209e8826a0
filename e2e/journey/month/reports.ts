import { metaReport, type Posted, type Taken, twilioReport } from '../../../server/test/channels/providers.ts'
import type { Buyer } from './buyers.ts'

/** Where a provider posts: the channel's address, and what signs there. */
export type ChannelPlace = { address: string }

const stopWords: Record<string, string> = { BR: 'Sair', MX: 'BAJA', PT: 'PARAR', JP: '停止' }

/** What a provider reports about a message of this buyer; undefined: nothing, ever. */
export function reportOf(taken: Taken, { fate }: Buyer, { address }: ChannelPlace): Delivery | undefined {
  if (fate === 'silent') return undefined
  const state = fate === 'failed' ? 'failed' : 'delivered'
  if (taken.provider === 'meta') {
    const errors = [{ code: 131026, title: 'Message undeliverable' }]
    const status = { id: taken.id, status: state, biz_opaque_callback_data: taken.reference }
    return { address, ...metaReport({ statuses: [{ ...status, ...(state === 'failed' && { errors }) }] }) }
  }
  const fields = {
    ...{ MessageSid: taken.id, MessageStatus: state, To: taken.to ?? '' },
    ...(state === 'failed' && { ErrorCode: '30005' }),
  }
  return { address: taken.callback, ...twilioReport(taken.callback, fields) }
}

/** The word to stop, as this buyer answers. */
export function stopOf(taken: Taken, buyer: Buyer, { address }: ChannelPlace): Delivery {
  const body = stopWords[buyer.country.code] ?? 'STOP'
  if (taken.provider === 'meta')
    return {
      address,
      ...metaReport({ messages: [{ from: buyer.phone.slice(1), type: 'text', text: { body } }] }),
    }
  const fields = { From: buyer.phone, Body: body, MessageSid: `${taken.id}-stop` }
  return { address, ...twilioReport(address, fields) }
}

export type Delivery = Posted & { address: string }
