import sql, { type Sql } from 'sql-template-tag'

/**
 * What a store deletes after a time (docs/decisions/0041-forget-old-orders.md). A record is in use as long as a link in
 * its mails is valid, so every period begins when those links end.
 */

/** The periods that a store may choose, in months. */
export const shortestRetention = 3
export const longestRetention = 120

/** A store's period as SQL expressions: months (null: keeps everything), and the days for which its links are valid. */
export type Retention = { months: Sql; linkDays: Sql }

/** In a statement about `stores`: the period of each. */
export const retentionOfEach: Retention = {
  months: sql`stores.retention_months`,
  linkDays: sql`stores.link_days`,
}

/** The period of one store. */
export function retentionOf({ months, linkDays }: { months: number; linkDays: number }): Retention {
  return { months: sql`${months}::integer`, linkDays: sql`${linkDays}::integer` }
}

/** SQL: what was last used at this instant or earlier is deleted; null if the store keeps everything. */
export function cutoff({ months }: Retention, at: Date): Sql {
  return sql`(
    (${at}::timestamptz at time zone 'UTC' - make_interval(months => ${months})) at time zone 'UTC'
  )`
}

/** SQL: what was created at this instant or earlier may be due. Links of later records end after the cutoff. */
export function oldest(retention: Retention, at: Date): Sql {
  return sql`(${cutoff(retention, at)} - make_interval(days => ${retention.linkDays}))`
}

/** The text of an SQL expression: 16 bytes of SHA-256 of a salt (bytea) and a text, as a uuid. */
export function saltedHash(salt: string, text: string): string {
  return `encode(substring(sha256(${salt} || convert_to(${text}, 'UTF8')) for 16), 'hex')::uuid`
}
