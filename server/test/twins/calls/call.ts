import sql, { type Sql } from 'sql-template-tag'
import { buyerOf } from '../../../foundation/personal-data/person.ts'
import { retentionOf } from '../../../foundation/personal-data/retention.ts'
import type { KnownRows } from '../known-rows.ts'
import { buyer, seedNow } from '../seeded.ts'

/** How to call a verb: its arguments after the store's id, and more. */
export type Given = {
  args: unknown[]
  /** Another store than the one with twins. */
  storeId?: string
  /** A statement to run before, over every store. */
  first?: Sql
  /** Why the call returns nothing and changes nothing. */
  idle?: string
}

export type Shorthand = (known: KnownRows) => unknown[]

/** Several calls of one verb. */
export type Each = { each: (Shorthand | With)[] }

type With = { with: (known: KnownRows) => Given | Promise<Given> }

/** How a verb is called, or the reviewed reason why it is not. */
export type Call = With | { exempt: string }

export const day = 24 * 60 * 60 * 1000
export const at = new Date(seedNow)
export const later = new Date(seedNow + 400 * day)
export const by = { at, actor: 'command' } as const
export const person = buyerOf(buyer)
export const span = { begins: new Date(seedNow - 60 * day), ends: later }
/** Of a few rows: rows of twins among them would make a page too short, or give it a next one. */
export const page = { limit: 2 }
export const since = new Date(seedNow - 60 * day)
export const never = () => new AbortController().signal
export const newId = '01990000-0000-7000-8000-00000000aaaa'
export const inStatements = { exempt: 'A part of statements, which other verbs run.' }
export const pure = { exempt: 'Computes without the database.' }
export const retention = retentionOf({ months: 3, linkDays: 1 })
export const nobodyIsAsked = sql`
  with cancelled as (update review_requests set state = 'cancelled')
  update stores set retention_months = 3, link_days = 1`

export function after(first: Sql, ...args: unknown[]): With {
  return { with: () => ({ args, first }) }
}

/** By file and name. */
export type Calls = Record<string, Record<string, Call | Shorthand | Each>>
