import { joined } from '../joined.ts'
import type { Question } from './question.ts'

/** What `questions.json` answers. */
export type QuestionPage = { result: Question[]; count: number }

/** The first load, a search, or the next page. */
export type Step = 'first' | 'search' | 'more'

export type ListState = {
  terms: string
  shown: readonly Question[]
  /** How many there are for the terms. */
  count: number
  /** How many there are without a search; undefined until the first load. */
  all: number | undefined
  busy: Step | undefined
  failed: Step | undefined
}

export type QuestionList = {
  readonly state: ListState
  load: (step: Step, terms?: string) => Promise<void>
  stop: () => void
}

type Read = (terms: string, offset: number, limit: number, signal: AbortSignal) => Promise<QuestionPage>

const pageSizes: Record<Step, number> = { first: 5, search: 5, more: 10 }

/**
 * The questions of one product, page after page. What was loaded stays until the next answer is there; a new
 * question to the API aborts the one before it. `changed` is called after each change, with what went wrong.
 */
export function createQuestionList(
  read: Read,
  changed: (done?: Step, error?: unknown) => void,
): QuestionList {
  let running: AbortController | undefined
  let state: ListState = {
    terms: '',
    shown: [],
    count: 0,
    all: undefined,
    busy: undefined,
    failed: undefined,
  }
  const load: QuestionList['load'] = async (step, terms = state.terms) => {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    const before = step === 'more' ? state.shown : []
    state = { ...state, terms, busy: step, failed: undefined }
    changed()
    try {
      const { result, count } = await read(terms, before.length, pageSizes[step], signal)
      if (signal.aborted) return
      const shown = joined(before, result)
      // A page with nothing new is the last, whatever the count says.
      const last = shown.length === before.length
      state = { ...state, shown, count: last ? shown.length : count, busy: undefined }
      if (terms === '') state.all = count
      changed(step)
    } catch (error) {
      if (signal.aborted) return
      state = { ...state, busy: undefined, failed: step }
      changed(step, error)
    }
  }
  return {
    get state() {
      return state
    },
    load,
    stop: () => running?.abort(),
  }
}
