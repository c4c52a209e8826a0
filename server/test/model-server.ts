import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './network/listen.ts'

/** A question as the server received it. */
export type ModelQuestion = {
  headers: IncomingHttpHeaders
  path: string | undefined
  /** The fields of the request beside its messages. */
  options: Record<string, unknown>
  instructions: string
  /** The fields of all kinds of questions, of which each has some. */
  data: {
    language: string
    texts: Record<string, string>
    reviews: { id: string; title: string; body: string }[]
    text: string
  }
}

type Answer = (question: ModelQuestion, response: ServerResponse) => unknown

export type ModelServer = {
  /** Its base address, as settings have it. */
  url: string
  asked: ModelQuestion[]
  /** How it answers from now on. What `answer` returns is sent as the content, as JSON unless it is a text. */
  answerBy: (answer: Answer) => void
  /** The tokens that answers say they used; undefined: they say nothing. */
  usage: object | undefined
  close: () => Promise<void>
}

/** A server on loopback that speaks the dialect of OpenAI's chat completions. */
export async function startModelServer(): Promise<ModelServer> {
  let answerBy: Answer = helpful
  const asked: ModelQuestion[] = []
  const server = createServer(async (request, response) => {
    const { messages, ...options } = JSON.parse(await text(request))
    const [{ content: instructions }, { content }] = messages
    const { headers, url: path } = request
    const question = { headers, path, options, instructions, data: JSON.parse(content) }
    asked.push(question)
    const answer = await answerBy(question, response)
    if (!response.headersSent && answer !== undefined) sendAnswer(response, answer, made.usage)
  })
  const { url, close } = await listen(server)
  const made: ModelServer = {
    url: `${url}/v1`,
    asked,
    answerBy: answer => {
      answerBy = answer
    },
    usage: { prompt_tokens: 200, completion_tokens: 100 },
    close,
  }
  return made
}

/** Sends an answer of the dialect with this content. */
function sendAnswer(response: ServerResponse, content: unknown, usage: object | undefined): void {
  const message = {
    role: 'assistant',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ index: 0, message }], ...(usage && { usage }) }))
}

/** Does what it is asked: "translates" by spelling each word backwards, and says the same of all reviews. */
export function helpful({ data }: ModelQuestion): unknown {
  if (data.texts)
    return Object.fromEntries(Object.entries(data.texts).map(([name, one]) => [name, backwards(one)]))
  if (data.reviews) {
    const reviews = data.reviews.map(({ id }) => id)
    return { points: [{ text: `Praised for its heat in ${data.language}`, reviews: reviews.slice(0, 3) }] }
  }
  return { text: backwards(data.text) }
}

export const backwards = (text: string) =>
  text.replaceAll(/[\p{L}\p{N}]+/gu, word => [...word].reverse().join(''))
