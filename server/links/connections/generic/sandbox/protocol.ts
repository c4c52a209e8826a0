import type { Sentence } from '../../sentences.ts'

/** JSONata expressions by the name of their field, and the JSON they are applied to, as text. */
export type Evaluation = { expressions: Record<string, string>; body: string }

/** An evaluation for its owner, whose thread no other owner shares. */
export type Task = Evaluation & { owner: string }

/**
 * What the expressions of some fields gave. A field whose expression finds nothing is absent. `failed`: why those of
 * `niceties` and of dates of shipping gave none.
 */
export type Values = Record<string, unknown> & { failed?: Record<string, Sentence> }

/** What was found of a parcel, and of each line in it. */
export type FoundParcel = { values: Values; lines: Values[] }

/** What the expressions gave for one order. */
export type Found = { order: Values; products: Values[]; parcels?: FoundParcel[] }

/** `field` is the one whose expression failed; absent if the body could not be read, or a limit ended everything. */
export type Refusal = { field?: string; why: Sentence }

export type Verdict = { found: Found[] } | { refusal: Refusal }

/** A verdict as JSON, and its processor time in ms. */
export type Answer = { verdict: string; ms: number }

/** The processor time of one evaluation, in ms: of all its expressions together. */
export const cpuLimit = 200

/** The heap of the thread that evaluates, in MB. */
export const heapLimit = 32

/** The limits that end the process. It reports one by its name, and everything else as an answer. */
export const refusals = {
  slow: { name: 'sandboxTime', values: { count: cpuLimit } },
  memory: { name: 'sandboxMemory', values: { count: heapLimit } },
} as const satisfies Record<string, Sentence>
export type Limit = keyof typeof refusals

/** The length of everything that was found, as JSON. */
export const resultLimit = 512 * 1024
