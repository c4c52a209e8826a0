import { FetchFailure, guardedFetch, type Obstacle } from './guarded-fetch.ts'

/**
 * A server that speaks the dialect of OpenAI's chat completions. `url` is its base address, such as
 * `https://api.openai.com/v1`.
 */
export type ChatServer = {
  url: string
  model: string
  key: string | undefined
  /** Private networks that may be reached nevertheless. */
  allow: readonly string[]
  timeoutMs: number
}

export type ChatQuestion = {
  /** Fixed instructions: nothing that a visitor wrote. */
  instructions: string
  /** What they are about. It is sent as JSON in a message of its own. */
  data: unknown
  /** A JSON schema of the answer. Servers may ignore it. */
  schema: object
  /** The longest answer. */
  mostTokens: number
}

export type Tokens = { in: number; out: number }

export type ChatAnswer = { text: string; tokens: Tokens }

/**
 * `redirect`: redirects are not followed, because they would receive the key; `key`: 401 or 403; `busy`: 429; `status`:
 * another status than 200; `answer`: not what the dialect says.
 */
export type ChatProblem = Obstacle | 'redirect' | 'key' | 'busy' | 'status' | 'answer'

/** `tokens` is what the question may have cost nevertheless. */
export class ChatFailure extends Error {
  readonly problem: ChatProblem
  readonly status: number | undefined
  readonly tokens: Tokens

  constructor(problem: ChatProblem, { status, tokens = { in: 0, out: 0 }, cause }: FailureDetails = {}) {
    super(`${problem} ${status ?? ''}`.trim(), { cause })
    this.problem = problem
    this.status = status
    this.tokens = tokens
  }
}

type FailureDetails = { status?: number | undefined; tokens?: Tokens; cause?: unknown }

const maxBytes = 256 * 1024
const mostCounted = 10_000_000 // tokens; no model reads as many

/**
 * The largest number of tokens that a question and its answer may have. A token has at least two bytes of a longer
 * text.
 */
export function mostTokensOf(question: ChatQuestion): Tokens {
  const bytes = Buffer.byteLength(JSON.stringify(messagesOf(question)))
  return { in: Math.ceil(bytes / 2), out: question.mostTokens }
}

/**
 * Asks once. `isPlain` leaves out what some servers refuse: the schema, the temperature and the older name of the
 * limit. Throws ChatFailure.
 */
export async function askChat(
  server: ChatServer,
  question: ChatQuestion,
  isPlain = false,
): Promise<ChatAnswer> {
  const most = mostTokensOf(question)
  const answer = await guardedFetch(`${server.url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    accept: 'application/json',
    allow: server.allow,
    onlyHttps: true,
    timeoutMs: server.timeoutMs,
    maxBytes,
    headers: {
      'content-type': 'application/json',
      ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }),
    },
    body: JSON.stringify({
      model: server.model,
      messages: messagesOf(question),
      ...(isPlain ? { max_completion_tokens: question.mostTokens } : strictly(question)),
    }),
  }).catch(error => {
    if (!(error instanceof FetchFailure)) throw error
    // A server that was reached works on and bills it, also if it closed the connection.
    throw new ChatFailure(error.obstacle, { cause: error, ...(error.isSent && { tokens: most }) })
  })
  const { status } = answer
  if (answer.location !== undefined) throw new ChatFailure('redirect', { status })
  if (status === 401 || status === 403) throw new ChatFailure('key', { status })
  if (status === 429) throw new ChatFailure('busy', { status })
  if (status !== 200) throw new ChatFailure('status', { status })
  return readAnswer(answer.body, most)
}

function messagesOf({ instructions, data }: ChatQuestion) {
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: JSON.stringify(data) },
  ]
}

function strictly({ schema, mostTokens }: ChatQuestion) {
  const json_schema = { name: 'answer', strict: true, schema }
  return { temperature: 0, max_tokens: mostTokens, response_format: { type: 'json_schema', json_schema } }
}

type Wire = {
  choices?: { message?: { content?: unknown } }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown }
}

function readAnswer(body: Buffer, most: Tokens): ChatAnswer {
  let wire: Wire | null
  try {
    wire = JSON.parse(body.toString()) as Wire | null
  } catch (cause) {
    throw new ChatFailure('answer', { tokens: most, cause })
  }
  const usage = wire?.usage
  const tokens = {
    in: counted(usage?.prompt_tokens, most.in),
    out: counted(usage?.completion_tokens, most.out),
  }
  const text = Array.isArray(wire?.choices) ? wire.choices[0]?.message?.content : undefined
  if (typeof text !== 'string') throw new ChatFailure('answer', { tokens })
  return { text, tokens }
}

// A server that does not say what it used has used all it could.
function counted(given: unknown, most: number): number {
  const isCount = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= mostCounted
  return isCount ? given : most
}

/** The JSON value in an answer, also between fences of Markdown; undefined if there is none. */
export function jsonIn(text: string): unknown {
  const opened = text.trim().replace(/^```(?:json)?/i, '')
  try {
    // No regular expression with spaces before the end: of 250,000 spaces it took 69 seconds.
    return JSON.parse(opened.endsWith('```') ? opened.slice(0, -3) : opened)
  } catch {
    return undefined
  }
}
