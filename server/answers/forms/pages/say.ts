import type { Catalogues } from '../../../../build/texts/catalogues.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'

export type Texts = Catalogues['forms']

/** Returns a text of our pages in the chosen language, filled in. */
export type Say = <Key extends keyof Texts>(key: Key, ...values: ValuesOf<Texts[Key]>) => string

type ValuesOf<Text> = Text extends (values: infer Values) => string ? [values: Values] : []

export function sayIn(language: Language): Say {
  const texts = textsIn('forms', language)
  return (key, ...[values]) => {
    const text: string | ((values: never) => string) = texts[key]
    return typeof text === 'string' ? text : text(values as never)
  }
}
