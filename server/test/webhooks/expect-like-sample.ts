import { expect } from 'vitest'
import { eventSamples } from '../../links/webhooks/event-samples.ts'

/** The fields of an event's sample are those that it has, and of the same types. */
export function expectLikeSample({ type, data }: { type: string; data: Record<string, unknown> }): void {
  const { store_id: _, ...fields } = data
  const sample: Record<string, unknown> = eventSamples[type as keyof typeof eventSamples]
  expect(Object.keys(fields).sort(), type).toEqual(Object.keys(sample).sort())
  for (const [name, value] of Object.entries(fields))
    if (value !== null && sample[name] !== null)
      expect(typeof value, `${type} ${name}`).toBe(typeof sample[name])
}
