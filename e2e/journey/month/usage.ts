import sql from 'sql-template-tag'
import type { Service } from '../service.ts'
import type { Spending } from './promises.ts'

/** What the service counted by channel, in all months. */
export async function usageOf({ database, storeId }: Service): Promise<Spending> {
  const rows = await database.query<{ channel: 'whatsapp' | 'sms'; messages: number; spent: number }>(sql`
    select channel, sum(messages)::integer as messages, sum(spent)::float8 as spent
    from channel_usage
    where store_id = ${storeId}
    group by channel`)
  const none = { messages: 0, spent: 0 }
  const of = (name: string) => {
    const found = rows.find(({ channel }) => channel === name)
    return found ? { messages: found.messages, spent: found.spent } : none
  }
  return { whatsapp: of('whatsapp'), sms: of('sms') }
}
