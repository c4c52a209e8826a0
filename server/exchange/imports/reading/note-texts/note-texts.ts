import { en } from './en.ts'

export type NoteName = keyof typeof en

/** A note in English, as commands print it and imports store it. */
export function note(name: NoteName, values: Record<string, string | number> = {}): string {
  return en[name].replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}

/** The text of a stored note, and the values of its placeholders. Undefined for a note of another release. */
export function findNote(sentence: string): { name: NoteName; values: Record<string, string> } | undefined {
  for (const [name, pattern] of patterns) {
    const match = pattern.exec(sentence)
    if (match) return { name, values: { ...match.groups } }
  }
  return undefined
}

const patterns = Object.entries(en).map(([name, text]) => {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)')
  return [name as NoteName, new RegExp(`^${literal}$`, 's')] as const
})
