import type { Metrics } from '../../../foundation/http/telemetry/metrics.ts'
import type { Result, Results } from './results.ts'

/** Counts each result once it is written. */
export function countResults(results: Results, metrics: Metrics): Results {
  const count = metrics.counter({
    name: 'realword_mails_total',
    help: 'Results of mails, by the class of the answer that caused them',
    labels: ['result', 'cause'],
  })
  return {
    ...results,
    write: async (storeId, result) => {
      await results.write(storeId, result)
      count({ result: nameOf(result), cause: causeOf(result) })
    },
  }
}

function nameOf({ state, isAttempt, bounced }: Result): string {
  if (state === 'failed' && bounced !== null) return 'bounced'
  if (state === 'queued') return isAttempt ? 'retried' : 'held'
  return state === 'kept' ? 'sent' : state
}

/** `2xx`, `4xx` or `5xx` of SMTP; `none`: the mail server was not contacted; `connection`: it did not answer. */
function causeOf({ isAttempt, last_answer }: Result): string {
  if (!isAttempt) return 'none'
  const [, first] = /^([245])\d\d\b/.exec(last_answer ?? '') ?? []
  return first ? `${first}xx` : 'connection'
}
