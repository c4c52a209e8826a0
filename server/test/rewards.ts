import sql from 'sql-template-tag'
import { addCodes } from '../asking/rewards/codes.ts'
import type { RewardChange } from '../asking/rewards/reward-rules.ts'
import { changeReward } from '../asking/rewards/reward-settings.ts'
import type { TestApp } from './app.ts'
import { anOrder } from './factories.ts'
import { postFiles } from './forms.ts'
import { decode, formLinkIn } from './mail/decoded-mails.ts'
import { delivered, due, runAt } from './mail/due-requests.ts'
import type { MailServer } from './mail/mail-server.ts'
import { filled } from './review-forms.ts'
import type { Member } from './users.ts'

const by = { at: new Date(delivered), actor: 'command' } as const

/** Turns rewards of a store on, with these codes. */
export async function giveRewards(
  service: TestApp,
  { storeId }: Member,
  codes: string[],
  change: RewardChange = {},
): Promise<void> {
  await service.database.transaction(async tx => {
    await changeReward(tx, storeId, { on: true, gives: { en: 'a coffee mug' }, ...change }, by)
    if (codes.length > 0) await addCodes(tx, storeId, { csv: codes.join('\n'), trial: false }, by)
  })
}

/** A buyer with the mail that asked them, as text. */
export type Buyer = { email: string; mail: string; link: string; products: string[]; orderId: string }

/** Orders that are due, one for each of these buyers, and the mails that ask about them. */
export async function askBuyers(
  service: TestApp,
  server: MailServer,
  { headers }: Member,
  emails: string[],
  change: Partial<ReturnType<typeof anOrder>> = {},
): Promise<Buyer[]> {
  service.setNow(delivered)
  const orders = emails.map(email =>
    anOrder({ delivery_date: delivered, customers: [{ name: 'Ana Martins', email, phone: '' }], ...change }),
  )
  for (const body of orders) await service.send('POST', '/orders', { headers, body })
  await runAt(service, due)
  return emails.map((email, index) => {
    const mail = mailsTo(server, email).at(-1) ?? ''
    const products = orders[index]?.products.map(({ product_id }) => product_id) ?? []
    return { email, mail, link: formLinkIn(mail), products, orderId: orders[index]?.order_id ?? '' }
  })
}

/** The mails to this address as texts, oldest first. */
export function mailsTo(server: MailServer, email: string): string[] {
  return server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => decode(raw))
}

/** Sends the form of a buyer with these fields for each of its products. */
export async function review(buyer: Buyer, ...cards: Record<string, string>[]): Promise<number> {
  return (await postFiles(buyer.link, filled(buyer.products, ...cards))).status
}

/** The codes that were mailed to this address. */
export function codesFor(server: MailServer, email: string, codes: string[]): string[] {
  const mails = mailsTo(server, email)
  return codes.filter(code => mails.some(mail => mail.includes(code)))
}

/** The tables with a row that contains this text. */
export async function tablesWith({ database }: TestApp, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')
    order by table_name`)
  const found: string[] = []
  for (const { name } of tables) {
    const statement = `select from ${name} as one where strpos(one::text, '${text}') > 0 limit 1`
    const rows = await database.query({ text: statement, values: [] } as never)
    if (rows.length > 0) found.push(name.replace('public.', ''))
  }
  return found
}
