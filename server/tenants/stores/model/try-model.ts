import type { Store } from '../stores.ts'
import { askModel, type ModelDependencies } from './ask-model.ts'

const instructions =
  'The user message is a JSON object. Translate its "text" into the language with the tag of its "language". Answer with one JSON object: {"text": "the translation"}.'

const schema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** Has the store's language model translate a sentence of ours into the store's language. Throws ModelFailure. */
export async function tryModel(dependencies: ModelDependencies, store: Store): Promise<string> {
  const data = { language: store.locale, text: 'It heats up fast and does not drip.' }
  return await askModel(dependencies, store, { instructions, data, schema, mostTokens: 300 }, answer => {
    const text = (answer as { text?: unknown } | null | undefined)?.text
    return typeof text === 'string' && text.trim() !== '' && text.length <= 500 ? text.trim() : undefined
  })
}
