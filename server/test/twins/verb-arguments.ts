import type { Calls } from './calls/call.ts'
import { campaigns } from './calls/campaigns.ts'
import { channels } from './calls/channels.ts'
import { content } from './calls/content.ts'
import { integrations } from './calls/integrations.ts'
import { mails } from './calls/mails.ts'
import { orders } from './calls/orders.ts'
import { reviews } from './calls/reviews.ts'
import { stores } from './calls/stores.ts'
import { transfers } from './calls/transfers.ts'

/** How each verb that takes a store is called. One that is missing here fails the test. */
export const calls: Calls = {
  ...campaigns,
  ...channels,
  ...content,
  ...reviews,
  ...integrations,
  ...mails,
  ...orders,
  ...stores,
  ...transfers,
}
