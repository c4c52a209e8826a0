import { setTimeout as pause } from 'node:timers/promises'

const attempts = 10

/** Like `fetch`, and tries again after the time that a busy service names, as buyers and shops do. */
export async function patientFetch(url: string, options?: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, options)
    if (answer.status !== 503 || attempt === attempts) return answer
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}
