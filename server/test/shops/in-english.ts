import { textsIn } from '../../foundation/texts/texts.ts'
import { type Platform, ShopProblem } from '../../links/connections/platform.ts'
import { type Sentence, wordSentences } from '../../links/connections/sentences.ts'

const names = textsIn('shops', 'en').sentences

/** The value with what it says about a shop in English: a list under `why` or `what` as one text. */
export function inEnglish(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const isText = ['why', 'what'].includes(key) && value.length > 0 && value.every(isSentence)
    return isText ? wordSentences(value) : value.map(item => inEnglish(item))
  }
  if (isSentence(value)) return wordSentences([value])
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inEnglish(inner, name)]))
}

function isSentence(value: unknown): value is Sentence {
  if (value === null || typeof value !== 'object' || !('name' in value)) return false
  const isNamed = typeof value.name === 'string' && Object.hasOwn(names, value.name)
  return isNamed && Object.keys(value).every(key => key === 'name' || key === 'values')
}

/** The platform, which says in English what it found in a shop, what it read, and why it refuses. */
export function english(platform: Platform): Platform {
  const word = async <T>(act: Promise<T>): Promise<T> => inEnglish(await act.catch(throwWorded)) as T
  const { read, test, repair, backfill, options } = platform
  const checks = Object.entries(options).map(([name, check]) => [
    name,
    (text: string) => inEnglish(check(text)),
  ])
  return {
    ...platform,
    options: Object.fromEntries(checks) as typeof options,
    read: (...given) => word(read.apply(platform, given)),
    ...(test && { test: (...given) => word(test.apply(platform, given)) }),
    ...(repair && { repair: (...given) => word(repair.apply(platform, given)) }),
    ...(backfill && {
      async *backfill(...given) {
        try {
          for await (const page of backfill.apply(platform, given)) yield inEnglish(page) as typeof page
        } catch (error) {
          throwWorded(error)
        }
      },
    }),
  }
}

function throwWorded(error: unknown): never {
  if (error instanceof ShopProblem)
    Object.defineProperties(error, {
      message: { value: error.message, enumerable: true },
      mend: { value: inEnglish(error.mend), enumerable: true },
    })
  throw error
}
