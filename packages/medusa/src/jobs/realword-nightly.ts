import type { Container } from '../realword/medusa.ts'
import { sendOrders } from '../realword/orders.ts'

const days = 3
const page = 100

/**
 * Sends the orders and fulfilments that changed in the last days once more. This fills the gaps of a night without
 * Realword, and of attempts that a restart of Medusa ended.
 */
export default async function sendRecentOrders(container: Container): Promise<void> {
  const since = new Date(Date.now() - days * 24 * 3_600_000)
  for (let skip = 0; ; skip += page) {
    const { data } = await container.resolve('query').graph({
      entity: 'order',
      fields: ['id'],
      filters: { $or: [{ updated_at: { $gte: since } }, { created_at: { $gte: since } }] },
      pagination: { skip, take: page, order: { id: 'ASC' } },
    })
    for (const { id } of data) await sendOrders(container, [String(id)])
    if (data.length < page) return
  }
}

export const config = { name: 'realword-nightly', schedule: '17 3 * * *' }
