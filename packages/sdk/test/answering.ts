export const page = (data: object) => new Response(JSON.stringify(data), { status: 200 })
export const status = (code: number, headers = {}) => new Response('{}', { status: code, headers })

/** A `fetch` that answers in turn, and what it received. The last answer repeats. */
export function answering(...answers: (() => Response)[]) {
  const seen: Request[] = []
  const times: number[] = []
  const fetch = (async (request: Request) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]
    seen.push(request)
    times.push(Date.now())
    return answer?.() as Response
  }) as typeof globalThis.fetch
  return { fetch, seen, waits: () => times.slice(1).map((at, index) => at - (times[index] ?? 0)) }
}
