/**
 * An entry of a catalogue. Catalogues hold only data: texts with `{placeholders}`, and plurals by the categories of
 * Intl.PluralRules. They are TypeScript rather than JSON because the compiler reads placeholders from literal types.
 * JSON would make every text a `string`.
 */
export type Entry = string | Plural | readonly Entry[] | { readonly [key: string]: Entry }

type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

type IsPlural<Given> = Given extends Plural
  ? Exclude<keyof Given, Intl.LDMLPluralRule> extends never
    ? true
    : false
  : false

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<Names extends PropertyKey> = { [Name in Names]: string | number }

/** An entry as a screen uses it: a text, or a function of its values where it has placeholders. */
export type UsableTexts<Given> = Given extends string
  ? [Placeholders<Given>] extends [never]
    ? string
    : (values: Values<Placeholders<Given>>) => string
  : IsPlural<Given> extends true
    ? (values: { count: number } & Values<Exclude<Placeholders<Given[keyof Given]>, 'count'>>) => string
    : { readonly [Key in keyof Given]: UsableTexts<Given[Key]> }

/** The type of a translation: every key of the English catalogue, and in each text every placeholder. */
export type Translation<English> = English extends string
  ? WithPlaceholders<Placeholders<English>>
  : IsPlural<English> extends true
    ? Plural & { readonly other: WithPlaceholders<Placeholders<English['other' & keyof English]>> }
    : { readonly [Key in keyof English]: Translation<English[Key]> }

type WithPlaceholders<Names extends string> = [Names] extends [never] ? string : WithEvery<Names>

// A text that contains every placeholder: the intersection of one pattern per placeholder.
type WithEvery<Names extends string> = (
  Names extends unknown
    ? (text: `${string}{${Names}}${string}`) => void
    : never
) extends (text: infer Texts) => void
  ? Texts
  : never

/** Turns a catalogue into the texts and functions that screens use, with the language's plurals and number format. */
export function compileTexts(entry: Entry, language: string): unknown {
  const { format } = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const fill = (text: string, values: Values<string>) =>
    text.replace(placeholder, (_, name) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? format(value) : value
    })
  const compile = (node: Entry): unknown => {
    if (typeof node === 'string') {
      return node.includes('{') ? (values: Values<string>) => fill(node, values) : node
    }
    if (Array.isArray(node)) return node.map(compile)
    if (isPlural(node)) {
      return (values: { count: number }) => fill(node[plurals.select(values.count)] ?? node.other, values)
    }
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, compile(inner)]))
  }
  return compile(entry)
}

/** The text for a name sent by the server; undefined for a name without a text. */
export function textFor<Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined {
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined
}

/** Fills a text's placeholders with values sent by the server. Missing values become empty. */
export function fillText(text: string | ((values: never) => string), values: Values<string>): string {
  return typeof text === 'string' ? text : text(values as never)
}

/** Whether an entry is a plural: it has the category `other`, and all its keys are plural categories. */
export function isPlural(entry: Entry): entry is Plural {
  return typeof entry === 'object' && 'other' in entry && Object.keys(entry).every(key => categories.has(key))
}

export const placeholder = /\{(\w+)\}/g

const categories = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])
