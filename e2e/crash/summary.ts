import type { Tally } from './rounds.ts'

/** A one-line summary of the run. */
export function summary(
  { seed, rounds, kills, accepted, unknown, unknownStored, longestRecovery }: Tally,
  took: number,
): string {
  return [
    `${rounds} rounds`,
    `${kills.node} Node, ${kills.postmaster} PostgreSQL, ${kills.both} both, ${kills.worker} HTTP processes killed`,
    `${accepted} orders answered 201: 0 lost, 0 doubled, 0 without request`,
    `${unknown} first without an answer, ${unknownStored} of them stored`,
    `longest recovery ${seconds(longestRecovery.node)}, ${seconds(longestRecovery.postmaster)}, ${seconds(longestRecovery.both)}, ${seconds(longestRecovery.worker)} s`,
    `${(took / 1000 / rounds).toFixed(2)} s a round`,
    `seed ${seed}`,
  ].join(' | ')
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
