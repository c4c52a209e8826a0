import type { Metrics } from '../../foundation/http/telemetry/metrics.ts'

/** Counts the messages of channels by what their provider answered. */
export function countMessages(metrics: Metrics): (channel: string, outcome: string) => void {
  const count = metrics.counter({
    name: 'realword_channel_messages_total',
    help: 'Messages handed to the providers of channels, by channel and answer',
    labels: ['channel', 'outcome'],
  })
  return (channel, outcome) => count({ channel, outcome })
}
