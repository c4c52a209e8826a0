import sql from 'sql-template-tag'
import { testKeyOf } from '../../asking/rules/variants.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import type { RequestTests } from './insight-schemas.ts'

type Half = { sent: number; reviewed: number; last: Date }

type TestedRule = RequestRule & { test: NonNullable<RequestRule['test']> }

const day = 24 * 60 * 60_000 // ms
const wait = 14 * day

/**
 * The tests of a store's rules. Of each half, the first `size` requests count, and of those what was reviewed within 14 days
 * after each was sent: once the result is shown, it stays. Until then, nobody sees who reviews more, because whoever looks
 * at a test again and again sees a winner that is none.
 */
export async function readRequestTests(db: Connection, store: Store, now: number): Promise<RequestTests> {
  const rules = store.request_rules.filter((rule): rule is TestedRule => rule.test !== undefined)
  const result: RequestTests['result'] = []
  for (const rule of rules) result.push(await readTest(db, store, rule, now))
  return { time_zone: store.time_zone, result }
}

async function readTest(
  db: Connection,
  store: Store,
  rule: TestedRule,
  now: number,
): Promise<RequestTests['result'][number]> {
  const { size, subjects } = rule.test
  const halves = await countHalves(db, store.store_id, rule)
  const [a, b] = [halves.get('a'), halves.get('b')]
  const isFull = a?.sent === size && b?.sent === size
  const shownAt = isFull ? Math.max(a.last.getTime(), b.last.getTime()) + wait : undefined
  const isShown = isFull && shownAt !== undefined && shownAt <= now
  const shown = (half: Half | undefined) => ({
    sent: half?.sent ?? 0,
    reviewed: isShown ? (half?.reviewed ?? 0) : null,
  })
  return {
    rule: rule.name,
    about: subjects ? 'subject' : 'delay',
    size,
    a: shown(a),
    b: shown(b),
    shown_on: shownAt === undefined ? null : dateOf(shownAt, store),
    winner: isShown ? winnerOf(a, b) : null,
  }
}

// Buyers whose language has no subject of the test got the same mail in both halves: they say nothing about it.
async function countHalves(db: Connection, storeId: string, rule: TestedRule): Promise<Map<string, Half>> {
  const { size, subjects } = rule.test
  const bases = Object.keys(subjects ?? {}).map(tag => tag.split('-')[0]?.toLowerCase())
  const rows = await db.query<Half & { variant: string }>(sql`
    select variant, count(*)::integer as sent, count(*) filter (where is_reviewed)::integer as reviewed,
      max(sent_at) as last
    from (
      select variant, sent_at,
        exists (
          select
          from reviews
          where reviews.store_id = ${storeId} and reviews.order_id = counted.order_id
            and reviews.address = counted.address and reviews.created_at <= sent_at + interval '14 days'
        ) as is_reviewed
      from (
        select request.rule ->> 'variant' as variant, request.order_id, request.address, mail.sent_at,
          row_number() over (partition by request.rule ->> 'variant' order by mail.sent_at, request.id) as place
        from review_requests as request
        join mailings as mail on mail.store_id = request.store_id and mail.id = request.mailing_id
        where request.store_id = ${storeId} and request.rule ->> 'test' = ${testKeyOf(rule)}
          and request.state in ('sent', 'reviewed') and mail.sent_at is not null
          and (${bases.length === 0} or lower(split_part(mail.language, '-', 1)) = any(${bases}::text[]))
      ) as counted
      where place <= ${size}
    ) as counted
    group by variant`)
  return new Map(rows.map(({ variant, ...half }) => [variant, half]))
}

const critical = 1.959964 // two-sided, at 5 %

/**
 * The half that was reviewed more often, if chance alone would do it in less than one of twenty tests: the z-test of two
 * proportions with their common variance. https://www.itl.nist.gov/div898/handbook/prc/section3/prc33.htm
 */
export function winnerOf(
  a: Pick<Half, 'sent' | 'reviewed'>,
  b: Pick<Half, 'sent' | 'reviewed'>,
): 'a' | 'b' | 'none' {
  const common = (a.reviewed + b.reviewed) / (a.sent + b.sent)
  const deviation = Math.sqrt(common * (1 - common) * (1 / a.sent + 1 / b.sent))
  if (!(deviation > 0)) return 'none'
  const z = (b.reviewed / b.sent - a.reviewed / a.sent) / deviation
  if (Math.abs(z) < critical) return 'none'
  return z > 0 ? 'b' : 'a'
}
