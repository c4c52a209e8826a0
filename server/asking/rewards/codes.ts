import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { firstProblems } from '../../foundation/errors/field-problems.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { knownProblem, readCodes } from './read-codes.ts'
import { logReward } from './reward-settings.ts'

const mostProblems = 20
const mostUnused = 200_000

/**
 * Adds the codes of a CSV file to the store's list: all of them, or none if a line is wrong or the store had the code
 * before. With `trial`, it adds nothing. Returns how many codes the file has. Throws `settings_invalid` with the lines.
 */
export async function addCodes(
  tx: Connection,
  storeId: string,
  { csv, trial }: { csv: string; trial: boolean },
  by: By,
): Promise<number> {
  // The row's lock: two uploads of one file add it once.
  const store = await readStore(tx, storeId, true)
  const { codes, problems } = readCodes(csv, dateOf(by.at.getTime(), store))
  if (problems.length === 0) {
    const known = await knownAmong(
      tx,
      storeId,
      codes.map(({ code }) => code),
    )
    problems.push(...codes.filter(({ code }) => known.has(code)).map(knownProblem))
  }
  if (problems.length > 0)
    throw new ApiError('settings_invalid', { problems: firstProblems(problems, mostProblems) })
  if ((await countUnused(tx, storeId)) + codes.length > mostUnused)
    throw new ApiError('settings_invalid', {
      problems: [{ path: 'csv', problem: 'array_max', values: [mostUnused] }],
    })
  if (trial) return codes.length
  await tx.query(sql`
    insert into reward_codes (store_id, code, expires_on, added_at, position)
    select own.store_id, new.code, new.expires_on, ${by.at}::timestamptz, new.line
    from ${ownStore(storeId)} as own,
      jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as new(code text, expires_on date, line integer)`)
  await logReward(tx, storeId, 'reward_codes', by)
  return codes.length
}

/** Deletes the codes that were never promised, for example when the store gives something else from now on. */
export async function removeUnusedCodes(tx: Connection, storeId: string, by: By): Promise<number> {
  const gone = await tx.query(sql`
    delete from reward_codes
    where store_id = ${storeId} and taken_at is null
    returning 1`)
  if (gone.length > 0) await logReward(tx, storeId, 'reward_codes', by)
  return gone.length
}

async function knownAmong(tx: Connection, storeId: string, codes: string[]): Promise<Set<string>> {
  const known = await tx.query<{ code: string }>(sql`
    select code
    from reward_codes
    where store_id = ${storeId} and code = any(${codes}::text[])`)
  return new Set(known.map(({ code }) => code))
}

async function countUnused(tx: Connection, storeId: string): Promise<number> {
  const [row] = await tx.query<{ unused: number }>(sql`
    select count(*)::integer as unused
    from reward_codes
    where store_id = ${storeId} and taken_at is null`)
  return row?.unused ?? 0
}
