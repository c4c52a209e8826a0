import sql from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { ConnectionRow, NotedProblem } from '../connection-list.ts'
import type { Finding, ShopMails } from '../platform.ts'
import { type SentenceName, sentence } from '../sentences.ts'

/**
 * What is to be said about the review mails of a shop, by what the merchant chose (the option `asks`). Without a choice
 * Realword asks, except about orders that the shop asks about itself.
 */
export function findingOfMails(shopMails: ShopMails, { asks }: Record<string, string>): Finding {
  const good = (name: SentenceName) => ({ ok: true, what: { name }, shopMails })
  const isOff = shopMails === 'off' || shopMails === 'absent'
  if (asks === 'shop') {
    if (!isOff) return good('wooMailsShop')
    const mend = sentence('wooMailsNobodyMend')
    return { ok: false, what: sentence('wooMailsNobody'), mend, shopMails }
  }
  if (shopMails === 'off') return good('wooMailsOff')
  if (shopMails === 'absent') return good('wooMailsAbsent')
  if (shopMails === 'unseen') return { ...good('wooMailsUnseen'), mend: sentence('wooMailsUnseenMend') }
  const mend = sentence(asks === 'realword' ? 'wooMailsRepair' : 'wooMailsChoose')
  return { ok: false, what: sentence('wooMailsOn'), mend, shopMails }
}

/** What the merchant has to decide or to repair; null: nobody is asked twice, and somebody asks. */
export function problemOfMails(
  shopMails: ShopMails | null,
  options: Record<string, string>,
): NotedProblem | null {
  if (!shopMails) return null
  const { ok, what, mend } = findingOfMails(shopMails, options)
  return ok ? null : { what, ...(mend && { mend }) }
}

/** Notes on the connection what the findings say of the shop's own review mails, if they do. */
export async function noteShopMails(
  db: Db,
  { store_id, connection_id }: Pick<ConnectionRow, 'store_id' | 'connection_id'>,
  findings: Finding[],
  now: number,
): Promise<void> {
  const mails = findings.find(({ shopMails }) => shopMails)?.shopMails
  if (!mails) return
  await db.query(sql`
    update connections
    set shop_mails = ${mails}, shop_mails_at = ${new Date(now)}
    where store_id = ${store_id} and connection_id = ${connection_id}`)
}
