import { joined } from '../joined.ts'
import type { Question } from './question.ts'

/** The response of `questions.json`. */
export type QuestionPage = {
  result: Question[]
  count: number
  meta: { store_name?: string; buyer_answers?: true }
}

/** What is loading: the first page, a search, or the next page. */
export type Step = 'first' | 'search' | 'more'

export type ListState = {
  terms: string
  shown: readonly Question[]
  /** The number of matches. */
  count: number
  /** The number without a search; undefined until the first load. */
  all: number | undefined
  storeName: string | undefined
  busy: Step | undefined
  failed: Step | undefined
}

export type QuestionList = {
  readonly state: ListState
  load: (step: Step, terms?: string) => Promise<void>
  stop: () => void
}

type Read = (terms: string, offset: number, limit: number, signal: AbortSignal) => Promise<QuestionPage>

/** The number of questions that each step loads. Those of the first page alone need no search. */
export const pageSizes: Record<Step, number> = { first: 5, search: 5, more: 10 }

/**
 * The questions of one product, page by page. Loaded questions stay until the next response arrives. A new request
 * aborts the previous one. `changed` is called after each change, with the completed step or the error.
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
    storeName: undefined,
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
      const { result, count, meta } = await read(terms, before.length, pageSizes[step], signal)
      if (signal.aborted) return
      const shown = joined(before, result)
      // A page without new questions is the last, whatever the count.
      const last = shown.length === before.length
      state = {
        ...state,
        shown,
        count: last ? shown.length : count,
        storeName: meta?.store_name,
        busy: undefined,
      }
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
