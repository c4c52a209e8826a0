/**
 * Joins questions into one: at most one call of `askAll` is in flight, and questions that arrive meanwhile share the
 * next one, with at most `most` names. Two calls begin at least `gap` ms apart. Each caller gets the answer for its own name, which was read after it asked. An
 * error of `askAll` rejects the callers that shared it.
 */
export function askTogether<Answer>(
  askAll: (names: string[]) => Promise<Map<string, Answer>>,
  { most, gap = 0 }: { most: number; gap?: number },
): (name: string) => Promise<Answer | undefined> {
  let waiting: Question<Answer>[] = []
  let isAsking = false
  let nextAt = Number.NEGATIVE_INFINITY

  async function askWaiting(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) {
      const early = nextAt - performance.now()
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
      nextAt = performance.now() + gap
      const asked = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await askAll([...new Set(asked.map(({ name }) => name))])
        for (const { name, resolve } of asked) resolve(answers.get(name))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isAsking = false
  }

  return name =>
    new Promise((resolve, reject) => {
      waiting.push({ name, resolve, reject })
      if (!isAsking) void askWaiting()
    })
}

type Question<Answer> = {
  name: string
  resolve: (answer: Answer | undefined) => void
  reject: (error: unknown) => void
}
