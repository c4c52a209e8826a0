import { compileTexts, type Entry, type UsableTexts } from './entries.ts'
import type { Language } from './languages.ts'

// Each area and language is a chunk: the home screen loads 2.5 kB of English texts (brotli). One chunk for a whole
// language would have 17 to 18 kB. The English catalogue defines the keys and placeholders.
const catalogues = {
  account: {
    en: () => import('./en/account.ts'),
    es: () => import('./es/account.ts'),
    'pt-BR': () => import('./pt-BR/account.ts'),
  },
  common: {
    en: () => import('./en/common.ts'),
    es: () => import('./es/common.ts'),
    'pt-BR': () => import('./pt-BR/common.ts'),
  },
  connections: {
    en: () => import('./en/connections.ts'),
    es: () => import('./es/connections.ts'),
    'pt-BR': () => import('./pt-BR/connections.ts'),
  },
  'connection-steps': {
    en: () => import('./en/connection-steps.ts'),
    es: () => import('./es/connection-steps.ts'),
    'pt-BR': () => import('./pt-BR/connection-steps.ts'),
  },
  data: {
    en: () => import('./en/data.ts'),
    es: () => import('./es/data.ts'),
    'pt-BR': () => import('./pt-BR/data.ts'),
  },
  home: {
    en: () => import('./en/home.ts'),
    es: () => import('./es/home.ts'),
    'pt-BR': () => import('./pt-BR/home.ts'),
  },
  keys: {
    en: () => import('./en/keys.ts'),
    es: () => import('./es/keys.ts'),
    'pt-BR': () => import('./pt-BR/keys.ts'),
  },
  mail: {
    en: () => import('./en/mail.ts'),
    es: () => import('./es/mail.ts'),
    'pt-BR': () => import('./pt-BR/mail.ts'),
  },
  'mail-answers': {
    en: () => import('./en/mail-answers.ts'),
    es: () => import('./es/mail-answers.ts'),
    'pt-BR': () => import('./pt-BR/mail-answers.ts'),
  },
  moderation: {
    en: () => import('./en/moderation.ts'),
    es: () => import('./es/moderation.ts'),
    'pt-BR': () => import('./pt-BR/moderation.ts'),
  },
  operator: {
    en: () => import('./en/operator.ts'),
    es: () => import('./es/operator.ts'),
    'pt-BR': () => import('./pt-BR/operator.ts'),
  },
  orders: {
    en: () => import('./en/orders.ts'),
    es: () => import('./es/orders.ts'),
    'pt-BR': () => import('./pt-BR/orders.ts'),
  },
  products: {
    en: () => import('./en/products.ts'),
    es: () => import('./es/products.ts'),
    'pt-BR': () => import('./pt-BR/products.ts'),
  },
  questions: {
    en: () => import('./en/questions.ts'),
    es: () => import('./es/questions.ts'),
    'pt-BR': () => import('./pt-BR/questions.ts'),
  },
  queue: {
    en: () => import('./en/queue.ts'),
    es: () => import('./es/queue.ts'),
    'pt-BR': () => import('./pt-BR/queue.ts'),
  },
  reviews: {
    en: () => import('./en/reviews.ts'),
    es: () => import('./es/reviews.ts'),
    'pt-BR': () => import('./pt-BR/reviews.ts'),
  },
  schedule: {
    en: () => import('./en/schedule.ts'),
    es: () => import('./es/schedule.ts'),
    'pt-BR': () => import('./pt-BR/schedule.ts'),
  },
  settings: {
    en: () => import('./en/settings.ts'),
    es: () => import('./es/settings.ts'),
    'pt-BR': () => import('./pt-BR/settings.ts'),
  },
  'widget-findings': {
    en: () => import('./en/widget-findings.ts'),
    es: () => import('./es/widget-findings.ts'),
    'pt-BR': () => import('./pt-BR/widget-findings.ts'),
  },
  'widget-samples': {
    en: () => import('./en/widget-samples.ts'),
    es: () => import('./es/widget-samples.ts'),
    'pt-BR': () => import('./pt-BR/widget-samples.ts'),
  },
  'widget-steps': {
    en: () => import('./en/widget-steps.ts'),
    es: () => import('./es/widget-steps.ts'),
    'pt-BR': () => import('./pt-BR/widget-steps.ts'),
  },
  'shop-messages': {
    en: () => import('./en/shop-messages.ts'),
    es: () => import('./es/shop-messages.ts'),
    'pt-BR': () => import('./pt-BR/shop-messages.ts'),
  },
  templates: {
    en: () => import('./en/templates.ts'),
    es: () => import('./es/templates.ts'),
    'pt-BR': () => import('./pt-BR/templates.ts'),
  },
  trial: {
    en: () => import('./en/trial.ts'),
    es: () => import('./es/trial.ts'),
    'pt-BR': () => import('./pt-BR/trial.ts'),
  },
  webhooks: {
    en: () => import('./en/webhooks.ts'),
    es: () => import('./es/webhooks.ts'),
    'pt-BR': () => import('./pt-BR/webhooks.ts'),
  },
  widgets: {
    en: () => import('./en/widgets.ts'),
    es: () => import('./es/widgets.ts'),
    'pt-BR': () => import('./pt-BR/widgets.ts'),
  },
}

export type Area = keyof typeof catalogues

/** The texts of an area as a screen uses them. */
export type Texts<Name extends Area> = UsableTexts<
  Awaited<ReturnType<(typeof catalogues)[Name]['en']>>['words']
>

const requestedAreas = new Set<Area>()
const loading = new Map<string, Promise<void>>()
const loaded = new Map<string, unknown>()

/** Loads texts in a language. Throws if one cannot be loaded; the next call retries. */
export async function loadTexts(areas: Iterable<Area>, language: Language): Promise<void> {
  await Promise.all(Array.from(areas, area => loadOnce(area, language)))
}

/** Loads, in another language, the areas that screens have requested so far. */
export const loadRequestedTexts = (language: Language) => loadTexts(requestedAreas, language)

/** An area's texts; undefined until they are loaded. */
export function loadedTexts<Name extends Area>(area: Name, language: Language): Texts<Name> | undefined {
  return loaded.get(`${area} ${language}`) as Texts<Name> | undefined
}

/** Loads an area. Repeated calls return the same promise, which `use` needs. */
export function loadOnce(area: Area, language: Language): Promise<void> {
  const key = `${area} ${language}`
  requestedAreas.add(area)
  const promise = loading.get(key) ?? load(area, language)
  loading.set(key, promise)
  return promise
}

async function load(area: Area, language: Language): Promise<void> {
  const key = `${area} ${language}`
  try {
    const { words }: { words: Entry } = await catalogues[area][language]()
    loaded.set(key, compileTexts(words, language))
  } catch (error) {
    loading.delete(key)
    throw error
  }
}
