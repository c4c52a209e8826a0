import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readPosition } from './positions.ts'

/**
 * The replication slot of the archive: PostgreSQL keeps the WAL after `oldest` for it. Its name names the chain. A backup
 * does not contain it, so a restored database always begins a chain of its own.
 */
export type Slot = { name: string; chain: string; isLost: boolean; oldest: bigint }

const prefix = 'realword_wal_'
const nameOf = (chain: string) => `${prefix}${chain}`

const longestWait = 5_000 // ms

/** The slot, once its last reader is gone, which needs a moment after it closed or was killed. */
export async function claimSlot(db: pg.Client): Promise<Slot | undefined> {
  for (const until = Date.now() + longestWait; Date.now() < until; await pause(20)) {
    const { rows } = await db.query(
      'select from pg_replication_slots where starts_with(slot_name, $1) and active_pid is not null',
      [prefix],
    )
    if (rows.length === 0) break
  }
  return await findSlot(db)
}

/** A slot is lost when PostgreSQL removed WAL that was not fetched: max_slot_wal_keep_size. */
export async function findSlot(db: pg.Client): Promise<Slot | undefined> {
  const { rows } = await db.query(
    `select slot_name, wal_status, restart_lsn::text as oldest
    from pg_replication_slots
    where slot_type = 'physical' and starts_with(slot_name, $1)`,
    [prefix],
  )
  if (rows.length !== 1) return undefined
  const [{ slot_name: name, wal_status, oldest }] = rows
  const isLost = wal_status === 'lost' || oldest === null
  return { name, chain: name.slice(prefix.length), isLost, oldest: isLost ? 0n : readPosition(oldest) }
}

/** Begins a chain with all the WAL since the last checkpoint, in place of any other. */
export async function makeSlot(db: pg.Client): Promise<Slot> {
  await dropSlots(db)
  const chain = randomBytes(4).toString('hex')
  const name = nameOf(chain)
  const { rows } = await db.query('select lsn::text from pg_create_physical_replication_slot($1, true)', [
    name,
  ])
  return { name, chain, isLost: false, oldest: readPosition(rows[0].lsn) }
}

/** Drops the slots of all chains, after ending the connections that read them. */
export async function dropSlots(db: pg.Client): Promise<void> {
  const { rows } = await db.query(
    `select slot_name, active_pid, pg_terminate_backend(active_pid)
    from pg_replication_slots
    where slot_type = 'physical' and starts_with(slot_name, $1)`,
    [prefix],
  )
  for (const { slot_name: name } of rows) await drop(db, name)
}

// Its last reader needs a moment to end.
async function drop(db: pg.Client, name: string): Promise<void> {
  for (let left = 50; ; left--) {
    try {
      await db.query('select pg_drop_replication_slot($1)', [name])
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === undefinedObject) return
      if (code !== objectInUse || left === 0) throw error
      await pause(100)
    }
  }
}

const undefinedObject = '42704'
const objectInUse = '55006'
