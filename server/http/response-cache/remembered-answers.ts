import { LRUCache } from 'lru-cache'

/** One answer under its key, and what it speaks of. `value` is absent while it is made and once it is forgotten. */
export type Remembered<Value> = {
  readonly key: string
  readonly topics: readonly string[]
  value: Value | undefined
  isForgotten: boolean
}

export type Answers<Value> = {
  /** The answer under the key: remembered, or made by `make`. Equal questions at once share one `make`. */
  ask: (key: string, topics: string[], make: () => Promise<Value>) => Promise<Value>
  /** Whether `ask` would be answered without another `make`. */
  has: (key: string) => boolean
  /** Lets `alias` find what is remembered under `key`; nothing when that is not remembered. */
  name: (alias: string, key: string) => void
  /** The remembered answer under an alias. */
  find: (alias: string) => Value | undefined
  /** Forgets every answer that speaks of the topic; one that is being made will not be remembered. */
  forget: (topic: string) => void
  forgetAll: () => void
}

type Options<Value> = {
  sizeOf: (value: Value) => number
  mostBytes: number
  /** Whether changes are heard: while false, nothing is remembered, shared or found. */
  isUsable: () => boolean
}

/**
 * Ready-made answers in at most about `mostBytes`, the longest unused going first. An answer is tied to its
 * topics from the moment it is asked for, so what was read before a change is never remembered after it.
 */
export function rememberAnswers<Value>({ sizeOf, mostBytes, isUsable }: Options<Value>): Answers<Value> {
  const byTopic = new Map<string, Set<Remembered<Value>>>()
  const making = new Map<string, { answer: Remembered<Value>; promise: Promise<Value> }>()
  const made = new LRUCache<string, Remembered<Value>>({
    maxSize: mostBytes,
    sizeCalculation: ({ key, topics, value }) =>
      key.length * 2 + 500 + sizeOfTopics(topics) + (value === undefined ? 0 : sizeOf(value)),
    dispose: untie,
  })
  // A stranger may invent addresses without end: they are counted too, and hold no answer alive.
  const aliases = new LRUCache<string, Remembered<Value>>({
    maxSize: mostBytes / 4,
    sizeCalculation: (_answer, alias) => alias.length * 2 + 100,
  })

  function tie(answer: Remembered<Value>): void {
    for (const topic of answer.topics) {
      const same = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, same.add(answer))
    }
  }

  function untie(answer: Remembered<Value>): void {
    answer.isForgotten = true
    answer.value = undefined
    for (const topic of answer.topics) {
      const same = byTopic.get(topic)
      same?.delete(answer)
      if (same?.size === 0) byTopic.delete(topic)
    }
  }

  function drop(answer: Remembered<Value>): void {
    untie(answer)
    if (made.peek(answer.key) === answer) made.delete(answer.key)
    if (making.get(answer.key)?.answer === answer) making.delete(answer.key)
  }

  async function makeOnce(answer: Remembered<Value>, make: () => Promise<Value>): Promise<Value> {
    try {
      const value = await make()
      if (!answer.isForgotten && isUsable()) {
        answer.value = value
        made.set(answer.key, answer)
        if (!made.has(answer.key)) untie(answer) // larger than all there is
      } else untie(answer)
      return value
    } catch (error) {
      untie(answer)
      throw error
    } finally {
      if (making.get(answer.key)?.answer === answer) making.delete(answer.key)
    }
  }

  return {
    ask: async (key, topics, make) => {
      if (!isUsable()) return await make()
      const known = made.get(key)
      if (known?.value !== undefined) return known.value
      const shared = making.get(key)
      if (shared) return await shared.promise
      const answer: Remembered<Value> = { key, topics, value: undefined, isForgotten: false }
      tie(answer)
      const promise = makeOnce(answer, make)
      making.set(key, { answer, promise })
      return await promise
    },
    has: key => isUsable() && (made.peek(key)?.value !== undefined || making.has(key)),
    name: (alias, key) => {
      const answer = made.peek(key)
      if (answer) aliases.set(alias, answer)
    },
    find: alias => {
      if (!isUsable()) return undefined
      const answer = aliases.get(alias)
      if (answer === undefined) return undefined
      if (answer.isForgotten) aliases.delete(alias)
      else made.get(answer.key) // it is used: others go first
      return answer.value
    },
    forget: topic => {
      for (const answer of [...(byTopic.get(topic) ?? [])]) drop(answer)
    },
    forgetAll: () => {
      for (const same of [...byTopic.values()]) for (const answer of [...same]) drop(answer)
      aliases.clear()
    },
  }
}

// Measured: 430 bytes for each topic that only one answer has. Without them, questions about a hundred products
// each took 2 GB where 64 MiB were meant.
function sizeOfTopics(topics: readonly string[]): number {
  return topics.reduce((sum, topic) => sum + topic.length + 400, 0)
}
