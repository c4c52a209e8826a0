import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { MailContentChange, MailDraft } from '../../server/mail/content-schemas.ts'
import { useStore } from '../store.tsx'
import { mailTexts } from '../words/mail.ts'
import { useTexts } from '../words/words.tsx'
import type { Kind, MailContent, Said } from './content.ts'

/** What was typed and not saved yet, of any of the mails. */
type Typed = { words: Record<string, Said>; color?: string; logo_url?: string }

const nothing: Typed = { words: {} }

// By store, as long as the page is open: who looks at another screen finds it there again.
const kept = new Map<string, Typed>()

/** The store's mail content with what was typed over it. */
export function useDraft(content: MailContent) {
  const { store_id } = useStore()
  const [typed, setTyped] = useState(kept.get(store_id) ?? nothing)
  const change = (next: Typed) => {
    const left = withoutSaved(content, next)
    if (isEmpty(left)) kept.delete(store_id)
    else kept.set(store_id, left)
    setTyped(left)
  }
  const isDirty = !isEmpty(typed)
  useGuard(isDirty)
  return {
    isDirty,
    color: typed.color ?? content.color,
    logo: typed.logo_url ?? content.logo_url ?? '',
    said: (kind: Kind, language: string) =>
      typed.words[`${kind} ${language}`] ?? savedWords(content, kind, language),
    say: (kind: Kind, language: string, said: Said) =>
      change({ ...typed, words: { ...typed.words, [`${kind} ${language}`]: said } }),
    look: (look: { color?: string; logo_url?: string }) => change({ ...typed, ...look }),
    discard: () => change(nothing),
    /** All of it, to be saved. */
    changes: (): MailContentChange => ({
      words: Object.entries(typed.words).map(([key, said]) => toOwn(content, ...split(key), said)),
      ...lookOf(typed),
    }),
    /** One mail, to be looked at. */
    mail: (kind: Kind, language: string): MailDraft => {
      const said = typed.words[`${kind} ${language}`]
      return {
        mail: said ? toOwn(content, kind, language, said) : { kind, language },
        ...lookOf(typed),
      }
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

export function standardOf(content: MailContent, kind: Kind, language: string): Said {
  return content.kinds.find(one => one.kind === kind)?.standard[language] ?? { subject: '', words: '' }
}

function savedWords(content: MailContent, kind: Kind, language: string): Said {
  const own = content.kinds.find(one => one.kind === kind)?.own[language]
  const { subject, words } = standardOf(content, kind, language)
  return { subject: own?.subject ?? subject, words: own?.words ?? words }
}

function split(key: string): [Kind, string] {
  const [kind, language] = key.split(' ') as [Kind, string]
  return [kind, language]
}

// What is empty, or as we say it, is not the store's own.
function toOwn(content: MailContent, kind: Kind, language: string, { subject, words }: Said) {
  const standard = standardOf(content, kind, language)
  const own = (text: string, ours: string) => (text.trim() === '' || text === ours ? null : text)
  return { kind, language, subject: own(subject, standard.subject), words: own(words, standard.words) }
}

function lookOf({ color, logo_url }: Typed) {
  return {
    ...(color !== undefined && { color }),
    ...(logo_url !== undefined && { logo_url: logo_url.trim() || null }),
  }
}

function withoutSaved(content: MailContent, { words, color, logo_url }: Typed): Typed {
  const isSaved = ([key, { subject, words: body }]: [string, Said]) => {
    const saved = savedWords(content, ...split(key))
    return saved.subject === subject && saved.words === body
  }
  return {
    words: Object.fromEntries(Object.entries(words).filter(entry => !isSaved(entry))),
    ...(color !== undefined && color !== content.color && { color }),
    ...(logo_url !== undefined && logo_url !== (content.logo_url ?? '') && { logo_url }),
  }
}

const isEmpty = ({ words, ...look }: Typed) => Object.keys({ ...words, ...look }).length === 0

// Whoever closes the page is asked; whoever goes to another screen is told that nothing is lost.
function useGuard(isDirty: boolean) {
  const texts = useTexts(mailTexts)
  const told = useRef('')
  told.current = isDirty ? texts.kept : ''
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (told.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      if (told.current) notifications.show({ message: told.current })
    }
  }, [])
}
