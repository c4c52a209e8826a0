import type { Outcome } from '../../../asking/channels/outcomes.ts'

type Refusal = Extract<Outcome, { as: 'refused' }>

/** What a provider reports. `sender`: a phone, or the id of a WhatsApp user. `userId`: their id beside a phone. */
export type Report =
  | {
      kind: 'status'
      by: { id: string } | { providerId: string }
      state: 'sent' | 'delivered' | 'read' | 'failed'
      /** Of a failure. */
      refusal?: Omit<Refusal, 'as'> | undefined
      /** Whether the provider charges for it, and by which category. */
      price?: { isFree: boolean; isMarketing: boolean | undefined } | undefined
      userId?: string | undefined
    }
  | {
      kind: 'message'
      sender: string
      userId?: string | undefined
      text: string
      isOptOut?: boolean | undefined
    }
  | { kind: 'opt_out'; sender: string; userId?: string | undefined; onlyMarketing: boolean }
  | { kind: 'user_changed'; before: string; after: string }
  | { kind: 'template'; template: string; isMarketing: boolean }

/** A webhook as it arrived. `url`: the public address that was called, with its query. Header names are in lower case. */
export type Incoming = {
  headers: Record<string, string | undefined>
  body: Buffer
  url: string
  now: number
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null).slice(0, 1000) : []
export const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** JSON of a webhook; an empty object for anything else. */
export function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
