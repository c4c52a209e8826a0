import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../foundation/database/connect.ts'
import {
  askChat,
  ChatFailure,
  type ChatProblem,
  type ChatQuestion,
  jsonIn,
  mostTokensOf,
} from '../../../foundation/lib/network/chat-completions.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { StoreSettings } from '../stores.ts'
import { readModelKey } from './model-keys.ts'
import { costOf, monthOf, reserveUsage, settleUsage } from './model-usage.ts'

export type ModelDependencies = {
  database: Database
  clock: Clock
  secrets: Secrets
  /** Private networks in which a server may be. */
  allow: readonly string[]
  /** How long an attempt, and the wait for the questions before it, may take, in ms. For tests. */
  timeoutMs?: number
}

type Asking = Pick<
  StoreSettings,
  'model_url' | 'model_name' | 'model_monthly_limit' | 'model_price_in' | 'model_price_out'
> & { store_id: string }

/**
 * `off`: no server is named; `lost_key`: the key has to be entered again; `limit`: the money of the month is spent;
 * `waiting`: too many questions wait; `unfit`: the answer was refused by our checks.
 */
export type ModelProblem = ChatProblem | 'off' | 'lost_key' | 'limit' | 'waiting' | 'unfit'

/** Whether the store names a server and a model. */
export function hasModel({
  model_url,
  model_name,
}: Pick<StoreSettings, 'model_url' | 'model_name'>): boolean {
  return model_url !== null && model_name !== null
}

export class ModelFailure extends Error {
  readonly problem: ModelProblem

  constructor(problem: ModelProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

const timeoutMs = 20_000
const mostWaiting = 5 // questions of a store in this process
const waiting = new Map<string, number>()

/**
 * Asks the store's server, one question of a store at a time, within its money of the month. `read` checks the answer,
 * and returns undefined for one that must not be used: it is then asked for once more, without a schema. Throws
 * ModelFailure.
 */
export async function askModel<Answer>(
  dependencies: ModelDependencies,
  store: Asking,
  question: ChatQuestion,
  read: (answer: unknown) => Answer | undefined,
): Promise<Answer> {
  const { store_id, model_url, model_name } = store
  if (!model_url || !model_name) throw new ModelFailure('off')
  const key = await readModelKey(dependencies.database, dependencies.secrets, store_id, model_url)
  if (key.state === 'lost') throw new ModelFailure('lost_key')
  const server = {
    url: model_url,
    model: model_name,
    key: key.state === 'set' ? key.key : undefined,
    allow: dependencies.allow,
    timeoutMs: dependencies.timeoutMs ?? timeoutMs,
  }
  for (const isPlain of [false, true]) {
    const answer = await counted(dependencies, store, question, async () => {
      const { text, tokens } = await askChat(server, question, isPlain)
      return { answer: read(jsonIn(text)), tokens }
    }).catch(error => {
      // Some servers refuse parts of the first form.
      if (!isPlain && error instanceof ChatFailure && [400, 404, 422].includes(error.status ?? 0))
        return undefined
      throw error instanceof ChatFailure ? new ModelFailure(error.problem, error) : error
    })
    if (answer !== undefined) return answer
  }
  throw new ModelFailure('unfit')
}

type Asked<Answer> = { answer: Answer | undefined; tokens: { in: number; out: number } }

async function counted<Answer>(
  { database, clock, timeoutMs: longest = timeoutMs }: ModelDependencies,
  store: Asking,
  question: ChatQuestion,
  ask: () => Promise<Asked<Answer>>,
): Promise<Answer | undefined> {
  const worst = costOf(store, mostTokensOf(question))
  const month = await reserve(database, clock, store, worst, longest)
  const settle = async (tokens: Asked<Answer>['tokens'], failure: string | null) =>
    await settleUsage(database, store.store_id, {
      ...{ month, worst, tokens, failure, cost: costOf(store, tokens) },
      at: new Date(clock()),
    })
  try {
    const { answer, tokens } = await ask()
    await settle(tokens, answer === undefined ? 'unfit' : null)
    return answer
  } catch (error) {
    if (error instanceof ChatFailure) await settle(error.tokens, error.problem)
    throw error
  }
}

/** The month that the question counts in. Waits for the store's earlier questions, of this and other processes. */
async function reserve(
  database: Database,
  clock: Clock,
  { store_id, model_monthly_limit }: Asking,
  worst: number,
  longest: number,
): Promise<string> {
  const ahead = waiting.get(store_id) ?? 0
  if (ahead >= mostWaiting) throw new ModelFailure('waiting')
  waiting.set(store_id, ahead + 1)
  const patience = performance.now() + longest
  try {
    for (;;) {
      const at = new Date(clock())
      const month = monthOf(at)
      const most = model_monthly_limit * 1_000_000
      const until = new Date(at.getTime() + longest + 10_000)
      const outcome = await reserveUsage(database, store_id, { month, worst, most, at, until })
      if (outcome === 'reserved') return month
      if (outcome === 'limit') throw new ModelFailure('limit')
      if (performance.now() > patience) throw new ModelFailure('waiting')
      await pause(150)
    }
  } finally {
    const left = (waiting.get(store_id) ?? 1) - 1
    if (left > 0) waiting.set(store_id, left)
    else waiting.delete(store_id)
  }
}
